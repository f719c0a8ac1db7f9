// The page of settings.
import { bind } from "../lib/settings.js";

bind();

// The page of settings.
import { bind } from "./settings.js";

bind();

// The settings page.
import { bind } from "../lib/settings.js";

bind();

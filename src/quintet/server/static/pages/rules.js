// The rules of a game: its figures show their motions.
import { enliven } from "../board/figure.js";

enliven(document);

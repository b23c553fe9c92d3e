// What the file of pages apart has.

import { classPage } from "./classpage.js";
import { playPage } from "./playpage.js";

/** The pages. */
export const pages = { classPage, playPage };

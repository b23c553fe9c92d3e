// What the file of pages apart has.

import { classPage } from "./classpage.js";
import { placePhoto } from "./photodialog.js";
import { playPage } from "./playpage.js";
import { openShelf } from "./shelf.js";

/** The pages and dialogs. */
export const pages = { classPage, openShelf, placePhoto, playPage };

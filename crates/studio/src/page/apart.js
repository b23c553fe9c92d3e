// What the file of pages apart has.

import { classPage } from "./classpage.js";
import { letterPicture } from "./letterpicture.js";
import { makerFace } from "./maker.js";
import { placePhoto } from "./photodialog.js";
import { played } from "./play.js";
import { playable, sheetPictures } from "./player.js";
import { playPage } from "./playpage.js";
import { openShelf } from "./shelf.js";

/** The pages, dialogs and parts. */
export const pages = {
  ...{ classPage, letterPicture, makerFace, openShelf, placePhoto },
  ...{ playPage, playable, played, sheetPictures },
};

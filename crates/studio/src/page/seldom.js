// Pages, dialogs and parts that a first view has not come in a file of their own, when they are opened.

const apart = async () => (await import("./apart.js")).default;

/** The page that only plays. */
export const playPage = async () => (await apart()).pages.playPage();

/** The wall of a class. */
export const classPage = async () => (await apart()).pages.classPage();

/** The dialog that places the photo of a fabric, and the shelf of one's fabrics. */
export const placePhoto = async (...asked) => (await apart()).pages.placePhoto(...asked);
export const openShelf = async (...asked) => (await apart()).pages.openShelf(...asked);

/** Letters as a picture beside them. */
export const letterPicture = async (...asked) => (await apart()).pages.letterPicture(...asked);

/** What makers see around the options of cut files, and what can be played of a plan or of puzzles. */
export const makerFace = async (...asked) => (await apart()).pages.makerFace(...asked);
export const playable = async (...asked) => (await apart()).pages.playable(...asked);
export const played = async (...asked) => (await apart()).pages.played(...asked);
export const sheetPictures = async (...asked) => (await apart()).pages.sheetPictures(...asked);

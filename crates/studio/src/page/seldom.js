// Pages and dialogs that few open come in a file of their own, when they are opened.

const apart = async () => (await import("./apart.js")).default;

/** The page that only plays. */
export const playPage = async () => (await apart()).pages.playPage();

/** The wall of a class. */
export const classPage = async () => (await apart()).pages.classPage();

/** The dialog that places the photo of a fabric, and the shelf of one's fabrics. */
export const placePhoto = async (...asked) => (await apart()).pages.placePhoto(...asked);
export const openShelf = async (...asked) => (await apart()).pages.openShelf(...asked);

/** The palette's part of the page. */
export const loadFind = () => import("./find-modal");

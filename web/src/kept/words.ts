/** Why the browser keeps nothing, within a sentence. */
export const STORAGE_REASON = "the browser's storage is full or blocked";
export const STORAGE_REFUSED = "The browser's storage is full or blocked.";
export const NOTHING_CHANGED = `${STORAGE_REFUSED} Nothing was changed.`;

/** That the browser would not keep something. */
export const notKept = (what: string) => `${STORAGE_REFUSED} ${what} holds until the page closes.`;

export const TEXT_FIELD = "Text of the drawing";
export const DRAWN = "drawn. The tool is off";

/** The plane under a tool: what the keyboard does there. */
export const aimingWith = (tool: string) => `${tool}: arrow keys move, Enter places, Escape cancels`;

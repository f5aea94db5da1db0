/** A text as a cell of a file for spreadsheets; no text is a formula there. */
export const csvText = (text: string) => `"${text.replace(/^(?=[=+@-])/, "'").replaceAll('"', '""')}"`;

/** Lines of cells under a heading. */
export const csvLines = (head: readonly string[], lines: readonly (readonly (string | number)[])[]) =>
  [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");

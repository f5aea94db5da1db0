export const NOTE_WIDTH = 50;
export const NOTE_LINES = 10;
const MORE = "...";

/** Notes as lines of at most 50 characters, ten at most; where more was written the last ends in "...". */
export function wrapNotes(notes: string): string[] {
  const written = notes.trim() === "" ? [] : notes.trimEnd().split("\n");
  const lines = written.flatMap((line) => wrapped(line, NOTE_WIDTH));
  if (lines.length <= NOTE_LINES) return lines;
  const last = (lines[NOTE_LINES - 1] ?? "").slice(0, NOTE_WIDTH - MORE.length);
  return [...lines.slice(0, NOTE_LINES - 1), `${last.trimEnd()}${MORE}`];
}

/** Broken between words; a word longer than a line is cut. */
export function wrapped(text: string, width: number): string[] {
  const cut = (word: string) => word.match(new RegExp(`.{1,${width}}`, "gu")) ?? [""];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap(cut)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

export const NOTE_WIDTH = 50;
export const NOTE_LINES = 10;
const MORE = "...";

/** Notes as lines of at most 50 characters, ten at most; where more was written the last ends in "...". */
export function wrapNotes(notes: string): string[] {
  const lines = notes.trim() === "" ? [] : notes.trimEnd().split("\n").flatMap(wrapLine);
  if (lines.length <= NOTE_LINES) return lines;
  const last = (lines[NOTE_LINES - 1] ?? "").slice(0, NOTE_WIDTH - MORE.length);
  return [...lines.slice(0, NOTE_LINES - 1), `${last.trimEnd()}${MORE}`];
}

/** Broken between words; a word longer than a line is cut. */
function wrapLine(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap(cut)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= NOTE_WIDTH) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function cut(word: string): string[] {
  return word.match(new RegExp(`.{1,${NOTE_WIDTH}}`, "gu")) ?? [""];
}

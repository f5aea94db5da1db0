import type { Claim } from "@/api/generated";
import { flags } from "@/lib/flags";
import type { Entry, Target } from "@/parts/find/entries";
import { coinLine, hereWords } from "@/parts/questions/words";
import { CHAPTERS } from "@/screens/methods/chapters/chapters";
import { GLOSSARY } from "@/screens/methods/facts/glossary";
import { addressOf, SCREENS, titleOf, type View } from "@/screens/screens";

const at = (path: string): Target => ({ kind: "screen", path });
/** A document of its own beside the page. */
const API: Target = { kind: "document", path: "/docs" };
const SHORTCUTS: Target = { kind: "dialog", id: "shortcuts" };
const FOCUS: Target = { kind: "view", view: "focus" };
const ALL: Target = { kind: "view", view: "all" };
const LEDGER: Target = { kind: "dialog", id: "ledger" };

function screen(title: string, detail: string, words: string, target: Target, alias = ""): Entry {
  return { id: `screen ${title}`, kind: "Screen", alias, title, detail, words, target };
}

/** What the palette has after a screen. */
const AFTER: Record<string, Entry[]> = {
  "/dashboard": [
    screen("Focus", "Conditions beside the open answers", "view board dashboard conditions answers", FOCUS),
    screen("All features", "Every card, by category", "view wall dashboard cards", ALL),
  ],
  "/days": [
    ...(flags.exports
      ? [screen("Export", "Files of days and statistics", "CSV Excel PDF download", at("/days?export=open"))]
      : []),
    screen(
      "Lists of days",
      "Days that somebody chose, each with a note",
      "class textbook notes examples",
      at("/days?lists=open"),
    ),
  ],
  "/practice": [
    screen("API", "Every call, to read and to try", "programs token curl Python R docs OpenAPI Swagger", API),
    screen("Ledger of looks", "How many p-values you have seen", "luck tests p-hacking multiple", LEDGER),
  ],
  "/settings": [screen("Keyboard shortcuts", "The list of keys", "help hotkeys", SHORTCUTS)],
};

/** The views that a visitor can open: those of a part that the plan lacks are left out. */
export function screenEntries(hasPart: (part: View["part"]) => boolean | undefined): Entry[] {
  return SCREENS.flatMap((place) => {
    const offered = place.views.filter(({ words, part }) => words !== null && hasPart(part));
    const entries = offered.map((view) => {
      const words = [place.title, view.words].join(" ");
      return screen(titleOf(place, view), view.detail, words, at(addressOf(place, view)), view.alias);
    });
    return [...entries, ...(AFTER[place.path] ?? [])];
  });
}

/** The usual questions, each asked where it is chosen. */
export function claimEntries(claims: readonly Claim[]): Entry[] {
  return claims.map((claim) => ({
    id: `claim ${claim.id}`,
    kind: "Question",
    title: claim.question,
    detail: [hereWords(claim), coinLine(claim)].filter(Boolean).join(" "),
    words: ["usual question", claim.group, ...claim.published.map(({ who }) => who)].join(" "),
    target: { kind: "ask", claim },
  }));
}

/** The topics of the methods page. */
export function methodEntries(): Entry[] {
  const terms = GLOSSARY.map(([term]) => term).join(", ");
  return CHAPTERS.flatMap((chapter) =>
    chapter.topics.map(({ id, title, paragraphs }) => ({
      id: `method ${id}`,
      kind: "Method",
      title,
      detail: paragraphs[0] ?? terms,
      words: [chapter.title, ...paragraphs.slice(1), id === "glossary" ? terms : ""].join(" "),
      alias: "",
      target: at(`/methods#${id}`),
    })),
  );
}

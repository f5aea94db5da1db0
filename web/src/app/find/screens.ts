import type { Claim } from "@/api/generated";
import { flags } from "@/lib/flags";
import type { Entry, Target } from "@/parts/find/entries";
import { coinLine, hereWords } from "@/parts/questions/claim-words";
import { CHAPTERS } from "@/screens/methods/chapters/chapters";
import { GLOSSARY } from "@/screens/methods/facts/glossary";
import { PLACES, type Place } from "../shell/places";

const at = (path: string): Target => ({ kind: "screen", path });
/** A document of its own beside the page. */
const API: Target = { kind: "document", path: "/docs" };
const SHORTCUTS: Target = { kind: "dialog", id: "shortcuts" };
const FOCUS: Target = { kind: "view", view: "focus" };
const ALL: Target = { kind: "view", view: "all" };
const LEDGER: Target = { kind: "dialog", id: "ledger" };
const LISTS: Target = { kind: "dialog", id: "lists" };

function screen(title: string, detail: string, words: string, target: Target): Entry {
  return { id: `screen ${title}`, kind: "Screen", alias: "", title, detail, words, target };
}

const place = (path: Place, detail: string, words: string) => screen(PLACES[path], detail, words, at(path));

/** The screens a visitor can open. */
export function screenEntries(hasCharts: boolean): Entry[] {
  const charts = [
    place("/chart", "A day's candles", "candles bars day price"),
    place("/ama-demo", "What the chart's colours mean, on an example", "AMA demo colors signals"),
  ];
  const exports = place("/export", "Files of days and statistics", "CSV Excel PDF download");
  return [
    place(
      "/next",
      "What is known of the next session, and what followed on days like it",
      "today tomorrow morning before the open live typed levels HoY LoY gap plan",
    ),
    place("/dashboard", "Filters and probabilities", "home start"),
    screen("Focus", "Conditions beside the open answers", "view board dashboard conditions answers", FOCUS),
    screen("All features", "Every card, by category", "view wall dashboard cards", ALL),
    ...(hasCharts ? charts : []),
    place("/methods", "How every figure is made", "statistics help explain"),
    ...(flags.exports ? [exports] : []),
    place(
      "/questions",
      "What traders ask of a session, answered",
      "usual questions answers gap first hour probabilities",
    ),
    place(
      "/claims",
      "Percentages that others have published, beside these data",
      "published figures Brooks myth check verdict statistics famous",
    ),
    place("/excursion", "Which of two prices a day trades at first", "excursion MAE MFE risk reward R stop"),
    place("/compare", "Two questions beside each other", "A B versus difference what differs most"),
    place(
      "/curve",
      "Where is the tipping point? How often an outcome comes along a feature's values",
      "cut threshold above below tipping point window",
    ),
    place(
      "/path",
      "How far days like these have gone from their open, bar by bar",
      "fan median quantiles course drift intraday ADR10 by time of day",
    ),
    place("/days", "The matching days as small candle charts", "see days charts pictures print PNG examples"),
    place(
      "/alike",
      "The days before a day that were most like it, and what followed",
      "alike similar nearest neighbours analogue pattern matching distance",
    ),
    place(
      "/quiz",
      "A day up to a bar: how likely is it that something still comes?",
      "guess probability calibration Brier score practice test yourself",
    ),
    screen(
      "Lists of days",
      "Days that somebody chose, each with a note",
      "class textbook notes examples",
      LISTS,
    ),
    screen("API", "Every call, to read and to try", "programs token curl Python R docs OpenAPI Swagger", API),
    screen("Ledger of looks", "How many p-values you have seen", "luck tests p-hacking multiple", LEDGER),
    place("/settings", "Profile, appearance, privacy", "preferences account theme"),
    screen("Keyboard shortcuts", "The list of keys", "help hotkeys", SHORTCUTS),
  ];
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

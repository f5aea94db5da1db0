import type { Entry, Target } from "@/features/find/entries";
import { CHAPTERS } from "@/features/methods/chapters/chapters";
import { GLOSSARY } from "@/features/methods/facts/glossary";
import { flags } from "@/lib/flags";

interface Screen {
  title: string;
  detail: string;
  words: string;
  target: Target;
}

const at = (path: string): Target => ({ kind: "screen", path });

const DASHBOARD: Screen[] = [
  { title: "Dashboard", detail: "Filters and probabilities", words: "home start", target: at("/dashboard") },
];
const CHART: Screen[] = [
  { title: "Chart", detail: "A day's candles", words: "candles bars day price", target: at("/chart") },
  {
    title: "Signal colours",
    detail: "What the chart's colours mean, on an example",
    words: "AMA demo colors signals",
    target: at("/ama-demo"),
  },
];
const METHODS: Screen[] = [
  {
    title: "Statistical Methods",
    detail: "How every figure is made",
    words: "statistics help explain",
    target: at("/methods"),
  },
];
const EXPORT: Screen[] = [
  {
    title: "Export",
    detail: "Files of days and statistics",
    words: "CSV Excel PDF download",
    target: at("/export"),
  },
];
const SETTINGS: Screen[] = [
  {
    title: "Settings",
    detail: "Profile, appearance, privacy",
    words: "preferences account theme",
    target: at("/settings"),
  },
  {
    title: "Keyboard shortcuts",
    detail: "The list of keys",
    words: "help hotkeys",
    target: { kind: "dialog", id: "shortcuts" },
  },
];

/** The screens a visitor can open. */
export function screenEntries(hasCharts: boolean): Entry[] {
  const screens = [
    ...DASHBOARD,
    ...(hasCharts ? CHART : []),
    ...METHODS,
    ...(flags.exports ? EXPORT : []),
    ...SETTINGS,
  ];
  return screens.map((screen) => ({ ...screen, id: `screen ${screen.title}`, kind: "Screen", alias: "" }));
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

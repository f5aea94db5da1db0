import type { FunctionComponent } from "react";
import { namesOf, type Schema } from "@/address/parameters";
import type { LimitFeatures } from "@/api/generated";
import type { ScopePart } from "@/parts/question-row/scope-parts";
import { CHART } from "./chart/parameters";
import { CURVE } from "./dashboard/curve/parameters";
import { EXCURSION } from "./dashboard/excursion/parameters";
import { ALIKE } from "./days/alike/parameters";
import { DAYS } from "./days/parameters";
import { QUIZ } from "./practice/parameters";
import { NEXT } from "./today/parameters";

type Load = () => Promise<{ default: FunctionComponent<object> }>;

/** One view of a screen; router, bar of views, titles, palette and the check of shared addresses are made of these. */
export interface View {
  /** The value of `view` in the address; the first view of a screen needs none. */
  name: string;
  /** An address of its own. */
  path?: string;
  /** What the bar of views and the palette call it; also the browser's title, but for a first view. */
  title: string;
  /** One sentence about it. */
  detail: string;
  /** Its other name. */
  alias?: string;
  /** More words that the palette finds it by; null where the palette does not lead there. */
  words: string | null;
  /** The part of a tier that it needs. */
  part?: Exclude<keyof LimitFeatures, "export">;
  /** Where the page's question is shown: above it, or above it and with Apply at its foot where the page is narrow. */
  question?: "above" | "above and foot";
  /** The parts of the question's scope that act on it where the page's question is not shown. */
  scope?: readonly ScopePart[];
  /** Whether it says itself that no day matches. */
  ownNotices?: boolean;
  /** Parameters of the address in which it keeps its own question. */
  parameters?: Schema;
  /** Fetches its component; that of the dashboard's answers is there from the start. */
  load?: Load;
}

/** A place of the page. */
export interface Screen {
  path: string;
  title: string;
  views: readonly [View, ...View[]];
  /** Whether the tab bar leads to it. */
  isTab?: boolean;
  /** Whether the sidebar stands beside it. */
  hasSidebar?: boolean;
  /** What stands at the end of the bar of views. */
  tools?: Load;
  /** Parameters of the address that all its views have. */
  parameters?: Schema;
}

/** A screen of one view. */
const only = (path: string, view: Omit<View, "name">, rest: Partial<Screen> = {}): Screen => ({
  path,
  title: view.title,
  views: [{ name: "", ...view }],
  ...rest,
});

/** The screens, in the order in which tab bar and palette have them. */
export const SCREENS: readonly Screen[] = [
  {
    path: "/dashboard",
    title: "Dashboard",
    isTab: true,
    hasSidebar: true,
    views: [
      {
        name: "answers",
        title: "Answers",
        detail: "Filters and probabilities",
        words: "dashboard home start",
        question: "above and foot",
      },
      {
        name: "compare",
        title: "Compare",
        detail: "Two questions beside each other",
        words: "A B versus difference what differs most",
        part: "compare",
        question: "above",
        ownNotices: true,
        load: () => import("./dashboard/compare/compare-page"),
      },
      {
        name: "by-value",
        title: "By value",
        detail: "Where is the tipping point? How often an outcome comes along a feature's values",
        words: "curve cut threshold above below tipping point window",
        part: "curve",
        question: "above and foot",
        parameters: CURVE,
        load: () => import("./dashboard/curve/curve-page"),
      },
      {
        name: "path",
        title: "Path",
        detail: "How far days like these have gone from their open, bar by bar",
        alias: "typical path",
        words: "typical fan median quantiles course drift intraday ADR10 by time of day",
        part: "path",
        question: "above",
        load: () => import("./dashboard/path/path-page"),
      },
      {
        name: "target",
        title: "Target",
        detail: "Which of two prices a day trades at first",
        words: "target before stop excursion MAE MFE risk reward R stop",
        part: "excursion",
        question: "above and foot",
        parameters: EXCURSION,
        load: () => import("./dashboard/excursion/excursion-page"),
      },
    ],
  },
  only(
    "/chart",
    {
      title: "Chart",
      detail: "A day's candles",
      words: "candles bars day price",
      part: "charts",
      question: "above",
      parameters: CHART,
      load: () => import("./chart/chart-screen"),
    },
    { isTab: true, hasSidebar: true },
  ),
  {
    path: "/days",
    title: "Days",
    isTab: true,
    parameters: DAYS,
    tools: () => import("./days/days-tools"),
    views: [
      {
        name: "pictures",
        title: "Pictures",
        detail: "The matching days as small candle charts",
        words: "gallery see days charts print PNG examples",
        part: "gallery",
        question: "above",
        load: () => import("./days/gallery/gallery-route"),
      },
      {
        name: "table",
        title: "Table",
        detail: "The matching days, one in a row, with the features you choose",
        words: "list matching days columns sort",
        question: "above",
        load: () => import("./days/table/table-route"),
      },
      {
        name: "like",
        title: "Most like a day",
        detail: "The days before a day that were most like it, and what followed",
        words: "days like alike similar nearest neighbours analogue pattern matching distance",
        part: "alike",
        scope: ["asOf", "symbol"],
        parameters: ALIKE,
        load: () => import("./days/alike/alike-page"),
      },
    ],
  },
  only(
    "/today",
    {
      title: "Today",
      detail: "What is known of the next session, and what followed on days like it",
      words: "next session tomorrow morning before the open live typed levels HoY LoY gap plan",
      scope: ["symbol"],
      parameters: NEXT,
      load: () => import("./today/next-page"),
    },
    { isTab: true },
  ),
  {
    path: "/questions",
    title: "Questions",
    isTab: true,
    views: [
      {
        name: "usual",
        title: "Usual questions",
        detail: "What traders ask of a session, answered",
        words: "questions answers gap first hour probabilities",
        scope: ["symbol"],
        load: () => import("./questions/questions-page"),
      },
      {
        name: "published",
        path: "/claims",
        title: "With published figures",
        detail: "Percentages that others have published, beside these data",
        alias: "claims",
        words: "claims Brooks myth check verdict statistics famous",
        scope: ["symbol"],
        load: () => import("./questions/claims-page"),
      },
    ],
  },
  only(
    "/practice",
    {
      title: "Practice",
      detail: "A day up to a bar: how likely is it that something still comes?",
      words: "quiz round guess probability calibration Brier score test yourself",
      scope: ["symbol"],
      parameters: QUIZ,
      load: () => import("./practice/quiz-page"),
    },
    { isTab: true },
  ),
  {
    path: "/methods",
    title: "Statistical Methods",
    views: [
      {
        name: "statistics",
        title: "Statistics",
        detail: "How every figure is made",
        words: "statistical methods help explain",
        load: () => import("./methods/methods-page"),
      },
      {
        name: "colours",
        title: "Signal colours",
        detail: "What the chart's colours mean, on an example",
        words: "AMA demo colors signals",
        part: "charts",
        scope: ["symbol"],
        load: () => import("./methods/demo/ama-demo-page"),
      },
      {
        name: "test",
        title: "Signal test",
        detail: "A day's signals next to the service's answer",
        words: null,
        part: "charts",
        scope: ["symbol"],
        load: () => import("./methods/demo/ama-test-page"),
      },
    ],
  },
  only("/settings", {
    title: "Settings",
    detail: "Profile, appearance, privacy",
    words: "preferences account theme",
    load: () => import("./settings/settings-page"),
  }),
];

/** Every path of a screen or of a view. */
export const pathsOf = ({ path, views }: Screen) => [path, ...views.flatMap((view) => view.path ?? [])];

/** The screen at a path; undefined where there is none. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((screen) => pathsOf(screen).includes(path));

/** The view that an address names: the first one where it names none, undefined where the screen has no such view. */
export function viewAt(screen: Screen, { pathname, search }: { pathname: string; search: string }) {
  const name = new URLSearchParams(search).get("view");
  if (name !== null) return screen.views.find((view) => view.name === name);
  return screen.views.find(({ path }) => path === pathname) ?? screen.views[0];
}

/** Screen and view of an address; `/` leads to the dashboard. */
export function shownAt({ pathname, search }: { pathname: string; search: string }): {
  screen?: Screen;
  view?: View;
} {
  const path = pathname === "/" ? "/dashboard" : pathname;
  const screen = screenAt(path);
  const view = screen && viewAt(screen, { pathname: path, search });
  return { ...(screen && { screen }), ...(view && { view }) };
}

/** What an address is called: a screen by its first view, else a view. */
export const titleOf = ({ title, views }: Screen, view: View | undefined) =>
  view === undefined || view === views[0] ? title : view.title;

/** The address of a view, with nothing else. */
export function addressOf({ path, views }: Screen, view: View): string {
  return view.path ?? (view === views[0] ? path : `${path}?view=${view.name}`);
}

/** Every parameter in which a screen keeps its own question, and which of its views is shown. */
export const SCREEN_PARAMETERS = [
  "view",
  ...SCREENS.flatMap(({ parameters = {}, views }) => [
    ...namesOf(parameters),
    ...views.flatMap((view) => namesOf(view.parameters ?? {})),
  ]),
];

import type { FunctionComponent } from "react";
import { namesOf, type Schema } from "@/address/parameters";
import { DAYS_LIKE } from "@/question/words";
import { CHART } from "./chart/parameters";
import { CURVE } from "./dashboard/curve/parameters";
import { EXCURSION } from "./dashboard/excursion/parameters";
import { ALIKE } from "./days/alike/parameters";
import { QUIZ } from "./practice/parameters";
import { NEXT } from "./today/parameters";

/** An address of the page. Router, sidebar, titles, palette and the check of shared addresses are made of these. */
export interface Screen {
  path: string;
  /** What the browser's title, the palette and the sidebar call it; null where it only leads to another screen. */
  title: string | null;
  /** One sentence, and more words that the palette finds it by; null where the palette does not lead there. */
  find: { detail: string; words: string } | null;
  /** The part of a tier or of a build that it needs: without it the palette leaves it out, the router a chart. */
  part?: "charts" | "exports";
  /** Its place in the sidebar, from the top. */
  sidebar?: number;
  /** Where the page's question is shown: above it, or above it and with Apply at its foot where the page is narrow. */
  question?: "above" | "above and foot";
  /** Whether it says itself that no day matches. */
  ownNotices?: boolean;
  /** Parameters of the address in which it keeps its own question. */
  parameters?: Schema;
  /** Fetches its component; the dashboard's is there from the start. */
  load?: () => Promise<{ default: FunctionComponent<object> }>;
}

/** The screens, in the order in which the palette has them. */
export const SCREENS: readonly Screen[] = [
  {
    path: "/next",
    title: "Next session",
    find: {
      detail: "What is known of the next session, and what followed on days like it",
      words: "today tomorrow morning before the open live typed levels HoY LoY gap plan",
    },
    sidebar: 1,
    parameters: NEXT,
    load: () => import("./today/next-page"),
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    find: { detail: "Filters and probabilities", words: "home start" },
    sidebar: 2,
    question: "above and foot",
  },
  {
    path: "/chart",
    title: "Chart",
    find: { detail: "A day's candles", words: "candles bars day price" },
    part: "charts",
    question: "above",
    parameters: CHART,
    load: () => import("./chart/chart-screen"),
  },
  {
    path: "/ama-demo",
    title: "Signal colours",
    find: { detail: "What the chart's colours mean, on an example", words: "AMA demo colors signals" },
    part: "charts",
    load: () => import("./methods/demo/ama-demo-page"),
  },
  {
    path: "/ama-test",
    title: "Signal test",
    find: null,
    part: "charts",
    load: () => import("./methods/demo/ama-test-page"),
  },
  {
    path: "/methods",
    title: "Statistical Methods",
    find: { detail: "How every figure is made", words: "statistics help explain" },
    sidebar: 12,
    load: () => import("./methods/methods-page"),
  },
  {
    path: "/export",
    title: "Export",
    find: { detail: "Files of days and statistics", words: "CSV Excel PDF download" },
    part: "exports",
    load: () => import("./days/export/export-page"),
  },
  {
    path: "/questions",
    title: "Questions",
    find: {
      detail: "What traders ask of a session, answered",
      words: "usual questions answers gap first hour probabilities",
    },
    sidebar: 10,
    load: () => import("./questions/questions-page"),
  },
  {
    path: "/claims",
    title: "Claims",
    find: {
      detail: "Percentages that others have published, beside these data",
      words: "published figures Brooks myth check verdict statistics famous",
    },
    sidebar: 11,
    load: () => import("./questions/claims-page"),
  },
  {
    path: "/excursion",
    title: "Target before stop",
    find: {
      detail: "Which of two prices a day trades at first",
      words: "excursion MAE MFE risk reward R stop",
    },
    sidebar: 3,
    question: "above and foot",
    parameters: EXCURSION,
    load: () => import("./dashboard/excursion/excursion-page"),
  },
  {
    path: "/compare",
    title: "Compare",
    find: { detail: "Two questions beside each other", words: "A B versus difference what differs most" },
    sidebar: 4,
    question: "above",
    ownNotices: true,
    load: () => import("./dashboard/compare/compare-page"),
  },
  {
    path: "/curve",
    title: "Curve",
    find: {
      detail: "Where is the tipping point? How often an outcome comes along a feature's values",
      words: "cut threshold above below tipping point window",
    },
    sidebar: 5,
    question: "above and foot",
    parameters: CURVE,
    load: () => import("./dashboard/curve/curve-page"),
  },
  {
    path: "/path",
    title: "Typical path",
    find: {
      detail: "How far days like these have gone from their open, bar by bar",
      words: "fan median quantiles course drift intraday ADR10 by time of day",
    },
    sidebar: 6,
    question: "above",
    load: () => import("./dashboard/path/path-page"),
  },
  {
    path: "/days",
    title: "Gallery of days",
    find: {
      detail: "The matching days as small candle charts",
      words: "see days charts pictures print PNG examples",
    },
    sidebar: 7,
    question: "above",
    load: () => import("./days/gallery/gallery-route"),
  },
  {
    path: "/alike",
    title: DAYS_LIKE,
    find: {
      detail: "The days before a day that were most like it, and what followed",
      words: "alike similar nearest neighbours analogue pattern matching distance",
    },
    sidebar: 8,
    parameters: ALIKE,
    load: () => import("./days/alike/alike-page"),
  },
  {
    path: "/quiz",
    title: "Quiz",
    find: {
      detail: "A day up to a bar: how likely is it that something still comes?",
      words: "guess probability calibration Brier score practice test yourself",
    },
    sidebar: 9,
    parameters: QUIZ,
    load: () => import("./practice/quiz-page"),
  },
  {
    path: "/settings",
    title: "Settings",
    find: { detail: "Profile, appearance, privacy", words: "preferences account theme" },
    load: () => import("./settings/settings-page"),
  },
  { path: "/v/:id", title: null, find: null, load: () => import("./entry/share/shared-page") },
];

/** The screen of a path; undefined where the page has none. */
export const screenAt = (path: string): Screen | undefined => SCREENS.find((screen) => screen.path === path);

/** Every parameter in which a screen keeps its own question. */
export const SCREEN_PARAMETERS = SCREENS.flatMap(({ parameters = {} }) => namesOf(parameters));

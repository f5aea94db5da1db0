import { entryAddress, VISITOR } from "../address";
import type { Spent, Visitor } from "../effort";

/** Something on the page by its role and accessible name: the first that is seen, within another where that is given. */
export interface Place {
  role: string;
  name: string | RegExp;
  within?: Place;
}

/** Pressed together, as WebDriver and Playwright call them. */
export type Key = "Control" | "Enter";

/** A visitor with a browser, whatever drives it. */
export interface Guest extends Visitor<Place> {
  goto(address: string): Promise<void>;
  press(...keys: Key[]): Promise<void>;
  goBack(): Promise<void>;
  /** Waits until the place is there. */
  sees(place: Place): Promise<void>;
}

/** An everyday task, with the clicks, fields and scrolls that it may take from a fresh dashboard. */
export interface Task {
  name: string;
  /** On a phone held upright. */
  isOnPhone?: boolean;
  aim: Spent;
  walk: (guest: Guest) => Promise<void>;
}

const BAR: Place = { role: "region", name: "Question and answer" };
const ANSWER: Place = { role: "button", name: /Show the card$/, within: BAR };
const ADD: Place = { role: "button", name: "Add a condition" };
const PALETTE: Place = { role: "dialog", name: "Add a condition" };
const TYPED: Place = { role: "combobox", name: /./, within: PALETTE };
const SAVED: Place = { role: "button", name: "Saved" };

const button = (name: string | RegExp, within?: Place): Place => ({
  role: "button",
  name,
  ...(within && { within }),
});

async function enter(guest: Guest, parameters: Record<string, string> = VISITOR) {
  await guest.goto(entryAddress(parameters));
  await guest.sees({ role: "heading", name: "Filter Controls" });
}

export const TASKS: readonly Task[] = [
  {
    name: "a: it gapped up 12 points: how often is the gap filled, and by when?",
    aim: { clicks: 1, fields: 1, scrolls: 0 },
    async walk(guest) {
      await enter(guest, { ...VISITOR, probabilities: "gap_up" });
      await guest.click(ADD);
      await guest.type(TYPED, "gap up 12 points, friday: filled by when?");
      await guest.press("Enter");
      await guest.sees(button("Remove Gap size 10 to 14 points", BAR));
      await guest.sees(button("Remove Friday", BAR));
      await guest.read(ANSWER, /Gap Fill .* days, half of them by/);
    },
  },
  {
    name: "c: the first hour's high broke: how far does it go?",
    aim: { clicks: 2, fields: 1, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click(ADD);
      await guest.type(TYPED, "opening range broke up: how far?");
      await guest.press("Enter");
      await guest.sees(button("Remove First hour's high broken", BAR));
      await guest.read(ANSWER, /OR12 Extension Up .* median of [\d,]+ days/);
    },
  },
  {
    name: "d: five days on which it gapped up, as charts",
    aim: { clicks: 7, fields: 0, scrolls: 0 },
    async walk(guest) {
      const pictures: Place = { role: "list", name: "Days" };
      await enter(guest);
      await guest.click(button("True", { role: "article", name: "Gap Up" }));
      await guest.press("Control", "Enter");
      await guest.sees(button("Remove Gap up", BAR));
      await guest.click({ role: "link", name: "Days", within: { role: "navigation", name: "Screens" } });
      await guest.click({ role: "link", name: /./, within: pictures });
      for (let day = 2; day <= 5; day += 1) await guest.click(button("Next day"));
      await guest.goBack();
      await guest.sees(pictures);
    },
  },
  {
    name: "e: is Friday different?",
    aim: { clicks: 3, fields: 0, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click(ADD);
      await guest.click({ role: "option", name: /^Friday/, within: PALETTE });
      await guest.click(button("Apply 1 Filter(s)", PALETTE));
      await guest.read(
        { role: "status", name: /^/, within: { role: "region", name: "What is different on these days" } },
        /^(None|\d+) of the \d+ comparisons differs? beyond chance\.$/,
      );
    },
  },
  {
    name: "f: save this question and find it tomorrow",
    aim: { clicks: 5, fields: 1, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click(button("True", { role: "article", name: "Gap Up" }));
      await guest.click(button("Apply 1 Filter(s)"));
      await guest.sees(button("Remove Gap up", BAR));
      await guest.click(SAVED);
      await guest.type({ role: "textbox", name: "Preset name" }, "up days");
      await guest.press("Enter");
      await guest.sees(button("Load and apply preset up days"));

      await guest.goto("/dashboard?filters={}");
      await guest.click(SAVED);
      await guest.click(button("Load and apply preset up days"));
      await guest.sees(button("Remove Gap up", BAR));
    },
  },
  {
    name: "h: practise a guess",
    aim: { clicks: 3, fields: 0, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click({ role: "link", name: "Practice" });
      await guest.click(button("75%"));
      await guest.click(button("Show the day"));
      await guest.read(
        { role: "status", name: /^/, within: { role: "main", name: /^/ } },
        /You said 75%\. Penalty \d+ .* Saying the average, .* would have cost \d+\./,
      );
    },
  },
  {
    name: "i: share what is shown",
    aim: { clicks: 1, fields: 0, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click(button("Share"));
      await guest.read({ role: "region", name: "Notifications" }, /Copied the short link/);
    },
  },
  {
    name: "j: a gap of 12 points on a phone: how often is it filled, and by when?",
    isOnPhone: true,
    aim: { clicks: 1, fields: 1, scrolls: 0 },
    async walk(guest) {
      await enter(guest);
      await guest.click(ADD);
      await guest.type(TYPED, "gap up 12 points: filled by when?");
      await guest.press("Enter");
      await guest.read(ANSWER, /Gap Fill .* of [\d,]+ days, half of them by/);
    },
  },
];

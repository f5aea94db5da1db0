import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { aStore, renderPage } from "@/lib/testing/render";
import { DEFAULT_AMA } from "@/plot/settings/ama-settings";
import { toAmaConfig } from "./ama-config";
import AmaPanel from "./ama-panel";

function open(onClose = () => {}) {
  const store = renderPage(<AmaPanel onClose={onClose} />);
  return { user: userEvent.setup(), settings: () => store.getState().chart.ama };
}

const field = (name: string) => screen.getByRole("spinbutton", { name });

it("has the five sections, each of which folds away", async () => {
  const { user } = open();
  const titles = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([
    "Show PA Signals",
    "Z-Score",
    "IBS Filters",
    "Range Filter Options",
    "Signal Output Control",
  ]);
  const section = screen.getByText("Z-Score").closest("details");
  expect(section).toHaveAttribute("open");
  await user.click(screen.getByText("Z-Score"));
  expect(section).not.toHaveAttribute("open");
});

/** Every field of design/ama.md section 4 that the panel sets, as what a person does and what is sent then. */
describe("a field sets its part of the configuration alone", () => {
  it.each<[string, Record<string, unknown>]>([
    ["Bull Breakouts", { show_bull_breakouts: false }],
    ["Bear Breakouts", { show_bear_breakouts: false }],
    ["OB Breakouts", { show_outside_bars: true }],
    ["Strict OB Breakouts", { strict_outside_bars: true }],
    ["Climax Bars", { show_climax: true }],
    ["Paint Big BO by Bar Direction", { paint_bigbo_by_bardir: false }],
    ["Do Not IBS Filter OB", { do_not_ibs_filter_ob: false }],
    ["Range Filter", { range_filter: 1.2 }],
    ["Do Not Range Limit OB", { do_not_range_limit_ob: false }],
    ["Paint Follow-Through Bar", { paint_ft_bar: false }],
    ["FT Must Breakout", { ft_bar_must_bo: true }],
    ["FT Must Close Beyond", { ft_bar_must_close_beyond: false }],
    ["FT Not Range Limited", { ft_bar_not_range_limited: false }],
    ["FT After OB", { ft_after_ob: false }],
    ["FT Color Same as BO", { ft_color_same_as_bo: true }],
    ["Ignore Opening Gap", { ignore_open_gap: true }],
  ])("the switch %s", async (name, sent) => {
    const { user, settings } = open();
    await user.click(screen.getByRole("checkbox", { name }));
    expect(toAmaConfig(settings())).toEqual({ ...toAmaConfig(DEFAULT_AMA), ...sent });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["Big Breakouts", "Range Based", { show_big_breakouts: 1 }],
    ["Big Breakouts", "Z-Score Based", { show_big_breakouts: 2 }],
    ["Compare By", "Body Range", { compare_range2range: false, compare_body2body: true }],
  ])("the choice %s: %s", async (name, words, sent) => {
    const { user, settings } = open();
    await user.selectOptions(screen.getByRole("combobox", { name }), words);
    expect(toAmaConfig(settings())).toEqual({ ...toAmaConfig(DEFAULT_AMA), ...sent });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["Big Breakout Range Factor", "2.4", { big_breakout_range_factor: 2.4 }],
    ["CX Factor", "3", { climax_factor: 3 }],
    ["Lookback", "50", { zscore_lookback: 50 }],
    ["Threshold", "0.55", { zscore_threshold: 0.55 }],
    ["Look Back", "1", { range_lookback: 1 }],
  ])("the number %s: %s", async (name, text, sent) => {
    const { user, settings } = open();
    await user.clear(field(name));
    await user.type(field(name), text);
    await user.tab();
    expect(toAmaConfig(settings())).toEqual({ ...toAmaConfig(DEFAULT_AMA), ...sent });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["Bull Signal", "80", { bl_signal_ibs: 80 }],
    ["Bear Signal", "0", { br_signal_ibs: 0 }],
    ["Bull FT", "100", { bl_ft_bar_ibs: 100 }],
    ["Bear FT", "40", { br_ft_bar_ibs: 40 }],
  ])("the IBS threshold %s: %s", async (name, text, sent) => {
    const { user, settings } = open();
    await user.clear(field(name));
    await user.type(field(name), text);
    await waitFor(() => expect(toAmaConfig(settings())).toEqual({ ...toAmaConfig(DEFAULT_AMA), ...sent }));
  });
});

describe("an IBS threshold", () => {
  it("is off while its box is empty, whose placeholder is -1", async () => {
    const { user, settings } = open();
    const box = field("Bull Signal");
    expect(box).toHaveValue("69");
    await user.clear(box);
    await waitFor(() => expect(settings().ibs.bullFilter).toEqual({ enabled: false, threshold: -1 }));
    expect(box).toHaveValue("");
    expect(box).toHaveAttribute("placeholder", "-1");
    expect(field("Bear FT")).toHaveValue("");
  });

  it.each(["101", "5.5", "-3", "x", "1e1", "7,0"])(
    "reads no part of %s and keeps what it was",
    async (text) => {
      const { user, settings } = open();
      const box = field("Bull Signal");
      // At once: a part that is typed slowly is read.
      await user.tripleClick(box);
      await user.paste(text);
      expect(box).toHaveValue(text);
      expect(box).toHaveAttribute("aria-invalid", "true");
      expect(settings()).toEqual(DEFAULT_AMA);
      await user.tab();
      expect(box).toHaveValue("69");
      expect(settings()).toEqual(DEFAULT_AMA);
    },
  );
});

describe("a number", () => {
  it.each([
    ["Big Breakout Range Factor", "1", "3", "1.8", "1.9"],
    ["CX Factor", "1", "3", "1.8", "1.6"],
    ["Lookback", "5", "50", "20", "21"],
    ["Threshold", "0.5", "3", "1.05", "1.1"],
    ["Look Back", "1", "20", "10", "11"],
  ])("%s states its limits and fallback, and up goes a step", async (name, min, max, fallback, next) => {
    const { user } = open();
    expect(field(name)).toHaveAttribute("aria-valuemin", min);
    expect(field(name)).toHaveAttribute("aria-valuemax", max);
    expect(field(name)).toHaveAttribute("placeholder", fallback);
    await user.type(field(name), "{ArrowUp}");
    expect(field(name)).toHaveValue(next);
  });

  it.each([
    ["Big Breakout Range Factor", "3.5", 1.8],
    ["CX Factor", "", 1.8],
    ["CX Factor", "0.9", 1.8],
    ["Lookback", "51", 20],
    ["Lookback", "7.5", 20],
    ["Threshold", "0.4", 1.05],
    ["Look Back", "0", 10],
  ])("%s left as %j becomes its fallback", async (name, text, fallback) => {
    const { user } = open();
    await user.clear(field(name));
    if (text) await user.type(field(name), text);
    expect(field(name)).toBeInvalid();
    await user.tab();
    expect(field(name)).toHaveValue(String(fallback));
    expect(field(name)).toBeValid();
  });

  it("is not sent while what is typed is outside its limits", async () => {
    const { user, settings } = open();
    await user.clear(field("Lookback"));
    await user.type(field("Lookback"), "2");
    expect(settings().zscore.lookback).toBe(20);
    await user.type(field("Lookback"), "5");
    await waitFor(() => expect(settings().zscore.lookback).toBe(25));
  });

  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  /** Types one text after the other, a little less than a pause apart. */
  const typed = (name: string, texts: string[]) => {
    vi.useFakeTimers();
    field(name).focus();
    for (const value of texts) {
      fireEvent.change(field(name), { target: { value } });
      wait(400);
    }
  };
  const keyed = (key: string) => () => fireEvent.keyDown(field("Bull Signal"), { key });

  it.each([
    ["is left", () => fireEvent.blur(field("Bull Signal"))],
    ["is confirmed", keyed("Enter")],
    ["goes with the panel", keyed("Escape")],
    ["has a pause", () => wait(100)],
  ])("is sent once when it %s, and no part of it before", (_, end) => {
    const store = aStore();
    const Panel = () => {
      const [isOpen, setOpen] = useState(true);
      return isOpen && <AmaPanel onClose={() => setOpen(false)} />;
    };
    renderPage(<Panel />, store);
    const sent: number[] = [];
    store.subscribe(() => {
      const { threshold } = store.getState().chart.ama.ibs.bullFilter;
      if (threshold !== (sent.at(-1) ?? 69)) sent.push(threshold);
    });
    typed("Bull Signal", ["", "8", "85"]);
    expect(sent).toEqual([]);
    end();
    expect(sent).toEqual([85]);
    wait(5000);
    expect(sent).toEqual([85]);
  });

  it("of 101 sends nothing at all", () => {
    const { settings } = open();
    typed("Bull Signal", ["", "1", "10", "101"]);
    wait(5000);
    expect(settings()).toEqual(DEFAULT_AMA);
  });

  it("that its arrow goes through is sent where it ends", () => {
    const { settings } = open();
    vi.useFakeTimers();
    for (const _ of [1, 2, 3]) fireEvent.keyDown(field("Lookback"), { key: "ArrowUp" });
    expect(field("Lookback")).toHaveValue("23");
    expect(field("Lookback")).toHaveAttribute("aria-valuenow", "23");
    expect(settings().zscore.lookback).toBe(20);
    wait(500);
    expect(settings().zscore.lookback).toBe(23);
  });
});

describe("the colors", () => {
  it("come in six groups, each color as a picker and a code", async () => {
    const { user } = open();
    await user.click(screen.getByRole("tab", { name: "Colors" }));
    const shown = screen.getAllByRole("group").map((group) => [
      group.querySelector("legend")?.textContent,
      ...within(group)
        .getAllByRole("textbox")
        .map((box) => (box as HTMLInputElement).value),
    ]);
    expect(shown).toEqual([
      ["Breakout", "#0080FF", "#C80000"],
      ["Climax", "#00C8FF", "#FF80FF"],
      ["Outside Bar", "#008000", "#FF8000"],
      ["Big Breakout", "#00E6E6", "#FF00FF"],
      ["Follow-Through", "#40C8FF", "#FF0000"],
      ["Default Colors", "#404040", "#0080FF"],
    ]);
    expect(screen.getByText("Color settings are saved in the browser.")).toBeVisible();
  });

  it("change by code and by picker, and go back to the defaults without the other settings", async () => {
    const store = aStore();
    renderPage(<AmaPanel onClose={() => {}} />, store);
    const user = userEvent.setup();
    await user.click(screen.getByRole("checkbox", { name: "Climax Bars" }));
    await user.click(screen.getByRole("tab", { name: "Colors" }));
    const code = screen.getByRole("textbox", { name: "Bear Climax color code" });
    await user.clear(code);
    await user.type(code, "12ab");
    expect(store.getState().chart.ama.display.colors["-2"]).toBe("#FF80FF");
    await user.type(code, "34");
    expect(store.getState().chart.ama.display.colors["-2"]).toBe("#12AB34");
    fireEvent.input(screen.getByLabelText("EMA color"), { target: { value: "#abcdef" } });
    expect(store.getState().chart.ama.display.emaColor).toBe("#ABCDEF");
    await user.click(screen.getByRole("button", { name: "Reset to Defaults" }));
    expect(store.getState().chart.ama.display).toEqual(DEFAULT_AMA.display);
    expect(store.getState().chart.ama.bo.climaxEnabled).toBe(true);
  });

  it("leave a code behind that is no color", async () => {
    const { user, settings } = open();
    await user.click(screen.getByRole("tab", { name: "Colors" }));
    const code = screen.getByRole("textbox", { name: "Bull Breakout color code" });
    await user.clear(code);
    await user.type(code, "#zz0000");
    await user.tab();
    expect(code).toHaveValue("#0080FF");
    expect(settings()).toEqual(DEFAULT_AMA);
  });
});

it("takes the focus, walks its tabs by arrow key and closes by Escape", async () => {
  const onClose = vi.fn();
  const { user } = open(onClose);
  expect(screen.getByRole("dialog", { name: "AMA Settings" })).toHaveFocus();
  await user.click(screen.getByRole("tab", { name: "Settings" }));
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "Colors" })).toHaveFocus();
  expect(screen.getByRole("tabpanel", { name: "Colors" })).toBeVisible();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

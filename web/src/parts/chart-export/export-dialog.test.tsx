import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { notInPlan } from "@/kit/words";
import { aCatalogue } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { savedFiles } from "@/lib/testing/saved-files";
import { server } from "@/lib/testing/server";
import { readDay } from "@/plot/candles/day";
import { anAnswer } from "@/plot/candles/fixtures";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import ExportDialog, { type ExportedChart } from "./export-dialog";
import { allowedFormats, useExportDenial } from "./permission";
import { fileName, pngOf } from "./picture-file";

vi.mock("./picture-file", async (actual) => ({
  ...(await actual<typeof import("./picture-file")>()),
  pngOf: vi.fn(),
}));

let files: ReturnType<typeof savedFiles>;

function allow(limit: boolean | string[]) {
  const catalogue = aCatalogue([], []);
  const profile_limits = {
    ...catalogue.profile_limits,
    features: { ...catalogue.profile_limits.features, export: limit },
  };
  server.use(http.get("*/api/features", () => HttpResponse.json({ ...catalogue, profile_limits })));
}

beforeEach(() => {
  allow(true);
  files = savedFiles();
});

const DAY = readDay(anAnswer({ date: "2024-05-03", metadata: { symbol: "NQ" } }));

async function open(parts: Partial<ExportedChart> = {}) {
  const picture = vi.fn(() => ({
    width: 600,
    height: 300,
    svg: "<svg/>",
    frame: { plot: { left: 0, top: 0, width: 600, height: 300 } } as ChartFrame,
  }));
  const chart: ExportedChart = {
    day: DAY,
    filters: ["Gap Up = true"],
    picture,
    drawings: () => "",
    ...parts,
  };
  const onClose = vi.fn();
  const store = aStore();
  renderPage(<ExportDialog chart={chart} onClose={onClose} />, store);
  await screen.findByRole("dialog", { name: "Export Chart" });
  const toasts = () => store.getState().ui.toasts;
  const exports = () => store.getState().counters.dataExports;
  return { user: userEvent.setup(), picture, onClose, toasts, exports };
}

const ready = async (name: string) => {
  await vi.waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  return screen.getByRole("button", { name });
};

/** The name and the content of the file that was handed to the browser. */
async function saved(): Promise<[string, string]> {
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const { file, name } = files[0] ?? {};
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file ?? new Blob());
  });
  return [name ?? "", text];
}

describe("the dialog", () => {
  it("offers a name, the filters, the time and notes, and says what will be in the file", async () => {
    await open();
    expect(screen.getByRole("textbox", { name: "Filename" })).toHaveValue("cad-nq-2024-05-03");
    expect(screen.getByRole("checkbox", { name: "Include filter context" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Include generation timestamp" })).toBeChecked();
    expect(screen.getByRole("textbox", { name: "Analysis notes" })).toHaveValue("");
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual(["2024-05-03", "1", "High quality (2x)"]);
  });

  it("exports an SVG under the name, with the notes and the time", async () => {
    const { user, onClose, toasts, picture, exports } = await open();
    await user.clear(screen.getByRole("textbox", { name: "Filename" }));
    await user.type(screen.getByRole("textbox", { name: "Filename" }), "my/chart.svg");
    await user.type(screen.getByRole("textbox", { name: "Analysis notes" }), "opening drive");
    await user.click(await ready("Export SVG"));
    const [name, svg] = await saved();
    expect(name).toBe("my-chart.svg");
    expect(svg).toContain(">opening drive</text>");
    expect(svg).toContain(">Filters: Gap Up = true</text>");
    expect(svg).toMatch(/>Generated \d{4}-\d\d-\d\d \d\d:\d\d UTC</);
    expect(picture).toHaveBeenCalledWith({ filters: true });
    expect(onClose).toHaveBeenCalledOnce();
    expect(exports()).toBe(1);
    expect(toasts()).toMatchObject([
      { message: "Chart exported as my-chart.svg", duration: 5000, place: "top" },
    ]);
  });

  it("leaves filters and time out where they are not wanted", async () => {
    const { user, picture } = await open();
    await user.click(screen.getByRole("checkbox", { name: "Include filter context" }));
    await user.click(screen.getByRole("checkbox", { name: "Include generation timestamp" }));
    await user.click(await ready("Export SVG"));
    const [, svg] = await saved();
    expect(svg).not.toContain("Generated");
    expect(svg).not.toContain("Gap Up");
    expect(picture).toHaveBeenCalledWith({ filters: false });
  });

  it("says so where the chart cannot be exported, and stays", async () => {
    const { user, onClose, toasts, exports } = await open({ picture: () => null });
    await user.click(await ready("Export SVG"));
    await vi.waitFor(() => expect(toasts()).toMatchObject([{ message: "Failed to export the chart" }]));
    expect(onClose).not.toHaveBeenCalled();
    expect(files).toEqual([]);
    expect(exports()).toBe(0);
    for (const name of ["Export PNG", "Export SVG"]) expect(await ready(name)).toBeEnabled();
  });

  it("shows the picture as it will be, and another where the choice is another", async () => {
    const { user } = await open();
    const picture = await screen.findByRole("img", { name: /^Preview of NQ, 2024-05-03, Friday/ });
    const shown = () => decodeURIComponent(picture.getAttribute("src") ?? "");
    expect(shown()).toContain(">Filters: Gap Up = true<");
    expect(shown()).toContain(">Generated ");
    await user.click(screen.getByRole("checkbox", { name: "Include filter context" }));
    await user.type(screen.getByRole("textbox", { name: "Analysis notes" }), "held");
    await vi.waitFor(() => expect(shown()).toContain(">held</text>"));
    expect(shown()).not.toContain("Gap Up");
  });

  describe("copies", () => {
    const png = new Blob(["png"], { type: "image/png" });
    class ClipboardItem {
      constructor(readonly parts: Record<string, Promise<Blob>>) {}
    }
    const write = vi.fn<(items: ClipboardItem[]) => Promise<void>>();
    beforeEach(() => {
      vi.mocked(pngOf).mockReset().mockResolvedValue(png);
      write.mockReset().mockResolvedValue();
      vi.stubGlobal("ClipboardItem", ClipboardItem);
      return () => vi.unstubAllGlobals();
    });

    async function copy(clipboard: object | undefined, parts?: Partial<ExportedChart>) {
      const opened = await open(parts);
      vi.stubGlobal("navigator", { ...navigator, clipboard });
      await opened.user.click(await ready("Copy"));
      await vi.waitFor(() => expect(opened.toasts()).toHaveLength(1));
      return opened;
    }

    it("the PNG, promised on the click", async () => {
      const { toasts, onClose, exports } = await copy({ write });
      expect(await write.mock.calls[0]?.[0][0]?.parts["image/png"]).toBe(png);
      expect(vi.mocked(pngOf).mock.calls[0]?.[0]).toContain(">Filters: Gap Up = true</text>");
      expect(toasts()).toMatchObject([{ message: "Chart copied" }]);
      expect(onClose).toHaveBeenCalledOnce();
      expect(exports()).toBe(1);
      expect(files).toEqual([]);
    });

    it.each([
      ["the clipboard refuses", { write: () => Promise.reject(new Error("denied")) }, {}],
      ["there is no clipboard", undefined, {}],
      ["the chart is not drawn", { write }, { picture: () => null }],
    ])("nothing where %s, and says so", async (_, clipboard, parts) => {
      const { toasts, onClose, exports } = await copy(clipboard, parts);
      expect(toasts()).toMatchObject([{ message: "Failed to copy the chart" }]);
      expect([onClose.mock.calls.length, exports(), write.mock.calls.length]).toEqual([0, 0, 0]);
      expect(await ready("Copy")).toBeEnabled();
    });
  });

  it("disables a format that the tier lacks, with the reason", async () => {
    allow(["csv", "svg"]);
    await open();
    await ready("Export SVG");
    for (const name of ["Export PNG", "Copy"]) {
      const button = screen.getByRole("button", { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAttribute("title", notInPlan("PNG"));
    }
  });
});

it.each([
  [true, ["png", "svg"]],
  [false, []],
  [["png", "csv"], ["png"]],
  [["csv", "xlsx", "pdf"], []],
  [
    ["svg", "png"],
    ["png", "svg"],
  ],
])("an export limit of %j allows %j", (limit, formats) => {
  expect(allowedFormats(limit)).toEqual(formats);
});

it.each([
  [true, "null"],
  [["csv"], notInPlan("chart export")],
])("with a limit of %j the Export button is denied for: %s", async (limit, reason) => {
  allow(limit);
  function Denial() {
    return <output>{String(useExportDenial())}</output>;
  }
  renderPage(<Denial />);
  await vi.waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(reason));
});

it.each([
  ["day one", "day one"],
  ['a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j"],
  ["../../etc/passwd", "etc-passwd"],
  ["chart.PNG", "chart"],
  ["  ", "cad-es"],
  ["...", "cad-es"],
  ["grün", "grün"],
])("takes %j as the name %j", (typed, name) => {
  expect(fileName(typed, "cad-es")).toBe(name);
});

import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { aStore, renderPage } from "@/lib/testing/render";
import { DEFAULT_LINES } from "@/plot/settings/line-settings";
import LineSettingsDialog from "./line-settings-dialog";

async function open(onClose = () => {}) {
  const store = aStore();
  renderPage(<LineSettingsDialog onClose={onClose} />, store);
  await screen.findByRole("dialog", { name: "Reference Line Settings" });
  return { user: userEvent.setup(), line: (at: number) => store.getState().chart.lines[at] };
}

const drawn = (label: string) => within(screen.getByRole("img", { name: label })).queryByText(/./);
const stroke = (label: string) => screen.getByRole("img", { name: label }).querySelector("line");

it("has the six lines with their colour, style, width and text size", async () => {
  await open();
  const groups = screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent);
  expect(groups).toEqual(["HoY", "LoY", "CoY", "GXH", "GXL", "Open"]);
  const hoy = screen.getByRole("group", { name: "HoY" });
  expect(within(hoy).getByRole("checkbox", { name: "HoY visible" })).toBeChecked();
  expect(within(hoy).getByRole("combobox", { name: "HoY style" })).toHaveDisplayValue("Solid");
  expect(within(screen.getByRole("combobox", { name: "Open style" })).getAllByRole("option")).toHaveLength(3);
  const width = within(hoy).getByRole("slider", { name: "HoY width" });
  expect(width).toHaveAttribute("min", "1");
  expect(width).toHaveAttribute("max", "5");
  const text = within(hoy).getByRole("slider", { name: "HoY text size" });
  expect(text).toHaveAttribute("min", "10");
  expect(text).toHaveAttribute("max", "50");
  expect(text).toHaveAttribute("step", "0.5");
});

it("shows each change in the preview at once", async () => {
  const { user, line } = await open();
  await user.selectOptions(screen.getByRole("combobox", { name: "LoY style" }), "Dashed");
  fireEvent.change(screen.getByRole("slider", { name: "LoY width" }), { target: { value: "4" } });
  fireEvent.change(screen.getByRole("slider", { name: "LoY text size" }), { target: { value: "20.5" } });
  fireEvent.input(screen.getByLabelText("LoY color"), { target: { value: "#12ab34" } });
  expect(line(1)).toEqual({
    key: "loy",
    label: "LoY",
    color: "#12AB34",
    lineStyle: "dashed",
    visible: true,
    strokeWidth: 4,
    fontSize: 20.5,
  });
  expect(stroke("LoY preview")).toHaveAttribute("stroke", "#12AB34");
  expect(stroke("LoY preview")).toHaveAttribute("stroke-width", "4");
  expect(stroke("LoY preview")).toHaveAttribute("stroke-dasharray", "5 5");
  expect(drawn("LoY preview")).toHaveAttribute("font-size", "20.5");
  expect(drawn("LoY preview")).toHaveTextContent(/^LoY$/);
  await user.click(screen.getByRole("checkbox", { name: "LoY visible" }));
  expect(stroke("LoY preview: hidden")).toBeNull();
  expect(line(0)).toEqual(DEFAULT_LINES[0]);
});

it("goes back to the defaults and is done", async () => {
  const onClose = vi.fn();
  const { user, line } = await open(onClose);
  await user.click(screen.getByRole("checkbox", { name: "Open visible" }));
  expect(line(5)?.visible).toBe(false);
  await user.click(screen.getByRole("button", { name: "Reset to Defaults" }));
  expect(line(5)).toEqual(DEFAULT_LINES[5]);
  expect(stroke("Open preview")).toHaveAttribute("stroke-dasharray", "2 2");
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(onClose).toHaveBeenCalledOnce();
});

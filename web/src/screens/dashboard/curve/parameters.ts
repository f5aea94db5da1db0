import { parameter, text, type Values } from "@/address/parameters";
import { readNumber } from "@/lib/text/number-text";

/** The curve's feature, outcome, label, cut, and whether its band is of each point alone: another feature has other cuts, another outcome other labels. */
export const CURVE = {
  by: text("by", { removes: ["cut"] }),
  outcome: text("outcome", { removes: ["label"] }),
  label: text("label"),
  cut: parameter<number | null>(
    "cut",
    (given) => readNumber(given ?? "") ?? null,
    (cut) => (cut === null ? null : String(cut)),
    { change: "replace" },
  ),
  isPointwise: parameter<boolean>(
    "band",
    (given) => given === "point",
    (isOn) => (isOn ? "point" : null),
    { change: "replace" },
  ),
};

export type CurveParameters = Values<typeof CURVE>;

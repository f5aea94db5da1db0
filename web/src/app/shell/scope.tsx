import type { FunctionComponent } from "react";
import { AsOfControl } from "@/parts/as-of/as-of-control";
import { DateRangePicker } from "@/parts/filters/date-range-picker";
import type { ScopePart } from "@/parts/question-row/scope-parts";
import { SymbolChoice } from "./symbol-choice";

const CONTROLS: Record<ScopePart, FunctionComponent> = {
  asOf: AsOfControl,
  dates: DateRangePicker,
  symbol: SymbolChoice,
};

/** As of when, of which days and of which symbol is asked. */
export function Scope({ parts }: { parts: readonly ScopePart[] }) {
  return parts.map((part) => {
    const Control = CONTROLS[part];
    return <Control key={part} />;
  });
}

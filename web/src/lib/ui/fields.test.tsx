import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { NumberField, parseNumber } from "./fields";

it.each([
  ["", null],
  ["-", null],
  ["-1.", -1],
  ["0.25", 0.25],
  ["1,5", 1.5],
  ["1e3", undefined],
  ["abc", undefined],
])("reads %o as %o", (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

function Field() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <NumberField aria-label="n" value={value} onNumber={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

it("keeps a number as it is typed and ignores letters", async () => {
  render(<Field />);
  await userEvent.type(screen.getByLabelText("n"), "-1x2.50");
  expect(screen.getByLabelText("n")).toHaveValue("-12.50");
  expect(screen.getByRole("status")).toHaveTextContent("-12.5");
});

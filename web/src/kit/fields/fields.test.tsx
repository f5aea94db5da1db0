import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { NumberField } from "./plain-fields";

interface Read {
  value: number | null;
  unread: string | undefined;
}

function Field() {
  const [read, setRead] = useState<Read>({ value: null, unread: undefined });
  return (
    <>
      <NumberField aria-label="n" {...read} onNumber={(value, unread) => setRead({ value, unread })} />
      <output>{String(read.value)}</output>
      <button type="button" onClick={() => setRead({ value: 7, unread: undefined })}>
        set
      </button>
    </>
  );
}

it.each([
  ["-12.50", "-12.5"],
  ["1,500", "1500"],
  ["−3", "-3"],
])("keeps %s as it is typed and reads %s", async (text, value) => {
  render(<Field />);
  await userEvent.type(screen.getByLabelText("n"), text);
  expect(screen.getByLabelText("n")).toHaveValue(text);
  expect(screen.getByLabelText("n")).toHaveAttribute("aria-invalid", "false");
  expect(screen.getByRole("status")).toHaveTextContent(value);
});

it.each(["1e3", "1,5", "-", "12x"])("keeps %s, marks it and reads no part of it", async (text) => {
  render(<Field />);
  await userEvent.type(screen.getByLabelText("n"), text);
  expect(screen.getByLabelText("n")).toHaveValue(text);
  expect(screen.getByLabelText("n")).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByRole("status")).toHaveTextContent("null");
});

it("shows a value that is set elsewhere", async () => {
  render(<Field />);
  await userEvent.type(screen.getByLabelText("n"), "1e");
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByLabelText("n")).toHaveValue("7");
});

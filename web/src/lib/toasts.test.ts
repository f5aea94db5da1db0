import { expect, it } from "vitest";
import { type Toast, withToast } from "./toasts";

const toast = (message: string): Toast => ({ id: message, type: "error", message });

it("at most 20 toasts stand, the newest", () => {
  let toasts: Toast[] = [];
  for (let at = 1; at <= 25; at += 1) toasts = withToast(toasts, toast(String(at)));
  expect(toasts.map((one) => one.message)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 6)));
});

it("the same message is not said twice at once", () => {
  expect(withToast([toast("x")], { ...toast("x"), id: "2" })).toEqual([{ ...toast("x"), id: "2" }]);
});

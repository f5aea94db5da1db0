import { expect, it } from "vitest";
import { durationOf, type Toast, type ToastKind, withToast } from "./toasts";

const toast = (message: string, type: ToastKind = "error"): Toast => ({ id: message, type, message });

it.each<[ToastKind, number]>([
  ["blank", 4000],
  ["error", 4000],
  ["custom", 4000],
  ["success", 2000],
  ["loading", 0],
])("a %s toast stays %i ms", (type, duration) => {
  expect(durationOf(toast("x", type))).toBe(duration);
});

it("a toast's own duration wins over its kind's", () => {
  expect(durationOf({ ...toast("x"), duration: 9 })).toBe(9);
});

it("at most 20 toasts stand, the newest", () => {
  let toasts: Toast[] = [];
  for (let at = 1; at <= 25; at += 1) toasts = withToast(toasts, toast(String(at)));
  expect(toasts.map((one) => one.message)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 6)));
});

it("the same message is not said twice at once", () => {
  expect(withToast([toast("x")], { ...toast("x"), id: "2" })).toEqual([{ ...toast("x"), id: "2" }]);
});

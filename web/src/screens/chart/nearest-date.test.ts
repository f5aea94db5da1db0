import { expect, it } from "vitest";
import { nearestDate } from "./nearest-date";

const refused = (detail: string, code = "date_not_matched") => ({ status: 404, data: { code, detail } });

it.each([
  ["the closer one", "2024-03-04, 2024-03-07", "2024-03-07", "2024-03-04"],
  ["the earlier of two as close", "2024-03-04, 2024-03-08", "2024-03-04", "2024-03-08"],
  [
    "the earlier of two as close, whichever comes first",
    "2024-03-08, 2024-03-04",
    "2024-03-04",
    "2024-03-08",
  ],
  ["the only one", "2024-03-04", "2024-03-04", null],
])("of the matching days it is %s", (_, nearest, date, also) => {
  const error = refused(`selected_date: 2024-03-06 is a holiday; nearest: ${nearest}`);
  expect(nearestDate(error, "2024-03-06")).toEqual({ date, why: "2024-03-06 is a holiday", also });
});

it("is none where no day matches, and of no other error", () => {
  expect(nearestDate(refused("selected_date: it does not match; nearest: none"), "2024-03-06")).toBeNull();
  const other = refused("selected_date: x; nearest: 2024-03-04", "date_format");
  expect(nearestDate(other, "2024-03-06")).toBeNull();
});

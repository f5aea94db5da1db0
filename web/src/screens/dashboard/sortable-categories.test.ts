import type { DragOverEvent } from "@dnd-kit/core";
import { expect, test } from "vitest";
import { aCategory } from "@/lib/testing/fixtures";
import { announcements } from "./sortable-categories";

const GAPS = { category: aCategory("GAPS", { display_name: "Gap Features" }), features: [] };
const OR12 = { category: aCategory("OR12", { display_name: "Opening Range 12" }), features: [] };

test("a carried category is spoken of by its name and its place", () => {
  const say = announcements([GAPS, OR12]);
  const carried = { active: { id: "GAPS" }, over: { id: "OR12" } } as DragOverEvent;
  expect(say.onDragStart(carried)).toBe("Gap Features picked up at position 1 of 2");
  expect(say.onDragOver(carried)).toBe("Gap Features moved to position 2 of 2");
  expect(say.onDragEnd(carried)).toBe("Gap Features dropped at position 2 of 2");
  expect(say.onDragCancel(carried)).toBe("Gap Features put back at position 1 of 2");
});

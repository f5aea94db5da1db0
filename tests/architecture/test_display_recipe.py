"""CONTRIBUTING's recipes for a display and an operator, followed in a copy of the page, end on a card."""

from pathlib import Path

import pytest

from tests.architecture.recipe import (
    assert_vitest_passes,
    changed,
    fresh_page,
    run_npx,
    write_after,
    write_before,
)

pytestmark = pytest.mark.large

PROBABILITY = "web/src/parts/probability"
DISPLAY = """import type { Asked, Sections } from "./section";

export function knownDays(_data: object, { n }: Asked): Sections {
  return [{ figures: { "days with a value": String(n) } }];
}
"""
TEST = """import { expect, test } from "vitest";
import { pageText, showModule } from "../testing/show-module";

test("a card shows the days with a value", () => {
  showModule("known_days", { days: 40, others: 60 } as never, { n: 40 });
  expect(pageText()).toContain("days with a value40");
});
"""

TOUCHED = {
    f"{PROBABILITY}/displays/displays.ts",
    f"{PROBABILITY}/displays/known-days.ts",
    f"{PROBABILITY}/kinds.ts",
}


GENERATED = "web/src/api/generated.ts"
OPERATORS = "web/src/question/filters.ts"
OPERATOR = '  not_range: { words: "not in range", takes: "range", isOrder: true },\n'
OPERATOR_TEST = """import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { filterWords } from "@/question/filter-words";
import { headingWords } from "@/question/heading-words";
import { readFilter } from "@/question/read-filter";
import { FilterCard } from "./filter-card";

test("a card offers the operator, takes both ends, and words and links have it", async () => {
  const feature = aFeature();
  feature.ui_schema.filter_component.operators = ["range", "not_range"];
  const store = renderPage(<FilterCard feature={feature} />);
  await userEvent.selectOptions(screen.getByLabelText("Gap Size operator"), "not in range");
  await userEvent.type(screen.getByPlaceholderText("Min (-40)"), "2");
  expect(screen.getByText("Incomplete: a range needs both ends")).toBeVisible();
  await userEvent.type(screen.getByPlaceholderText("Max (35.5)"), "10");
  const [filter] = store.getState().filters.pending;
  expect(filter).toEqual({ feature: "gap_size_pts", operator: "not_range", value: [2, 10] });
  expect(readFilter(filter)).toEqual(filter);
  for (const inWords of [filterWords, headingWords])
    expect(inWords(filter as never, new Map())).toBe("Gap size pts not in range 2 to 10");
});
"""


def test_an_operator_added_by_the_recipe_stands_on_a_card(tmp_path: Path) -> None:
    page = fresh_page(tmp_path)
    generated = page / GENERATED
    text = generated.read_text(encoding="utf-8")
    assert '"not_in" | "range"' in text
    generated.write_text(text.replace('"not_in" | "range"', '"not_in" | "not_range" | "range"'), "utf-8")
    missing = run_npx(page, "tsc", "-p", "web").stdout
    assert f"{OPERATORS}(" in missing, "the compiler asks for the row"
    assert "not_range" in missing
    write_before(page / OPERATORS, "  in: {", OPERATOR)
    assert changed(page) - {"node_modules"} == {GENERATED, OPERATORS}
    done = run_npx(page, "tsc", "-p", "web")
    assert done.returncode == 0, done.stdout[-4000:]
    (page / "web/src/parts/filters/card/not-range.test.tsx").write_text(OPERATOR_TEST, encoding="utf-8")
    assert_vitest_passes(page, "not-range")


def test_a_display_added_by_the_recipe_stands_on_a_card(tmp_path: Path) -> None:
    page = fresh_page(tmp_path)
    probability = page / PROBABILITY
    (probability / "displays/known-days.ts").write_text(DISPLAY, encoding="utf-8")
    write_after(probability / "kinds.ts", '  "ath_analysis",\n', '  "known_days",\n')
    listed = probability / "displays/displays.ts"
    write_after(
        listed,
        'from "./extremes";\n',
        'import { knownDays } from "./known-days";\n',
    )
    write_after(
        listed,
        '  ath_analysis: display("ath_days", highs),\n',
        '  known_days: display("days", knownDays),\n',
    )
    assert changed(page) - {"node_modules"} == TOUCHED
    (probability / "displays/known-days.test.tsx").write_text(TEST, encoding="utf-8")
    assert_vitest_passes(page, "known-days")

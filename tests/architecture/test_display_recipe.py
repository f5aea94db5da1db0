"""CONTRIBUTING's recipe for a display, followed literally in a copy of the page, puts it on a card."""

import subprocess
from pathlib import Path

import pytest

from tests.architecture.recipe import changed, fresh_page, write_after

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


def test_a_display_added_by_the_recipe_stands_on_a_card(tmp_path: Path) -> None:
    page = fresh_page(tmp_path)
    probability = page / PROBABILITY
    (probability / "displays/known-days.ts").write_text(DISPLAY, encoding="utf-8")
    write_after(probability / "kinds.ts", "  ath_analysis: both(261, 40),\n", "  known_days: both(40),\n")
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
    command = ["npx", "vitest", "run", "--config", "web/vite.config.ts", "known-days"]
    done = subprocess.run(command, cwd=page, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]

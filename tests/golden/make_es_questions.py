"""Write `es_questions.json`: the answer book's figures for every question of `golden_questions.py`.

    python -m tests.golden.make_es_questions [ES_5m.parquet]

Nothing of the product is imported.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.golden.golden_questions import QUESTIONS, Golden
from tests.oracles.answers import select, statistics
from tests.oracles.days import Day, load

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "ES_5m.parquet"
OUT = Path(__file__).with_name("es_questions.json")


def answered(asked: Golden, days: list[Day]) -> dict[str, Any]:
    """A question with its count and the figures it keeps."""
    start, end = asked.dates or (None, None)
    selection = select(days, asked.filters, start, end)
    entry: dict[str, Any] = {"id": asked.id, "question": asked.question, "filters": asked.filters}
    if asked.dates:
        entry |= {"start_date": start, "end_date": end}
    entry["total_days"] = len(selection.matched)
    if asked.wanted:
        entry["statistics"] = {
            name: {
                module: {figure: statistics(name, selection)[1][module][figure] for figure in figures}
                for module, figures in wanted.items()
            }
            for name, wanted in asked.wanted.items()
        }
    return entry


def main() -> None:
    """Answer every question and write the file."""
    days = load(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED).days
    lines = [json.dumps(answered(asked, days), allow_nan=False) for asked in QUESTIONS]
    OUT.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()

"""`almanac findings`: what was found in the files that gave a symbol's bars."""

import argparse
import sys

from cli.options import Commands, add_symbol, add_warehouse, day, symbol_among, warehouse_of

_NOTHING = "Bring bars in with: almanac import FILE"


def add_commands(commands: Commands) -> None:
    """Register `findings`."""
    parser = commands.add_parser(
        "findings",
        help="what was found in the files that were imported",
        description="Per imported file: how it was read, what was mended and what has to be known of it, "
        "each with its data row. The same reports lie beside the bars in _findings/.",
    )
    add_symbol(parser, "which symbol (default: ES, else the first)")
    parser.add_argument("--session", type=day, metavar="DATE", help="only what is about this session")
    parser.add_argument("--json", action="store_true", help="one JSON list of reports instead of text")
    add_warehouse(parser)
    parser.set_defaults(run=show_findings)


def show_findings(asked: argparse.Namespace) -> int:
    """Print the reports of a symbol's sources."""
    from core.importing.findings.report import report_lines, reports_to_json
    from core.importing.findings.stored import read_findings

    warehouse = warehouse_of(asked)
    symbol = symbol_among(asked, warehouse.symbols(), _NOTHING)
    reports = read_findings(warehouse, symbol)
    if asked.json:
        sys.stdout.write(reports_to_json(reports, asked.session).decode())
    elif reports:
        print("\n\n".join("\n".join(report_lines(report, asked.session)) for report in reports))
    else:
        print(f"{symbol}: no file that gave its bars has a findings report; import it again for one")
    return 0

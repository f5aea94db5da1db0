"""A stage for nightly runs: a small market, a drop folder, a clock that a test sets, alerts that it keeps."""

import os
import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pandas as pd

from cli.status import headline
from core.build.status import SymbolStatus, status_of
from core.importing.drop import DropFolder
from core.market.calendar import exchange_calendar
from core.market.session_clock import clock_bars
from core.warehouse.due import NEW_YORK
from core.warehouse.nights import Try
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alert, Alerts
from pipelines.nightly_context import NightlyContext
from pipelines.providers import Provider
from pipelines.runs import build_snapshot, run_night
from tests.support.small_warehouse import saved, small_bars, small_warehouse


class KeptAlerts(Alerts):
    """Keeps every alert in `told`, also of a cause that was told before."""

    def __init__(self, told: list[Alert]) -> None:
        super().__init__(Path())
        self.told = told

    def send(self, alert: Alert) -> None:
        self.told.append(alert)


@dataclass
class Stage:
    """`context` is ES's at the moment that `at` set; `told` are the alerts, `slept` the seconds waited."""

    context: NightlyContext
    moment: datetime
    told: list[Alert] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    @property
    def warehouse(self) -> Warehouse:
        return self.context.warehouse

    def at(self, moment: str) -> None:
        """Set the clock to a New York time."""
        self.moment = datetime.fromisoformat(moment).replace(tzinfo=NEW_YORK)

    def ask(self, provider: Provider | None) -> None:
        self.context = replace(self.context, provider=provider)

    def drop(self, bars: pd.DataFrame, name: str = "night.parquet") -> Path:
        """Leave a file in ES's drop folder, as if it had been there for a while."""
        return aged(saved(bars, self.context.drop.folder("ES") / name))

    def run(self, moment: str | None = None) -> Try:
        """A nightly run; what became of it."""
        if moment is not None:
            self.at(moment)
        last = run_night(self.context, "ES").last
        assert last is not None
        return last

    def status(self) -> SymbolStatus:
        return status_of(self.warehouse, "ES", self.moment)

    def line(self) -> str:
        """The first line of `almanac status`, the hours of building left out."""
        return headline(self.status())


def stage(root: Path, *, last: str) -> Stage:
    """A stage whose warehouse serves the small market up to the session `last`."""
    warehouse = small_warehouse(root, last=last)
    build_snapshot(warehouse, "ES")
    return empty_stage(warehouse)


def empty_stage(warehouse: Warehouse) -> Stage:
    told: list[Alert] = []
    context = NightlyContext(warehouse, DropFolder(warehouse.drop), None, KeptAlerts(told))
    made = Stage(context, datetime.now(NEW_YORK), told)
    made.context = replace(context, now=lambda: made.moment, sleep=made.slept.append)
    return made


def bars_of_sessions(first: str, last: str | None = None, *, of: pd.DataFrame | None = None) -> pd.DataFrame:
    """The small market's bars (or those of `of`) that belong to the sessions from `first` to `last`."""
    bars = small_bars() if of is None else of
    days = clock_bars(bars["ts"], exchange_calendar()).session_date.astype(str)
    return bars[(days >= first) & (days <= (last or first))].reset_index(drop=True)


def aged(path: Path, seconds: float = 3600) -> Path:
    """The file, last changed that long ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path

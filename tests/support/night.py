"""What a build would know of the session after a random market's last one."""

import numpy as np

from core.build.pack.next_entries import next_calendar
from core.contracts.next_session import NextSession
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import Market


def night_after(market: Market) -> NextSession:
    """The exchange's next session, whose yesterday is the market's last row."""
    calendar = exchange_calendar()
    day = calendar.next_session(market.session_date[-1])
    ranges = (market.high.max(axis=1) - market.low.min(axis=1))[-10:]
    ema = market.ema[-1, -1]
    return NextSession(
        session_date=str(day),
        is_short=bool(calendar.are_short(np.array([day]))[0]),
        contract="",
        is_roll=False,
        tick=market.tick,
        hoy=float(market.high[-1].max()),
        loy=float(market.low[-1].min()),
        coy=float(market.close[-1, -1]),
        adr10=float(ranges.mean()) if len(ranges) == 10 else None,
        ath_before=float(market.high.max()),
        ema_open=None if np.isnan(ema) else float(ema),
        d_ema20=float(market.close[-20:, -1].mean()),
        previous_row=len(market) - 1,
        calendar=next_calendar(calendar_facts(np.array([day]), calendar)),
    )

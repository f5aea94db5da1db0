"""Which function answers which call of the contract; a call without one does not start."""

from __future__ import annotations

from service.endpoints import auth, cache, catalogue, charts, compute, data, days, entry, export
from service.exchange import Handler

HANDLERS: dict[str, Handler] = {
    "entry": entry.entry,
    "entryCode": entry.entry_code,
    "login": auth.login,
    "refresh": auth.refresh,
    "redeem": auth.redeem,
    "logout": auth.logout,
    "me": auth.me,
    "features": catalogue.features,
    "feature": catalogue.feature,
    "categories": catalogue.categories,
    "profiles": catalogue.profiles,
    "profileFeatures": catalogue.profile_features,
    "dateRange": data.date_range,
    "summary": data.summary,
    "values": data.values,
    "filtered": data.filtered,
    "compute": compute.compute,
    "probabilities": compute.probabilities,
    "days": days.days,
    "chartData": charts.chart_data,
    "clearChartCache": charts.clear_chart_cache,
    "navigate": charts.navigate,
    "exportFile": export.export,
    "clearCache": cache.clear_cache,
    "cacheStats": cache.cache_stats,
}

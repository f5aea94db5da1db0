"""The modules about how far and which: numbers, their ranges, labels (statistics.md, Modules)."""

from statistics import fmean

from tests.oracles.case import Case, Data, present, with_others
from tests.oracles.catalogue import Spec, display_label
from tests.oracles.figures import (
    deviation,
    histogram,
    median_interval,
    quantile,
    range_counts,
    ranges_of,
    skewness,
)
from tests.oracles.other_days import beside
from tests.oracles.proportions import percent, wilson


def basic_distribution(case: Case) -> Data:
    """Quartiles and a histogram of numbers, the labels of an enum."""
    if case.spec.kind == "enum":
        return _labels(case)
    matched, others = present(case.matched), present(case.others)
    return {
        **_quartiles(matched),
        "mean": fmean(matched) if matched else None,
        "std": deviation(matched),
        "min": min(matched, default=None),
        "max": max(matched, default=None),
        "histogram": histogram(matched, present(case.universe), case.spec),
        "median_interval": median_interval(matched),
        "others": _quartiles(others) if others else None,
    }


def _quartiles(values: list[float]) -> Data:
    shares = {"q1": 0.25, "median": 0.5, "q3": 0.75}
    return {"n": len(values), **{name: quantile(values, share) for name, share in shares.items()}}


def _labels(case: Case) -> Data:
    matched = present(case.matched)
    return {
        "labels": [
            {
                "label": display_label(label, case.spec),
                "count": matched.count(label),
                "pct": percent(matched.count(label), len(matched)),
                "confidence_interval": wilson(matched.count(label), len(matched)),
                "others": beside(case, label.__eq__),
            }
            for label in case.spec.labels
        ]
    }


def categorical_distribution(case: Case) -> Data:
    """The labels of an enum of position."""
    return {**with_others(case, _shares), **_labels(case)}


def _shares(values: list[str], spec: Spec) -> Data:
    shares = {
        display_label(label, spec): [values.count(label), percent(values.count(label), len(values))]
        for label in spec.labels
    }
    return {"distribution": shares, "total_observations": len(values)}


def percentage_distribution(case: Case) -> Data:
    """A numeric's summary and its days per range of `bucket_edges`."""
    return with_others(case, _percentages)


def _percentages(values: list[float], spec: Spec) -> Data:
    counts = zip(ranges_of(spec), range_counts(values, spec), strict=True)
    return {
        "summary": {
            "full_range": [min(values, default=None), max(values, default=None)],
            "median": quantile(values, 0.5),
            "iqr_range": [quantile(values, 0.25), quantile(values, 0.75)],
        },
        "stats": {
            "mean": fmean(values) if values else None,
            "std": deviation(values),
            "skewness": skewness(values),
        },
        "distribution": {cut[0]: [count, percent(count, len(values))] for cut, count in counts},
    }


def threshold_analysis(case: Case) -> Data:
    """Days per range and days that reached each edge; the sentence (`analysis`) is left out."""
    matched, others = present(case.matched), present(case.others)
    return {
        "full_range": [min(matched, default=None), max(matched, default=None)],
        "median": quantile(matched, 0.5),
        "ranges": _threshold_ranges(matched, others, case.spec),
        "reached": [
            {"threshold": edge, **_reached(matched, others, edge)}
            for edge in case.spec.edges
            if edge != case.spec.hard_min
        ],
    }


def _threshold_ranges(matched: list[float], others: list[float], spec: Spec) -> list[Data]:
    counts = zip(ranges_of(spec), range_counts(matched, spec), range_counts(others, spec), strict=True)
    return [
        {
            "label": cut[0],
            "percentage": percent(count, len(matched)),
            "count": count,
            "days": len(matched),
            "confidence_interval": wilson(count, len(matched)),
            "others_percentage": percent(other, len(others)),
        }
        for cut, count, other in counts
    ]


def _reached(matched: list[float], others: list[float], edge: float) -> Data:
    count = sum(1 for value in matched if _is_reached(value, edge))
    other = sum(1 for value in others if _is_reached(value, edge))
    return {
        "percentage": percent(count, len(matched)),
        "confidence_interval": wilson(count, len(matched)),
        "others_percentage": percent(other, len(others)),
    }


def _is_reached(value: float, edge: float) -> bool:
    return value >= edge if edge >= 0 else value <= edge

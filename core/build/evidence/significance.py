"""Every p-value and q-value of a filtered answer beside the one scipy and statsmodels give."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from core.build.evidence import reference
from core.build.evidence.days import Days, Split
from core.build.evidence.findings import Compared
from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import CategoricalDistribution, FeatureResult, LabelDistribution, Occurrence


@dataclass(frozen=True, slots=True)
class Tested:
    """A feature's reference p-values: of active days, and of an enum's labels."""

    activity: float | None
    labels: float | None

    def own(self, definition: FeatureDefinition) -> float | None:
        """The one that stands for the feature among the others (honesty rule 3)."""
        return self.labels if definition.kind == "enum" else self.activity


def compare_tests(
    results: Mapping[str, FeatureResult], split_days: Mapping[str, Split]
) -> Iterator[Compared]:
    """The p-value and q-value of every answer that may hold them; all null where nothing is filtered."""
    tested = _tested(split_days)
    own = {name: tested[name].own(split.definition) for name, split in split_days.items()}
    q_values = reference.holm(own)
    for name, result in results.items():
        is_enum = split_days[name].definition.kind == "enum"
        for module, answer in result.modules.items():
            if isinstance(answer.data, Occurrence):
                yield Compared(name, f"{module}.p_value", answer.data.p_value, tested[name].activity)
                expected = None if is_enum else q_values[name]
                yield Compared(name, f"{module}.q_value", answer.data.q_value, expected)
            elif isinstance(answer.data, LabelDistribution | CategoricalDistribution):
                yield Compared(name, f"{module}.p_value", answer.data.p_value, tested[name].labels)
                yield Compared(name, f"{module}.q_value", answer.data.q_value, q_values[name])


def _tested(split_days: Mapping[str, Split]) -> dict[str, Tested]:
    """Every feature's tests, all tables of a kind in one call."""
    tables = {name: sides for name, split in split_days.items() if (sides := split.table()) is not None}
    activity, labels = _activity(tables), _labels(tables)
    return {name: Tested(activity.get(name), labels.get(name)) for name in split_days}


Tables = Mapping[str, tuple[Days, Days]]


def _activity(tables: Tables) -> dict[str, float]:
    counts = {
        name: (matched.active(), matched.n, others.active(), others.n)
        for name, (matched, others) in tables.items()
        if "occurrence" in matched.definition.modules
    }
    if not counts:
        return {}
    p_values = reference.fisher(*np.array([*counts.values()], dtype=np.int64).T)
    return dict(zip(counts, p_values.tolist(), strict=True))


def _labels(tables: Tables) -> dict[str, float | None]:
    counts = {
        name: (matched.by_label(), others.by_label())
        for name, (matched, others) in tables.items()
        if matched.definition.kind == "enum"
    }
    return dict(zip(counts, reference.chi_squares([*counts.values()]), strict=True))

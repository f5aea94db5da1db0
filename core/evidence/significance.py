"""Every p-value and q-value of a filtered answer beside the one scipy and statsmodels give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import CategoricalDistribution, FeatureResult, LabelDistribution, Occurrence
from core.evidence import reference
from core.evidence.days import Split
from core.evidence.findings import Compared


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
    tested = {name: _tested(split) for name, split in split_days.items()}
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


def _tested(split: Split) -> Tested:
    sides = split.table()
    if sides is None:
        return Tested(None, None)
    matched, others = sides
    activity = labels = None
    if "occurrence" in split.definition.modules:
        activity = reference.fisher(matched.active(), matched.n, others.active(), others.n)
    if split.definition.kind == "enum":
        labels = reference.chi_square(matched.by_label(), others.by_label())
    return Tested(activity, labels)

import { render } from "@testing-library/react";
import { Provider } from "react-redux";
import type { Feature, ModuleResult } from "@/api/generated";
import { aStore, letIn } from "@/lib/testing/render";
import { ProbabilityPanel } from "../probability-panel";
import { FEATURE, moduleOf, resultOf } from "./fixtures";

interface Shown {
  n?: number;
  filtered?: boolean;
  metadata?: Parameters<typeof resultOf>[1];
  feature?: Feature;
}

/** For tests: a store in which all figures of a card are open. */
export function withAllFigures(feature: Feature = FEATURE) {
  return aStore({ ui: { ...letIn.ui, moduleFeatures: [feature.name] } });
}

/** For tests: a card whose answer is this one module. */
export function showModule(kind: string, data: ModuleResult["data"] | object, shown: Shown = {}) {
  const { n = 40, filtered = true, metadata = {}, feature = FEATURE } = shown;
  const result = resultOf({ [kind]: moduleOf(data as ModuleResult["data"], kind, n) }, metadata);
  return render(
    <Provider store={withAllFigures(feature)}>
      <ProbabilityPanel
        feature={feature}
        result={result}
        isLoading={false}
        error={null}
        filtered={filtered}
      />
    </Provider>,
  );
}

/** For tests: the text of the page, with single spaces. */
export function pageText(): string {
  return document.body.textContent?.replaceAll(/\s+/g, " ") ?? "";
}

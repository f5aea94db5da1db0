import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What breaks WCAG 2.2 A or AA, what axe beyond it finds serious or critical, and regions that share a name: one line
 * for each place.
 */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { "target-size": { enabled: true } } })
    .analyze();
  return violations
    .filter(
      ({ id, impact, tags }) =>
        tags.some((tag) => /^wcag(2|21|22)a{1,2}$/.test(tag)) ||
        impact === "serious" ||
        impact === "critical" ||
        id === "landmark-unique",
    )
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
    );
}

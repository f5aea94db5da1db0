// A checker of Stryker: `sample.number` of all mutants are tested, chosen by `sample.seed`.
import { createHash } from "node:crypto";
import { CheckStatus } from "@stryker-mutator/api/check";
import { commonTokens, declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

class Sample {
  static inject = [commonTokens.options];

  constructor(options) {
    this.sample = options.sample;
  }

  async init() {}

  // One group, so that `check` sees all mutants at once.
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const { number, seed } = this.sample;
    const hashOf = ({ id }) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
    const ordered = mutants.toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
    const results = ordered.map(({ id }, index) => [id, index < number ? CHOSEN : LEFT_OUT]);
    return Object.fromEntries(results);
  }
}

const CHOSEN = { status: CheckStatus.Passed };
const LEFT_OUT = { status: CheckStatus.CompileError, reason: "not in the sample" };

export const strykerValidationSchema = { properties: { sample: { type: "object" } } };
export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", Sample)];

import { answerOnce } from "@/api/ask-once";
import { dataApi } from "@/api/data-api";
import type { FeatureResult, Interval } from "@/api/generated";
import type { AppThunk } from "@/lib/state/hooks";
import { asOfArg } from "@/question/as-of";
import { type Filter, toConditions } from "@/question/filters";
import { selectQuestion } from "@/question/question-text";
import {
  type Counted,
  dated,
  daysAfter,
  daysBetween,
  explored,
  type OpenedRate,
  type Seal,
  sealedAway,
} from "@/question/seals";
import { daysSealed, envelopeOpened, openingOf, selectSeal } from "@/question/seals-slice";

/**
 * Seal the newest `share` percent of the full sessions shown. The service tells how many sessions there are up to a
 * date: halving the dates finds the one that ends the explored share.
 *
 * @throws whatever the service refuses; nothing is sealed then.
 */
export const sealDays =
  (share: Seal["share"]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { summary } = getState().session;
    if (!summary) return;
    const { min_date: start, max_date, totalDays, snapshot } = summary;
    const { symbol } = snapshot;
    const explored = totalDays - Math.floor((totalDays * share) / 100);
    let [low, high] = [0, daysBetween(start, max_date)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const filters = toConditions(dated([], [start, daysAfter(start, middle)]));
      const key = { filters, symbol, snapshot: snapshot.id };
      const days = await dispatch(answerOnce(dataApi.endpoints.dayCount.initiate(key)));
      if (days >= explored) high = middle;
      else low = middle + 1;
    }
    dispatch(daysSealed({ symbol, seal: { share, from: daysAfter(start, low + 1) } }));
  };

/**
 * Answer the question shown once on the sealed days and on the explored ones, and write both rates down for good.
 *
 * @throws whatever the service refuses; the envelope is then still closed.
 */
export const openEnvelope = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { session, filters, ui, sealed } = getState();
  const seal = selectSeal(getState());
  const question = selectQuestion(getState());
  const { summary, snapshot } = session;
  if (!seal || !summary || !snapshot || openingOf(sealed.openings, snapshot.symbol, question)) return;
  const cards = ui.activeProbabilityFeatures;
  const ask = async (asked: readonly Filter[]) => {
    const computeRequest = {
      ...{
        filters: toConditions(asked),
        symbol: snapshot.symbol,
        snapshot: snapshot.id,
        ...asOfArg(ui.asOf),
      },
      ...{ features: { statistics: true }, statistics_features: cards },
    };
    const answer = await dispatch(answerOnce(dataApi.endpoints.compute.initiate({ computeRequest })));
    return answer.data.statistics?.features ?? {};
  };
  const [before, held] = await Promise.all([
    ask(explored(filters.active, seal)),
    ask(sealedAway(filters.active, seal, summary.max_date)),
  ]);
  const rates = cards.flatMap((feature) => ratesOf(feature, before[feature], held[feature]));
  dispatch(envelopeOpened({ symbol: snapshot.symbol, question, from: seal.from, at: Date.now(), rates }));
};

/** A card's rates on the explored and on the sealed days: of each label, or of its occurrence; none of a number. */
function ratesOf(feature: string, before?: FeatureResult, held?: FeatureResult): OpenedRate[] {
  const sealed = countsOf(held);
  return countsOf(before).flatMap(({ label, counted }) => {
    const other = sealed.find((each) => each.label === label);
    return other ? [{ feature, label, explored: counted, sealed: other.counted }] : [];
  });
}

function countsOf(result: FeatureResult | undefined): { label: string | null; counted: Counted }[] {
  const all = Object.values(result?.modules ?? {}).flatMap(({ data }) => data ?? []);
  const labels = all.find((data) => "labels" in data);
  const share = all.find((data) => "occurrence_days" in data);
  if (labels) {
    const n = "n" in labels ? labels.n : labels.total_observations;
    return labels.labels.map(({ label, count, confidence_interval }) => ({
      label,
      counted: { days: count, n, ...limitsOf(confidence_interval) },
    }));
  }
  if (!share) return [];
  const { occurrence_days: days, total_days: n, confidence_interval } = share;
  return [{ label: null, counted: { days, n, ...limitsOf(confidence_interval) } }];
}

const limitsOf = ({ lower, upper }: Interval) => ({ lower: lower ?? null, upper: upper ?? null });

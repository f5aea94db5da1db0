/**
 * What the catalogue says, and the everyday words that are typed for it. A word that the catalogue's own sentences have
 * needs no line here.
 */
const EVERYDAY: readonly (readonly [said: RegExp, typed: string])[] = [
  [/\bOR6\b|first 30 minutes/i, "OR6 opening range half hour 30 minutes"],
  [/\bOR12\b|first hour/i, "OR12 opening range 60 minutes"],
  [/\bOR18\b|ninety minutes/i, "OR18 opening range ninety 90 minutes"],
  [/\bOR(?:6|1[28]) Close/, "where the opening range ended"],
  [/\bBO\b|breakout|\bbroken?\b|traded above|traded below/i, "BO breakout break broke"],
  [/\bHoY\b|yesterday's high/, "HoY previous prior day PDH"],
  [/\bLoY\b|yesterday's low/, "LoY previous prior day PDL"],
  [/\bCoY\b|yesterday's close/, "CoY previous prior day PDC"],
  [/yesterday|previous session/i, "previous prior day"],
  [/\bGXH\b|overnight high/, "GXH ONH"],
  [/\bGXL\b|overnight low/, "GXL ONL"],
  [/globex|overnight/i, "globex overnight night ETH premarket pre-market"],
  [/\bHOD\b|high of day|day's high/i, "HOD high of day top"],
  [/\bLOD\b|low of day|day's low/i, "LOD low of day bottom"],
  [/\bADR|average daily range/i, "ADR average daily range ATR"],
  [/\bEMA|exponential moving average/i, "EMA moving average MA"],
  [/gap fill|back at yesterday's close/i, "fill closes the gap"],
  [/retrace|came back/i, "retracement pullback fill"],
  [/trading range/i, "TTR sideways chop flat consolidation"],
  [/measured move/i, "MM target projection"],
  [/\bIBS\b/, "internal bar strength close location"],
  [/\bTFO\b/, "trend day from open"],
  [/FOMC/, "Fed interest rates Powell"],
  [/jobs report/i, "NFP payrolls employment unemployment"],
  [/\bCPI\b/, "inflation consumer prices"],
  [/option expiry/i, "OPEX options expiration"],
  [/futures expiry/i, "expiration triple witching rollover"],
  [/half day|close early/i, "short session early close"],
  [/all-time high/i, "ATH record"],
  [/heat|excursion/i, "MAE MFE drawdown risk stop"],
  [/bull day/i, "green day up day"],
  [/\bbull\b|above its open/i, "green up long"],
  [/\bbear\b|below its open/i, "red down short"],
  [/consecutive|streak|in a row/i, "in a row streak consecutive"],
  [/\bNR7\b|smaller than/i, "narrow small quiet"],
  [/range/i, "size volatility"],
  [/net change/i, "return gain loss points"],
  [/last hour|15:15/i, "end of day final hour"],
  [/pullback/i, "dip retracement"],
  [/late session|14:00/i, "afternoon"],
];

/** The everyday words for what a text says. */
export function everydayWords(text: string): string {
  return EVERYDAY.filter(([said]) => said.test(text))
    .map(([, typed]) => typed)
    .join(" ");
}

/** The catalogue's abbreviations, as its sentences spell them. */
const SPELT: readonly (readonly [short: RegExp, long: string])[] = [
  [/\bor6\b/g, "first 30 minutes"],
  [/\bor12\b/g, "first hour"],
  [/\bor18\b/g, "first 90 minutes"],
  [/\bhoy\b/g, "yesterday's high"],
  [/\bloy\b/g, "yesterday's low"],
  [/\bcoy\b/g, "yesterday's close"],
  [/\bgxh\b/g, "overnight high"],
  [/\bgxl\b/g, "overnight low"],
  [/\bbo\b/g, "breakout"],
];

/** A name in small letters, its abbreviations in full: "OR12 High Set" is "first hour high set". */
export function spelt(name: string): string {
  return SPELT.reduce((text, [short, long]) => text.replace(short, long), name.toLowerCase());
}

/** Words that say nothing of what is looked for. */
const IDLE = new Set(
  "a an the of by on at in to is it its i how often did do does what which was were with for and s".split(
    " ",
  ),
);

/** A word as it is compared: small, without its ending; null where it says nothing. */
export function wordStem(word: string): string | null {
  const small = word.toLowerCase();
  return IDLE.has(small)
    ? null
    : small.replace(/(?<=[a-z]{3})(?:s|ed|ing)$/, "").replace(/(?<=[a-z]{3})e$/, "");
}

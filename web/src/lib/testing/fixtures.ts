import type { CategoryAnswer, DayList, Feature, FeaturesAnswer, SummaryAnswer } from "@/api/generated";

type Component = Feature["ui_schema"]["filter_component"];

interface FeatureParts {
  name?: string;
  displayName?: string;
  category?: string;
  type?: string;
  component?: Partial<Component>;
  business?: Partial<Feature["business_logic"]>;
  byBarSafe?: boolean;
  knownAt?: string;
  order?: number;
  phrases?: Partial<Phrases>;
}

type Phrases = Pick<Feature, "phrase" | "phrase_not" | "question" | "label_words">;

/** The words of a feature that declares none. */
function phrasesOf(displayName: string, type: string, isBar: boolean): Phrases {
  const isWhole = type === "boolean" || isBar;
  const value = type === "enum" ? "{label}" : "{range}";
  return {
    phrase: isWhole ? displayName : `${displayName}: ${value}`,
    phrase_not: isWhole ? `Not: ${displayName}` : "",
    question: isWhole ? `Will ${displayName} come?` : `Will ${displayName} be ${value}?`,
    label_words: [],
  };
}

/** A feature definition with the parts a test is about. */
export function aFeature(parts: FeatureParts = {}): Feature {
  const name = parts.name ?? "gap_size_pts";
  const displayName = parts.displayName ?? "Gap Size";
  const category = parts.category ?? "GAPS";
  const type = parts.type ?? "numeric";
  return {
    name,
    displayName,
    category,
    enabled: true,
    type,
    metadata: {
      category,
      display_name: displayName,
      description: "What it is.",
      tooltip: "What it is.",
      filterable: true,
      visualization: null,
      type,
      unit: "pts",
      statistical_method: [],
    },
    ui_schema: {
      filter_component: {
        type: "RangeFilter",
        operators: ["range", ">", "<", ">=", "<="],
        validation: {},
        defaultOperator: "range",
        placeholder: "pts",
        ...parts.component,
      },
      statistics_component: [],
      display_group: category,
      display_order: parts.order ?? 10,
    },
    business_logic: {
      filter_strategy: "daily_eod",
      value_range: { min: -40, max: 35.5 },
      data_type: "Float64",
      value_format: "value",
      bucket_edges: null,
      hard_min: null,
      hard_max: null,
      ...parts.business,
    },
    plain: "What a trader reads.",
    example: "The day opened at 5,000.",
    ...phrasesOf(displayName, type, parts.business?.value_format === "bar"),
    ...parts.phrases,
    known_at: parts.knownAt ?? "open",
    known_words: "at the open, 9:30",
    known_at_bar: 0,
    resolves_from: 0,
    spans_from: null,
    clean_twins: [],
    by_bar_safe: parts.byBarSafe ?? false,
    applies_from: null,
    tier: "lite",
    has_prev_twin: true,
  };
}

export const gapClass = aFeature({
  name: "gap_class",
  displayName: "Gap Class",
  type: "enum",
  component: {
    type: "MultiSelectFilter",
    operators: ["in", "not_in", "=", "!="],
    defaultOperator: "in",
    validation: { enum: ["full_up", "flat"], labels: ["Full up", "Flat"] },
  },
  phrases: { phrase: "Opening gap {label}", label_words: ["full up", "flat"] },
});

export const gapFillBar = aFeature({
  name: "gap_fill_bar",
  displayName: "Gap Fill (bar)",
  type: "integer bar",
  component: {
    type: "NumericFilter",
    operators: ["=", "!=", ">", "<", ">=", "<=", "range"],
    defaultOperator: "=",
    placeholder: null,
  },
  business: { value_format: "bar", data_type: "Int8", value_range: { min: 0, max: 81 } },
  byBarSafe: true,
  knownAt: "event",
  phrases: { phrase: "Gap filled", phrase_not: "Gap not filled", question: "Will the gap fill?" },
});

export const gapUp = aFeature({
  name: "gap_up",
  displayName: "Gap Up",
  type: "boolean",
  component: { type: "BooleanFilter", operators: ["="], defaultOperator: "=", placeholder: null },
  phrases: { phrase: "Gap up", phrase_not: "No gap up", question: "Will the day open with a gap up?" },
});

export function aCategory(id: string, parts: Partial<CategoryAnswer> = {}): CategoryAnswer {
  return {
    id,
    name: id,
    display_name: id,
    display_order: 1,
    color: "#10B981",
    description: "",
    ui_layout: { cards_per_row: null, row_pattern: null },
    total_features: 14,
    visible_features: 14,
    ...parts,
  };
}

export function aCatalogue(features: Feature[], categories: CategoryAnswer[]): FeaturesAnswer {
  return {
    features,
    categories,
    total: features.length,
    profile: "pro",
    profile_limits: {
      max_features: 170,
      max_rows: null,
      cache_ttl: 300,
      features: {
        charts: true,
        navigation: true,
        export: true,
        excursion: true,
        compare: true,
        curve: true,
        as_of: true,
        gallery: true,
        path: true,
        alike: true,
      },
      description: "",
    },
    snapshot: "s1",
  };
}

/** A list of days without notes. */
export function aDayList(name: string, ...dates: string[]): DayList {
  const days = dates.map((date) => ({ date, note: "", kind: "full" as const }));
  return { name, symbol: "ES", days, updated_at: 1_764_000_000 };
}

export function aSummary(parts: Partial<SummaryAnswer["snapshot"]> = {}): SummaryAnswer {
  return {
    totalDays: 531,
    min_date: "2024-02-05",
    max_date: "2026-03-27",
    adr10_pts: 82,
    symbols: ["ES"],
    snapshot: {
      id: "s1",
      symbol: "ES",
      built_at: "2026-03-28T00:00:00Z",
      sample_data: false,
      roll_state: "contracts",
      warnings: [],
      full_sessions: 531,
      short_sessions: [],
      missing_sessions: [],
      quarantined: [],
      closed_days: [],
      ...parts,
    },
  };
}

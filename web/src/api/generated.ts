import { emptyApi as api } from "./empty-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    entry: build.mutation<EntryApiResponse, EntryApiArg>({
      query: (queryArg) => ({
        url: `/auth/entry`,
        method: "POST",
        body: queryArg.entryRequest,
      }),
    }),
    entryCode: build.mutation<EntryCodeApiResponse, EntryCodeApiArg>({
      query: (queryArg) => ({
        url: `/auth/entry/code`,
        method: "POST",
        body: queryArg.entryRequest,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/auth/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    redeem: build.mutation<RedeemApiResponse, RedeemApiArg>({
      query: (queryArg) => ({
        url: `/auth/redeem`,
        method: "POST",
        body: queryArg.redeemRequest,
      }),
    }),
    refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
      query: (queryArg) => ({
        url: `/auth/refresh`,
        method: "POST",
        body: queryArg.refreshRequest,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/auth/logout`, method: "POST" }),
    }),
    erase: build.mutation<EraseApiResponse, EraseApiArg>({
      query: (queryArg) => ({
        url: `/auth/erase`,
        method: "POST",
        body: queryArg.eraseRequest,
      }),
    }),
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/auth/me` }),
    }),
    features: build.query<FeaturesApiResponse, FeaturesApiArg>({
      query: (queryArg) => ({
        url: `/features`,
        params: {
          profile: queryArg.profile,
          category: queryArg.category,
          symbol: queryArg["symbol"],
        },
      }),
    }),
    profileFeatures: build.query<
      ProfileFeaturesApiResponse,
      ProfileFeaturesApiArg
    >({
      query: (queryArg) => ({
        url: `/profiles/${queryArg.profile}/features`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    feature: build.query<FeatureApiResponse, FeatureApiArg>({
      query: (queryArg) => ({
        url: `/features/${queryArg.name}`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    categories: build.query<CategoriesApiResponse, CategoriesApiArg>({
      query: (queryArg) => ({
        url: `/categories`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    profiles: build.query<ProfilesApiResponse, ProfilesApiArg>({
      query: () => ({ url: `/profiles` }),
    }),
    start: build.mutation<StartApiResponse, StartApiArg>({
      query: (queryArg) => ({
        url: `/v2/start`,
        method: "POST",
        body: queryArg.startRequest,
      }),
    }),
    dateRange: build.query<DateRangeApiResponse, DateRangeApiArg>({
      query: (queryArg) => ({
        url: `/v2/date-range`,
        params: {
          symbol: queryArg["symbol"],
          snapshot: queryArg.snapshot,
        },
      }),
    }),
    summary: build.query<SummaryApiResponse, SummaryApiArg>({
      query: (queryArg) => ({
        url: `/v2/summary`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    values: build.query<ValuesApiResponse, ValuesApiArg>({
      query: (queryArg) => ({
        url: `/v2/features/${queryArg.name}/values`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    filtered: build.query<FilteredApiResponse, FilteredApiArg>({
      query: (queryArg) => ({
        url: `/v2/filtered`,
        method: "POST",
        body: queryArg.filteredRequest,
      }),
    }),
    days: build.query<DaysApiResponse, DaysApiArg>({
      query: (queryArg) => ({
        url: `/v2/days`,
        method: "POST",
        body: queryArg.daysRequest,
      }),
    }),
    compute: build.query<ComputeApiResponse, ComputeApiArg>({
      query: (queryArg) => ({
        url: `/compute`,
        method: "POST",
        body: queryArg.computeRequest,
      }),
    }),
    probabilities: build.query<ProbabilitiesApiResponse, ProbabilitiesApiArg>({
      query: (queryArg) => ({
        url: `/v2/probabilities`,
        method: "POST",
        body: queryArg.probabilitiesRequest,
      }),
    }),
    excursion: build.query<ExcursionApiResponse, ExcursionApiArg>({
      query: (queryArg) => ({
        url: `/v2/excursion`,
        method: "POST",
        body: queryArg.excursionRequest,
      }),
    }),
    compare: build.query<CompareApiResponse, CompareApiArg>({
      query: (queryArg) => ({
        url: `/v2/compare`,
        method: "POST",
        body: queryArg.compareRequest,
      }),
    }),
    curve: build.query<CurveApiResponse, CurveApiArg>({
      query: (queryArg) => ({
        url: `/v2/curve`,
        method: "POST",
        body: queryArg.curveRequest,
      }),
    }),
    widen: build.query<WidenApiResponse, WidenApiArg>({
      query: (queryArg) => ({
        url: `/v2/widen`,
        method: "POST",
        body: queryArg.widenRequest,
      }),
    }),
    held: build.query<HeldApiResponse, HeldApiArg>({
      query: (queryArg) => ({
        url: `/v2/held`,
        method: "POST",
        body: queryArg.heldRequest,
      }),
    }),
    dayBars: build.query<DayBarsApiResponse, DayBarsApiArg>({
      query: (queryArg) => ({
        url: `/v2/days/bars`,
        method: "POST",
        body: queryArg.dayBarsRequest,
      }),
    }),
    path: build.query<PathApiResponse, PathApiArg>({
      query: (queryArg) => ({
        url: `/v2/path`,
        method: "POST",
        body: queryArg.pathRequest,
      }),
    }),
    alike: build.query<AlikeApiResponse, AlikeApiArg>({
      query: (queryArg) => ({
        url: `/v2/alike`,
        method: "POST",
        body: queryArg.alikeRequest,
      }),
    }),
    quizNext: build.mutation<QuizNextApiResponse, QuizNextApiArg>({
      query: (queryArg) => ({
        url: `/v2/quiz/next`,
        method: "POST",
        body: queryArg.quizNextRequest,
      }),
    }),
    quizAnswer: build.mutation<QuizAnswerApiResponse, QuizAnswerApiArg>({
      query: (queryArg) => ({
        url: `/v2/quiz/answer`,
        method: "POST",
        body: queryArg.quizAnswerRequest,
      }),
    }),
    dayLists: build.query<DayListsApiResponse, DayListsApiArg>({
      query: (queryArg) => ({
        url: `/v2/lists`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    putDayList: build.mutation<PutDayListApiResponse, PutDayListApiArg>({
      query: (queryArg) => ({
        url: `/v2/lists`,
        method: "POST",
        body: queryArg.dayListRequest,
      }),
    }),
    removeDayList: build.mutation<
      RemoveDayListApiResponse,
      RemoveDayListApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/lists/${queryArg.name}`,
        method: "DELETE",
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    nextSession: build.query<NextSessionApiResponse, NextSessionApiArg>({
      query: (queryArg) => ({
        url: `/v2/next`,
        params: {
          symbol: queryArg["symbol"],
          snapshot: queryArg.snapshot,
        },
      }),
    }),
    nextSessionTyped: build.query<
      NextSessionTypedApiResponse,
      NextSessionTypedApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/next`,
        method: "POST",
        body: queryArg.nextRequest,
      }),
    }),
    claims: build.query<ClaimsApiResponse, ClaimsApiArg>({
      query: (queryArg) => ({
        url: `/v2/claims`,
        params: {
          symbol: queryArg["symbol"],
          snapshot: queryArg.snapshot,
        },
      }),
    }),
    questions: build.query<QuestionsApiResponse, QuestionsApiArg>({
      query: (queryArg) => ({
        url: `/v2/questions`,
        method: "POST",
        body: queryArg.questionsRequest,
      }),
    }),
    makeView: build.mutation<MakeViewApiResponse, MakeViewApiArg>({
      query: (queryArg) => ({
        url: `/v2/views`,
        method: "POST",
        body: queryArg.viewRequest,
      }),
    }),
    sharedView: build.query<SharedViewApiResponse, SharedViewApiArg>({
      query: (queryArg) => ({ url: `/v2/views/${queryArg.id}` }),
    }),
    watches: build.query<WatchesApiResponse, WatchesApiArg>({
      query: (queryArg) => ({
        url: `/v2/watches`,
        params: {
          symbol: queryArg["symbol"],
        },
      }),
    }),
    addWatch: build.mutation<AddWatchApiResponse, AddWatchApiArg>({
      query: (queryArg) => ({
        url: `/v2/watches`,
        method: "POST",
        body: queryArg.watchRequest,
      }),
    }),
    removeWatch: build.mutation<RemoveWatchApiResponse, RemoveWatchApiArg>({
      query: (queryArg) => ({
        url: `/v2/watches/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    watchOff: build.mutation<WatchOffApiResponse, WatchOffApiArg>({
      query: (queryArg) => ({
        url: `/v2/watches/off`,
        method: "POST",
        body: queryArg.watchOffRequest,
      }),
    }),
    chartData: build.query<ChartDataApiResponse, ChartDataApiArg>({
      query: (queryArg) => ({
        url: `/v2/charts/data`,
        method: "POST",
        body: queryArg.chartRequest,
      }),
    }),
    navigate: build.query<NavigateApiResponse, NavigateApiArg>({
      query: (queryArg) => ({
        url: `/navigation/navigate`,
        method: "POST",
        body: queryArg.navigateRequest,
      }),
    }),
    clearChartCache: build.mutation<
      ClearChartCacheApiResponse,
      ClearChartCacheApiArg
    >({
      query: () => ({ url: `/v2/charts/cache/clear`, method: "POST" }),
    }),
    exportFile: build.mutation<ExportFileApiResponse, ExportFileApiArg>({
      query: (queryArg) => ({
        url: `/v2/export`,
        method: "POST",
        body: queryArg.exportRequest,
      }),
    }),
    clearCache: build.mutation<ClearCacheApiResponse, ClearCacheApiArg>({
      query: () => ({ url: `/cache/clear`, method: "POST" }),
    }),
    cacheStats: build.query<CacheStatsApiResponse, CacheStatsApiArg>({
      query: () => ({ url: `/cache/stats` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type EntryApiResponse = /** status 200 The answer */ TokenAnswer;
export type EntryApiArg = {
  entryRequest: EntryRequest;
};
export type EntryCodeApiResponse = /** status 200 The answer */ EmailChallenge;
export type EntryCodeApiArg = {
  entryRequest: EntryRequest;
};
export type LoginApiResponse = /** status 200 The answer */ TokenAnswer;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type RedeemApiResponse = /** status 200 The answer */ RedeemAnswer;
export type RedeemApiArg = {
  redeemRequest: RedeemRequest;
};
export type RefreshApiResponse = /** status 200 The answer */ TokenAnswer;
export type RefreshApiArg = {
  refreshRequest: RefreshRequest;
};
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type EraseApiResponse = /** status 200 The answer */ Erased;
export type EraseApiArg = {
  eraseRequest: EraseRequest;
};
export type MeApiResponse = /** status 200 The answer */ CurrentUser;
export type MeApiArg = void;
export type FeaturesApiResponse = /** status 200 The answer */ FeaturesAnswer;
export type FeaturesApiArg = {
  /** Tier to narrow the answer to; never widens it. */
  profile?: string;
  /** Only this category. */
  category?: string;
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type ProfileFeaturesApiResponse =
  /** status 200 The answer */ FeaturesAnswer;
export type ProfileFeaturesApiArg = {
  /** lite, standard or pro. */
  profile: string;
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type FeatureApiResponse = /** status 200 The answer */ Feature;
export type FeatureApiArg = {
  /** Feature name. */
  name: string;
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type CategoriesApiResponse =
  /** status 200 The answer */ CategoryAnswer[];
export type CategoriesApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type ProfilesApiResponse = /** status 200 The answer */ ProfilesAnswer;
export type ProfilesApiArg = void;
export type StartApiResponse = /** status 200 The answer */ StartAnswer;
export type StartApiArg = {
  startRequest: StartRequest;
};
export type DateRangeApiResponse = /** status 200 The answer */ DateRangeAnswer;
export type DateRangeApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
  /** Id of the snapshot that must answer. */
  snapshot?: string;
};
export type SummaryApiResponse = /** status 200 The answer */ SummaryAnswer;
export type SummaryApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type ValuesApiResponse = /** status 200 The answer */ ValuesAnswer;
export type ValuesApiArg = {
  /** Feature name; a trailing _prev or _prev2 to _prev5 is stripped. */
  name: string;
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type FilteredApiResponse = /** status 200 The answer */ FilteredAnswer;
export type FilteredApiArg = {
  filteredRequest: FilteredRequest;
};
export type DaysApiResponse = /** status 200 The answer */ DaysAnswer;
export type DaysApiArg = {
  daysRequest: DaysRequest;
};
export type ComputeApiResponse = /** status 200 The answer */ ComputeAnswer;
export type ComputeApiArg = {
  computeRequest: ComputeRequest;
};
export type ProbabilitiesApiResponse =
  /** status 200 The answer */ ProbabilitiesAnswer;
export type ProbabilitiesApiArg = {
  probabilitiesRequest: ProbabilitiesRequest;
};
export type ExcursionApiResponse = /** status 200 The answer */ ExcursionAnswer;
export type ExcursionApiArg = {
  excursionRequest: ExcursionRequest;
};
export type CompareApiResponse = /** status 200 The answer */ CompareAnswer;
export type CompareApiArg = {
  compareRequest: CompareRequest;
};
export type CurveApiResponse = /** status 200 The answer */ CurveAnswer;
export type CurveApiArg = {
  curveRequest: CurveRequest;
};
export type WidenApiResponse = /** status 200 The answer */ WidenAnswer;
export type WidenApiArg = {
  widenRequest: WidenRequest;
};
export type HeldApiResponse = /** status 200 The answer */ HeldAnswer;
export type HeldApiArg = {
  heldRequest: HeldRequest;
};
export type DayBarsApiResponse = /** status 200 The answer */ DayBarsAnswer;
export type DayBarsApiArg = {
  dayBarsRequest: DayBarsRequest;
};
export type PathApiResponse = /** status 200 The answer */ PathAnswer;
export type PathApiArg = {
  pathRequest: PathRequest;
};
export type AlikeApiResponse = /** status 200 The answer */ AlikeAnswer;
export type AlikeApiArg = {
  alikeRequest: AlikeRequest;
};
export type QuizNextApiResponse = /** status 200 The answer */ QuizDay;
export type QuizNextApiArg = {
  quizNextRequest: QuizNextRequest;
};
export type QuizAnswerApiResponse = /** status 200 The answer */ QuizResult;
export type QuizAnswerApiArg = {
  quizAnswerRequest: QuizAnswerRequest;
};
export type DayListsApiResponse = /** status 200 The answer */ DayListsAnswer;
export type DayListsApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type PutDayListApiResponse = /** status 200 The answer */ DayList;
export type PutDayListApiArg = {
  dayListRequest: DayListRequest;
};
export type RemoveDayListApiResponse =
  /** status 200 The answer */ DayListRemoved;
export type RemoveDayListApiArg = {
  /** Name of a list of days. */
  name: string;
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type NextSessionApiResponse = /** status 200 The answer */ NextAnswer;
export type NextSessionApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
  /** Id of the snapshot that must answer. */
  snapshot?: string;
};
export type NextSessionTypedApiResponse =
  /** status 200 The answer */ NextAnswer;
export type NextSessionTypedApiArg = {
  nextRequest: NextRequest;
};
export type ClaimsApiResponse = /** status 200 The answer */ ClaimsAnswer;
export type ClaimsApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
  /** Id of the snapshot that must answer. */
  snapshot?: string;
};
export type QuestionsApiResponse = /** status 200 The answer */ QuestionsAnswer;
export type QuestionsApiArg = {
  questionsRequest: QuestionsRequest;
};
export type MakeViewApiResponse = /** status 200 The answer */ MadeView;
export type MakeViewApiArg = {
  viewRequest: ViewRequest;
};
export type SharedViewApiResponse = /** status 200 The answer */ SharedView;
export type SharedViewApiArg = {
  /** Id of a shared view. */
  id: string;
};
export type WatchesApiResponse = /** status 200 The answer */ WatchesAnswer;
export type WatchesApiArg = {
  /** Instrument; the default may be left out. */
  symbol?: string;
};
export type AddWatchApiResponse = /** status 200 The answer */ AddedWatch;
export type AddWatchApiArg = {
  watchRequest: WatchRequest;
};
export type RemoveWatchApiResponse = /** status 200 The answer */ WatchRemoved;
export type RemoveWatchApiArg = {
  /** Id of a watch. */
  id: string;
};
export type WatchOffApiResponse = /** status 200 The answer */ WatchRemoved;
export type WatchOffApiArg = {
  watchOffRequest: WatchOffRequest;
};
export type ChartDataApiResponse = /** status 200 The answer */ ChartAnswer;
export type ChartDataApiArg = {
  chartRequest: ChartRequest;
};
export type NavigateApiResponse = /** status 200 The answer */ NavigateAnswer;
export type NavigateApiArg = {
  navigateRequest: NavigateRequest;
};
export type ClearChartCacheApiResponse = /** status 200 The answer */ Cleared;
export type ClearChartCacheApiArg = void;
export type ExportFileApiResponse = /** status 200 The file */ Blob;
export type ExportFileApiArg = {
  exportRequest: ExportRequest;
};
export type ClearCacheApiResponse = /** status 200 The answer */ Cleared;
export type ClearCacheApiArg = void;
export type CacheStatsApiResponse = /** status 200 The answer */ CachesAnswer;
export type CacheStatsApiArg = void;
export type UserInfo = {
  user_id: string;
  username: string;
  permissions: string[];
  profile: "lite" | "pro" | "standard";
  profile_source:
    "account" | "code" | "course" | "default" | "env" | "token" | "url";
  email?: string | null;
  course_id?: string | null;
  course_title?: string | null;
};
export type TokenAnswer = {
  access_token: string;
  refresh_token: string;
  token_type: "bearer";
  expires_in: number;
  session_id: string;
  user_info: UserInfo;
  return_url?: string | null;
};
export type ErrorBody = {
  detail: string;
  message: string;
  code: string;
  timestamp: string;
};
export type EntryRequest = {
  user_id?: string | null;
  user_name?: string | null;
  user_email?: string | null;
  course_id?: string | null;
  course_title?: string | null;
  return_url?: string | null;
  profile?: string | null;
  course?: string | null;
  referrer?: string | null;
  expires?: string | null;
  nonce?: string | null;
  signature?: string | null;
  challenge?: string | null;
  email_code?: string | null;
};
export type EmailChallenge = {
  challenge: string;
  expires_in: number;
};
export type LoginRequest = {
  username: string;
  password: string;
};
export type RedeemAnswer = {
  access_token: string;
  refresh_token: string;
  token_type: "bearer";
  expires_in: number;
  session_id: string;
  user_info: UserInfo;
  profile: "lite" | "pro" | "standard";
};
export type RedeemRequest = {
  code: string;
  may_lower?: boolean;
};
export type RefreshRequest = {
  refresh_token: string;
};
export type Erased = {
  removed: {
    [key: string]: number;
  };
  left: string[];
};
export type EraseRequest = {
  user_id: string;
};
export type CurrentUser = {
  user_id: string;
  username: string;
  permissions: string[];
  session_id: string;
  is_authenticated: boolean;
  profile: "lite" | "pro" | "standard";
  profile_source:
    "account" | "code" | "course" | "default" | "env" | "token" | "url";
  email: string | null;
  course_id: string | null;
  course_title: string | null;
};
export type FeatureMetadata = {
  category: string;
  display_name: string;
  description: string;
  tooltip: string;
  filterable: boolean;
  visualization: string | null;
  type: string;
  unit: string | null;
  statistical_method: string[];
};
export type FilterValidation = {
  minimum?: number | null;
  maximum?: number | null;
  enum?: string[] | null;
  labels?: string[] | null;
};
export type FilterComponent = {
  type:
    | "BooleanFilter"
    | "DateFilter"
    | "MultiSelectFilter"
    | "NumericFilter"
    | "RangeFilter"
    | "SelectFilter";
  operators: (
    "!=" | "<" | "<=" | "=" | ">" | ">=" | "in" | "not_in" | "range"
  )[];
  validation: FilterValidation;
  defaultOperator:
    "!=" | "<" | "<=" | "=" | ">" | ">=" | "in" | "not_in" | "range";
  placeholder: string | null;
};
export type UiSchema = {
  filter_component: FilterComponent;
  statistics_component: string[];
  display_group: string;
  display_order: number;
};
export type ValueRange = {
  min: number;
  max: number;
};
export type BusinessLogic = {
  filter_strategy: "count_occurrence" | "daily_eod";
  value_range: ValueRange | null;
  data_type: string;
  value_format: string;
  bucket_edges: number[] | null;
  hard_min: number | null;
  hard_max: number | null;
};
export type Feature = {
  name: string;
  displayName: string;
  category: string;
  enabled: boolean;
  type: string;
  metadata: FeatureMetadata;
  ui_schema: UiSchema;
  business_logic: BusinessLogic;
  plain: string;
  example: string;
  phrase: string;
  phrase_not: string;
  question: string;
  label_words: string[];
  known_at: string;
  known_words: string;
  known_at_bar: number;
  resolves_from: number;
  spans_from: number | null;
  clean_twins: string[];
  by_bar_safe: boolean;
  applies_from: string | null;
  tier: "lite" | "pro" | "standard";
  has_prev_twin: boolean;
};
export type UiLayout = {
  cards_per_row: number | null;
  row_pattern: number[] | null;
};
export type CategoryAnswer = {
  id: string;
  name: string;
  display_name: string;
  display_order: number;
  color: string;
  description: string;
  ui_layout: UiLayout;
  total_features: number;
  visible_features: number;
};
export type LimitFeatures = {
  charts: boolean;
  navigation: boolean;
  export: boolean | string[];
  excursion: boolean;
  compare: boolean;
  curve: boolean;
  as_of: boolean;
  gallery: boolean;
  path: boolean;
  alike: boolean;
};
export type ProfileLimits = {
  max_features: number;
  max_rows: number | null;
  cache_ttl: number;
  features: LimitFeatures;
  description: string;
};
export type FeaturesAnswer = {
  features: Feature[];
  categories: CategoryAnswer[];
  total: number;
  profile: "lite" | "pro" | "standard";
  profile_limits: ProfileLimits;
  snapshot: string;
};
export type ProfileAnswer = {
  name: "lite" | "pro" | "standard";
  display_name: string;
  limits: ProfileLimits;
};
export type ProfilesAnswer = {
  profiles: ProfileAnswer[];
  current: "lite" | "pro" | "standard";
};
export type DatedReason = {
  date: string;
  reason: string;
};
export type SnapshotSummary = {
  id: string;
  symbol: string;
  built_at: string;
  sample_data: boolean;
  roll_state: string;
  warnings: string[];
  full_sessions: number;
  short_sessions: string[];
  missing_sessions: string[];
  quarantined: DatedReason[];
  closed_days: string[];
};
export type SummaryAnswer = {
  totalDays: number;
  min_date: string;
  max_date: string;
  adr10_pts: number | null;
  symbols: string[];
  snapshot: SnapshotSummary;
};
export type AppliedCondition = {
  feature: string;
  operator: "!=" | "<" | "<=" | "=" | ">" | ">=" | "in" | "not_in" | "range";
  value: any;
  by_bar: number | null;
  first_in: number | null;
  sentence: string;
};
export type NamedFilter = {
  feature: string;
  operator: "!=" | "<" | "<=" | "=" | ">" | ">=" | "in" | "not_in" | "range";
  value:
    boolean | number | number | string | (boolean | number | number | string)[];
  by_bar?: number | null;
  first_in?: number | null;
};
export type AtLeast = {
  /** a whole number */
  count: number;
  /** a list of conditions */
  of: NamedFilter[];
};
export type AppliedGroup = {
  any_of?: NamedFilter[] | null;
  none_of?: NamedFilter[] | null;
  at_least?: AtLeast | null;
  sentence: string;
};
export type ChartBar = {
  bar_number: number;
  session: "current" | "previous";
  index: number;
  date: string;
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  ema: number | null;
  ibs: number;
  bar_range: number;
  avg_range: number | null;
  z_score_full: number | null;
  z_score_body: number | null;
  is_outside_bar: boolean;
  is_inside_bar: boolean;
  time_label: string;
};
export type ReferenceLines = {
  hoy: number | null;
  loy: number | null;
  coy: number | null;
  gxh: number | null;
  gxl: number | null;
  open: number | null;
};
export type AmaSignal = {
  bar_number: number;
  session: "current" | "previous";
  index: number;
  signal_type: number;
  ft_flag: number;
};
export type ChartMetadata = {
  currentDate: string | null;
  previousDate: string | null;
  totalBars: number;
  amaEnabled: boolean;
  amaSignalCount: number;
  kind: ("full" | "quarantined" | "short") | null;
  reason: string | null;
  is_roll: boolean;
  contract: string | null;
  symbol: string;
  price_decimals: number;
  tick: number;
  adr10: number | null;
};
export type ChartData = {
  bars: ChartBar[];
  referenceLines: ReferenceLines;
  amaSignals: AmaSignal[];
  metadata: ChartMetadata;
};
export type Navigation = {
  availableDates: string[];
  currentDate: string | null;
  currentIndex: number;
  totalDates: number;
  previous: string | null;
  next: string | null;
  has_previous: boolean;
  has_next: boolean;
};
export type SampleSize = {
  days: number;
  grade: "large" | "medium" | "small";
};
export type SharedBars = {
  filters: string[];
  first_bar: number;
  last_bar: number;
  clean_twin: string | null;
};
export type ResultMetadata = {
  display_name: string;
  category: string;
  kind: string;
  unit: string | null;
  known_at_bar: number;
  sample_size: SampleSize;
  conditioned: boolean;
  look_ahead: string[];
  decided_by?: string[];
  outcome?: ("certain" | "impossible") | null;
  shared_bars?: SharedBars | null;
  days_cluster?: boolean;
  in_long_runs?: boolean;
  known_by_then?: boolean;
};
export type Interval = {
  lower: number | null;
  upper: number | null;
};
export type Rate = {
  occurrence: number | null;
  occurrence_days: number;
  total_days: number;
};
export type Verdict = {
  against:
    | "b"
    | "below"
    | "coin"
    | "first_half"
    | "others"
    | "plain_rate"
    | "published"
    | "recent"
    | "years";
  code:
    | "agrees"
    | "better"
    | "cannot_tell"
    | "could_be_chance"
    | "differs"
    | "fewer"
    | "looks_different"
    | "more"
    | "not_tested"
    | "worse";
  words: string;
  reason?:
    | (
        | "fixed_by_filter"
        | "known_by_then"
        | "no_chance"
        | "no_coin"
        | "no_common_year"
        | "no_pair"
        | "one_year"
        | "other_market"
        | "same_days"
        | "too_few"
        | "twin"
      )
    | null;
  p?: number | null;
  adjusted_p?: number | null;
  family_size?: number | null;
};
export type OtherDays = {
  occurrence: number;
  occurrence_days: number;
  total_days: number;
  difference: number | null;
  confidence_interval: Interval;
  lift: number | null;
  lift_interval: Interval;
  verdict: Verdict;
};
export type YearRate = {
  year: number;
  days: number;
  occurrence_days: number;
  occurrence: number | null;
  confidence_interval: Interval;
};
export type Difference = {
  value: number;
  lower: number;
  upper: number;
};
export type Recent = {
  days: number;
  occurrence: number;
  before: Rate;
  difference: Difference | null;
  verdict: Verdict;
};
export type Expect = {
  rate: number;
  of: number;
  low: number;
  high: number;
};
export type CoinRate = {
  days: number;
  unpaired_days: number;
  occurrence: number;
  difference: number;
  confidence_interval: Interval;
  verdict: Verdict;
  expect: Expect;
};
export type NoCoin = {
  verdict: Verdict;
};
export type Occurrence = {
  occurrence: number | null;
  occurrence_days: number;
  total_days: number;
  confidence_interval: Interval;
  baseline: Rate;
  others?: OtherDays | null;
  years?: YearRate[];
  years_verdict?: Verdict | null;
  recent?: Recent | null;
  coin?: CoinRate | NoCoin | null;
  at_risk_days?: number | null;
  already_days?: number | null;
};
export type CoinTiming = {
  days: number;
  by_bar: number[];
};
export type TimingAnalysis = {
  total_occurrences: number;
  median_bar: number | null;
  mean_bar: number | null;
  q1: number | null;
  q3: number | null;
  iqr: number | null;
  distribution: {
    [key: string]: number;
  };
  by_bar_days: number[];
  others?: TimingAnalysis | null;
  coin?: CoinTiming | NoCoin | null;
};
export type Period = {
  bar_range: string;
  days: number;
  probability: number | null;
  confidence_interval: Interval;
  share_of_events: number | null;
};
export type PeriodProbability = {
  periods: {
    [key: string]: Period;
  };
  most_likely_period: string | null;
  others?: PeriodProbability | null;
};
export type Hour = {
  label: string;
  bar_range: string;
  days: number;
  pct: number | null;
};
export type TimeDistribution = {
  hours: Hour[];
  others?: TimeDistribution | null;
};
export type HistogramBin = {
  lower: number | null;
  upper: number | null;
  count: number;
};
export type Quartiles = {
  n: number;
  median: number | null;
  q1: number | null;
  q3: number | null;
};
export type NumberPart = {
  split_by: string;
  happened: boolean;
  label: string;
  matched: Quartiles;
  others?: Quartiles | null;
};
export type CoinQuartiles = {
  days: number;
  q1: number;
  median: number;
  q3: number;
  verdict: Verdict;
};
export type NumberDistribution = {
  n: number;
  mean: number | null;
  std: number | null;
  min: number | null;
  q1: number | null;
  median: number | null;
  q3: number | null;
  max: number | null;
  histogram: HistogramBin[];
  median_interval: Interval;
  others_histogram?: number[] | null;
  others?: Quartiles | null;
  parts?: NumberPart[] | null;
  coin?: CoinQuartiles | NoCoin | null;
};
export type LabelCount = {
  label: string;
  value: string;
  count: number;
  pct: number | null;
  confidence_interval: Interval;
  others?: OtherDays | null;
  coin?: CoinRate | NoCoin | null;
};
export type LabelDistribution = {
  n: number;
  labels: LabelCount[];
};
export type CategoricalDistribution = {
  distribution: {
    [key: string]: (number | null)[];
  };
  total_observations: number;
  labels: LabelCount[];
  others?: CategoricalDistribution | null;
};
export type RangeSummary = {
  full_range: number[] | null;
  median: number | null;
  iqr_range: number[] | null;
};
export type Moments = {
  mean: number | null;
  std: number | null;
  skewness: number | null;
};
export type PercentageDistribution = {
  summary: RangeSummary;
  stats: Moments;
  distribution: {
    [key: string]: (number | null)[];
  };
  others?: PercentageDistribution | null;
};
export type ThresholdRange = {
  label: string;
  percentage: number | null;
  count: number;
  days: number;
  confidence_interval: Interval;
  others_percentage?: number | null;
};
export type Reached = {
  threshold: number;
  direction: "at_or_above" | "at_or_below";
  count: number;
  percentage: number | null;
  confidence_interval: Interval;
  others_percentage?: number | null;
};
export type ThresholdAnalysis = {
  full_range: number[] | null;
  median: number | null;
  ranges: ThresholdRange[];
  reached: Reached[];
  analysis: string;
};
export type DailyUpdates = {
  average: number | null;
  median: number | null;
  max: number | null;
};
export type ExtremeShare = {
  count: number;
  pct_of_total: number | null;
};
export type ExtremePeriod = {
  new_extremes: ExtremeShare;
  final_extremes: ExtremeShare;
};
export type ExtremeTiming = {
  daily_updates: DailyUpdates;
  period_analysis: {
    [key: string]: ExtremePeriod;
  };
  final_by_bar_days: number[];
  others?: ExtremeTiming | null;
};
export type StreakStats = {
  median_streak: number | null;
  max_streak: number | null;
};
export type Continuation = {
  length: number;
  probability: number | null;
  streaks: number;
};
export type StreakAnalysis = {
  active_days: number;
  total_days: number;
  overall_percentage: number | null;
  streak_distribution: {
    [key: string]: number;
  };
  streak_stats: StreakStats;
  mean_streak: number | null;
  continuation: Continuation[];
  below?: StreakAnalysis | null;
  baseline?: StreakAnalysis | null;
};
export type EmaBucket = {
  label: string;
  bar_range: string;
  pct_range: string;
  days: number;
  days_pct: number | null;
};
export type RegimeBalance = {
  mean_bars: number | null;
  mean_percentage: number | null;
  distribution_buckets: EmaBucket[];
};
export type RunContinuation = {
  threshold_bars: number;
  probability: number | null;
};
export type RegimePersistence = {
  runs: number;
  avg_consecutive_bars: number | null;
  max_streak: number | null;
  continuation_prob_5_plus: number | null;
  continuation_distribution: RunContinuation[];
  full_day_regime_prob: number | null;
};
export type EmaStreaks = {
  mean_eod_streak: number | null;
  max_streak_in_data: number | null;
};
export type BarQuartiles = {
  quartiles: number[] | null;
};
export type EmaAccumulation = {
  is_5m_ema: boolean;
  regime_balance: RegimeBalance;
  regime_persistence: RegimePersistence;
  streak_stats: EmaStreaks;
  distribution_stats: BarQuartiles;
  below?: EmaAccumulation | null;
  baseline?: EmaAccumulation | null;
};
export type DayShare = {
  days: number;
  percentage: number | null;
};
export type BinaryMultiOccurrence = {
  days_none: DayShare;
  days_once: DayShare;
  days_multiple: DayShare;
  average_when_active: number | null;
  max: number | null;
  others?: BinaryMultiOccurrence | null;
};
export type DaysSinceLast = {
  median: number | null;
  max: number | null;
};
export type Drawdown = {
  median: number | null;
  q1: number | null;
  q3: number | null;
};
export type AthAnalysis = {
  ath_days: number;
  percentage: number | null;
  days_since_last: DaysSinceLast;
  next_session_ath: number | null;
  next_sessions: number;
  median_bar_of_first_ath: number | null;
  drawdown_when_not: Drawdown;
  baseline?: AthAnalysis | null;
};
export type ModuleMetadata = {
  n: number;
  missing_days: number;
};
export type ModuleResult = {
  status: "error" | "success";
  display_name: string;
  data:
    | Occurrence
    | TimingAnalysis
    | PeriodProbability
    | TimeDistribution
    | NumberDistribution
    | LabelDistribution
    | CategoricalDistribution
    | PercentageDistribution
    | ThresholdAnalysis
    | ExtremeTiming
    | StreakAnalysis
    | EmaAccumulation
    | BinaryMultiOccurrence
    | AthAnalysis
    | null;
  error: string | null;
  metadata: ModuleMetadata;
};
export type FeatureResult = {
  feature: string;
  metadata: ResultMetadata;
  modules: {
    [key: string]: ModuleResult;
  };
};
export type StatisticsMetadata = {
  total_days: number;
  baseline_days: number;
  others_days: number;
  look_ahead: boolean;
  hindsight: boolean;
  as_of?: number | null;
};
export type Statistics = {
  features: {
    [key: string]: FeatureResult;
  };
  metadata: StatisticsMetadata;
};
export type ComputeData = {
  charts: ChartData | null;
  navigation: Navigation | null;
  statistics: Statistics | null;
};
export type AnswerMetadata = {
  from_cache: boolean;
  timestamp: string;
  compute_time_ms: number;
};
export type ComputeAnswer = {
  total_days: number;
  total_rows: number;
  filters_applied: (AppliedCondition | AppliedGroup)[];
  data: ComputeData;
  metadata: AnswerMetadata;
  snapshot: string;
};
export type StartAnswer = {
  summary: SummaryAnswer;
  catalogue: FeaturesAnswer;
  values: {
    [key: string]: number[];
  };
  answer: ComputeAnswer | null;
  refused: ErrorBody | null;
  snapshot: string;
};
export type FilterCondition = {
  operator: "!=" | "<" | "<=" | "=" | ">" | ">=" | "in" | "not_in" | "range";
  value:
    boolean | number | number | string | (boolean | number | number | string)[];
  by_bar?: number | null;
  first_in?: number | null;
};
export type FilterGroup = {
  any_of?: NamedFilter[] | null;
  none_of?: NamedFilter[] | null;
  at_least?: AtLeast | null;
};
export type StartRequest = {
  features?: string[];
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type DateRangeAnswer = {
  min_date: string;
  max_date: string;
  total_days: number;
  snapshot: string;
};
export type ValuesAnswer = {
  feature: string;
  values: any[];
  snapshot: string;
};
export type FilteredData = {
  total_days: number;
};
export type FilteredAnswer = {
  filtered_data: FilteredData;
  total_days: number;
  percentage: number | null;
  snapshot: string;
};
export type FilteredRequest = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type DaysAnswer = {
  columns: string[];
  rows: {
    [key: string]: any;
  }[];
  total_days: number;
  page: number;
  page_size: number;
  pages: number;
  limited_to: number | null;
  snapshot: string;
};
export type DayPart = {
  feature: string;
  module:
    | "ath_analysis"
    | "basic_distribution"
    | "binary_multi_occurrence"
    | "categorical_distribution"
    | "ema_accumulation"
    | "extreme_timing"
    | "hod_lod_analysis"
    | "occurrence"
    | "percentage_distribution"
    | "period_probability"
    | "streak_analysis"
    | "threshold_analysis"
    | "time_distribution"
    | "timing_analysis";
  place: string;
  side?: "above" | "below";
};
export type ExcursionPart = {
  from_bar: 0 | 6 | 12 | 18 | 36 | 54;
  side: "down" | "up";
  target: number;
  stop: number;
  first: "neither" | "same_bar" | "stop_first" | "target_first";
  unit?: "adr" | "points" | "r";
};
export type DaysSort = {
  column?: string;
  descending?: boolean;
};
export type LikeDay = {
  date: string;
  leave_out?: string[];
  /** a whole number from 1 to 60 */
  n?: number;
};
export type DaysRequest = {
  columns?: string[];
  /** a whole number from 1 */
  page?: number;
  /** a whole number from 1 to 500 */
  page_size?: number;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  dates?: string[] | null;
  part?: DayPart | null;
  excursion?: ExcursionPart | null;
  sort?: DaysSort | null;
  like?: LikeDay | null;
};
export type ComputeParts = {
  statistics?: boolean;
  charts?: boolean;
  navigation?: boolean;
};
export type ComputeOptions = {
  cache?: boolean;
  selected_date?: string | null;
  include_previous_day?: boolean;
};
export type ComputeRequest = {
  features?: ComputeParts | ("charts" | "navigation" | "statistics")[] | null;
  statistics_features?: string[];
  options?: ComputeOptions | null;
  profile?: ("lite" | "pro" | "standard") | null;
  ama_config?: {
    [key: string]: any;
  } | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type ProbabilitiesAnswer = {
  probabilities: {
    [key: string]: FeatureResult;
  };
  metadata: StatisticsMetadata;
  snapshot: string;
};
export type ProbabilitiesRequest = {
  features: string[];
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type ExcursionEnded = {
  target: number;
  stop: number;
  close: number;
};
export type ExcursionCoin = {
  days: number;
  unpaired_days: number;
  mean: number;
  difference: number;
  confidence_interval: Interval;
  verdict: Verdict;
};
export type ExcursionCell = {
  target: number;
  stop: number;
  target_first_days: number;
  stop_first_days: number;
  same_bar_days: number;
  neither_days: number;
  rate: number | null;
  confidence_interval: Interval;
  break_even: number | null;
  ended: ExcursionEnded | null;
  mean_r: number | null;
  mean_adr_pct: number | null;
  mean_points: number | null;
  mean_interval: Interval;
  mean_if_target: number | null;
  coin: ExcursionCoin | NoCoin | null;
};
export type ExcursionShare = {
  first: "neither" | "same_bar" | "stop_first" | "target_first";
  days: number;
  share: number | null;
  confidence_interval: Interval;
};
export type ExcursionYear = {
  year: number;
  days: number;
  target_first_days: number;
  rate: number | null;
  confidence_interval: Interval;
};
export type ExcursionDetail = {
  shares: ExcursionShare[];
  years: ExcursionYear[];
};
export type ExcursionAnswer = {
  days: number;
  asked_days: number;
  minute_days: number | null;
  cells: ExcursionCell[];
  detail: ExcursionDetail | null;
  look_ahead: string[];
  snapshot: string;
};
export type ExcursionRequest = {
  from_bar: 0 | 6 | 12 | 18 | 36 | 54;
  side: "down" | "up";
  targets: number[];
  stops: number[];
  unit?: "adr" | "points" | "r";
  /** 0 to 1000 ticks */
  costs?: number;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type GroupRate = {
  occurrence: number | null;
  occurrence_days: number;
  total_days: number;
  confidence_interval: Interval;
};
export type LabelRates = {
  value: string;
  a: GroupRate;
  b: GroupRate;
  difference: Difference | null;
  verdict: Verdict;
};
export type FeatureComparison = {
  a: GroupRate;
  b: GroupRate;
  only_a: GroupRate;
  only_b: GroupRate;
  difference: Difference | null;
  verdict: Verdict;
  decided_by: string[];
  label?: string | null;
  labels?: LabelRates[] | null;
};
export type CompareAnswer = {
  a_days: number;
  b_days: number;
  both_days: number;
  features: {
    [key: string]: FeatureComparison;
  };
  ranking: string[];
  snapshot: string;
};
export type ComparedQuestion = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
};
export type CompareRequest = {
  a: ComparedQuestion;
  b: ComparedQuestion;
  features?: string[];
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type CurveCoin = {
  days: number;
  occurrence_days: number;
  occurrence: number;
};
export type CurvePoint = {
  value: number;
  lowest: number;
  highest: number;
  days: number;
  occurrence_days: number;
  occurrence: number;
  confidence_interval: Interval;
  band: Interval;
  leaves_overall: boolean;
  coin: CurveCoin | NoCoin | null;
};
export type CurveCut = {
  value: number;
  below: GroupRate;
  above: GroupRate;
  difference: Difference | null;
  verdict: Verdict;
};
export type CurveAnswer = {
  days: number;
  asked_days: number;
  window_days: number;
  points: CurvePoint[];
  reason: "few_days" | null;
  deciles: number[];
  cut: CurveCut | null;
  decided_by: string[];
  look_ahead: string[];
  snapshot: string;
};
export type CurveRequest = {
  by: string;
  outcome: string;
  label?: string | null;
  cut?: number | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type Removal = {
  removed: number[];
  filters: (AppliedCondition | AppliedGroup)[];
  n_days: number;
  rate: GroupRate | null;
};
export type WidenAnswer = {
  n_days: number;
  feature: string | null;
  label: string | null;
  rate: GroupRate | null;
  removals: Removal[];
  snapshot: string;
};
export type WidenRequest = {
  feature?: string | null;
  label?: string | null;
  keep_dates?: boolean;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type HeldAnswer = {
  alarm: boolean | null;
  since: string | null;
  days: number;
  years_per_false_alarm: number | null;
  delay_of_10_points: number | null;
  verdict: Verdict;
  feature: string;
  snapshot: string;
};
export type HeldRequest = {
  feature: string;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type DayBars = {
  date: string;
  tick: number;
  open: number;
  adr10: number | null;
  hoy: number | null;
  loy: number | null;
  coy: number | null;
  o: number[];
  h: number[];
  l: number[];
  c: number[];
  values: {
    [key: string]: any;
  };
};
export type DayBarsAnswer = {
  total: number;
  page: number;
  page_size: number;
  pages: number;
  limited_to: number | null;
  days: DayBars[];
  snapshot: string;
};
export type DayBarsRequest = {
  columns?: string[];
  /** a whole number from 1 */
  page?: number;
  /** a whole number from 1 to 60 */
  page_size?: number;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  dates?: string[] | null;
  part?: DayPart | null;
  excursion?: ExcursionPart | null;
  sort?: DaysSort | null;
  like?: LikeDay | null;
};
export type PathQuantiles = {
  days: number;
  p10: number[];
  p25: number[];
  p50: number[];
  p75: number[];
  p90: number[];
};
export type PathAnswer = {
  total_days: number;
  matched: PathQuantiles | null;
  others: PathQuantiles | null;
  coin: PathQuantiles | NoCoin | null;
  snapshot: string;
};
export type PathRequest = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type AlikePart = {
  feature: string;
  own: any;
  value: any;
  difference: number;
};
export type AlikeDay = {
  date: string;
  distance: number;
  farthest: AlikePart[];
};
export type AlikeBrier = {
  as_of: number;
  days: number;
  neighbours: number;
  base: number;
  difference: number;
  confidence_interval: Interval;
  verdict: Verdict;
};
export type AlikeOutcome = {
  feature: string;
  neighbours: GroupRate;
  all: GroupRate;
  forecast: number | null;
  difference: Difference | null;
  brier: AlikeBrier | null;
};
export type AlikeAnswer = {
  date: string;
  as_of: number;
  compared_days: number;
  weights: {
    [key: string]: number;
  };
  days: AlikeDay[];
  outcomes: AlikeOutcome[];
  snapshot: string;
};
export type OpeningRange = {
  high: number;
  low: number;
  close: number;
};
export type Bars = {
  o?: number[];
  h?: number[];
  l?: number[];
  c?: number[];
};
export type TypedDay = {
  open?: number | null;
  gxh?: number | null;
  gxl?: number | null;
  or12?: OpeningRange | null;
  bars?: Bars | null;
};
export type AlikeRequest = {
  date?: string | null;
  next?: TypedDay | null;
  leave_out?: string[];
  /** a whole number from 1 to 60 */
  n?: number;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type QuizLevels = {
  hoy: number | null;
  loy: number | null;
  coy: number | null;
  gxh: number | null;
  gxl: number | null;
};
export type QuizBars = {
  o: number[];
  h: number[];
  l: number[];
  c: number[];
};
export type QuizDay = {
  token: string;
  expires_at: number;
  as_of: number;
  feature: string;
  adr10: number;
  levels: QuizLevels;
  bars: QuizBars;
  snapshot: string;
};
export type QuizNextRequest = {
  as_of?: number | null;
  feature?: string | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  snapshot?: string | null;
};
export type QuizRate = {
  days: number;
  occurrence_days: number;
  occurrence: number;
  brier: number;
};
export type QuizResult = {
  date: string;
  occurred: boolean;
  bar: number | null;
  brier: number;
  base: QuizRate;
  coin: QuizRate | NoCoin | null;
  bars: QuizBars;
  snapshot: string;
};
export type QuizAnswerRequest = {
  token: string;
  /** a number from 0 to 100 */
  probability: number;
};
export type ListedDay = {
  date: string;
  note: string;
  kind: "full" | "quarantined" | "short" | "unknown";
};
export type DayList = {
  name: string;
  symbol: string;
  days: ListedDay[];
  updated_at: number;
};
export type DayListsAnswer = {
  lists: DayList[];
  may_edit: boolean;
  snapshot: string;
};
export type ListedDayRequest = {
  date: string;
  note?: string;
};
export type DayListRequest = {
  name: string;
  days: ListedDayRequest[];
  symbol?: string | null;
  replaces?: number | null;
};
export type DayListRemoved = {
  name: string;
};
export type NextLevels = {
  hoy: number | null;
  loy: number | null;
  coy: number | null;
  adr10: number | null;
  ath: number | null;
  ema20: number | null;
  gxh: number | null;
  gxl: number | null;
  open: number | null;
};
export type KnownFeature = {
  feature: string;
  value: any;
  since: number;
  rank: number | null;
  share: number | null;
  days: number;
  filter: {
    [key: string]: any;
  } | null;
};
export type NextNote = {
  code:
    | "bars_shape"
    | "far_from_close"
    | "feed_incomplete"
    | "feed_of_another_day"
    | "feed_stale"
    | "half_day"
    | "high_under_low"
    | "levels_unknown"
    | "night_missing"
    | "not_on_tick"
    | "open_outside_globex"
    | "outside_range"
    | "roll"
    | "session_over";
  text: string;
  field?: string | null;
};
export type NextAnswer = {
  symbol: string;
  session_date: string;
  is_short: boolean;
  contract: string;
  as_of: number;
  source: "feed" | "night" | "typed";
  at: number | null;
  is_stale: boolean;
  tick: number;
  levels: NextLevels;
  events: string[];
  known: KnownFeature[];
  ruled_out: string[];
  notes: NextNote[];
  last_session: string;
  snapshot: string;
};
export type NextRequest = {
  open?: number | null;
  gxh?: number | null;
  gxl?: number | null;
  or12?: OpeningRange | null;
  bars?: Bars | null;
  symbol?: string | null;
  snapshot?: string | null;
};
export type Stopped = {
  alarm: boolean | null;
  since: string | null;
  days: number;
  years_per_false_alarm: number | null;
  delay_of_10_points: number | null;
  verdict: Verdict;
};
export type Published = {
  who: string;
  where: string;
  figure: string;
  low: number;
  high: number;
  verdict: Verdict;
};
export type Claim = {
  id: string;
  group: string;
  question: string;
  filters: {
    [key: string]: any;
  }[];
  outcome: {
    [key: string]: any;
  };
  as_of: number | null;
  tier: "lite" | "pro" | "standard";
  is_own: boolean;
  days: number;
  occurrence_days: number;
  rate: number | null;
  confidence_interval: Interval;
  coin: CoinRate | NoCoin | null;
  years: YearRate[];
  stopped: Stopped;
  published: Published[];
};
export type ClaimsAnswer = {
  symbol: string;
  sample_data: boolean;
  first_session: string;
  last_session: string;
  claims: Claim[];
  snapshot: string;
};
export type QuestionRate = {
  id: string;
  days: number;
  occurrence_days: number;
  occurrence: number;
  confidence_interval: Interval;
  all: Rate;
  coin: CoinRate | NoCoin | null;
};
export type QuestionsAnswer = {
  total_days: number;
  questions: QuestionRate[];
  snapshot: string;
};
export type QuestionsRequest = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
};
export type MadeView = {
  id: string;
  expires_at: number;
};
export type ViewRequest = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  address: string;
  feature?: string | null;
};
export type ViewFigures = {
  snapshot: string;
  last_session: string;
  days: number;
  occurrence_days?: number | null;
  total_days?: number | null;
  occurrence?: number | null;
};
export type SharedView = {
  id: string;
  address: string;
  symbol: string;
  feature: string | null;
  created_at: number;
  then: ViewFigures | null;
  now: ViewFigures | null;
  why: string | null;
};
export type LastAlert = {
  session_date: string;
  at: number;
  result: "failed" | "sent" | "trying";
  why: string | null;
};
export type Watch = {
  id: string;
  name: string;
  symbol: string;
  filters: {
    [key: string]: any;
  }[];
  channel: "email" | "webhook";
  address: string;
  created_at: number;
  last: LastAlert | null;
};
export type WatchesAnswer = {
  watches: Watch[];
  channels: ("email" | "webhook")[];
  why: string | null;
};
export type AddedWatch = {
  id: string;
  name: string;
  symbol: string;
  filters: {
    [key: string]: any;
  }[];
  channel: "email" | "webhook";
  address: string;
  created_at: number;
  last: LastAlert | null;
  secret: string | null;
};
export type WatchRequest = {
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  name: string;
  channel: "email" | "webhook";
  url?: string | null;
};
export type WatchRemoved = {
  name: string;
};
export type WatchOffRequest = {
  token: string;
};
export type ChartAnswer = {
  bars: ChartBar[];
  referenceLines: ReferenceLines;
  amaSignals: AmaSignal[];
  metadata: ChartMetadata;
  navigation: Navigation;
  snapshot: string;
};
export type ChartRequest = {
  selected_date?: string | null;
  include_previous_day?: boolean;
  ama_config?: {
    [key: string]: any;
  } | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  dates?: string[] | null;
  part?: DayPart | null;
  excursion?: ExcursionPart | null;
  sort?: DaysSort | null;
  like?: LikeDay | null;
};
export type NavigateAnswer = {
  navigation: Navigation;
  snapshot: string;
};
export type NavigateRequest = {
  profile?: ("lite" | "pro" | "standard") | null;
  selected_date?: string | null;
  direction?: ("first" | "last" | "next" | "previous") | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  dates?: string[] | null;
  part?: DayPart | null;
  excursion?: ExcursionPart | null;
  sort?: DaysSort | null;
  like?: LikeDay | null;
};
export type Cleared = {
  cleared: number;
};
export type ExportRequest = {
  kind: "days" | "statistics";
  format: "csv" | "pdf" | "xlsx";
  columns?: string[];
  features?: string[];
  title?: string | null;
  filters?:
    | {
        [key: string]: FilterCondition | NamedFilter[] | AtLeast;
      }
    | (NamedFilter | FilterGroup)[];
  start_date?: string | null;
  end_date?: string | null;
  symbol?: string | null;
  as_of?: number | null;
  snapshot?: string | null;
  dates?: string[] | null;
  part?: DayPart | null;
  excursion?: ExcursionPart | null;
  sort?: DaysSort | null;
  like?: LikeDay | null;
};
export type CacheStats = {
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
  hit_ratio: number | null;
};
export type CachesAnswer = {
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
  hit_ratio: number | null;
  charts: CacheStats;
};
export const {
  useEntryMutation,
  useEntryCodeMutation,
  useLoginMutation,
  useRedeemMutation,
  useRefreshMutation,
  useLogoutMutation,
  useEraseMutation,
  useMeQuery,
  useFeaturesQuery,
  useProfileFeaturesQuery,
  useFeatureQuery,
  useCategoriesQuery,
  useProfilesQuery,
  useStartMutation,
  useDateRangeQuery,
  useSummaryQuery,
  useValuesQuery,
  useFilteredQuery,
  useDaysQuery,
  useComputeQuery,
  useProbabilitiesQuery,
  useExcursionQuery,
  useCompareQuery,
  useCurveQuery,
  useWidenQuery,
  useHeldQuery,
  useDayBarsQuery,
  usePathQuery,
  useAlikeQuery,
  useQuizNextMutation,
  useQuizAnswerMutation,
  useDayListsQuery,
  usePutDayListMutation,
  useRemoveDayListMutation,
  useNextSessionQuery,
  useNextSessionTypedQuery,
  useClaimsQuery,
  useQuestionsQuery,
  useMakeViewMutation,
  useSharedViewQuery,
  useWatchesQuery,
  useAddWatchMutation,
  useRemoveWatchMutation,
  useWatchOffMutation,
  useChartDataQuery,
  useNavigateQuery,
  useClearChartCacheMutation,
  useExportFileMutation,
  useClearCacheMutation,
  useCacheStatsQuery,
} = injectedRtkApi;

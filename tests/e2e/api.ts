import type { APIRequestContext } from "@playwright/test";
import type {
  AlikeAnswer,
  AlikeRequest,
  ChartAnswer,
  ChartRequest,
  ClaimsAnswer,
  ComputeAnswer,
  CurveAnswer,
  CurveRequest,
  DayBarsAnswer,
  DayBarsRequest,
  DaysAnswer,
  DaysRequest,
  ExcursionAnswer,
  ExcursionRequest,
  Feature,
  FeatureResult,
  FeaturesAnswer,
  FilteredAnswer,
  FilteredRequest,
  NextAnswer,
  NextRequest,
  PathAnswer,
  PathRequest,
  ProbabilitiesAnswer,
  ProbabilitiesRequest,
  QuestionsAnswer,
  QuestionsRequest,
  QuizDay,
  QuizNextRequest,
  SummaryAnswer,
  TokenAnswer,
} from "../../web/src/api/generated";
import { VISITOR } from "./address";

export type Filters = NonNullable<FilteredRequest["filters"]>;

/** The service asked directly, past the page: what the page's figures are compared with. */
export class Api {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  static async signedIn(request: APIRequestContext): Promise<Api> {
    const answer = await request.post("/api/auth/entry", { data: VISITOR });
    const { access_token } = (await answer.json()) as TokenAnswer;
    return new Api(request, access_token);
  }

  async summary(symbol?: string): Promise<SummaryAnswer> {
    const params = symbol === undefined ? {} : { symbol };
    const answer = await this.request.get("/api/v2/summary", { headers: this.headers(), params });
    return (await answer.json()) as SummaryAnswer;
  }

  async claims(): Promise<ClaimsAnswer> {
    const answer = await this.request.get("/api/v2/claims", { headers: this.headers() });
    return (await answer.json()) as ClaimsAnswer;
  }

  async definition(name: string): Promise<Feature> {
    const answer = await this.request.get(`/api/features/${name}`, { headers: this.headers() });
    return (await answer.json()) as Feature;
  }

  async feature(name: string): Promise<Feature["metadata"]> {
    return (await this.definition(name)).metadata;
  }

  async catalogue(): Promise<FeaturesAnswer> {
    const answer = await this.request.get("/api/features", { headers: this.headers() });
    return (await answer.json()) as FeaturesAnswer;
  }

  /** How many days match. */
  async days(filters: Filters): Promise<number> {
    return ((await this.post("/api/v2/filtered", { filters })) as FilteredAnswer).filtered_data.total_days;
  }

  /** Every matching day, newest first. */
  async dates(filters: Filters): Promise<string[]> {
    const { pages } = await this.dayList({ filters });
    const numbers = Array.from({ length: pages }, (_, index) => index + 1);
    const answers = await Promise.all(numbers.map((page) => this.dayList({ filters, page })));
    return answers.flatMap(({ rows }) => rows.map((row) => String(row.session_date)));
  }

  /** A page of the days that match, newest first where nothing else is asked. */
  async dayList(asked: Partial<DaysRequest>): Promise<DaysAnswer> {
    return (await this.post("/api/v2/days", { page_size: 500, ...asked })) as DaysAnswer;
  }

  /** A page of the days that match, with their bars. */
  async dayBars(asked: DayBarsRequest): Promise<DayBarsAnswer> {
    return (await this.post("/api/v2/days/bars", asked)) as DayBarsAnswer;
  }

  /** Which of targets and stops came first. */
  async excursion(asked: ExcursionRequest): Promise<ExcursionAnswer> {
    return (await this.post("/api/v2/excursion", asked)) as ExcursionAnswer;
  }

  /** A day of the quiz, up to a bar. */
  async quizDay(asked: QuizNextRequest): Promise<QuizDay> {
    return (await this.post("/api/v2/quiz/next", asked)) as QuizDay;
  }

  /** How often an outcome comes along a feature's values. */
  async curve(asked: CurveRequest): Promise<CurveAnswer> {
    return (await this.post("/api/v2/curve", asked)) as CurveAnswer;
  }

  /** How far the matching days had gone from their open, bar by bar. */
  async path(asked: PathRequest): Promise<PathAnswer> {
    return (await this.post("/api/v2/path", asked)) as PathAnswer;
  }

  /** The matching days before a day that were most like it. */
  async alike(asked: AlikeRequest): Promise<AlikeAnswer> {
    return (await this.post("/api/v2/alike", asked)) as AlikeAnswer;
  }

  /** What is known of the next session with typed numbers, none or some. */
  async next(typed: NextRequest = {}): Promise<NextAnswer> {
    return (await this.post("/api/v2/next", typed)) as NextAnswer;
  }

  /** The usual questions, asked of the matching days. */
  async questions(asked: QuestionsRequest): Promise<QuestionsAnswer> {
    return (await this.post("/api/v2/questions", asked)) as QuestionsAnswer;
  }

  /** One feature's result on the days that match, in an answer of `features`. */
  async result(feature: string, filters: Filters = {}, features = [feature]): Promise<FeatureResult> {
    const asked = { filters, features: { statistics: true }, statistics_features: features };
    const answer = (await this.post("/api/compute", asked)) as ComputeAnswer;
    const result = answer.data.statistics?.features[feature];
    if (!result) throw new Error(`/api/compute holds no result for ${feature}`);
    return result;
  }

  /** The results of features on the days that match. */
  async probabilities(asked: ProbabilitiesRequest): Promise<ProbabilitiesAnswer["probabilities"]> {
    return ((await this.post("/api/v2/probabilities", asked)) as ProbabilitiesAnswer).probabilities;
  }

  /** The chart's day: the latest that matches, or the one `asked` names. */
  async day(filters: Filters, asked: Omit<ChartRequest, "filters"> = {}): Promise<ChartAnswer> {
    return (await this.post("/api/v2/charts/data", { ...asked, filters })) as ChartAnswer;
  }

  private async post(path: string, data: object): Promise<unknown> {
    const answer = await this.request.post(path, { data, headers: this.headers() });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  }

  private headers() {
    return { Authorization: `Bearer ${this.token}` };
  }
}

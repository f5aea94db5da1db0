import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from "@playwright/test";
import { ADDRESS, VISITOR } from "./address";
import { Api } from "./api";
import { keepDrawings } from "./canvas";
import { Dashboard, hear } from "./dashboard";

interface Given {
  /** Console errors a test provokes on purpose; any other error fails it. */
  provoked: RegExp | null;
}

interface Tools {
  api: Api;
  dashboard: Dashboard;
}

/** No test begins after this moment: see scripts/test-large. */
export const UNTIL = 1000 * Number(process.env.TESTS_UNTIL ?? Number.POSITIVE_INFINITY);

export const NO_TIME = "no time left";

/**
 * A page under watch: a test fails if the console bore an error it did not provoke, if a script threw, or if
 * any request left this machine.
 */
export const test = base.extend<Given & Tools>({
  provoked: [null, { option: true }],
  context: async ({ context }, use, info) => {
    info.skip(Date.now() > UNTIL, NO_TIME);
    await hear(context);
    await keepDrawings(context);
    await use(context);
    // A handler still at work when its page closes would throw between two tests, and the next would not run.
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: "ignoreErrors" });
  },
  page: async ({ page, provoked }, use) => {
    const complaints = watch(page, provoked);
    await use(page);
    expect(complaints, "console errors and requests that left the machine").toEqual([]);
  },
  api: async ({ request }, use) => use(await Api.signedIn(request)),
  dashboard: async ({ page }, use) => use(new Dashboard(page)),
});

export { expect };

type Visit = Tools & { page: Page; context: BrowserContext };
type Walk = (visit: Visit) => Promise<unknown>;

/** Time for the entry and for each step, as an expectation may wait 30 seconds for a busy machine. */
const STEP_MS = 60_000;

/**
 * Walks that share one entry, as steps of one test: `enter` comes in, and `between` puts back before each further
 * step what the one before it changed. The returned function adds a step, in the order of the file.
 */
export function oneEntry(name: string, enter: Walk, between: Walk = async () => {}) {
  const steps: [title: string, walk: Walk][] = [];
  test(name, async ({ page, context, api, dashboard }) => {
    const visit = { page, context, api, dashboard };
    test.setTimeout(STEP_MS * (steps.length + 1));
    await enter(visit);
    for (const [at, [title, walk]] of steps.entries())
      await test.step(title, async () => {
        if (at > 0) await between(visit);
        await walk(visit);
      });
  });
  return (title: string, walk: Walk) => {
    steps.push([title, walk]);
  };
}

/** The dashboard entered once; every further step starts without filters, probabilities and notifications. */
export function oneDashboard(name: string, visitor = VISITOR) {
  return oneEntry(
    name,
    ({ dashboard }) => dashboard.enter(visitor),
    ({ dashboard }) => dashboard.cleared(),
  );
}

/** From now on calls to `path` wait; the returned function lets them go on, which is through to the server. */
export async function held(
  page: Page,
  path: string,
  goOn = (route: Route) => route.continue(),
): Promise<() => void> {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(path, async (route) => {
    await waiting;
    await goOn(route);
  });
  return answer;
}

/** `hint` comes to stand above `target`. */
export async function standsAbove(hint: Locator, target: Locator) {
  const gap = async () => {
    const [above, below] = [await hint.boundingBox(), await target.boundingBox()];
    return above && below ? below.y - above.y - above.height : Number.NaN;
  };
  await expect.poll(gap, "pixels between the two").toBeGreaterThanOrEqual(0);
}

/** What a function makes of a text in the context's empty page: a saved file is read outside the policy of ours. */
export async function readElsewhere<T>(page: Page, read: (text: string) => T, text: string): Promise<T> {
  const isEmpty = (each: Page) => each !== page && each.url() === "about:blank";
  const empty = page.context().pages().find(isEmpty) ?? (await page.context().newPage());
  return (await empty.evaluate(read as (text: string) => unknown, text)) as T;
}

function watch(page: Page, provoked: RegExp | null): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (isComplaint(message, provoked)) complaints.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (leaves(request)) complaints.push(`left the machine: ${request.url()}`);
  });
  return complaints;
}

function isComplaint(message: ConsoleMessage, provoked: RegExp | null): boolean {
  return message.type() === "error" && !provoked?.test(message.text());
}

function leaves(request: Request): boolean {
  return !request.url().startsWith(ADDRESS) && !/^(data|blob):/.test(request.url());
}

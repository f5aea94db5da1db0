import type { Browser } from "puppeteer-core";
import { FirefoxGuest, firefox } from "./tasks/in-firefox";
import { TASKS } from "./tasks/tasks";
import { NO_TIME, test, UNTIL } from "./test";

/** The ten everyday tasks in Firefox ESR. */

let browser: Browser | undefined;

test.describe.configure({ mode: "serial" });
test.skip(() => Date.now() > UNTIL, NO_TIME);
test.beforeAll(async () => {
  browser = await firefox();
});
test.afterAll(() => browser?.close());

for (const { name, isOnPhone, aim, walk } of TASKS)
  test(name, async () => {
    const viewport = isOnPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const guest = await FirefoxGuest.in(browser as Browser, viewport);
    await walk(guest);
    guest.isAtMost(aim);
  });

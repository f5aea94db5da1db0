import type { ChildProcess } from "node:child_process";
import { WebkitGuest, webkitDriver } from "./tasks/in-webkit";
import { TASKS } from "./tasks/tasks";
import { NO_TIME, test, UNTIL } from "./test";

/** The ten everyday tasks in WebKitGTK. */

let driver: ChildProcess | undefined;

test.describe.configure({ mode: "serial" });
test.skip(() => Date.now() > UNTIL, NO_TIME);
test.beforeAll(async () => {
  driver = await webkitDriver();
});
test.afterAll(() => {
  if (driver?.pid) process.kill(-driver.pid);
});

for (const { name, isOnPhone, aim, walk } of TASKS)
  test(name, async () => {
    const guest = await WebkitGuest.in(
      isOnPhone ? { width: 390, height: 844 } : { width: 1440, height: 960 },
    );
    try {
      await walk(guest);
      guest.isAtMost(aim);
    } finally {
      await guest.driver.quit();
    }
  });

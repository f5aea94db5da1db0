import { expect, it } from "vitest";
import { RequestQueue } from "./request-queue";

function held() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { gate, release };
}

it("runs the highest priority first and otherwise in order of arrival", async () => {
  const queue = new RequestQueue(1);
  const order: string[] = [];
  const first = held();
  const task = (name: string) => async () => void order.push(name);
  const all = [
    queue.run(() => first.gate),
    queue.run(task("low"), 0),
    queue.run(task("high"), 2),
    queue.run(task("low too"), 0),
  ];
  first.release();
  await Promise.all(all);
  expect(order).toEqual(["high", "low", "low too"]);
});

it("never runs more at a time than its limit", async () => {
  const queue = new RequestQueue(2);
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => queue.run(task)));
  expect(most).toBe(2);
});

it("tells what is under way and waiting, and goes on after a failure", async () => {
  const queue = new RequestQueue(1);
  const first = held();
  const failing = queue.run(async () => {
    await first.gate;
    throw new Error("no");
  });
  const next = queue.run(async () => "yes");
  expect(queue.status()).toMatchObject({ active: 1, waiting: 1, averageMs: null });
  first.release();
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(queue.status()).toMatchObject({ active: 0, waiting: 0 });
  expect(queue.status().averageMs).not.toBeNull();
});

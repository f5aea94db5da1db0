import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PORT } from "./address";

const ROOT = `${import.meta.dirname}/../..`;
const START_MS = 60_000;

/** Another service over the same sample sessions, told other settings, with a new state; `stop` ends it. */
export async function serviceWith(settings: Record<string, string>, port: number, state: string) {
  const folder = `build/e2e/${PORT}`;
  rmSync(`${ROOT}/${state}`, { recursive: true, force: true, maxRetries: 5 });
  const child = spawn(
    ".venv/bin/almanac",
    ["serve", "--warehouse", `${folder}/warehouse`, "--state", state, "--port", String(port)],
    {
      cwd: ROOT,
      env: { ...process.env, ALMANAC_WEB: page(), ACCESS_MODE: "trusted_url", ...settings },
      stdio: "ignore",
    },
  );
  const address = `http://127.0.0.1:${port}`;
  await ready(`${address}/readyz`, child);
  return { address, stop: () => ended(child) };
}

async function ended(child: ChildProcess) {
  const exit = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode === null && child.kill("SIGTERM")) await exit;
}

const page = () => process.env.E2E_PAGE ?? "build/web";

async function ready(address: string, child: ChildProcess) {
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; ) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGTERM");
  throw new Error(`${address} did not answer; is its port taken?`);
}

/** A collector of usage events on this machine: the batches as they came, and the headers they bore. */
export async function collector() {
  const posts: { body: string; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      posts.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { url, posts, stop: () => server.close() };
}

import { createHmac, randomUUID } from "node:crypto";

/** What a course's server signs: the parameters by name, percent-encoded. */
export function signedPath(parameters: Record<string, string>, secret: string): string {
  const whole = {
    expires: String(Math.floor(Date.now() / 1000) + 240),
    nonce: randomUUID(),
    ...parameters,
  };
  const text = Object.entries(whole)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  return `/?${text}&signature=${signature}`;
}

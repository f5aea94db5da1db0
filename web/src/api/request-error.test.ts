import { describe, expect, it } from "vitest";
import { errorText, retryDelay, toastText } from "./request-error";

const http = (status: number, data: unknown = {}) => ({ status, data });
const askingFor = (status: number, retryAfter: number) => ({ ...http(status), retryAfter });

describe("the toast of a failure", () => {
  it.each([
    [403, "Access denied"],
    [404, "Resource not found"],
    [500, "Server error. Please try again later."],
    [504, "Request timeout. Please try again."],
  ])("%i is literal", (status, text) => {
    expect(toastText(http(status, { message: "other" }))).toBe(text);
  });

  it("another status says the server's message, else a plain sentence", () => {
    expect(toastText(http(422, { message: "No such feature." }))).toBe("No such feature.");
    expect(toastText(http(418, "?"))).toBe("An error occurred");
  });

  it("tells no answer and a timeout apart", () => {
    expect(toastText({ status: "FETCH_ERROR", error: "x" })).toBe(
      "Network error. Please check your connection.",
    );
    expect(toastText({ status: "TIMEOUT_ERROR", error: "x" })).toBe("Request timeout");
  });
});

describe("asking again", () => {
  it("waits a second times the retry after no answer and after a server error", () => {
    expect(retryDelay({ status: "FETCH_ERROR", error: "x" }, 2)).toBe(2000);
    expect(retryDelay(http(503), 1)).toBe(1000);
  });

  it("waits twice as long each time, 30 seconds at most", () => {
    const waits = [1, 2, 3, 6, 9].map((retry) => retryDelay({ status: "FETCH_ERROR", error: "x" }, retry));
    expect(waits).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });

  it("is given up where the server names a time too far off", () => {
    expect(retryDelay(askingFor(429, 3600), 1)).toBeNull();
    expect(retryDelay(askingFor(503, 3600), 1)).toBe(30_000);
  });

  it("waits as long as the server says", () => {
    expect(retryDelay(askingFor(429, 3), 1)).toBe(3000);
    expect(retryDelay(askingFor(503, 2), 1)).toBe(2000);
  });

  it.each([
    [http(400)],
    [http(401)],
    [http(404)],
    [http(422)],
    [http(429)],
    [http(504)],
    [{ status: "TIMEOUT_ERROR" as const, error: "x" }],
  ])("is wrong after %o", (error) => {
    expect(retryDelay(error, 1)).toBeNull();
  });
});

it("a card says the server's own message where there is one", () => {
  expect(errorText(http(500, { message: "Broken." }))).toBe("Broken.");
  expect(errorText(http(500))).toBe("Server error. Please try again later.");
  expect(errorText({ message: "thrown" })).toBe("thrown");
  expect(errorText(undefined)).toBeNull();
});

import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/** The API as a test describes it; a call that no test described fails the test. No list of days, no usual question, no watch. */
export const server = setupServer(
  http.get("*/api/v2/lists", () => HttpResponse.json({ lists: [], may_edit: false, snapshot: "s1" })),
  http.get("*/api/v2/claims", () =>
    HttpResponse.json({ symbol: "ES", sample_data: false, claims: [], snapshot: "s1" }),
  ),
  http.get("*/api/v2/watches", () => HttpResponse.json({ watches: [], channels: ["email"], why: null })),
);

/** The refusal of a call that names a snapshot which is not served. */
export const gone = () =>
  HttpResponse.json(
    { code: "snapshot_gone", message: "Other data was published. Please ask again." },
    { status: 409 },
  );

/** What a service that serves snapshot `id` answers. */
export async function answerOf(id: string, request: Request, body: object) {
  const { snapshot = id } = (await request.clone().json()) as { snapshot?: string };
  return snapshot === id ? HttpResponse.json({ ...body, snapshot: id }) : gone();
}

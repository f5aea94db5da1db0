import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/** The API as a test describes it; a call that no test described fails the test. There is no list of days and no usual question. */
export const server = setupServer(
  http.get("*/api/v2/lists", () => HttpResponse.json({ lists: [], may_edit: false, snapshot: "s1" })),
  http.get("*/api/v2/claims", () =>
    HttpResponse.json({ symbol: "ES", sample_data: false, claims: [], snapshot: "s1" }),
  ),
);

import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, vi } from "vitest";
import { setPageSettings } from "@/lib/testing/page-settings";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { AccessGate } from "../gate/access-gate";
import { forgetArrival } from "../gate/arrival";

export const tokens = { access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" };
export const arriving = () => aStore({ session: { ...letIn.session, status: "idle", user: null } });
export const gate = <AccessGate>inside</AccessGate>;
export const at = (address: string) => history.replaceState(null, "", address);

/** Every test of the file begins at the gate of a page that knows its course's site. */
export function standBeforeTheGate() {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.post("*/api/v2/start", () => new HttpResponse(null, { status: 404 })));
    at("/dashboard");
    forgetArrival();
    setPageSettings({ courseOrigins: ["https://school.example"], courseHome: "https://school.example/" });
  });
  afterEach(() => vi.restoreAllMocks());
}

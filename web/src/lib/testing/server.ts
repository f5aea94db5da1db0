import { setupServer } from "msw/node";

/** The API as a test describes it; a call that no test described fails the test. */
export const server = setupServer();

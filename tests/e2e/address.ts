/**
 * Where the tests' service listens; kept away from the ports of `make demo` and `make dev`. With `E2E_PORT` (and
 * `E2E_PAGE`, the folder of a built page) several runs stand side by side.
 */
export const PORT = Number(process.env.E2E_PORT ?? 8473);
export const ADDRESS = `http://127.0.0.1:${PORT}`;

/** The host a course-only entry must come from. */
export const COURSE_SITE = "course.example";

/** What the course platform puts into the address of an enrolled visitor. */
export const VISITOR = {
  user_id: "e2e",
  user_name: "Walker",
  user_email: "walker@example.com",
  course_id: "dev-cad-std",
  profile: "pro",
};

/** The visitor on a page whose cards show no probabilities. */
export const CLOSED_CARDS = { ...VISITOR, probabilities: "" };

/** The visitor on a page of one category with its cards closed: for tests whose matter is not the cards. */
export const FEW_CARDS = {
  ...CLOSED_CARDS,
  layout: JSON.stringify({ selectedCategories: ["GAPS"], expandedCategories: ["GAPS"] }),
};

/** A path with entry parameters. */
export function entryAddress(parameters: Record<string, string> = VISITOR): string {
  return `/?${new URLSearchParams(parameters)}`;
}

/** The address of a screen, or of one of its views, whatever else it says. */
export function screenAddress(path: string, view?: string): RegExp {
  return new RegExp(`^${ADDRESS}${path}${view === undefined ? "(\\?|$)" : `\\?(.*&)?view=${view}(&|$)`}`);
}

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { entryName } from "@/kept/profiles/profiles-storage";
import { PROFILE_LIMITS } from "@/kept/profiles/profiles-type";
import { NOTHING_CHANGED } from "@/kept/words";
import { categoryToggled } from "@/lib/state/ui-slice";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import type { Tier } from "@/lib/tiers";
import { layoutProfiles } from "./layout-profiles";
import { ProfileControls } from "./profile-controls";
import { limitNotice, limitText, UPDATE_CURRENT } from "./words";

const ENTRY = entryName("dashboard");
const stored = () => JSON.parse(localStorage.getItem(ENTRY) ?? "{}");
const profile = (id: string, selectedCategories = ["EOD"]) => ({
  id,
  name: id,
  settings: { selectedCategories },
  createdAt: 5,
});
const keep = (...ids: string[]) =>
  localStorage.setItem(ENTRY, JSON.stringify({ activeId: null, profiles: ids.map((id) => profile(id)) }));

function shown(tier: Tier = "pro") {
  const user = { ...letIn.session.user, profile: tier } as NonNullable<typeof letIn.session.user>;
  const store = aStore({ session: { ...letIn.session, user } });
  renderPage(<ProfileControls type={layoutProfiles} />, store);
  const toasts = () => store.getState().ui.toasts.map((toast) => toast.message);
  const selected = () => store.getState().ui.selectedCategories;
  return { store, toasts, selected };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name, hidden: true }));
const choose = async (name: string) => {
  await press(/^Layout Profiles:/);
  const list = await screen.findByRole("dialog", { name: "Layout Profiles" });
  await userEvent.click(within(list).getByRole("button", { name }));
};
const mark = () => screen.queryByText("Unsaved changes");
const name = () => screen.findByLabelText("Profile name");
const full = () =>
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });

describe("saving", () => {
  it("makes a profile of the working copy and works on it", async () => {
    const { store, toasts } = shown();
    expect(mark()).toBeNull();
    store.dispatch(categoryToggled("EOD"));
    expect(await screen.findByText("Unsaved changes")).toBeVisible();
    await press("Save");
    await userEvent.type(await name(), "  Mine {Enter}");
    await waitFor(() => expect(toasts()).toEqual(["Profile Mine saved successfully"]));
    expect(mark()).toBeNull();
    const [saved] = stored().profiles;
    expect(saved).toMatchObject({
      name: "Mine",
      settings: { selectedCategories: ["EOD", "GAPS", "GLOBEX", "OR12"] },
    });
    expect(saved.id).toMatch(new RegExp(`^${saved.createdAt}-\\S{8,}$`));
    expect(stored().activeId).toBe(saved.id);
    expect(screen.getByRole("button", { name: "Layout Profiles: Mine", hidden: true })).toBeInTheDocument();
  });

  it("under a name that exists asks to update the profile that bears it", async () => {
    keep("Mine", "Other");
    const { store, toasts } = shown();
    store.dispatch(categoryToggled("EOD"));
    await press("Save");
    await userEvent.type(await name(), " Mine {Enter}");
    expect(await screen.findByText("There is a profile named Mine. Update it?")).toBeVisible();
    expect(stored().profiles).toEqual([profile("Mine"), profile("Other")]);
    await userEvent.type(await name(), "r");
    expect(screen.queryByText(/Update it\?/)).toBeNull();
    await userEvent.type(await name(), "{Backspace}{Enter}");
    await press("Update");
    await waitFor(() => expect(toasts()).toEqual(["Profile Mine updated successfully"]));
    expect(stored().profiles.map((each: { name: string }) => each.name)).toEqual(["Mine", "Other"]);
    expect(stored()).toMatchObject({
      activeId: "Mine",
      profiles: [{ settings: { selectedCategories: ["EOD", "GAPS", "GLOBEX", "OR12"] } }, {}],
    });
  });

  it("refuses a blank name", async () => {
    shown();
    await press("Save");
    await userEvent.type(await name(), "   {Enter}");
    const dialog = screen.getByRole("dialog", { name: "Save profile" });
    expect(within(dialog).getByRole("button", { name: "Save" })).toBeDisabled();
    expect(localStorage.getItem(ENTRY)).toBeNull();
  });

  it("is left by Escape", async () => {
    shown();
    await press("Save");
    await userEvent.type(await name(), "Mine{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(localStorage.getItem(ENTRY)).toBeNull();
  });

  it("that the storage refuses says so and keeps the dialog, its name and the working copy", async () => {
    const { store, toasts, selected } = shown();
    store.dispatch(categoryToggled("EOD"));
    await press("Save");
    full();
    await userEvent.type(await name(), "Mine{Enter}");
    expect(toasts()).toEqual(["Failed to save profile"]);
    expect(screen.getByRole("alert")).toHaveTextContent(NOTHING_CHANGED);
    expect(await name()).toHaveValue("Mine");
    expect(selected()).toContain("EOD");
  });

  it("with an active profile asks which, and updates that one", async () => {
    keep("a", "b");
    const { store, toasts } = shown();
    await choose("a");
    store.dispatch(categoryToggled("GAPS"));
    await press("Save");
    await userEvent.click(await screen.findByRole("button", { name: UPDATE_CURRENT }));
    expect(toasts()).toEqual(["Profile a updated successfully"]);
    const selections = stored().profiles.map(
      (each: ReturnType<typeof profile>) => each.settings.selectedCategories,
    );
    expect(selections).toEqual([["EOD", "GAPS"], ["EOD"]]);
    expect(mark()).toBeNull();
  });

  it("as new leaves the active one as it was and works on the new", async () => {
    keep("a");
    const { store } = shown();
    await choose("a");
    store.dispatch(categoryToggled("GAPS"));
    await press("Save");
    await userEvent.click(await screen.findByRole("button", { name: "Save as new" }));
    await userEvent.type(await name(), "New{Enter}");
    await waitFor(() => expect(stored().profiles).toHaveLength(2));
    expect(stored().profiles[0]).toEqual(profile("a"));
    expect(stored().activeId).toBe(stored().profiles[1].id);
  });

  it("an update that the storage refuses says so", async () => {
    keep("a");
    const { toasts } = shown();
    await choose("a");
    await press("Save");
    full();
    await userEvent.click(await screen.findByRole("button", { name: UPDATE_CURRENT }));
    expect(toasts()).toEqual(["Failed to update profile"]);
  });
});

describe("the list", () => {
  it("is empty at first and says so", async () => {
    shown();
    await press(/^Layout Profiles:/);
    expect(await screen.findByText("No saved profiles yet")).toBeVisible();
  });

  it("loads a profile, and the default entry resets", async () => {
    keep("a");
    const { store, selected } = shown();
    await choose("a");
    expect(selected()).toEqual(["EOD"]);
    expect(stored().activeId).toBe("a");
    store.dispatch(categoryToggled("GAPS"));
    await choose("Default");
    expect(selected()).toEqual(layoutProfiles.defaults.selectedCategories);
    expect(stored().activeId).toBeNull();
    expect(mark()).toBeNull();
  });

  it("shows a stored name with markup as text", async () => {
    const markup = "<img src=x onerror=alert(1)>";
    keep(markup);
    shown();
    await choose(markup);
    const button = await screen.findByRole("button", { name: `Layout Profiles: ${markup}` });
    expect(button).toHaveTextContent(markup);
    expect(document.querySelector("img")).toBeNull();
  });

  it.each([
    ["another", "b", ["OR12"]],
    ["the same", "a", ["EOD"]],
  ])("asks before it loads %s over unsaved changes", async (_, wanted, loaded) => {
    const profiles = [profile("a"), profile("b", ["OR12"])];
    localStorage.setItem(ENTRY, JSON.stringify({ activeId: null, profiles }));
    const { store, selected } = shown();
    await choose("a");
    expect(selected(), "without changes nobody is asked").toEqual(["EOD"]);
    store.dispatch(categoryToggled("GAPS"));
    await choose(wanted);
    const question = await screen.findByRole("dialog", { name: `Load ${wanted}` });
    expect(question).toHaveTextContent(
      "There are unsaved changes. They are lost when this profile is loaded.",
    );
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(selected()).toEqual(["EOD", "GAPS"]);
    expect(stored().activeId).toBe("a");
    await choose(wanted);
    await userEvent.click(await screen.findByRole("button", { name: "Load" }));
    expect(selected()).toEqual(loaded);
    expect(stored().activeId).toBe(wanted);
    expect(mark()).toBeNull();
  });

  it("the reset button gives the defaults too", async () => {
    keep("a");
    const { selected } = shown();
    await choose("a");
    await press("Reset");
    expect(selected()).toEqual(layoutProfiles.defaults.selectedCategories);
    expect(stored().activeId).toBeNull();
  });

  it("deletes after a question; the active one falls back to the defaults", async () => {
    keep("a", "b");
    const { selected } = shown();
    await choose("a");
    await choose("Delete b");
    expect(await screen.findByText("Are you sure you want to delete this profile?")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(selected(), "another one's deletion changes no layout").toEqual(["EOD"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await choose("Delete a");
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    expect(selected()).toEqual(layoutProfiles.defaults.selectedCategories);
    expect(stored()).toEqual({ activeId: null, profiles: [] });
  });

  it("cancelling the question deletes nothing", async () => {
    keep("a");
    shown();
    await choose("Delete a");
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(stored().profiles).toHaveLength(1);
  });
});

describe("the limit", () => {
  it.each([
    ["lite", 1, "ESSENTIALS"],
    ["standard", 3, "STANDARD"],
  ] as const)("of %s is %d: saving is disabled and says why", async (tier, most, called) => {
    keep(...["a", "b", "c"].slice(0, most));
    const { toasts } = shown(tier);
    expect(screen.getByText(`Profile limit reached for ${called} tier (${most} max).`)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
    await press("Save");
    expect(toasts()).toEqual([`Profile limit reached. ${called} tier allows ${most} profiles maximum.`]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("one below it allows another; pro has none", () => {
    keep("a", "b");
    shown("standard");
    expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "false");
    expect(PROFILE_LIMITS.pro).toBe(-1);
  });

  it("still allows to update the active profile", async () => {
    keep("a");
    shown("lite");
    await choose("a");
    await press("Save");
    expect(await screen.findByRole("button", { name: UPDATE_CURRENT })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Save as new" })).toBeDisabled();
  });

  it("counts what another tab saved while the dialog was open", async () => {
    const { toasts } = shown("lite");
    await press("Save");
    keep("theirs");
    await userEvent.type(await name(), "Mine{Enter}");
    expect(toasts()).toEqual(["Profile limit reached. ESSENTIALS tier allows 1 profiles maximum."]);
    expect(stored().profiles).toHaveLength(1);
  });

  it("is named after its kind", () => {
    expect(limitText("AMA profile", "standard")).toBe(
      "AMA profile limit reached. STANDARD tier allows 3 profiles maximum.",
    );
    expect(limitText("reference line profile", "lite")).toMatch(/^Reference line profile limit reached\./);
    expect(limitNotice("AMA profile", "standard")).toBe(
      "AMA profile limit reached for STANDARD tier (3 max).",
    );
  });
});

describe("another tab", () => {
  const heard = () => window.dispatchEvent(new StorageEvent("storage", { key: ENTRY }));

  it("that saves a profile brings it here, and the layout here stays", async () => {
    const { selected } = shown();
    const before = selected();
    keep("theirs");
    heard();
    await choose("theirs");
    expect(before).toEqual(["GAPS", "OR12", "GLOBEX"]);
    expect(selected()).toEqual(["EOD"]);
  });

  it("that loads a profile makes it active there only", () => {
    keep("a");
    const { store } = shown();
    localStorage.setItem(ENTRY, JSON.stringify({ activeId: "a", profiles: [profile("a"), profile("b")] }));
    heard();
    const { profiles, activeId } = store.getState().profiles.dashboard ?? {};
    expect(profiles?.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(activeId).toBeNull();
  });

  it("that deletes the active one leaves its layout here, as an unsaved change", async () => {
    keep("a");
    const { selected } = shown();
    await choose("a");
    keep();
    heard();
    expect(await screen.findByRole("button", { name: "Layout Profiles: Default" })).toBeVisible();
    expect(selected()).toEqual(["EOD"]);
    expect(mark()).toBeVisible();
  });
});

it("an entry that cannot be read is named, the others are there", async () => {
  localStorage.setItem(
    ENTRY,
    JSON.stringify({ profiles: [{ id: "x", name: "Odd", settings: 7 }, profile("a")] }),
  );
  const { toasts } = shown();
  expect(toasts()).toEqual(["Not readable, left out of Layout Profiles: Odd"]);
  await choose("a");
});

describe("files", () => {
  const fileOf = (...entries: object[]) =>
    new File(
      [JSON.stringify({ format: "session-almanac saved", version: 1, kind: "dashboard", entries })],
      "layouts.json",
      { type: "application/json" },
    );
  const entry = (name: string) => ({ name, settings: { selectedCategories: ["EOD"] } });
  async function brought(file: File) {
    await press(/^Layout Profiles:/);
    const list = await screen.findByRole("dialog", { name: "Layout Profiles" });
    expect(within(list).getByRole("button", { name: "Import profiles from a file" })).toBeEnabled();
    await userEvent.upload(within(list).getByLabelText("File of profiles"), file);
  }

  it("write the saved profiles, and bring them back beside those that are there", async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    keep("a", "b");
    const { toasts } = shown();
    await choose("Export profiles to a file");
    const [file] = made;
    keep("a");
    await userEvent.upload(
      screen.getByLabelText("File of profiles"),
      new File([file ?? ""], "l.json", { type: "application/json" }),
    );
    await waitFor(() =>
      expect(toasts()).toEqual(["Brought back 2 profiles: a (2), b. A name that existed got a number."]),
    );
    const { profiles } = stored();
    expect(profiles.map((each: { name: string }) => each.name)).toEqual(["a", "a (2)", "b"]);
    expect(new Set(profiles.map((each: { id: string }) => each.id)).size).toBe(3);
    expect(profiles[2].settings).toMatchObject({ selectedCategories: ["EOD"] });
  });

  it("with more profiles than the tier has room for change nothing and say so", async () => {
    keep("a", "b");
    const { toasts } = shown("standard");
    await brought(fileOf(entry("c"), entry("d")));
    await waitFor(() =>
      expect(toasts()).toEqual([
        "Nothing was brought back. Profile limit reached. STANDARD tier allows 3 profiles maximum. 2 saved, 2 in the file.",
      ]),
    );
    expect(stored().profiles).toHaveLength(2);
  });

  it("up to the tier's limit are taken", async () => {
    keep("a", "b");
    const { toasts } = shown("standard");
    await brought(fileOf(entry("c")));
    await waitFor(() => expect(toasts()).toEqual(["Brought back 1 profile: c."]));
    expect(stored().profiles).toHaveLength(3);
  });

  it("with settings of another kind are refused by their entry", async () => {
    const { toasts } = shown();
    await brought(fileOf(entry("c"), { name: "d", settings: 7 }));
    await waitFor(() =>
      expect(toasts()).toEqual([
        "Nothing was brought back. Entry 2 (d), settings: expected those of a saved profile.",
      ]),
    );
    expect(localStorage.getItem(ENTRY)).toBeNull();
  });
});

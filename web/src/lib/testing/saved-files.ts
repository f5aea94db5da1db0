import { vi } from "vitest";
import { atTestEnd } from "./calls";

/** The files that are handed to the browser from now to the end of the present test, with their names. */
export function savedFiles() {
  const saved: { file: Blob; name: string }[] = [];
  let latest = new Blob();
  const spies = [
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      latest = file as Blob;
      return "blob:saved";
    }),
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ file: latest, name: this.download });
    }),
  ];
  atTestEnd(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return saved;
}

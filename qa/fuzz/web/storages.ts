/** The browser's two storages, in memory: all of a browser that is read here. */
class MemoryStorage {
  readonly texts = new Map<string, string>();
  getItem(name: string) {
    return this.texts.get(name) ?? null;
  }
  setItem(name: string, text: string) {
    this.texts.set(name, `${text}`);
  }
  removeItem(name: string) {
    this.texts.delete(name);
  }
  clear() {
    this.texts.clear();
  }
}

Object.assign(globalThis, { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() });

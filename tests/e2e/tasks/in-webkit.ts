import { type ChildProcess, spawn } from "node:child_process";
import { expect } from "@playwright/test";
import { Builder, Key as Code, type WebDriver, type WebElement } from "selenium-webdriver";
import { ADDRESS, PORT } from "../address";
import { isWhole, Visitor } from "../effort";
import { found, SEARCH, stepsTo } from "./in-page";
import type { Guest, Key, Place } from "./tasks";

const DRIVER_PORT = PORT + 1000;
const DRIVER = `http://127.0.0.1:${DRIVER_PORT}`;
const BROWSER = {
  browserName: "MiniBrowser",
  pageLoadStrategy: "none",
  "webkitgtk:browserOptions": {
    binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    args: ["--automation"],
  },
};

/** Debian's WebKitWebDriver, once it listens, on a screen of its own; the leader of its process group. */
export async function webkitDriver(): Promise<ChildProcess> {
  const screen = ["-a", "-s", "-screen 0 1600x1200x24"];
  const command = ["dbus-run-session", "WebKitWebDriver", `--port=${DRIVER_PORT}`];
  const driver = spawn("xvfb-run", [...screen, ...command], { detached: true, stdio: "ignore" });
  const listens = () =>
    fetch(`${DRIVER}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(listens, "WebKitWebDriver listens").toBe(true);
  return driver;
}

const CODES: Record<Key, string> = { Control: Code.CONTROL, Enter: Code.ENTER };

/** In one script, as the document may change between two. */
const FOUND = `if (!window.TestingLibraryDom) { ${SEARCH} } return (${found})(arguments[0])`;

export class WebkitGuest extends Visitor<Place> implements Guest {
  static async in(window: { width: number; height: number }) {
    const driver = await new Builder().usingServer(DRIVER).withCapabilities(BROWSER).build();
    await driver.manage().window().setRect(window);
    return new WebkitGuest(driver);
  }

  private constructor(readonly driver: WebDriver) {
    super();
  }

  async goto(address: string) {
    await this.driver.get(new URL(address, ADDRESS).href);
  }

  async press(...keys: Key[]) {
    const actions = this.driver.actions();
    for (const key of keys) actions.keyDown(CODES[key]);
    for (const key of keys.toReversed()) actions.keyUp(CODES[key]);
    await actions.perform();
  }

  goBack() {
    return this.driver.navigate().back();
  }

  async sees(place: Place) {
    await this.#element(place);
  }

  protected async isInView(place: Place): Promise<boolean> {
    const element = await this.#element(place);
    return this.driver.executeScript(`return (${isWhole})(arguments[0])`, element);
  }

  protected async scrollTo(place: Place) {
    await this.driver.executeScript("arguments[0].scrollIntoView()", await this.#element(place));
  }

  protected async clickOn(place: Place) {
    await (await this.#element(place)).click();
  }

  protected async typeInto(place: Place, text: string) {
    await (await this.#element(place)).sendKeys(text);
  }

  protected async textOf(place: Place): Promise<string> {
    return this.driver.executeScript("return arguments[0].textContent", await this.#element(place));
  }

  async #element(place: Place): Promise<WebElement> {
    let element: WebElement | null = null;
    const search = async () => {
      element = await this.driver.executeScript(FOUND, stepsTo(place));
      return element !== null;
    };
    await expect.poll(search, JSON.stringify(stepsTo(place))).toBe(true);
    return element as unknown as WebElement;
  }
}

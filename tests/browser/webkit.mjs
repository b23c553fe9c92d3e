// WebKit, spoken to by WebDriver and asked in Playwright's words, so that the same tests run in it: as many of them as the tests need.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Builder, By, Key, Origin } from "selenium-webdriver";

const STEP = 40;
const KEYS = { " ": " ", Space: " ", ControlOrMeta: Key.CONTROL, Control: Key.CONTROL, PageUp: Key.PAGE_UP, PageDown: Key.PAGE_DOWN };
for (const way of ["Up", "Down", "Left", "Right"]) KEYS[`Arrow${way}`] = Key[`ARROW_${way.toUpperCase()}`];
const keyOf = (name) => KEYS[name] ?? (name.length > 1 ? Key[name.toUpperCase()] : name);

/** Runs in the page: all elements that a selector of Playwright's means, whose steps are `>> nth=`, `text=` and `:text()`. */
function inPage(steps) {
  let found = [document];
  for (const step of steps) {
    const [, place] = step.match(/^nth=(-?\d+)$/) ?? [];
    if (place !== undefined) {
      found = found.slice(Number(place)).slice(0, 1);
      continue;
    }
    const [, css, text] = step.match(/^(.*?)(?:text=|:text\(")(.*?)(?:"\))?$/) ?? [null, step, ""];
    found = found.flatMap((from) => [...from.querySelectorAll(css || "*")]);
    if (text) found = found.filter((one) => one.textContent.includes(text) && ![...one.children].some((child) => child.textContent.includes(text)));
  }
  return found;
}
const stepsOf = (selector) => selector.split(" >> ").map((step) => step.trim());
const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
const boxOf = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; };

/** Elements of a page, asked for anew each time. */
class Locator {
  constructor(page, steps) { Object.assign(this, { page, steps }); }
  locator(selector) { return new Locator(this.page, [...this.steps, ...stepsOf(selector)]); }
  nth(place) { return this.locator(`nth=${place}`); }
  first() { return this.nth(0); }
  last() { return this.nth(-1); }
  /** What a function answers of all of them. */
  all(ask, given) { return this.page.script(`return (${ask})((${inPage})(arguments[0]), arguments[1])`, this.steps, given); }
  /** What a function answers of the first, as soon as there is one of which it is true. */
  one(ask, given, when = () => true) {
    const first = `const one = (${inPage})(arguments[0])[0]; return one && (${when})(one) ? [(${ask})(one, arguments[1])] : null`;
    return this.page.until(() => this.page.script(first, this.steps, given), this.steps.join(" >> ")).then(([answer]) => answer);
  }
  count() { return this.all((all) => all.length); }
  allTextContents() { return this.all((all) => all.map((one) => one.textContent)); }
  textContent() { return this.one((one) => one.textContent); }
  getAttribute(name) { return this.one((one, name) => one.getAttribute(name), name); }
  boundingBox() { return this.one(boxOf, null, isSeen); }
  scrollIntoViewIfNeeded() { return this.one((one) => one.scrollIntoView({ block: "center" })); }
  waitFor() { return this.one(() => true, null, isSeen); }
  isChecked() { return this.one((one) => one.checked); }
  evaluate(ask, given) { return this.one(ask, given); }
  focus() { return this.one((one) => one.focus()); }
  async press(key) { await this.focus(); await this.page.keyboard.press(key); }
  /**
   * Clicks in the middle, or at a place from the corner, once it stays where it is and a pointer meets it there; again where
   * it was moved before the press, which then met something else.
   */
  click(options) { return this.page.until(() => this.clicked(options), `a click on ${this.steps.join(" >> ")}`); }
  async clicked({ position } = {}) {
    const at = await this.one(`(one, [position, steps]) => {
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      const isOn = (target, wanted) => [wanted, ...wanted.labels ?? []].some((each) => each.contains(target));
      window.isMissed = false;
      // The page may have made it anew meanwhile, in the same place.
      const pressed = ({ target }) => { window.isMissed = !isOn(target, (${inPage})(steps)[0] ?? one); };
      addEventListener("pointerdown", pressed, { capture: true, once: true });
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + (position?.x ?? width / 2), y + (position?.y ?? height / 2)];
    }`, [position ?? null, this.steps], `(one) => {
      if (!(${isSeen})(one) || one.disabled) return false;
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = one.getBoundingClientRect();
      const place = [box.x, box.y, box.width, box.height].join();
      const stays = one.itsPlace === place;
      one.itsPlace = place;
      if (!stays) return false;
      const hit = document.elementFromPoint(box.x + ${position?.x ?? "box.width / 2"}, box.y + ${position?.y ?? "box.height / 2"});
      return one.contains(hit) || [...one.labels ?? []].some((label) => label.contains(hit));
    }`);
    await this.page.mouse.click(...at);
    return !(await this.page.script("return window.isMissed").catch(() => false));
  }
}

/** A page in a window and a profile of its own. */
class Page {
  constructor(driver, origin, close) {
    Object.assign(this, { driver, origin, closed: close, timeout: 30_000, wrong: [] });
    const actions = (act) => act(driver.actions({ async: false })).perform();
    this.keyboard = {
      press: (keys) => actions((all) => {
        const down = keys.split("+").map(keyOf).map((key, place, { length }) => length > 1 && place === length - 1 ? key.toLowerCase() : key);
        for (const key of down) all.keyDown(key);
        for (const key of [...down].reverse()) all.keyUp(key);
        return all;
      }),
      type: (text) => actions((all) => all.sendKeys(text.replaceAll("\n", Key.ENTER))),
    };
    const to = (x, y) => ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 });
    this.mouse = {
      move: (x, y) => actions((all) => all.move(to(x, y))),
      click: (x, y) => actions((all) => all.move(to(x, y)).press().release()),
      down: () => actions((all) => all.press()),
      up: () => actions((all) => all.release()),
    };
    const asked = async (url, options) => {
      const answer = await fetch(new URL(url, origin), options);
      const { status, ok } = answer;
      return { status: () => status, ok: () => ok, json: () => answer.json(), text: () => answer.text(), body: async () => Buffer.from(await answer.arrayBuffer()) };
    };
    this.request = {
      get: (url) => asked(url),
      post: (url, { data }) => asked(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) }),
    };
  }
  script(text, ...given) { return this.driver.executeScript(text, ...given); }
  setDefaultTimeout(timeout) { this.timeout = timeout; }
  async until(ask, what) {
    for (const end = Date.now() + this.timeout; ;) {
      const answer = await ask();
      if (answer) return answer;
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await wait(STEP);
    }
  }
  locator(selector) { return new Locator(this, stepsOf(selector)); }
  waitForTimeout(time) { return wait(time); }
  waitForFunction(ask, given) { return this.until(() => this.evaluate(ask, given), ask); }
  waitForSelector(selector, { state = "visible" } = {}) {
    const asked = this.locator(selector);
    if (state === "attached") return asked.one(() => true);
    if (state === "visible") return asked.waitFor();
    const gone = state === "detached" ? "(all) => all.length === 0" : `(all) => !all.some(${isSeen})`;
    return this.until(() => asked.all(gone), `${selector} to go`);
  }
  evaluate(ask, given) { return this.script(`return (${ask})(arguments[0])`, given); }
  $eval(selector, ask, given) { return this.locator(selector).one(ask, given); }
  $$eval(selector, ask, given) { return this.locator(selector).all(ask, given); }
  click(selector, options) { return this.locator(selector).first().click(options); }
  press(selector, key) { return this.locator(selector).press(key); }
  focus(selector) { return this.locator(selector).focus(); }
  textContent(selector) { return this.locator(selector).textContent(); }
  getAttribute(selector, name) { return this.locator(selector).getAttribute(name); }
  inputValue(selector) { return this.locator(selector).one((one) => one.value); }
  isChecked(selector) { return this.locator(selector).isChecked(); }
  isDisabled(selector) { return this.locator(selector).one((one) => one.disabled); }
  isVisible(selector) { return this.locator(selector).all(`(all) => all.some(${isSeen})`); }
  async isHidden(selector) { return !(await this.isVisible(selector)); }
  dispatchEvent(selector, name) { return this.locator(selector).one((one, name) => one.dispatchEvent(new Event(name, { bubbles: true })) || true, name); }
  async setChecked(selector, wanted) { if (await this.isChecked(selector) !== wanted) await this.click(selector); }
  /** The driver wants the field to be one that could be clicked, and the page has a button in its place. */
  async setInputFiles(selector, path) {
    await this.locator(selector).one((one) => { one.className = ""; one.hidden = false; return true; });
    await this.driver.findElement(By.css(selector)).sendKeys(path);
  }
  check(selector) { return this.setChecked(selector, true); }
  uncheck(selector) { return this.setChecked(selector, false); }
  /** As typing does it: what stands there is selected, and the text takes its place, again where the page made the box anew meanwhile. */
  async fill(selector, text) {
    await this.until(async () => { await this.typed(selector, text); return await this.inputValue(selector) === text; }, `${text} in ${selector}`);
  }
  async typed(selector, text) {
    const typed = await this.locator(selector).one((one, text) => {
      one.focus();
      one.select?.();
      if (!["date", "color", "range"].includes(one.type)) return true;
      one.value = text;
      for (const name of ["input", "change"]) one.dispatchEvent(new Event(name, { bubbles: true }));
    }, text, isSeen);
    if (typed) await (text ? this.keyboard.type(text) : this.keyboard.press("Delete"));
  }
  selectOption(selector, value) {
    return this.locator(selector).one((one, value) => {
      one.selectedIndex = value.index ?? [...one.options].findIndex((option) => value === option.value || value.label === option.label);
      for (const name of ["input", "change"]) one.dispatchEvent(new Event(name, { bubbles: true }));
    }, value);
  }
  url() { return this.driver.getCurrentUrl(); }
  goBack() { return this.driver.navigate().back(); }
  /** That a page is loaded is asked of it: the driver misses it where a page gets a process of its own. */
  async loaded(isNew) {
    await this.until(() => this.script(`return ${isNew} && document.readyState === "complete"`).catch(() => false), "the page");
    await this.hear();
  }
  async goto(url) {
    await this.driver.get(url);
    // What follows the number sign is the page's own to write.
    await this.loaded(`location.href.split("#")[0] === ${JSON.stringify(new URL(url).href.split("#")[0])}`);
  }
  async reload() {
    await this.script("window.isOld = true");
    await this.driver.navigate().refresh();
    await this.loaded("!window.isOld");
  }
  /** Errors of the page are kept in it; nothing tells of them. */
  hear() {
    return this.script(`window.itsErrors = []; addEventListener("error", (event) => itsErrors.push(event.message));
      addEventListener("unhandledrejection", (event) => itsErrors.push(String(event.reason)))`);
  }
  viewportSize() { return this.size; }
  async setViewportSize(size) {
    this.size = size;
    const window = this.driver.manage().window();
    for (let tries = 0; tries < 5; tries += 1) {
      const [inner, rect] = [await this.script("return [innerWidth, innerHeight]"), await window.getRect()];
      if (inner[0] === size.width && inner[1] === size.height) return;
      await window.setRect({ x: 0, y: 0, width: rect.width + size.width - inner[0], height: rect.height + size.height - inner[1] });
      await wait(5 * STEP);
    }
    throw new Error(`no window of ${size.width} x ${size.height}`);
  }
  async screenshot({ path } = {}) {
    const picture = Buffer.from(await this.driver.takeScreenshot(), "base64");
    if (path) { mkdirSync(dirname(path), { recursive: true }); writeFileSync(path, picture); }
    return picture;
  }
  /** What axe finds, with the rules of these names. */
  async axe(tags) {
    await this.script(readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
    return this.script("return axe.run(document, { runOnly: arguments[0] }).then(({ violations }) => violations)", tags);
  }
  context() { return { close: this.closed }; }
}

/** A port that nobody listens on. */
const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, "127.0.0.1", () => { const { port } = server.address(); server.close(() => done(port)); });
});

/** A browser whose pages have each a WebKit of their own, which saves to this folder; nothing moves in them. */
export function startWebKit(binary, home) {
  mkdirSync(join(home, "config", "gtk-3.0"), { recursive: true });
  writeFileSync(join(home, "config", "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const pages = new Set();
  return {
    async newPage(url, { viewport = { width: 1280, height: 900 }, timezoneId, ...more }) {
      if (Object.keys(more).length) throw new Error(`WebKit is not asked for ${Object.keys(more).join(", ")}`);
      const port = await freePort();
      // No bus of a desktop is asked for, which can take two minutes to say that it is not there.
      const quiet = { DBUS_SESSION_BUS_ADDRESS: "disabled:", NO_AT_BRIDGE: "1", GSETTINGS_BACKEND: "memory", GIO_USE_VFS: "local" };
      const env = { ...process.env, ...quiet, HOME: home, XDG_CONFIG_HOME: join(home, "config"), ...timezoneId ? { TZ: timezoneId } : {} };
      const child = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env, detached: true });
      const server = `http://127.0.0.1:${port}`;
      while (!(await fetch(`${server}/status`).catch(() => null))) await wait(STEP);
      const asked = { browserName: "MiniBrowser", pageLoadStrategy: "none", "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
      const driver = await new Builder().usingServer(server).withCapabilities(asked).build();
      const close = async () => {
        if (!pages.delete(page)) return;
        const errors = await page.script("return window.itsErrors ?? []");
        // The driver does not always answer that it has closed the window.
        await Promise.race([driver.quit().catch(() => {}), wait(50 * STEP)]);
        process.kill(-child.pid);
        if (errors.length) throw new Error(errors.join("; "));
      };
      const page = new Page(driver, new URL(url).origin, close);
      pages.add(page);
      await page.setViewportSize(viewport);
      return page;
    },
    close: () => Promise.allSettled([...pages].map((page) => page.context().close())),
  };
}

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { findWebKit } from '../../../scripts/install.mjs'
import { until } from '../../support/until'
import type { Driver, Looks } from './Driver'
import { readLine, startProgram, type Program } from './processes'

/** Device pixels of the virtual screen: a page of 1200 × 800 CSS px at 3 device pixels each fits. */
const SCREEN = '3840x2600x24'
const AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
/** Without animations the engine reports `prefers-reduced-motion`. */
const SETTINGS = '[Settings]\ngtk-enable-animations=0\n'
/** The buttons of the toolbar keep the window at least 447 px wide. */
const NARROW = 'toolbar *, entry, button { min-width: 0; padding: 0; margin: 0 }'

let screen: Promise<{ program: Program; display: string }> | undefined

export async function openWebKit(looks: Looks): Promise<Driver> {
  const found = findWebKit()
  if (!found) throw new Error('WebKitGTK is not installed')
  screen ??= startScreen(found.screen)
  const { display } = await screen
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-webkit-'))
  const gtk = path.join(folder, 'gtk-3.0')
  await mkdir(gtk)
  await writeFile(path.join(gtk, 'settings.ini'), SETTINGS)
  await writeFile(path.join(gtk, 'gtk.css'), NARROW)
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    GDK_SCALE: String(looks.scale),
    GTK_THEME: looks.isDark ? 'Adwaita:dark' : 'Adwaita',
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    // Without it each session would examine every plug-in of GStreamer anew before it plays anything.
    GST_REGISTRY: path.join(tmpdir(), 'satchel-gstreamer-registry'),
    NO_AT_BRIDGE: '1',
  }
  const { driver, program } = await openSession(found, env)
  const close = async () => {
    await program.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await resize(driver, looks)
  } catch (failure) {
    await close()
    throw failure
  }
  return pageOf(driver, close)
}

/** ms until a browser that has not reported to its driver is given up; one that does reports within a few seconds */
const BEGINNING = 60_000
/** Most browsers started for one session. */
const MOST_BEGINNINGS = 3

/**
 * Starts a driver with a browser. A browser that ends while it starts leaves the driver without an answer for ever: another driver then starts
 * another browser.
 */
async function openSession(found: NonNullable<ReturnType<typeof findWebKit>>, env: NodeJS.ProcessEnv) {
  for (let beginning = 1; ; beginning += 1) {
    const port = await freePort()
    // One driver takes one session at a time, and theme and scale belong to the process.
    const program = startProgram(found.driver, [`--port=${port}`], { env, stdio: 'ignore' })
    const late = setTimeout(() => void program.stop(), BEGINNING)
    try {
      const service = `http://127.0.0.1:${port}`
      await until('WebKitWebDriver', () =>
        fetch(`${service}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      const driver = await new Builder()
        .disableEnvironmentOverrides()
        .usingServer(service)
        .withCapabilities(capabilities(found.browser))
        .build()
      return { driver, program }
    } catch (failure) {
      await program.stop()
      if (beginning === MOST_BEGINNINGS) throw failure
    } finally {
      clearTimeout(late)
    }
  }
}

export async function closeWebKit(): Promise<void> {
  await (await screen)?.program.stop()
  screen = undefined
}

async function startScreen(command: string) {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp']
  const program = startProgram(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  return { program, display: `:${await readLine(program.child.stdio[3] as Readable)}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const capabilities = (binary: string) => ({
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { binary, args: ['--automation', `--user-agent=${AGENT}`] },
})

/** Gives the viewport its size; the window also holds the toolbar. */
async function resize(driver: WebDriver, { width, height }: Looks): Promise<void> {
  const bar = await driver.executeScript<number>('return outerHeight - innerHeight')
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width, height: height + bar })
  let seen: number[] = []
  await until('the size of the window', async () => {
    seen = await driver.executeScript<number[]>('return [innerWidth, innerHeight]')
    return seen[0] === width && seen[1] === height
  }).catch(() => {
    throw new Error(`WebKitGTK's viewport is ${seen.join(' × ')} instead of ${width} × ${height}`)
  })
}

/** Most pictures taken of a screen that keeps moving; the last one is used. */
const MOST_SHOTS = 8

/** A screenshot may show the frame before the last one: another process draws the page. Two equal screenshots show the last frame. */
async function stableScreenshot(driver: WebDriver): Promise<Buffer> {
  const drawn = 'return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
  let [before, now] = ['', 'none yet']
  for (let shot = 0; shot < MOST_SHOTS && now !== before; shot += 1) {
    before = now
    await driver.executeScript(drawn)
    now = await driver.takeScreenshot()
  }
  return Buffer.from(now, 'base64')
}

/** Half of all sessions show nothing but black after their first change of pages, until the window has another size. */
async function screenshotOfSomething(driver: WebDriver): Promise<Buffer> {
  const picture = await stableScreenshot(driver)
  const { channels } = await sharp(picture).stats()
  if (channels.some(({ max }) => max > 0)) return picture
  const window = driver.manage().window()
  const size = await window.getRect()
  await window.setRect({ ...size, height: size.height + 1 })
  await stableScreenshot(driver)
  await window.setRect(size)
  return stableScreenshot(driver)
}

/** `ArrowDown` is `ARROW_DOWN` in selenium. */
const keyOf = (name: string) =>
  name.length === 1
    ? name
    : (Key as unknown as Record<string, string>)[name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()]!

function pageOf(driver: WebDriver, close: () => Promise<void>): Driver {
  const keys = async (...sent: string[]) =>
    driver
      .actions({ async: true })
      .sendKeys(...sent)
      .perform()
  return {
    engine: 'webkit',
    goto: (url) => driver.get(url),
    goBack: () => driver.navigate().back(),
    reload: () => driver.navigate().refresh(),
    url: () => driver.getCurrentUrl(),
    run: (body) => driver.executeScript(`return (async () => {${body}})()`),
    tap: (x, y) =>
      driver
        .actions({ async: true })
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform(),
    async press(key) {
      const names = key.split(/\+(?=.)/).map(keyOf)
      const [main, ...held] = names.reverse()
      const actions = driver.actions({ async: true })
      for (const modifier of [...held].reverse()) actions.keyDown(modifier)
      actions.sendKeys(main!)
      for (const modifier of held) actions.keyUp(modifier)
      await actions.perform()
    },
    type: (text) => keys(text),
    async addCookies(cookies) {
      for (const { name, value, url } of cookies) {
        if (!(await driver.getCurrentUrl()).startsWith(new URL(url).origin)) throw new Error('a cookie of another site')
        await driver.manage().addCookie({ name, value, path: '/' })
      }
    },
    clearCookies: () => driver.manage().deleteAllCookies(),
    screenshot: () => screenshotOfSomething(driver),
    async close() {
      await driver.quit().catch(() => undefined)
      await close()
    },
  }
}

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Debian's packages of the engines beside Chromium. */
export const enginePackages = ['webkit2gtk-driver', 'xvfb', 'firefox-esr']

const webkitDriver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'
const firefox = '/usr/bin/firefox-esr'

/** Finds WebKitGTK's browser, its driver and the screen that they need; undefined where one of them is missing. */
export function findWebKit() {
  const browser = folders('/usr/lib')
    .flatMap((folder) => folders(folder))
    .filter((folder) => path.basename(folder).startsWith('webkit2gtk-4'))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file))
  const isComplete = browser && existsSync(webkitDriver) && existsSync(screen)
  return isComplete ? { browser, driver: webkitDriver, screen } : undefined
}

/** Finds Firefox; undefined where it is missing. */
export const findFirefox = () => (existsSync(firefox) ? firefox : undefined)

function folders(parent) {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(parent, name))
}

// The packages and browsers that the commands need: finds them, and installs what is missing where it may.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pruneFonts } from './pruneFonts.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** The headless shell is the same engine without window drawing, and needs a third less processor time. */
const chromiums = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']
const webkitDriver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'
const firefox = '/usr/bin/firefox-esr'
/** Debian's packages of the engines beside Chromium. */
const enginePackages = ['webkit2gtk-driver', 'xvfb', 'firefox-esr']

/** Installs the packages when the lock file is newer than the installed ones. Ends the process on failure. */
export function ensurePackages() {
  const lock = path.join(root, 'package-lock.json')
  const installed = path.join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('installing packages …')
  // NODE_ENV=production would omit the packages that build the client.
  const env = { ...process.env, NODE_ENV: '' }
  const install = () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })
  if (withAddresses(install) || install()) {
    pruneFonts()
    return
  }
  console.error('The packages could not be installed.')
  process.exit(1)
}

/**
 * Installs while a copy of the lock file that has addresses stands beside it; npm prefers that copy. The lock file itself names no registry, so npm would
 * ask the registry about each of 1,800 packages, which takes more than half of the time.
 */
function withAddresses(install) {
  const copy = path.join(root, 'npm-shrinkwrap.json')
  const { status, stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) return false
  try {
    const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
    writeFileSync(copy, JSON.stringify(addressed(JSON.parse(lock), stdout.trim())))
    return install()
  } finally {
    rmSync(copy, { force: true })
  }
}

/** A lock file in which each package has its address. @param registry an address; every registry names archives in the same way */
export function addressed(lock, registry) {
  const packages = Object.entries(lock.packages).map(([place, one]) => {
    const name = one.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const file = `${name}/-/${path.posix.basename(name)}-${one.version}.tgz`
    const isOwn = place === '' || one.inBundle || one.link
    return [place, isOwn ? one : { ...one, resolved: new URL(file, registry.replace(/\/?$/, '/')).href }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The path of Chromium: `CHROMIUM_PATH`, or the system's; undefined when there is none. */
export const findChromium = () => process.env.CHROMIUM_PATH ?? chromiums.find((place) => existsSync(place))

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

export function ensureChromium() {
  if (findChromium() || !mayInstall()) return
  console.log('installing Chromium …')
  run('apt-get', ['update', '-qq'])
  if (!install('chromium-headless-shell', 'fonts-noto-cjk')) install('chromium', 'fonts-noto-cjk')
}

/** Installs the missing engines where that is allowed. Tests of an engine that stays missing are skipped. */
export function ensureEngines() {
  if ((findWebKit() && findFirefox()) || !mayInstall()) return
  console.log('installing WebKitGTK and Firefox …')
  run('apt-get', ['update', '-qq'])
  for (const name of enginePackages) install(name)
}

function mayInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}

function install(...names) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
}

/** Runs a command in the project's folder and shows its output. @returns whether it succeeded */
function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

function folders(parent) {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(parent, name))
}

// Installs the browsers of the tests from the system's packages, where it may.
import { findChromium } from './chromium.mjs'
import { enginePackages, findFirefox, findWebKit } from './engines.mjs'
import { has, run } from './install.mjs'

export function ensureChromium() {
  if (findChromium() || !mayInstall()) return
  console.log('installing Chromium …')
  run('apt-get', ['update', '-qq'])
  if (!install('chromium-headless-shell', 'fonts-noto-cjk')) install('chromium', 'fonts-noto-cjk')
}

/** Tests of an engine that stays missing are skipped. */
export function ensureEngines() {
  if ((findWebKit() && findFirefox()) || !mayInstall()) return
  console.log('installing WebKitGTK and Firefox …')
  run('apt-get', ['update', '-qq'])
  for (const name of enginePackages) install(name)
}

function mayInstall() {
  return process.getuid?.() === 0 && has('apt-get')
}

function install(...names) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
}

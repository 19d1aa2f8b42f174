// npm start: installs and builds what is stale, then runs the server. `npm start -- --lan` serves the local network, for a phone;
// `npm start -- --empty` starts without the demo, in a data folder of its own, and prints the address of the set-up page.
import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { buildWhenStale } from './builds.mjs'
import { ensurePackages, root } from './install.mjs'
import { announceLan, lanAddress, lanSettings } from './lan.mjs'
import { startSettings } from './settings.mjs'

const isLan = process.argv.includes('--lan')
const isEmpty = process.argv.includes('--empty')
const unknown = process.argv.slice(2).filter((option) => option !== '--lan' && option !== '--empty')
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(' ')}. There are --lan and --empty; everything else is set by the environment (see docs/deploy.md).`,
  )
  process.exit(2)
}

ensurePackages()
buildWhenStale('the web client', 'h5')
buildWhenStale('the server', 'server')

const env = { ...startSettings({ isEmpty }, process.env), ...(isLan && (await lan())) }
/**
 * MB of memory below which V8 does not mark the whole heap. V8 counts the bytes of passing uploads, of which small collections free little.
 * Without this option, 200 MB of uploads lost a third of their speed to full collections of a heap of 30 MB.
 */
const SMALL_HEAP = 128
const server = spawn(
  process.execPath,
  ['--enable-source-maps', `--initial-old-space-size=${SMALL_HEAP}`, 'dist/server/main.js'],
  { cwd: root, env, stdio: 'inherit' },
)
// The server receives Ctrl-C itself and stops in its own time.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

async function lan() {
  const address = lanAddress(networkInterfaces())
  if (!address) {
    console.error('This machine has no address in a local network.')
    process.exit(1)
  }
  const settings = lanSettings(address, process.env)
  console.log(await announceLan(settings.BASE_URL))
  return settings
}

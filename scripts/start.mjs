// npm start: installs and builds what is stale, then serves. `npm start -- --lan` serves the local network, for a phone.
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { ensurePackages, root } from './install.mjs'

const isLan = process.argv.includes('--lan')
const unknown = process.argv.slice(2).filter((option) => option !== '--lan')
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There is --lan; everything else is set by the environment (see docs/deploy.md).`)
  process.exit(2)
}

ensurePackages()
buildWhenStale('the web client', 'dist/h5/index.html', ['src', 'config', 'babel.config.js', 'package-lock.json'], 'build:h5')
buildWhenStale('the server', 'dist/server/main.js', ['src', 'server', 'scripts/build-server.mjs', 'package-lock.json'], 'build:server')

const env = { LOG_LEVEL: 'warn', ...process.env, NODE_ENV: 'production', ...(isLan && await lanSettings()) }
const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { cwd: root, env, stdio: 'inherit' })
// Ctrl-C reaches the server by itself; it ends in its own time.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function buildWhenStale(what, product, sources, script) {
  const made = path.join(root, product)
  const since = existsSync(made) ? statSync(made).mtimeMs : 0
  if (!sources.some((source) => isNewer(path.join(root, source), since))) return
  console.log(`building ${what} …`)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', script], { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout}\n${stderr}\n${what} could not be built.`)
  process.exit(1)
}

/** Whether a file, or anything in a folder, was changed after a time. */
function isNewer(at, since) {
  const stat = statSync(at, { throwIfNoEntry: false })
  if (!stat) return false
  if (!stat.isDirectory()) return stat.mtimeMs > since
  return stat.mtimeMs > since || readdirSync(at).some((name) => isNewer(path.join(at, name), since))
}

/** The published demo password must not open the drive to everybody in the same network. */
async function lanSettings() {
  const address = lanAddress()
  if (!address) {
    console.error('This machine has no address in a local network.')
    process.exit(1)
  }
  const port = process.env.PORT ?? '3000'
  const url = `http://${address}:${port}`
  const { default: qrcode } = await import('qrcode')
  console.log(await qrcode.toString(url, { type: 'terminal', small: true }))
  console.log(`Scan it with a phone in the same network, or open ${url}`)
  return {
    HOST: '0.0.0.0',
    PORT: port,
    BASE_URL: process.env.BASE_URL ?? url,
    ALLOW_DEMO_ON_NETWORK: '1',
    DEMO_PASSWORD: process.env.DEMO_PASSWORD ?? randomPassword(),
  }
}

function lanAddress() {
  const found = Object.values(networkInterfaces()).flat().filter((entry) => entry.family === 'IPv4' && !entry.internal)
  return (found.find((entry) => /^(192\.168|10|172\.(1[6-9]|2\d|3[01]))\./.test(entry.address)) ?? found[0])?.address
}

/** Ten characters that are easily typed on a phone and not mistaken for one another: 48 bits. */
function randomPassword() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

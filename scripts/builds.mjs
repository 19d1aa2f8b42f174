import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const client = ['src', 'config', 'babel.config.js', 'package-lock.json']

/** What each build makes last of all, and what it is made from. */
export const builds = {
  h5: { product: 'dist/h5/index.html', sources: client },
  weapp: { product: 'dist/weapp/app.json', sources: [...client, 'project.config.json'] },
  server: {
    product: 'dist/server/main.js',
    sources: ['src', 'server', 'scripts/build-server.mjs', 'package-lock.json'],
  },
}

/** Whether something must be built: it is not there, or older than what it is made from. @param folder of the repository */
export function isStale({ product, sources }, folder) {
  const made = path.join(folder, product)
  const since = existsSync(made) ? statSync(made).mtimeMs : 0
  return sources.some((source) => isNewer(path.join(folder, source), since))
}

/** Builds something if it is stale. Ends the process when that fails. @param what its name for a person */
export function buildWhenStale(what, name) {
  if (!isStale(builds[name], root)) return
  console.log(`building ${what} …`)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', `build:${name}`], { cwd: root, encoding: 'utf8' })
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

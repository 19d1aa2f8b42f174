import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const client = ['src', 'config', 'babel.config.js', 'package-lock.json']

/** The file that each build writes last, and the sources of the build. */
export const builds = {
  h5: { product: 'dist/h5/index.html', sources: client },
  weapp: { product: 'dist/weapp/app.json', sources: [...client, 'project.config.json'] },
  server: {
    product: 'dist/server/main.js',
    sources: ['src', 'server', 'scripts/build-server.mjs', 'package-lock.json'],
  },
}

/** Whether a build is missing, or older than its sources. @param folder of the repository */
export function isStale({ product, sources }, folder) {
  const made = path.join(folder, product)
  const since = existsSync(made) ? statSync(made).mtimeMs : 0
  return sources.some((source) => isNewer(path.join(folder, source), since))
}

/** Builds a stale product; ends the process when the build fails. @param what its name in messages */
export function buildWhenStale(what, name) {
  if (!isStale(builds[name], root)) return
  console.log(`building ${what} …`)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', `build:${name}`], { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout}\n${stderr}\n${what} could not be built.`)
  process.exit(1)
}

/** Whether a file, or anything in a folder, changed after a time. */
function isNewer(at, since) {
  const stat = statSync(at, { throwIfNoEntry: false })
  if (!stat) return false
  if (!stat.isDirectory()) return stat.mtimeMs > since
  return stat.mtimeMs > since || readdirSync(at).some((name) => isNewer(path.join(at, name), since))
}

import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Runs a command in the project's folder and shows its output. @returns whether it succeeded */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

/** Installs the packages when the lock file is newer than the installed ones. Ends the process on failure. */
export function ensurePackages() {
  const lock = path.join(root, 'package-lock.json')
  const installed = path.join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('installing packages …')
  // NODE_ENV=production would omit the packages that build the client.
  const env = { ...process.env, NODE_ENV: '' }
  if (run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })) return
  console.error('The packages could not be installed.')
  process.exit(1)
}

/** Whether a program is installed. */
export function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
}

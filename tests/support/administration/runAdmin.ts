import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Arguments of Node that run a command: bundled like the tests, or from its sources. */
const command =
  process.env.SERVER_BUNDLE !== undefined
    ? [path.join(path.dirname(process.env.SERVER_BUNDLE), 'admin.js')]
    : ['--import', import.meta.resolve('tsx'), path.join(root, 'server/admin/main.ts')]

/**
 * Runs `npm run admin -- …` in a process of its own.
 * @param settings all environment variables but PATH
 * @param cwd the folder in which it runs
 */
export async function runAdmin(args: readonly string[], settings: Record<string, string>, cwd?: string) {
  const child = spawn(process.execPath, [...command, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json'), ...settings },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  await once(child, 'close')
  return { code: child.exitCode, out, err }
}

import { format } from 'node:util'
import { runCommand } from '../../../server/admin/runCommand'
import type { TestServer } from '../testServer'

/** The settings of commands beside a test server. */
export function settingsBeside({ connection, folder, url }: TestServer) {
  const { host, port, user, database } = connection
  return {
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
    DATA_DIR: folder,
    BASE_URL: url,
  }
}

/**
 * Runs a command of `npm run admin` in this process, which takes a tenth of the time of a process of its own (`runAdmin`). One command runs at a time.
 * @param settings all environment variables but PATH
 */
export async function runAdminHere(args: readonly string[], settings: Record<string, string>) {
  const { env, exitCode } = process
  const { log, error } = console
  const { write } = process.stderr
  let [out, err] = ['', '']
  const lineOf = (values: unknown[]) => `${format(...values)}\n`
  console.log = (...values: unknown[]) => void (out += lineOf(values))
  console.error = (...values: unknown[]) => void (err += lineOf(values))
  // Commander writes the faults of a command line itself.
  process.stderr.write = (text: string | Uint8Array) => ((err += String(text)), true)
  process.env = { PATH: env.PATH, ...settings }
  process.exitCode = undefined
  try {
    const code = await runCommand([process.execPath, 'admin', ...args])
    return { code: code || Number(process.exitCode ?? 0), out, err }
  } finally {
    Object.assign(process, { env, exitCode })
    Object.assign(console, { log, error })
    process.stderr.write = write
  }
}

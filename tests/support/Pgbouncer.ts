import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Connection } from '../../server/database/embedded'
import { until } from './until'

/* The pooler PgBouncer: the installed one, or the one of Debian's packages that are unpacked and not installed. */

const PACKAGES = ['pgbouncer', 'libc-ares2', 'libevent-2.1-7']
const CACHE = path.join(tmpdir(), `satchel-pgbouncer-${process.getuid?.() ?? 0}`)
const PROGRAM = 'usr/sbin/pgbouncer'

/** The folder in which the pooler is; null: it is neither installed nor available. */
const root = await findRoot()
/** The reason why tests with the pooler are skipped; false if it can start. */
export const withoutPgbouncer = root === null ? 'pgbouncer is neither installed nor available from apt' : false

async function findRoot(): Promise<string | null> {
  if (existsSync(`/${PROGRAM}`)) return '/'
  if (existsSync(path.join(CACHE, PROGRAM))) return CACHE
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-pgbouncer-packages-'))
  try {
    for (const name of PACKAGES) quietly('apt-get', ['download', '-qq', name], folder)
    for (const file of await readdir(folder)) if (file.endsWith('.deb')) quietly('dpkg', ['-x', file, 'root'], folder)
    if (!existsSync(path.join(folder, 'root', PROGRAM))) return null
    // The pooler runs under another account.
    chmodSync(path.join(folder, 'root'), 0o755)
    // Another test may have been faster.
    await rename(path.join(folder, 'root'), CACHE).catch(() => undefined)
    return existsSync(path.join(CACHE, PROGRAM)) ? CACHE : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function quietly(program: string, parameters: string[], cwd: string): void {
  try {
    execFileSync(program, parameters, { cwd, stdio: 'ignore', timeout: 120_000 })
  } catch {
    // The caller checks what was unpacked.
  }
}

/** A pooler in transaction mode before a database. */
export class Pgbouncer {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
    private readonly port: number,
  ) {}

  static async start({ host, port: databasePort, user }: Connection): Promise<Pgbouncer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'satchel-pooler-'))
    chmodSync(folder, 0o755)
    const port = await freePort()
    const lines = [
      '[databases]',
      `* = host=${host} port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${path.join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      // Few connections, so that transactions of one client meet several of them.
      'default_pool_size = 8',
      'max_client_conn = 500',
    ]
    await writeFile(path.join(folder, 'users.txt'), `"${user}" ""\n`)
    await writeFile(path.join(folder, 'pgbouncer.ini'), lines.join('\n'))
    // The pooler refuses to run as root, and only the account of the engine may use its socket.
    const { uid, gid } = statSync(host)
    const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'].map((name) => path.join(root!, name))
    const child = spawn(path.join(root!, PROGRAM), [path.join(folder, 'pgbouncer.ini')], {
      ...(process.getuid?.() === 0 && { uid, gid }),
      env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
      stdio: 'ignore',
    })
    const pooler = new Pgbouncer(folder, child, port)
    await until('the pooler', () => child.exitCode !== null || isListening(port))
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    return pooler
  }

  /** The address of a database through the pooler. */
  addressOf({ user, database }: Connection): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGTERM')
    await ended
    await rm(this.folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

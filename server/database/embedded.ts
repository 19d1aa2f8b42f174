import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, type Binaries } from './binaries'
import { findPostmaster, stopPostmaster } from './postmaster'
import { unprivilegedAccount, type Account } from './unprivileged'

/** How to reach the engine: by a socket, never by a network. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

export interface EmbeddedDatabase {
  connection: Connection
  /** Resolves when the engine ended on its own. */
  failed: Promise<Error>
  /** Stops fast; further calls return the same promise. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The data folder; the engine uses `postgresql` and `run` below it. */
  folder: string
  /** The folder for copies of programs that the engine's account cannot reach. */
  cache: string
  /** Further settings, for tests. */
  settings?: Record<string, string>
}

const major = '18'
const port = 5432
const user = 'satchel'
/** Any number, the same in every release. The server process that owns the folder holds this lock. */
const ownerLock = 7_283_224
/** bytes of sockaddr_un.sun_path without the terminating zero: 107 on Linux, 103 on macOS */
const socketPathLimit = process.platform === 'darwin' ? 103 : 107
const startMilliseconds = 60_000
const stopMilliseconds = 30_000
const takeoverMilliseconds = 5_000

/**
 * Starts PostgreSQL on a folder, as a child process that listens on a Unix socket.
 * Stops an engine that outlived its server (kill -9) first. Never stops an engine whose server lives.
 * @throws Error when another server uses the folder, or the engine cannot start (with the end of its log)
 */
export async function startEmbedded({ folder, cache, settings = {} }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const account = unprivilegedAccount()
  const binaries = await findBinaries(account, cache)
  const data = join(resolve(folder), 'postgresql')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if (!existsSync(data)) await initialise(binaries, data, account)
  await checkMajor(data)
  const socket = await socketFolder(resolve(folder), account)
  const connection: Connection = { host: socket, port, user, database: 'satchel' }

  await stopOrphan(data, connection)
  const log = join(folder, 'postgresql.log')
  const child = await launch(binaries, data, socket, log, settings, account)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const owner = await Promise.race([
    own(connection, Date.now() + startMilliseconds),
    ended.then(async () => {
      throw new Error(`PostgreSQL did not start: ${await lastWords(log)}`)
    }),
  ])
  if (!(await databaseExists(owner, connection.database))) await owner.query(`create database ${connection.database}`)

  let stopping: Promise<void> | undefined
  async function stop() {
    await owner.end()
    if (child.exitCode === null && child.signalCode === null) await stopPostmaster(child.pid!, stopMilliseconds)
    await ended
  }
  return {
    connection,
    failed: ended.then(async () => {
      if (stopping) return new Promise<Error>(() => undefined)
      return new Error(`PostgreSQL stopped: ${await lastWords(log)}`)
    }),
    stop: () => (stopping ??= stop()),
  }
}

/** How to reach the engine of a running server by its data folder; null when none runs. */
export async function connectionOf(folder: string): Promise<Connection | null> {
  if (findPostmaster(join(resolve(folder), 'postgresql')) === undefined) return null
  const connection = { host: socketPlace(resolve(folder)), port, user, database: 'satchel' }
  const owner = await tryToOwn(connection)
  if (!(owner instanceof pg.Client)) return connection
  // The engine outlived its server. The next server on the folder stops it.
  await owner.end()
  return null
}

/** @throws Error when the engine's server lives */
async function stopOrphan(data: string, connection: Connection) {
  const deadline = Date.now() + takeoverMilliseconds
  for (let pid = findPostmaster(data); pid !== undefined; pid = findPostmaster(data)) {
    const owner = await tryToOwn(connection)
    if (owner instanceof pg.Client) {
      /* Holds the lock until the engine has stopped: its server may have just started it and be about to take the lock. */
      await stopPostmaster(pid, stopMilliseconds)
      await owner.end().catch(() => undefined)
    } else if (Date.now() > deadline) {
      throw owner
    }
    await sleep(20)
  }
}

async function initialise(binaries: Binaries, data: string, account?: Account) {
  const fresh = `${data}.new.${process.pid}`
  await mkdir(fresh, { mode: 0o700 })
  if (account) await chown(fresh, account.uid, account.gid)
  const options = [
    '-D',
    fresh,
    '-U',
    user,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    '--data-checksums',
  ]
  await run(binaries.initdb, options, fresh, account)
  try {
    await rename(fresh, data)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(data)) throw error
  }
}

function run(program: string, options: string[], cwd: string, account?: Account) {
  return new Promise<void>((done, failed) => {
    const child = spawn(program, options, { ...account, cwd, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk
    })
    child.once('error', failed)
    child.once('close', (code) => (code === 0 ? done() : failed(new Error(`${program} failed: ${words.trim()}`))))
  })
}

async function checkMajor(data: string) {
  const found = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (found !== major)
    throw new Error(
      `${data} was written by PostgreSQL ${found}, but this is version ${major}: dump the data there and restore it here`,
    )
}

/** `run` in the data folder, or a short temporary folder when that path is too long for a socket. */
function socketPlace(folder: string): string {
  const inside = join(folder, 'run')
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const isShort = Buffer.byteLength(join(inside, `.s.PGSQL.${port}.lock`)) <= socketPathLimit
  return isShort ? inside : join(tmpdir(), `satchel-${name}`)
}

async function socketFolder(folder: string, account?: Account) {
  const socket = socketPlace(folder)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  if (account) await chown(socket, account.uid, account.gid)
  await chmod(socket, 0o700)
  return socket
}

async function launch(
  binaries: Binaries,
  data: string,
  socket: string,
  log: string,
  settings: Record<string, string>,
  account?: Account,
): Promise<ChildProcess> {
  const all: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${socket}"`,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The log repeats statements, and with them what users wrote.
  const output = await open(log, 'w', 0o600)
  try {
    // An earlier version created the file for everybody to read.
    await output.chmod(0o600)
    return await new Promise((done, failed) => {
      /* A session of its own: Ctrl-C must reach only the server, which stops the engine last. */
      const child = spawn(binaries.postgres, ['-D', data, ...options], {
        ...account,
        cwd: data,
        env: environment(),
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      })
      child.once('error', failed)
      child.once('spawn', () => done(child))
    })
  } finally {
    await output.close()
  }
}

function environment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

async function own(connection: Connection, deadline: number): Promise<pg.Client> {
  for (;;) {
    const owner = await tryToOwn(connection)
    if (owner instanceof pg.Client) return owner
    if (Date.now() > deadline) throw owner
    await sleep(20)
  }
}

/** Connects and takes the lock of the folder's owner. The lock is released when the connection ends for any reason. */
async function tryToOwn(connection: Connection): Promise<pg.Client | Error> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${ownerLock}) as taken`)
    if (rows[0]?.taken) return client
    await client.end()
    return new Error(`Another server uses the data folder (${connection.host})`)
  } catch (error) {
    await client.end().catch(() => undefined)
    return error as Error
  }
}

async function databaseExists(client: pg.Client, name: string) {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  return rows.length > 0
}

async function lastWords(log: string) {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join('\n') || 'it said nothing'
}

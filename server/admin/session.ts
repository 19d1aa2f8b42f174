import type { Command } from 'commander'
import type { UserActor } from '../actors/actor'
import { readConfiguration, type Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import type { Connection } from '../database/embedded'
import { Refused } from '../errors'
import { readServerAddress } from '../queries/administration/serverAddress'
import { onlyOwner } from '../queries/enterprise/accounts'
import { openMailer, type Mailer } from '../mail/Mailer'
import { userNamed, type Ports } from '../services/administration/acts'
import { systemClock } from '../time/clock'
import { findDataFolder } from './findDataFolder'
import { openDatabase } from './openDatabase'
import { UsageError } from './usageError'

/** Ends the run with an exit code, although it printed a result. */
export function failWith(code: number): void {
  process.exitCode = code
}

/** One run of a command. */
export interface Session extends Ports {
  db: Db
  /** How to reach the database. */
  target: string | Connection
  config: Configuration
  mailer: Mailer | null
  /** The administrator named by `--as`, or the only owner on the server. @throws UsageError, Error */
  administrator(): Promise<UserActor>
  /** Prints a result: as JSON with `--json`, otherwise as text. */
  print(result: unknown, text: string): void
  /** Tells about a long run, beside its result; nothing with `--json`. */
  notify(text: string): void
}

interface GlobalOptions {
  as?: string
  json?: boolean
}

/** Wraps the action of a command: opens the database, running or not, and closes it in the end. */
export function withSession<Args extends unknown[]>(run: (session: Session, ...given: Args) => Promise<void>) {
  return async (...given: [...Args, ...unknown[]]) => {
    const command = given.at(-1) as Command
    const { as } = command.optsWithGlobals<GlobalOptions>()
    const settings = readConfiguration(process.env, process.cwd())
    const { print, notify } = printer(command)
    const located = { ...settings, dataFolder: await findDataFolder(settings, process.env, notify) }
    const { db, target, close } = await openDatabase(located)
    try {
      const config = { ...located, baseUrl: await addressOf(db, settings) }
      const session: Session = {
        db,
        target,
        clock: systemClock,
        config,
        mailer: openMailer(config),
        administrator: () => administratorNamed(db, as),
        print,
        notify,
      }
      await run(session, ...(given as unknown as Args))
    } finally {
      await close()
    }
  }
}

/** Prints for a command, as its option `--json` asks. */
export function printer(command: Command): Pick<Session, 'print' | 'notify'> {
  const { json = false } = command.optsWithGlobals<GlobalOptions>()
  return {
    print: (result, text) => console.log(json ? JSON.stringify(result, null, 2) : text),
    // Errors are JSON, too, so nothing else may be printed beside them.
    notify: (text) => void (json || console.error(text)),
  }
}

/** The address of the server: as the environment names it, or as the server printed it last. */
async function addressOf(db: Db, { baseUrl }: Configuration): Promise<string | null> {
  if (baseUrl !== null || process.env.PORT || process.env.HOST) return baseUrl
  return readServerAddress(db)
}

async function administratorNamed(db: Db, login: string | undefined): Promise<UserActor> {
  if (login !== undefined) {
    const found = await userNamed(db, login)
    if (!found) throw new Error(`No user is called ${login}.`)
    return found
  }
  const owner = await onlyOwner(db)
  const found = owner === null ? null : await userNamed(db, owner)
  if (!found)
    throw new UsageError('Name the administrator who acts: --as LOGIN. Without it, the only owner of a server acts.')
  return found
}

/** The address of a page of this server. */
export function pageAddress({ baseUrl, host, port }: Configuration, path: string): string {
  return `${baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}${path}`
}

/** A person of the administrator's organisation by login. @throws Refused person_not_found */
export async function personNamed(db: Db, { enterprise }: UserActor, login: string): Promise<number> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('enterprise_id', '=', enterprise.id)
    .where((eb) => eb(eb.fn('login_key', ['login']), '=', eb.fn('login_key', [eb.val(login)])))
    .executeTakeFirst()
  if (!found) throw new Refused('person_not_found')
  return found.id
}

/** Rows of a table as aligned text. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), [])
  return rows
    .map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '))
    .join('\n')
}

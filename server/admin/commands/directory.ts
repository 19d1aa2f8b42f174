import { text } from 'node:stream/consumers'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { LdapSettings } from '@/contract/administration/ldap'
import { wordError } from '@/i18n/errors'
import type { ErrorCode } from '@/contract/errors'
import { SYNC_COUNTS } from '@/domain/directories/counts'
import { LdapClients } from '../../remote/LdapClients'
import { readLdap, removeLdap, setLdap } from '../../services/directories/ldapSettings'
import { readDirectories, readRuns } from '../../services/directories/reading'
import { runNow } from '../../services/directories/runs'
import { openSource } from '../../services/directories/sources'
import { readNamed } from '../readNamed'
import { failWith, table, withSession, type Session } from '../session'
import { UsageError } from '../usageError'
import { withMessengers } from '../withMessengers'
import { addWeComCommands } from './weCom'

type Run = Awaited<ReturnType<typeof runNow>>

/** Directories: their settings, syncs and the log of syncs. */
export function addDirectoryCommands(program: Command): void {
  const directory = program.command('directory').description('people and departments from a directory')

  directory
    .command('list')
    .description('lists the directories of the organisation with their last sync')
    .action(
      withSession(async (session) => {
        const found = await readDirectories(session, await session.administrator())
        const rows = found.map(({ row, lastRun }) => [
          row.kind,
          row.label,
          row.is_on ? 'on' : 'off',
          `${row.people} people`,
          lastRun ? wordRun(lastRun) : 'never synced',
        ])
        session.print(found, table(rows))
      }),
    )

  directory
    .command('runs <kind>')
    .description('shows the newest syncs and dry runs')
    .action(
      withSession(async (session, kind: string) => {
        const runs = await readRuns(session, await session.administrator(), await idOf(session, kind), 20)
        const rows = runs.map((run) => [String(run.id), run.at.toISOString(), run.by || 'schedule', wordRun(run)])
        session.print(runs, table(rows))
      }),
    )

  directory
    .command('sync <kind>')
    .description('reads the directory and changes people and departments to match')
    .option('--dry', 'shows what would change, and changes nothing')
    .option(
      '--confirm <run>',
      'the id of a stopped run: as many people and departments may go as that run counted',
      readId,
    )
    .action(
      withSession(async (session, kind: string, { dry = false, confirm }: { dry?: boolean; confirm?: number }) => {
        const asked = { directoryId: await idOf(session, kind), isDry: dry, confirms: confirm ?? null }
        const run = await runNow(await withDirectories(session), await session.administrator(), asked)
        session.print(run, [wordRun(run), ...detailsOf(run)].join('\n'))
        if (run.state === 'stopped') failWith(1)
      }),
    )

  addWeComCommands(directory)
  addLdapCommands(directory.command('ldap').description('a directory that speaks LDAP, such as Active Directory'))
}

interface LdapOptions {
  file?: string
  passwordFile?: string
}

function addLdapCommands(ldap: Command): void {
  ldap
    .command('show')
    .description(
      'shows the settings without the password, in the form that set reads; before the first set, the defaults',
    )
    .action(
      withSession(async (session) => {
        const settings = await readLdap(session, await session.administrator())
        session.print(settings, JSON.stringify(settings ?? defaults, null, 2))
      }),
    )

  ldap
    .command('set')
    .description('stores settings after the directory answered; settings that are not given stay')
    .addOption(new Option('--file <file>', 'JSON with settings as show prints them; - reads standard input'))
    .option('--password-file <file>', 'a file with the password of the account that searches')
    .action(
      withSession(async (session, { file, passwordFile }: LdapOptions) => {
        const actor = await session.administrator()
        const before = await readLdap(session, actor)
        const given = file === undefined ? {} : readSettings(await contentOf(file))
        const settings = { ...defaults, ...before, ...given }
        const known = Object.fromEntries(
          Object.keys(defaults).map((name) => [name, settings[name as keyof LdapSettings]]),
        )
        const password = passwordFile === undefined ? undefined : (await contentOf(passwordFile)).replace(/\r?\n$/, '')
        const stored = await setLdap(await withDirectories(session), actor, known as LdapSettings, password)
        session.print(stored, 'Stored. Try it: directory sync ldap --dry')
      }),
    )

  ldap
    .command('remove')
    .description('ends the directory; people and departments stay')
    .action(
      withSession(async (session) => {
        await removeLdap(session, await session.administrator())
        session.print({ success: true }, 'Removed.')
      }),
    )
}

/** The settings of OpenLDAP. */
const defaults: LdapSettings = {
  label: 'LDAP',
  is_on: true,
  signs_in: true,
  links_existing: false,
  sync_hours: null,
  url: '',
  starts_tls: false,
  ca_certificate: '',
  bind_dn: '',
  base_dn: '',
  user_filter: '(objectClass=inetOrgPerson)',
  id_attribute: 'entryUUID',
  login_attribute: 'uid',
  name_attribute: 'cn',
  email_attribute: 'mail',
  departments_by: 'ou',
  department_base: '',
  department_attribute: '',
}

/** @throws UsageError */
function readSettings(json: string): Partial<LdapSettings> {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    throw new UsageError('The file is no JSON.')
  }
  if (typeof given !== 'object' || given === null) throw new UsageError('The file holds no settings.')
  for (const [name, value] of Object.entries(given)) {
    if (name === 'has_password') continue
    if (!(name in defaults)) throw new UsageError(`There is no setting ${name}.`)
    const isHours = name === 'sync_hours'
    const isRight = isHours
      ? value === null || (Number.isInteger(value) && value >= 1 && value <= 168)
      : typeof value === typeof defaults[name as keyof LdapSettings]
    const isKnown = name !== 'departments_by' || ['none', 'ou', 'attribute'].includes(value as string)
    if (!isRight || !isKnown) throw new UsageError(`The setting ${name} has the wrong form.`)
  }
  return given
}

async function contentOf(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : (await readNamed(file)).toString()
}

/** @throws UsageError */
async function idOf(session: Session, kind: string): Promise<number> {
  const found = await readDirectories(session, await session.administrator())
  const directory = found.find(({ row }) => row.kind === kind)
  if (!directory) throw new UsageError(`The organisation has no directory of the kind ${kind}.`)
  return directory.row.id
}

async function withDirectories(session: Session) {
  const able = await withMessengers(session)
  const ldapClients = new LdapClients(session)
  const log = (details: object, message: string) => console.error(message, details)
  return {
    ...able,
    ldapClients,
    log: { warn: log, error: log },
    openDirectory: (row: Parameters<typeof openSource>[1]) => openSource({ ...able, ldapClients }, row),
  }
}

function wordRun({ state, reason, is_dry: isDry, report }: Run): string {
  const what = isDry ? 'dry run' : 'sync'
  if (reason !== null) return `${what} stopped: ${wordError(reason as ErrorCode, 'en', 'default')}`
  return report === null ? `${what} ${state}` : `${what} ${state}: ${wordCounts(report as NonNullable<Run['report']>)}`
}

function wordCounts(report: object): string {
  const values = report as Record<(typeof SYNC_COUNTS)[number], number>
  return SYNC_COUNTS.filter((name) => values[name] > 0)
    .map((name) => `${name.replaceAll('_', ' ')} ${values[name]}`)
    .join(', ')
}

/** The changes and the people who are left as they are. */
function detailsOf({ report }: Run): string[] {
  if (report === null) return []
  const { changes, faults } = report as {
    changes: { kind: string; login: string; name: string }[]
    faults: { login: string; code: ErrorCode }[]
  }
  return [
    ...changes.map(({ kind, login, name }) => `${kind}: ${login} ${name}`),
    ...faults.map(({ login, code }) => `left: ${login}: ${wordError(code, 'en', 'default')}`),
  ]
}

function readId(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a number is needed')
  return Number(value)
}

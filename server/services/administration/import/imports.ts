import { setImmediate as turn } from 'node:timers/promises'
import { IMPORT_BYTES, IMPORT_CHANGES, IMPORT_FAULTS, IMPORT_LINES } from '@/domain/administration/import/limits'
import { csvOf } from '@/domain/administration/csv'
import { readColumns, templateHeadings, type ImportColumn } from '@/domain/administration/import/columns'
import { readLine, type LineFault, type WantedPerson } from '@/domain/administration/import/lines'
import type { Language, Wording } from '@/contract/entities'
import type { UserActor } from '../../../actors/actor'
import type { ImportRow } from '../../../database/administrationTables'
import { Refused } from '../../../errors'
import { NoPreview } from '../../../previews/converters/task'
import type { TableReader } from '../../../previews/tables'
import { lockDepartments } from '../../../queries/administration/departments'
import { lockGroupNames } from '../../../queries/administration/groups'
import {
  countImport,
  endImport,
  findImport,
  importProgress,
  isInterrupted,
  lockImport,
  putImport,
  startImport,
  stopImport,
} from '../../../queries/administration/imports'
import { act, requireRight, type Ports } from '../acts'
import { carryOut } from './carryOut'
import { pathOf } from './places'
import { planImport, TURN, type ImportPlan, type Namesake } from './plan'

/** hours in which a checked import can be carried out, and in which a done one gives links: its rows hold names and addresses */
export const IMPORT_HOURS = 24

/** The changes that a file would make, or has made. */
export interface Report {
  lineCount: number
  columns: ImportColumn[]
  newCount: number
  changedCount: number
  unchangedCount: number
  faultCount: number
  faultyLineCount: number
  /** Reports of earlier versions do not say who. */
  faults: (LineFault & { login?: string; name?: string })[]
  changes: {
    line: number
    login: string
    name: string
    isNew: boolean
    fields: ImportPlan['people'][number]['changes']
  }[]
  departments: string[]
  /** Absent in reports of earlier versions. */
  namesakes?: Namesake[]
  groups: string[]
}

/** The lines of a file, as they wait for the confirmation. */
interface Lines {
  people: WantedPerson[]
  /** Faults that the lines have by themselves. */
  faults: LineFault[]
}

export interface ImportFacts {
  row: Pick<ImportRow, 'id' | 'file_name' | 'at' | 'creates_missing'>
  state: ImportRow['state'] | 'interrupted'
  report: Report
}

/** An empty file with the headings. @throws Refused permission_denied */
export function importTemplate(
  actor: UserActor,
  language: Language,
  wording: Wording,
): { name: string; content: string } {
  requireRight(actor, 'importPeople')
  return { name: 'people.csv', content: csvOf([templateHeadings(language, wording)]) }
}

/** Reads a file and compares it with the organisation. Replaces the organisation's earlier import. @throws Refused import_… */
export async function checkImport(
  ports: Ports & { tables: TableReader },
  actor: UserActor,
  { fileName, bytes, createsMissing }: { fileName: string; bytes: Buffer; createsMissing: boolean },
): Promise<ImportFacts> {
  requireRight(actor, 'importPeople')
  if (bytes.length > IMPORT_BYTES)
    throw new Refused('import_too_large', { field: 'content', params: { n: IMPORT_BYTES / 1024 ** 2 } })
  const { columns, lines } = await readFile(ports.tables, actor, bytes)
  const plan = await planImport(ports.db, actor, lines.people, { createsMissing })
  const report = reportOf(columns, lines, plan)
  const at = ports.clock()
  return act(ports, actor, async ({ db, actor: present }) => {
    requireRight(present, 'importPeople')
    const kept = { enterpriseId: actor.enterprise.id, userId: actor.user.id, at, fileName, createsMissing }
    const id = await putImport(db, { ...kept, lines, report })
    if (id === null) throw new Refused('import_running')
    return { row: { id, file_name: fileName, at, creates_missing: createsMissing }, state: 'checked', report }
  })
}

/** The lines of a file. @throws Refused import_… */
async function readFile(
  tables: TableReader,
  { enterprise }: UserActor,
  bytes: Buffer,
): Promise<{ columns: ImportColumn[]; lines: Lines }> {
  // Titles and headings come before the people.
  const answer = await tables.readTable(enterprise.id, bytes, IMPORT_LINES + 10).catch((error: unknown) => {
    if (error instanceof NoPreview) throw new Refused('import_unreadable', { field: 'content' })
    throw error
  })
  if ('fault' in answer) {
    const code = faultCodes[answer.fault]
    const n = code === 'import_too_many_lines' ? IMPORT_LINES : IMPORT_BYTES / 1024 ** 2
    throw new Refused(code, { field: 'content', params: { n } })
  }
  const found = readColumns(answer.rows)
  if (!found.ok) throw new Refused(found.code, { field: 'content', params: found.params })
  if (found.rows.length === 0) throw new Refused('import_empty', { field: 'content' })
  if (found.rows.length > IMPORT_LINES)
    throw new Refused('import_too_many_lines', { field: 'content', params: { n: IMPORT_LINES } })
  const lines: Lines = { people: [], faults: [] }
  for (const [at, row] of found.rows.entries()) {
    if (at % TURN === TURN - 1) await turn()
    const { person, faults } = readLine(row, found.columns)
    lines.people.push(person)
    lines.faults.push(...faults)
  }
  return { columns: found.columns, lines }
}

const faultCodes = {
  encrypted: 'import_encrypted',
  kind: 'import_kind',
  large: 'import_too_large',
  lines: 'import_too_many_lines',
  unreadable: 'import_unreadable',
} as const

function reportOf(columns: ImportColumn[], lines: Lines, plan: ImportPlan): Report {
  const faults = [...lines.faults, ...plan.faults].sort((one, other) => one.line - other.line)
  const faultyLineCount = new Set(faults.map(({ line }) => line)).size
  const people = new Map(lines.people.map((each) => [each.line, each]))
  const changes = plan.people.map(({ line, login, account, known, changes: fields }) => ({
    line,
    login,
    name: account.name,
    isNew: known === null,
    fields,
  }))
  const added = changes.filter(({ isNew }) => isNew)
  const changed = changes.filter(({ isNew }) => !isNew)
  return {
    lineCount: plan.people.length + plan.unchanged + faultyLineCount,
    columns,
    newCount: added.length,
    changedCount: changed.length,
    unchangedCount: plan.unchanged,
    faultCount: faults.length,
    faultyLineCount,
    faults: faults.slice(0, IMPORT_FAULTS).map((fault) => {
      const { login, name } = people.get(fault.line) ?? {}
      return { ...fault, login, name }
    }),
    changes: [...added.slice(0, IMPORT_CHANGES), ...changed.slice(0, IMPORT_CHANGES)],
    departments: plan.departments.map(pathOf),
    namesakes: plan.namesakes,
    groups: plan.groups.map(({ name }) => name),
  }
}

/** The organisation's import; null without one. @throws Refused permission_denied */
export async function readImport({ db, clock }: Ports, actor: UserActor): Promise<ImportFacts | null> {
  requireRight(actor, 'importPeople')
  const row = await findImport(db, actor.enterprise.id)
  if (!row || isOld(row, clock())) return null
  return { row, state: isInterrupted(row, clock()) ? 'interrupted' : row.state, report: row.report as Report }
}

/** @throws Refused permission_denied */
export async function readProgress({ db, clock }: Ports, actor: UserActor) {
  requireRight(actor, 'importPeople')
  const row = await importProgress(db, actor.enterprise.id)
  if (!row) return null
  return { id: row.id, state: isInterrupted(row, clock()) ? ('interrupted' as const) : row.state, written: row.written }
}

export const isOld = ({ at }: { at: Date }, now: Date) => at.getTime() < now.getTime() - IMPORT_HOURS * 3_600_000

/**
 * Carries an import out, in one transaction: compares the lines once more, then writes all of them or, if chosen, all but the faulty ones.
 * @param onCount receives the number of people written so far
 * @throws Refused permission_denied, import_gone, import_running, import_faulty
 */
export async function runImport(
  ports: Ports,
  actor: UserActor,
  { id, skipsFaulty }: { id: number; skipsFaulty: boolean },
  onCount: (written: number) => void = () => undefined,
): Promise<ImportFacts> {
  requireRight(actor, 'importPeople')
  const { db, clock } = ports
  const row = await startImport(db, actor.enterprise.id, id, clock())
  if (!row) throw new Refused(await whyNot(ports, actor, id))
  const counted = async (written: number) => {
    await countImport(db, id, written, clock())
    onCount(written)
  }
  try {
    if (isOld(row, clock())) throw new Refused('import_gone')
    return { row, state: 'done', report: await carryOutRow(ports, actor, row, skipsFaulty, counted) }
  } catch (error) {
    await stopImport(db, id)
    throw error
  }
}

async function whyNot({ db }: Ports, { enterprise }: UserActor, id: number) {
  const row = await importProgress(db, enterprise.id)
  return row?.id === id && row.state === 'running' ? 'import_running' : 'import_gone'
}

function carryOutRow(
  ports: Ports,
  actor: UserActor,
  row: ImportRow,
  skipsFaulty: boolean,
  counted: (written: number) => Promise<void>,
): Promise<Report> {
  const lines = row.lines as Lines
  return act(ports, actor, async (given) => {
    const { db } = given
    requireRight(given.actor, 'importPeople')
    if (!(await lockImport(db, actor.enterprise.id))) throw new Refused('import_running')
    await lockDepartments(db, actor.enterprise.id)
    await lockGroupNames(db, actor.enterprise.id)
    const plan = await planImport(db, given.actor, lines.people, { createsMissing: row.creates_missing })
    const report = reportOf((row.report as Report).columns, lines, plan)
    if (report.faultCount > 0 && !skipsFaulty)
      throw new Refused('import_faulty', { params: { n: report.faultyLineCount } })
    const createdIds = await carryOut(given, plan, counted)
    const { newCount, changedCount, unchangedCount, faultyLineCount, departments, groups } = report
    await given.record('people_imported', {
      before: null,
      after: {
        file: row.file_name,
        created: newCount,
        changed: changedCount,
        unchanged: unchangedCount,
        skipped: faultyLineCount,
        departments: departments.length,
        groups: groups.length,
      },
    })
    await endImport(db, row.id, { report, createdIds, written: plan.people.length })
    return report
  })
}

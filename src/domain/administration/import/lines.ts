import type { ErrorCode } from '@/contract/errors'
import { checkName } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import { checkEmail, checkLogin } from '@/domain/session/logins'
import { withoutApostrophe } from '../csv'
import { isInBytes, type ImportColumn, type TableRow } from './columns'
import { NO, YES, type ImportField } from './words'

/** Something in a file that prevents a line from being imported. */
export interface LineFault {
  line: number
  /** null: the whole line */
  field: ImportField | null
  /** The text of the cell. */
  value: string
  code: ErrorCode
  params?: Record<string, string | number>
}

/** A person as a line describes them. A field that is absent or empty in the file stays as it is. */
export interface WantedPerson {
  line: number
  /** '' if the line has none, or a faulty one. */
  login: string
  /** Fields that could not be read. The line changes nobody. */
  faulty?: ImportField[]
  name?: string
  email?: string
  /** Paths of names from the top. */
  departments?: string[][]
  /** Departments that the person manages, or whether the person manages those of the line. */
  managed?: string[][] | boolean
  groups?: string[]
  quota?: number
  /** As written, in lower case. */
  role?: string
}

/** A number that a spreadsheet shortened when it saved the file. */
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i
const UNITS: Record<string, number> = { b: 0, kb: 1, k: 1, mb: 2, m: 2, gb: 3, g: 3, tb: 4, t: 4 }
/** most departments and most groups of one line */
const MOST_PLACES = 100

/** Reads one line, with all its faults. */
export function readLine(
  { line, cells }: TableRow,
  columns: readonly ImportColumn[],
): { person: WantedPerson; faults: LineFault[] } {
  const faults: LineFault[] = []
  const person: WantedPerson = { line, login: '' }
  for (const [at, { field, heading }] of columns.entries()) {
    if (field === null) continue
    const value = withoutApostrophe(cells[at] ?? '').trim()
    if (value === '' && field !== 'login') continue
    const fault = readCell(person, field, value, isInBytes(heading))
    if (fault) faults.push({ line, field, value, ...fault })
  }
  if (faults.length > 0) person.faulty = faults.flatMap(({ field }) => field ?? [])
  return { person, faults }
}

type CellFault = Pick<LineFault, 'code' | 'params'> | null

function readCell(person: WantedPerson, field: ImportField, value: string, isBytes: boolean): CellFault {
  switch (field) {
    case 'login': {
      if (SHORTENED.test(value)) return { code: 'import_shortened' }
      const login = checkLogin(value)
      if (login === null) return { code: value === '' ? 'import_login_missing' : 'login_invalid' }
      person.login = login
      return null
    }
    case 'name': {
      const checked = checkName(value)
      if (!checked.ok) return nameFault(checked)
      person.name = checked.name
      return null
    }
    case 'email': {
      const email = checkEmail(value)
      if (email === null) return { code: 'email_invalid' }
      person.email = email
      return null
    }
    case 'departments': {
      const paths = readPaths(value)
      if ('code' in paths) return paths
      person.departments = paths.paths
      return null
    }
    case 'managed': {
      const word = value.normalize('NFKC').toLowerCase()
      if (YES.has(word) || NO.has(word)) {
        person.managed = YES.has(word)
        return null
      }
      const paths = readPaths(value)
      if ('code' in paths) return paths
      person.managed = paths.paths
      return null
    }
    case 'groups': {
      const names = listOf(value)
      if (names.length > MOST_PLACES) return { code: 'import_many_places', params: { n: MOST_PLACES } }
      for (const name of names) {
        const checked = checkName(name)
        if (!checked.ok) return nameFault(checked)
      }
      person.groups = names
      return null
    }
    case 'quota': {
      const bytes = readSize(value, isBytes ? 'b' : 'gb')
      if (bytes === null) return { code: 'import_quota' }
      person.quota = bytes
      return null
    }
    case 'role':
      person.role = value.normalize('NFKC').toLowerCase()
      return null
  }
}

const nameFault = ({ code, character }: { code: ErrorCode; character?: string }): CellFault => ({
  code,
  ...(character !== undefined && { params: { character } }),
})

/** The entries of a cell: between semicolons or in lines of their own. */
function listOf(value: string): string[] {
  return value
    .split(/[;；\n|]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Paths such as `Teaching/Admissions`. Names of departments contain none of the signs between them. */
function readPaths(value: string): { paths: string[][] } | NonNullable<CellFault> {
  const entries = listOf(value)
  if (entries.length > MOST_PLACES) return { code: 'import_many_places', params: { n: MOST_PLACES } }
  const paths: string[][] = []
  for (const entry of entries) {
    const path: string[] = []
    for (const part of entry.split(/[/／\\＼>＞]/)) {
      const checked = checkName(part)
      if (!checked.ok) return nameFault(checked)!
      path.push(checked.name)
    }
    if (path.length > FOLDER_DEPTH_LIMIT) return { code: 'too_deep', params: { n: FOLDER_DEPTH_LIMIT } }
    paths.push(path)
  }
  return { paths }
}

/** Bytes of a text such as `10 GB`; null if it is no size. @param unit of a number without a unit */
function readSize(value: string, unit: string): number | null {
  const [, digits, written = unit] =
    /^(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?b|[kmgt])?$/i.exec(value.normalize('NFKC').replace(/(\d),(?=\d{3})/g, '$1')) ??
    []
  if (digits === undefined) return null
  const bytes = Math.round(Number(digits) * 1024 ** UNITS[written.toLowerCase()]!)
  return Number.isSafeInteger(bytes) ? bytes : null
}

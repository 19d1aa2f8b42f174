import type { ImportReport } from '@/contract/administration/import'
import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { headingOf } from '@/domain/administration/import/columns'
import type { ImportField } from '@/domain/administration/import/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import { wordError } from '@/i18n/errors'
import { secondsOf } from '../../time/clock'

/** most characters of a cell in an answer */
const VALUE = 200

type Change = ImportReport['changes'][number]

/** An import as its service returns it. */
interface Facts {
  row: { id: number; file_name: string; at: Date; creates_missing: boolean }
  state: ImportReport['state']
  report: {
    lineCount: number
    columns: ImportReport['columns']
    newCount: number
    changedCount: number
    unchangedCount: number
    faultCount: number
    faultyLineCount: number
    faults: {
      line: number
      login?: string
      name?: string
      field: ImportField | null
      value: string
      code: ErrorCode
      params?: Record<string, string | number>
    }[]
    changes: { line: number; login: string; name: string; isNew: boolean; fields: Change['fields'] }[]
    departments: string[]
    namesakes?: ImportReport['namesakes']
    groups: string[]
  }
}

/** Words the faults in the language of the asking person, with the headings of the file. */
export function presentImport(
  { row, state, report }: Facts,
  { language, wording }: { language: Language; wording: Wording },
): ImportReport {
  const headings = new Map(report.columns.map(({ field, heading }) => [field, heading]))
  const columnOf = (field: ImportField | null) =>
    field === null ? '' : (headings.get(field) ?? headingOf(field, language, wording))
  return {
    id: row.id,
    state,
    file_name: row.file_name,
    at: secondsOf(row.at),
    creates_missing: row.creates_missing,
    line_count: report.lineCount,
    columns: report.columns,
    new_count: report.newCount,
    changed_count: report.changedCount,
    unchanged_count: report.unchangedCount,
    faulty_line_count: report.faultyLineCount,
    fault_count: report.faultCount,
    faults: report.faults.map(({ line, login = '', name = '', field, value, code, params }) => ({
      line,
      login,
      name,
      column: columnOf(field),
      value: firstCodePoints(value, VALUE),
      code,
      reason: wordError(code, language, wording, params),
    })),
    changes: report.changes.map(({ isNew, ...change }) => ({ ...change, is_new: isNew })),
    departments: report.departments,
    namesakes: report.namesakes ?? [],
    groups: report.groups,
  }
}

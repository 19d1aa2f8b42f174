import type { Directory, DirectoryReport, DirectoryRun } from '@/contract/administration/directories'
import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { wordError } from '@/i18n/errors'
import type { DirectoryFigures } from '../queries/directories/facts'
import type { RunWithName } from '../queries/directories/runs'
import { secondsOf } from '../time/clock'

interface Reader {
  language: Language
  wording: Wording
}

/** Words reasons in the language of the asking person. */
export function presentRun(
  { id, at, ended_at: endedAt, by, is_dry, state, reason, report }: RunWithName,
  { language, wording }: Reader,
): DirectoryRun {
  const word = (code: ErrorCode) => wordError(code, language, wording)
  const found = report as DirectoryReport | null
  return {
    id,
    at: secondsOf(at),
    ended_at: endedAt && secondsOf(endedAt),
    by,
    is_dry,
    state,
    reason: reason as ErrorCode | null,
    reason_text: reason === null ? '' : word(reason as ErrorCode),
    report: found && { ...found, faults: found.faults.map((fault) => ({ ...fault, reason: word(fault.code) })) },
  }
}

export function presentDirectory(
  { row, lastRun }: { row: DirectoryFigures; lastRun: RunWithName | null },
  reader: Reader,
): Directory {
  const { id, kind, label, is_on, sync_hours, people, departments } = row
  const last_run = lastRun && presentRun(lastRun, reader)
  return { id, kind, label, is_on, sync_hours, people, departments, last_run }
}

import type { Directory, DirectoryReport, DirectoryRun } from '@/contract/administration/directories'
import type { DirectoryFigures } from '../queries/directories/facts'
import type { RunWithName } from '../queries/directories/runs'
import { secondsOf } from '../time/clock'

export function presentRun({ id, at, ended_at: endedAt, by, is_dry, state, reason, report }: RunWithName): DirectoryRun {
  return {
    id,
    at: secondsOf(at),
    ended_at: endedAt && secondsOf(endedAt),
    by,
    is_dry,
    state,
    reason,
    report: report as DirectoryReport | null,
  }
}

export function presentDirectory({ row, lastRun }: { row: DirectoryFigures; lastRun: RunWithName | null }): Directory {
  const { id, kind, label, is_on, sync_hours, people, departments } = row
  return { id, kind, label, is_on, sync_hours, people, departments, last_run: lastRun && presentRun(lastRun) }
}

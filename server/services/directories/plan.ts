import type { DirectoryReport } from '@/contract/administration/directories'
import { losesTooMany } from '../../policies/directories'
import { planDepartments, type DepartmentPlan } from './departments'
import { planPeople, type PeoplePlan } from './people'
import type { Present } from './present'
import type { DirectorySnapshot, DirectorySource } from './snapshot'

/** The losses that a run may cause: people who are deactivated, departments that are released, people who lose all departments. */
export interface Losses {
  deactivated: number
  departments_released: number
  left_departments: number
}

export interface DirectoryPlan {
  departments: DepartmentPlan
  people: PeoplePlan
  report: DirectoryReport
  /** Why nothing may be changed; null: the plan can be carried out. */
  stop: 'directory_nonsense' | 'directory_empty' | 'directory_losses' | null
}

/** most changes and faults that a report lists */
const LISTED = 200
const NO_LOSSES: Losses = { deactivated: 0, departments_released: 0, left_departments: 0 }

/**
 * Compares a snapshot with the organisation. Pure: changes nothing.
 * @param confirmed losses that an administrator has confirmed
 * @throws DirectoryFailure if the snapshot contradicts itself
 */
export function planDirectory(
  snapshot: DirectorySnapshot,
  present: Present,
  fields: DirectorySource['fields'],
  confirmed: Losses = NO_LOSSES,
): DirectoryPlan {
  const owns = { name: fields.includes('name'), email: fields.includes('email') }
  const syncsDepartments = fields.includes('departments')
  const departments = planDepartments(syncsDepartments ? snapshot.departments : [], present, syncsDepartments)
  const people = planPeople(snapshot.people, present, owns, syncsDepartments ? departments : null)
  const report: DirectoryReport = {
    ...people.counts,
    departments_added: departments.planned.filter(({ id }) => id === null).length,
    departments_changed: departments.planned.filter((each) => each.id !== null && isDepartmentChanged(each)).length,
    departments_released: departments.released.length,
    changes: people.changes.slice(0, LISTED),
    faults: people.faults.slice(0, LISTED),
  }
  return { departments, people, report, stop: stopOf(snapshot, present, people, report, confirmed) }
}

function isDepartmentChanged({ isLinked, isRenamed, isMoved }: DepartmentPlan['planned'][number]): boolean {
  return !isLinked || isRenamed || isMoved
}

function stopOf(
  snapshot: DirectorySnapshot,
  { directory, people, departments }: Present,
  { malformed }: PeoplePlan,
  report: DirectoryReport,
  confirmed: Losses,
): DirectoryPlan['stop'] {
  if (snapshot.people.length === 0) return 'directory_empty'
  // One broken account must not stop the directory of a small school.
  if (malformed > Math.max(1, snapshot.people.length / 10)) return 'directory_nonsense'
  const active = people.filter(({ isActive }) => isActive)
  const basis = {
    deactivated: active.length,
    departments_released: departments.filter(({ directoryId }) => directoryId === directory.id).length,
    left_departments: active.filter((each) => each.departments.size > 0).length,
  }
  const isTooMuch = (name: keyof Losses) => losesTooMany(report[name], basis[name]) && report[name] > confirmed[name]
  return isTooMuch('deactivated') || isTooMuch('departments_released') || isTooMuch('left_departments')
    ? 'directory_losses'
    : null
}

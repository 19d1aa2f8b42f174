import type { PersonRow as PresentedPerson } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import type { PersonRow } from '../queries/administration/people'
import type { SessionRow } from '../queries/session/sessions'
import { secondsOf } from '../time/clock'
import { presentSession } from './session/session'

const secondsOrNull = (date: Date | null) => (date === null ? null : secondsOf(date))

export function presentPerson(row: PersonRow, state: PresentedPerson['state']): PresentedPerson {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    email: row.email,
    state,
    role: row.administrator_role,
    departments: row.departments,
    has_second_step: row.has_second_step,
    used_bytes: row.used_bytes,
    quota_bytes: row.quota_bytes,
    created_at: secondsOf(row.created_at),
    last_sign_in_at: secondsOrNull(row.last_sign_in_at),
    link_expires_at: secondsOrNull(row.link_expires_at),
    password_asked_at: secondsOrNull(row.password_asked_at),
  }
}

/** What a person's page shows beside the row of the list. */
export interface PersonFacts extends Pick<PersonDetail, 'groups' | 'messengers' | 'belongings' | 'handovers'> {
  row: PersonRow
  sessions: readonly SessionRow[]
  acts: readonly PersonDetail['acts'][number][]
  quota: number | null
  restorableUntil: Date | null
}

/** @param currentId the session that asks */
export function presentPersonDetail(
  facts: PersonFacts,
  state: PresentedPerson['state'],
  currentId: number,
): PersonDetail {
  const { row, sessions, acts, quota, restorableUntil, groups, messengers, belongings, handovers } = facts
  return {
    ...presentPerson(row, state),
    groups,
    devices: sessions.map((session) => presentSession(session, currentId)),
    messengers,
    effective_quota_bytes: quota,
    deactivated_at: secondsOrNull(row.deactivated_at),
    restorable_until: secondsOrNull(restorableUntil),
    belongings,
    handovers,
    acts: [...acts],
  }
}

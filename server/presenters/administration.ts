import type { ApplicationKey, ApplicationRow } from '@/contract/administration/applications'
import type { PersonRow as PresentedPerson } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import { ownedFields } from '../policies/directories'
import type { ApplicationDetail } from '../queries/administration/applications'
import type { PersonRow } from '../queries/administration/people'
import type { Ownership } from '../queries/directories/facts'
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
  linksOfLeavers: PersonDetail['links_of_leavers']
  quota: number | null
  restorableUntil: Date | null
  owner: Ownership | null
}

/** @param currentId the session that asks */
export function presentPersonDetail(
  facts: PersonFacts,
  state: PresentedPerson['state'],
  currentId: number,
): PersonDetail {
  const { row, sessions, acts, quota, restorableUntil, groups, messengers, belongings, handovers, linksOfLeavers } =
    facts
  const { owner } = facts
  return {
    ...presentPerson(row, state),
    has_password: row.has_password,
    groups,
    devices: sessions.map((session) => presentSession(session, currentId)),
    messengers,
    effective_quota_bytes: quota,
    deactivated_at: secondsOrNull(row.deactivated_at),
    restorable_until: secondsOrNull(restorableUntil),
    belongings,
    handovers,
    acts: [...acts],
    directory: owner && {
      kind: owner.kind,
      label: owner.label,
      owned: ownedFields(owner),
      signs_in: owner.signsIn,
      is_gone: owner.isGone,
    },
    links_of_leavers: linksOfLeavers,
  }
}

/** @param now decides whether the former secret still works */
export function presentApplication(row: ApplicationDetail, now: Date): ApplicationRow {
  const { former_secret_ends_at: former } = row
  return {
    id: row.id,
    name: row.name,
    client_id: row.client_id,
    scopes: row.scopes,
    origins: row.origins,
    redirect_uris: row.redirect_uris,
    grants: row.grants,
    for_all: row.for_all,
    users: row.users,
    keys: row.keys.map((key) => presentKey({ ...key, created_at: new Date(key.created_at) })),
    created_at: secondsOf(row.created_at),
    last_used_at: secondsOrNull(row.last_used_at),
    former_secret_ends_at: former !== null && former > now ? secondsOf(former) : null,
    ended_at: secondsOrNull(row.disabled_at),
  }
}

export function presentKey(key: { name: string; fingerprint: string; created_at: Date }): ApplicationKey {
  return { name: key.name, fingerprint: `SHA256:${key.fingerprint}`, created_at: secondsOf(key.created_at) }
}

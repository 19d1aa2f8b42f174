import type { ActivityDeed, ActivityEntry } from '@/contract/items/activity'
import type { Role } from '@/contract/entities'
import { roles } from '@/domain/items/roles'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../../time/clock'
import type { ActivityPage, ActivityRow, PlacedActivity } from '../../queries/items/activity'
import { entryOf } from './path'

/** The deed of each event. The deed of `collaborator_changed` depends on what changed. */
const deeds: Partial<Record<ActivityRow['event'], ActivityDeed>> = {
  created: 'created',
  version: 'version',
  commented: 'commented',
  version_chosen: 'version_chosen',
  item_renamed: 'renamed',
  item_moved: 'moved',
  item_copied: 'copied',
  item_deleted: 'deleted',
  item_restored: 'restored',
  item_opened: 'opened',
  item_downloaded: 'downloaded',
  share_created: 'shared',
  share_closed: 'share_closed',
  share_reopened: 'share_reopened',
  collect_created: 'collecting',
  collect_closed: 'collecting_closed',
  collect_reopened: 'collecting_reopened',
  collect_handed_in: 'handed_in',
  collect_taken_back: 'taken_back',
}

/** @param faces addresses of user pictures */
export function presentActivity(
  { rows, hasOlder, ...seen }: ActivityPage,
  faces: ReadonlyMap<number, string>,
): { entries: ActivityEntry[]; next: string | null } {
  const entries = rows.map((row) => presentEntry(row, { ...seen, faces }))
  return { entries, next: hasOlder ? entries.at(-1)!.id : null }
}

interface Seen extends Pick<ActivityPage, 'areContributorsNamed'> {
  faces: ReadonlyMap<number, string>
}

function presentEntry(row: PlacedActivity, seen: Seen): ActivityEntry {
  const { source, id, micros, at, event, detail, from, to } = row
  const deed = event === 'collaborator_changed' ? memberDeed(row) : deeds[event]
  if (deed === undefined) throw new Error(`no deed for ${event}`)
  const through = throughOf(row)
  return {
    id: `${micros}_${source}_${id}`,
    time: secondsOf(at),
    deed,
    person: personOf(row, seen),
    ...(event === 'collaborator_changed' && changeOf(row)),
    ...versionOf(row),
    ...(event === 'item_renamed' && namesOf(row)),
    ...(from && { from: entryOf(from) }),
    ...(to && { to: entryOf(to) }),
    ...(through && { through }),
    ...(detail?.application !== undefined && { application: detail.application }),
  }
}

/** Names those who came through a link only in the link's own statistics. */
function personOf(row: ActivityRow, { areContributorsNamed, faces }: Seen): ActivityEntry['person'] {
  const { user_id: id, user_name: name, detail } = row
  switch (throughOf(row)) {
    case 'share':
      return null
    case 'collect':
      return areContributorsNamed && detail?.person_name !== undefined ? { id: null, name: detail.person_name } : null
    case undefined: {
      const avatar = faces.get(id ?? 0)
      return id === null || name === null ? null : { id, name, ...(avatar !== undefined && { avatar }) }
    }
  }
}

/** Whether somebody acted through a link, not on a link. */
function throughOf({ event, detail }: ActivityRow): ActivityEntry['through'] {
  if (event === 'collect_handed_in' || event === 'collect_taken_back') return 'collect'
  const isUse = event === 'item_downloaded' || event === 'item_copied'
  return isUse && detail?.serial_number !== undefined ? 'share' : undefined
}

function versionOf({ version, detail, event }: ActivityRow): Pick<ActivityEntry, 'version'> {
  const number = event === 'version_chosen' ? detail?.after?.version : version
  return typeof number === 'number' ? { version: number } : {}
}

function namesOf({ detail }: ActivityRow): Pick<ActivityEntry, 'names'> {
  const [before, after] = [detail?.before?.name, detail?.after?.name]
  if (typeof before !== 'string' || typeof after !== 'string') return {}
  return { names: { before: withoutDirections(before), after: withoutDirections(after) } }
}

interface MemberState {
  role: Role | null
  isAccepted: boolean
}

/** A member's entry before or after a change; null without one. */
function memberStateOf(values: Record<string, unknown> | null | undefined): MemberState | null {
  return values ? { role: roleOf(values.role), isAccepted: values.accepted !== false } : null
}

function memberDeed({ user_id: doer, detail }: ActivityRow): ActivityDeed {
  const [before, after] = [memberStateOf(detail?.before), memberStateOf(detail?.after)]
  const isOwn = doer !== null && detail?.user_id === doer
  if (!before) return after?.isAccepted === false ? 'invited' : 'added'
  if (!after) {
    if (before.isAccepted) return isOwn ? 'left' : 'removed'
    return isOwn ? 'declined' : 'withdrawn'
  }
  return !before.isAccepted && after.isAccepted ? 'joined' : 'role_changed'
}

function changeOf({ detail, subject_name: name }: ActivityRow): Pick<ActivityEntry, 'subject' | 'roles'> {
  const id = detail?.user_id ?? detail?.group_id
  return {
    ...(id !== undefined && name !== null && { subject: { id, name, is_group: detail?.user_id === undefined } }),
    roles: { before: memberStateOf(detail?.before)?.role ?? null, after: memberStateOf(detail?.after)?.role ?? null },
  }
}

function roleOf(role: unknown): Role | null {
  return roles.find((each) => each === role) ?? null
}

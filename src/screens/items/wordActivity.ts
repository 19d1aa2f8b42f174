import type { ActivityDeed, ActivityEntry } from '@/contract/items/activity'
import type { PathEntry, Role } from '@/contract/entities'
import type { Words } from '@/i18n/words'

/** What a person did, without the person: `Renamed it from “a” to “b”`. */
export function wordActivity(entry: ActivityEntry, t: Words): string {
  const what = wordDeed(entry, t)
  return entry.application === undefined ? what : t('activity.by', { what, name: entry.application })
}

/** The person; for others a word. */
export function wordPerson({ person, through }: ActivityEntry, t: Words): string {
  if (person) return person.name
  return t(
    through === 'share' ? 'activity.visitor' : through === 'collect' ? 'activity.contributor' : 'activity.system',
  )
}

/** Words of deeds that say more than their name. */
type Worded = Extract<
  ActivityDeed,
  | 'version'
  | 'version_chosen'
  | 'renamed'
  | 'moved'
  | 'copied'
  | 'invited'
  | 'added'
  | 'joined'
  | 'role_changed'
  | 'removed'
  | 'withdrawn'
>

const worded: Record<Worded, (entry: ActivityEntry, t: Words) => string> = {
  version: ({ version = '' }, t) => t('activity.did.version', { version }),
  version_chosen: ({ version = '' }, t) => t('activity.did.version_chosen', { version }),
  renamed: ({ names }, t) => (names ? t('activity.did.renamedTo', names) : t('activity.did.renamed')),
  moved: ({ from, to }, t) =>
    from && to
      ? t('activity.did.movedFromTo', { from: nameOf(from, t), to: nameOf(to, t) })
      : to
        ? t('activity.did.movedTo', { to: nameOf(to, t) })
        : from
          ? t('activity.did.movedFrom', { from: nameOf(from, t) })
          : t('activity.did.moved'),
  copied: ({ to }, t) => (to ? t('activity.did.copiedTo', { to: nameOf(to, t) }) : t('activity.did.copied')),
  invited: (entry, t) => t('activity.did.invited', { name: subjectOf(entry, t), role: roleOf(entry, 'after', t) }),
  added: (entry, t) => t('activity.did.added', { name: subjectOf(entry, t), role: roleOf(entry, 'after', t) }),
  joined: (entry, t) => t('activity.did.joined', { role: roleOf(entry, 'after', t) }),
  role_changed: (entry, t) =>
    t('activity.did.role_changed', {
      name: subjectOf(entry, t),
      before: roleOf(entry, 'before', t),
      after: roleOf(entry, 'after', t),
    }),
  removed: (entry, t) => t('activity.did.removed', { name: subjectOf(entry, t) }),
  withdrawn: (entry, t) => t('activity.did.withdrawn', { name: subjectOf(entry, t) }),
}

function wordDeed(entry: ActivityEntry, t: Words): string {
  const { deed } = entry
  return isWorded(deed) ? worded[deed](entry, t) : t(`activity.did.${deed}`)
}

function isWorded(deed: ActivityDeed): deed is Worded {
  return deed in worded
}

/** The root of the user's own space has no name of its own. */
function nameOf({ typed_id: id, name }: PathEntry, t: Words): string {
  return id === 'folder_0' ? t('space.own') : name
}

function subjectOf({ subject }: ActivityEntry, t: Words): string {
  return subject?.name ?? t('activity.somebody')
}

function roleOf({ roles }: ActivityEntry, side: 'before' | 'after', t: Words): string {
  const role: Role | null = roles?.[side] ?? null
  return role === null ? t('activity.noRole') : t(`role.${role}`)
}

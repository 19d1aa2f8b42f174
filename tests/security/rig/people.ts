import type { Role } from '@/contract/entities'

/** How far a person gets before any right is checked. */
export type Standing = 'nobody' | 'broken' | 'expired' | 'disabled' | 'beforeSecondStep' | 'planOver' | 'usable'

/** The part of the world in which a thing lies. It determines the rights on the thing. */
export type Tree = 'shared' | 'closed' | 'previews' | 'private' | 'department' | 'abroad' | `own:${string}`

export interface Person {
  name: string
  standing: Standing
  enterprise: 'ours' | 'theirs' | 'forced' | 'over'
  /** Roles by the specification (server.md, decisions 4.18): the tests require the server to agree. */
  shared: Role | null
  closed: Role | null
  previews: Role | null
  department: Role | null
  isAdministrator?: true
}

/** `name, standing, enterprise, role in: the shared folder, a folder reset below it, a preview-only folder below it, the department` */
type Row = [string, Standing, Person['enterprise'], Role | null, Role | null, Role | null, Role | null, true?]

const rows: Row[] = [
  ['anonymous', 'nobody', 'ours', null, null, null, null],
  ['withBrokenToken', 'broken', 'ours', null, null, null, null],
  ['withExpiredSession', 'expired', 'ours', 'coowner', 'coowner', 'coowner', null],
  ['disabled', 'disabled', 'ours', 'coowner', 'coowner', 'coowner', null],
  ['beforeSecondStep', 'beforeSecondStep', 'forced', 'coowner', 'coowner', 'coowner', null],
  ['afterThePlan', 'planOver', 'over', 'coowner', 'coowner', 'coowner', null],
  ['owner', 'usable', 'ours', 'owner', 'owner', 'owner', null],
  ['coowner', 'usable', 'ours', 'coowner', 'coowner', 'coowner', null],
  ['editor', 'usable', 'ours', 'editor', null, 'previewer', null],
  ['viewerUploader', 'usable', 'ours', 'viewer_uploader', null, 'previewer', null],
  ['viewer', 'usable', 'ours', 'viewer', null, 'previewer', null],
  ['previewerUploader', 'usable', 'ours', 'previewer_uploader', null, 'previewer', null],
  ['previewer', 'usable', 'ours', 'previewer', null, 'previewer', null],
  ['uploader', 'usable', 'ours', 'uploader', null, 'previewer', null],
  ['reset', 'usable', 'ours', null, null, null, null],
  ['pending', 'usable', 'ours', null, null, null, null],
  ['throughGroup', 'usable', 'ours', 'editor', null, 'previewer', null],
  ['external', 'usable', 'theirs', 'editor', null, 'previewer', null],
  ['stranger', 'usable', 'theirs', null, null, null, null],
  ['colleague', 'usable', 'ours', null, null, null, null],
  ['administrator', 'usable', 'ours', null, null, null, 'owner', true],
  ['deputy', 'usable', 'ours', null, null, null, null, true],
  ['manager', 'usable', 'ours', null, null, null, 'coowner'],
  ['member', 'usable', 'ours', null, null, null, 'editor'],
]

export const people: readonly Person[] = rows.map(
  ([name, standing, enterprise, shared, closed, previews, department, isAdministrator]) => ({
    name,
    standing,
    enterprise,
    shared,
    closed,
    previews,
    department,
    isAdministrator,
  }),
)

/** The role of a person at the place of a thing; null: no right at all. */
export function roleIn(person: Person, tree: Tree): Role | null {
  switch (tree) {
    case 'shared':
    case 'closed':
    case 'previews':
    case 'department':
      return person[tree]
    case 'private':
      return person.name === 'owner' ? 'owner' : null
    case 'abroad':
      return null
    default:
      return tree === `own:${person.name}` ? 'owner' : null
  }
}

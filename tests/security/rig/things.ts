import type { Person, Tree } from './people'

/** A thing that the id of a call may name. */
export type ThingKind =
  | 'file'
  | 'folder'
  | 'department'
  | 'message'
  | 'comment'
  /** A comment in a user's message. */
  | 'notice'
  | 'link'
  | 'collect'
  | 'person'
  | 'upload'
  | 'resumable'
  | 'pack'
  | 'enterprise'
  | 'user'
  | 'group'
  | 'version'
  /** A missing thing; its id belongs to no kind. */
  | 'nothing'

export type State =
  | 'plain'
  | 'deleted'
  | 'locked'
  | 'awaiting'
  | 'editing'
  | 'scanned'
  | 'hidden'
  | 'encrypted'
  | 'sealed'
  | 'online'
  | 'office'
  | 'whole'
  /** The root of a department or of a user's own space. */
  | 'root'
  | 'missing'
  | 'purged'

export interface Thing {
  key: string
  kind: ThingKind
  tree: Tree
  state: State
  /** A number, or the name of an upload. */
  id: number | string
  /** `fileId`: the file of a version. `versionId`: a previous version of a file, if any. */
  fileId?: number
  versionId?: number
  /** The current version of a file, or of a version's file. */
  currentVersionId?: number
  /** Key of the current version. */
  versionKey?: string
  /** The enterprise of users, groups and departments. */
  enterprise?: Person['enterprise']
  /** `name` is visible with `item_view`; `content` with `item_download`, and with `item_preview` unless the state is `hidden`. */
  marks: Partial<Record<'name' | 'content', string[]>>
}

/** A mark, such as `zq0012zq`. It occurs nowhere else and stays the same in every spelling of a name. */
export function createMarks() {
  let serial = 0
  return () => `zq${(++serial).toString(36).padStart(4, '0')}zq`
}

export const MARK = /zq[a-z0-9]{4}zq/g

/** The id of a file, folder or department in calls. */
export function typedIdOf({ kind, id }: Pick<Thing, 'kind' | 'id'>, missingAs = 'file'): string {
  return `${kind === 'nothing' ? missingAs : kind}_${id}`
}

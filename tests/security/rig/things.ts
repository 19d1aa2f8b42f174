import type { Person, Tree } from './people'

/** What an identifier of a call may name. */
export type ThingKind =
  | 'file'
  | 'folder'
  | 'department'
  | 'message'
  | 'comment'
  /** A comment in somebody's message. */
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
  /** There is no such one; it has the identifier of no kind. */
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
  /** Of a department's files, or of somebody's own. */
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
  /** Of a version: its file. Of a file: a version that it had before, if any. */
  fileId?: number
  versionId?: number
  /** Of the current version. */
  versionKey?: string
  /** Of what colleagues look up: where it belongs. */
  enterprise?: Person['enterprise']
  /** Who may see a mark is judged by what holds it. */
  marks: Partial<Record<'name' | 'content', string[]>>
}

/** `zq0012zq`: stands nowhere else, and survives every spelling of a name. */
export function createMarks() {
  let serial = 0
  return () => `zq${(++serial).toString(36).padStart(4, '0')}zq`
}

export const MARK = /zq[a-z0-9]{4}zq/g

/** How the interface names a thing of kind file, folder or department. */
export function typedIdOf({ kind, id }: Pick<Thing, 'kind' | 'id'>, missingAs = 'file'): string {
  return `${kind === 'nothing' ? missingAs : kind}_${id}`
}

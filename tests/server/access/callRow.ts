import type { CallName, Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import type { Ability } from '@/domain/items/abilities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { stateOf, type StateName } from '../../support/access/abilityTable'

export const isFolderIn = (state: StateName) => stateOf(state).type === 'folder'

/** The id that the calls take. */
export interface Target {
  id: number
  typedId: Item['typed_id']
  versionId: number
  name: string
  /** Id of a folder in the same space that accepts the item. */
  elsewhere: number
}

/** One call on an item, and the rights that decide its outcome. */
export interface Row<K extends CallName> {
  ask(target: Target): Request<K>
  /** The ability that decides the call, or a row of marks per role. */
  as: Ability | ((state: StateName) => string)
  /** Restricts the row to files or to folders; a call on the other type answers that the item does not exist. */
  on?: Item['type']
  /** Error codes that replace `commonCodes` here. */
  codes?: Partial<Record<Exclude<Outcome, 'done'>, string>>
  /** The call treats deleted and unreadable items like any other item. */
  isRegardless?: boolean
  /** The call works only on items in the trash. */
  isOfTrash?: boolean
  /** Creates what the call needs. */
  prepare?(target: Target, user: UserRow): Promise<unknown>
  /** Reads the outcome from a successful answer; `done` without this method. */
  read?(body: unknown): string
  /** Restores what a successful call changed. */
  undo?(item: ItemRow, user: UserRow): Promise<unknown>
}

export type Outcome =
  | 'done'
  | 'hidden'
  | 'unseen'
  | 'deleted'
  | 'other'
  | 'locked'
  | 'encrypted'
  | 'scanning'
  | 'approval'
  | 'encrypted_path'
  | 'preview_no_permission'
  | 'share_disabled'
  | 'share_disabled_for_members'
  | 'share_encrypted'

export const commonCodes: Record<Exclude<Outcome, 'done'>, string> = {
  hidden: 'permission_denied',
  unseen: 'item_not_found',
  deleted: 'item_is_deleted',
  other: 'item_not_found',
  locked: 'item_locked',
  encrypted: 'download_encrypted',
  scanning: 'download_scanning',
  approval: 'download_approval',
  encrypted_path: 'download_encrypted_path',
  preview_no_permission: 'permission_denied',
  share_disabled: 'share_disabled',
  share_disabled_for_members: 'share_disabled_for_members',
  share_encrypted: 'item_encrypted',
}

export const viewing = () => '●●●●●●●●·'
export const creatingCollabs = () => '●●●······'
export const creatingComments = () => '●●●●●●●··'
export const commenting = (typedId: string) => ({ item_typed_id: typedId as `file_${number}` })
export const inviting = (typedId: string) => ({ item_typed_id: typedId as `folder_${number}` })
export const row = <K extends CallName>(row: Row<K>) => row
export const notInTrash = { hidden: 'item_not_in_trash' }
export const restoring = { hidden: 'restore_folder_without_permission', unseen: 'item_is_deleted' }
export const ofOnlineDocument = (state: StateName) =>
  state === 'onlineDocument' ? { hidden: 'download_online_document' } : {}
export const packing = {
  encrypted: 'download_nothing',
  scanning: 'download_nothing',
  approval: 'download_nothing',
  encrypted_path: 'download_nothing',
}

/** A refused representation does not fail the call (PREV-05). */
export function readReason(body: unknown): string {
  const { reason } = body as { reason: string | null }
  return reason === 'permission_denied' || reason === 'file_deleted' ? reason : 'done'
}

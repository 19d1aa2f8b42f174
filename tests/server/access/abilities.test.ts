import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userKey } from '../../../server/actors/actor'
import { calls, type CallName, type Request } from '@/contract/api'
import type { BaseInfo, Item, Role } from '@/contract/entities'
import { abilities, type Ability, type AbilitySubject } from '@/domain/items/abilities'
import type { ItemChange, ItemRow, UserRow } from '../../../server/database/tables'
import { inTransaction } from '../../../server/database/transaction'
import { departmentRoot } from '../../../server/queries/items/spaces'
import {
  abilityNames,
  actionPermissionsTold,
  answerTold,
  permissionsIn,
  stateNames,
  stateOf,
  told,
  type StateName,
} from '../../support/access/abilityTable'
import { client, type Answer, type Client } from '../../support/client'
import { sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { markOf, roles } from '../../support/access/roleTable'
import { making } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

const isFolderIn = (state: StateName) => stateOf(state).type === 'folder'

/** The id that the calls take. */
interface Target {
  id: number
  typedId: Item['typed_id']
  versionId: number
  name: string
  /** Id of a folder in the same space that accepts the item. */
  elsewhere: number
}

/** One call on an item, and the rights that decide its outcome. */
interface Row<K extends CallName> {
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

type Outcome =
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

const commonCodes: Record<Exclude<Outcome, 'done'>, string> = {
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

const viewing = () => '●●●●●●●●·'
const creatingCollabs = () => '●●●······'
const creatingComments = () => '●●●●●●●··'
const commenting = (typedId: string) => ({ item_typed_id: typedId as `file_${number}` })
const inviting = (typedId: string) => ({ item_typed_id: typedId as `folder_${number}` })
const row = <K extends CallName>(row: Row<K>) => row
const notInTrash = { hidden: 'item_not_in_trash' }
const restoring = { hidden: 'restore_folder_without_permission', unseen: 'item_is_deleted' }
const ofOnlineDocument = (state: StateName) =>
  state === 'onlineDocument' ? { hidden: 'download_online_document' } : {}
const packing = {
  encrypted: 'download_nothing',
  scanning: 'download_nothing',
  approval: 'download_nothing',
  encrypted_path: 'download_nothing',
}

/** A refused representation does not fail the call (PREV-05). */
function readReason(body: unknown): string {
  const { reason } = body as { reason: string | null }
  return reason === 'permission_denied' || reason === 'file_deleted' ? reason : 'done'
}

let server: TestServer
let make: ReturnType<typeof factories>

async function putBack({ id, parent_id, name, name_key, lock_user_id, lock_kind }: ItemRow): Promise<void> {
  const change = {
    parent_id,
    name,
    name_key,
    lock_user_id,
    lock_kind,
    deleted_at: null,
    deleted_by: null,
    deleted_space_owner_id: null,
  }
  await inTransaction(server.deps.db, (transaction) =>
    transaction.updateTable('items').set(change).where('id', '=', id).execute(),
  )
}

/** Inserts the upload that presign would have created. */
function beginUpload({ id: userId }: UserRow, target: { folder_id: number } | { target_file_id: number }, id: string) {
  const expires = new Date(Date.now() + 3_600_000)
  return server.deps.db
    .insertInto('uploads')
    .values({ id, actor_key: userKey(userId), name: '新.txt', size: 0, expires_at: expires, ...target })
    .execute()
}

/** Deletes the new file of an upload; a new version stays. */
async function forgetUpload(id: string) {
  const { item_id: itemId, folder_id: folderId } = await server.deps.db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (folderId === null) return
  await inTransaction(server.deps.db, async (transaction) => {
    await transaction.deleteFrom('versions').where('item_id', '=', itemId).execute()
    await transaction.deleteFrom('items').where('id', '=', itemId).execute()
  })
}

function forgetFavourite({ id }: ItemRow, { id: userId }: UserRow): Promise<unknown> {
  return server.deps.db.deleteFrom('favourites').where('user_id', '=', userId).where('target_id', '=', id).execute()
}

function forgetComments({ id }: ItemRow): Promise<unknown> {
  return server.deps.db.deleteFrom('comments').where('item_id', '=', id).execute()
}

/**
 * Every call of the contract. A call on an item lists what decides its outcome; the codes follow from 1§8 and decisions 40, 51-54.
 * Calls that remove an item are last.
 */
const table: { [K in CallName]: 'of no item' | readonly Row<K>[] } = {
  'GET /apps/users/is_user_logged_in': 'of no item',
  'GET /apps/users/get_base_info': 'of no item',
  'POST /apps/users/login': 'of no item',
  'POST /apps/users/logout': 'of no item',
  'POST /apps/users/update_user_guide_settings': 'of no item',
  // The action has already happened and cannot be undone.
  'POST /apps/logs/action': 'of no item',
  'GET /apps/users/two_step': 'of no item',
  'GET /apps/messages/get_list': 'of no item',
  'POST /apps/messages/mark_read': 'of no item',
  'POST /apps/messages/delete': 'of no item',
  'POST /apps/messages/restore': 'of no item',
  'GET /apps/messages/outside': 'of no item',
  'POST /apps/messages/choose_outside': 'of no item',
  'GET /apps/files/comments': [row({ ask: ({ typedId }) => commenting(typedId), as: creatingComments })],
  'POST /apps/comments/create': [
    row({
      ask: ({ typedId }) => ({ ...commenting(typedId), content: '好' }),
      as: creatingComments,
      undo: forgetComments,
    }),
  ],
  // Takes a comment, not an item: tests/server/comments/comments.test.ts.
  'POST /apps/comments/delete': 'of no item',
  'POST /apps/comments/restore': 'of no item',
  'GET /apps/share_links/get_list': 'of no item',
  'GET /apps/share_links/enterprise_list': 'of no item',
  'GET /apps/share_links/get': 'of no item',
  'GET /apps/share_links/visits': 'of no item',
  'GET /apps/share_links/card': 'of no item',
  'POST /apps/share_links/edit': 'of no item',
  'POST /apps/share_links/close': 'of no item',
  'POST /apps/share_links/reopen': 'of no item',
  'POST /apps/share_links/approve': 'of no item',
  'GET /apps/share_links/info/{unique_name}': 'of no item',
  'POST /apps/share_links/info/{unique_name}': 'of no item',
  // Rights on the folder: tests/server/fileRequests/requests.test.ts.
  'POST /apps/collects/create': 'of no item',
  'GET /apps/collects/get_list': 'of no item',
  'GET /apps/collects/get': 'of no item',
  'GET /apps/collects/people': 'of no item',
  'POST /apps/collects/edit': 'of no item',
  'POST /apps/collects/close': 'of no item',
  'POST /apps/collects/reopen': 'of no item',
  'POST /apps/collects/remind': 'of no item',
  'POST /apps/collects/release': 'of no item',
  'GET /apps/collects/info/{unique_name}': 'of no item',
  'POST /apps/collects/join': 'of no item',
  'POST /apps/collects/presign': 'of no item',
  'POST /apps/collects/finish': 'of no item',
  // Rights of visitors: tests/security/landing/visitors.test.ts.
  'GET /apps/users/get_share_user_info': 'of no item',
  'GET /v1/wechat_applet/templates': 'of no item',
  'POST /v1/wechat_applet/identify': 'of no item',
  'POST /v1/wechat_applet/private_message': 'of no item',
  // Links a user to their account in WeChat or WeCom: tests/security/session/appletSignIn.test.ts.
  'POST /apps/users/applet_login': 'of no item',
  'GET /apps/users/messenger_links': 'of no item',
  'POST /apps/users/messenger_links/create': 'of no item',
  'POST /apps/users/messenger_links/end': 'of no item',
  'POST /v1/wechat_applet/arrive': 'of no item',
  'POST /captcha/captcha_send': 'of no item',
  'POST /coupon/create': 'of no item',
  'POST /third_party/wechat/signature': 'of no item',
  'POST /third_party/qy_wechat/signature': 'of no item',
  'POST /apps/share_links/report': 'of no item',
  'GET /apps/share_links/reports': 'of no item',
  'POST /enterprise/set_logo': 'of no item',
  'GET /enterprise/pictures': 'of no item',
  'POST /enterprise/remove_picture': 'of no item',
  'POST /v1/wechat_applet/create_file_user': 'of no item',
  'POST /apps/users/two_step': 'of no item',
  'POST /apps/users/two_step/begin': 'of no item',
  'POST /apps/users/two_step/disable': 'of no item',
  'POST /apps/users/password': 'of no item',
  'POST /apps/users/set_picture': 'of no item',
  'GET /apps/users/sessions': 'of no item',
  'POST /apps/users/sessions/end': 'of no item',
  'POST /apps/users/sessions/end_others': 'of no item',
  'GET /apps/audit/list': 'of no item',
  'GET /apps/frequently_used_items/get_space_info': 'of no item',
  'GET /apps/frequently_used_items/get_list': 'of no item',
  'GET /apps/files/file_list_for_collabs': 'of no item',
  'GET /apps/files/file_list_for_external_enterprise': 'of no item',
  'GET /enterprises/get_external_enterprises': 'of no item',
  'GET /departments/find_user_in_departments_tree': 'of no item',
  'GET /departments/info': 'of no item',
  'GET /apps/files/trash_list': 'of no item',
  'POST /apps/files/empty_trash': 'of no item',
  'GET /recent_items/get_list': 'of no item',
  'GET /apps/files/uploads': 'of no item',

  // Rights to look people up: tests/server/contacts/contacts.test.ts. Only users who may invite see who is already a collaborator.
  'GET /apps/contacts/get': [row({ ask: ({ typedId }) => inviting(typedId), as: creatingCollabs })],
  'GET /departments/user_list': 'of no item',
  'GET /departments/children': 'of no item',
  'GET /departments/manager_list': 'of no item',
  'GET /cards/user_info': 'of no item',
  'GET /cards/department_info': 'of no item',
  'GET /cards/group_info': 'of no item',

  // Which roles may be given: tests/server/members/members.test.ts.
  'POST /apps/collabs/invite': [
    row({
      ask: ({ id }) => ({ folder_id: id, invited_users: '900000000:viewer' }),
      as: creatingCollabs,
      on: 'folder',
    }),
  ],
  'GET /apps/folders/get_collab_info_on_item': [
    row({ ask: ({ id }) => ({ folder_id: id }), as: viewing, on: 'folder' }),
  ],
  'GET /apps/files/who_can_see': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'POST /apps/collabs/edit': 'of no item',
  'POST /apps/collabs/delete': 'of no item',
  'GET /apps/collabs/get': 'of no item',
  'POST /apps/collabs/accept': 'of no item',
  'POST /apps/collabs/refuse': 'of no item',
  'POST /apps/collabs/resend': 'of no item',
  'GET /apps/messages/child_messages_list': 'of no item',
  'POST /apps/messages/child_messages_mark_read': 'of no item',
  'POST /apps/messages/child_messages_delete': 'of no item',

  'GET /apps/files/get_info': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/details': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/file_list/{folderId}': [row({ ask: ({ id }) => ({ folderId: id }), as: viewing, on: 'folder' })],
  'GET /apps/files/file_list': [row({ ask: ({ id }) => ({ folder_id: id }), as: viewing, on: 'folder' })],
  'GET /apps/files/search': [
    row({ ask: ({ id }) => ({ query_words: '甲', search_in_folder: id }), as: viewing, on: 'folder' }),
  ],
  'POST /recent_items/mark_as_used': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/versions': [row({ ask: ({ id }) => ({ file_id: id }), as: 'viewVersions', on: 'file' })],
  'GET /apps/representations/info': [
    row({
      ask: ({ id }) => ({ file_id: id }),
      as: (state) => roles.map((role) => previewMark(state, role)).join(''),
      on: 'file',
      read: readReason,
      codes: { deleted: 'file_deleted' },
    }),
  ],
  'GET /apps/representations/pages': [row({ ask: ({ id }) => ({ file_id: id }), as: 'preview', on: 'file' })],
  'GET /apps/representations/entries': [row({ ask: ({ id }) => ({ file_id: id }), as: 'preview', on: 'file' })],
  'GET /yiqixie/get_access_url': [
    row({
      ask: ({ id }) => ({ file_id: id }),
      // Other files are readable but have no such frame.
      as: (state) =>
        roles.map((role) => (previewMark(state, role) !== '●' ? '·' : state === 'onlineDocument' ? '●' : 'p')).join(''),
      on: 'file',
      codes: { preview_no_permission: 'not_support' },
    }),
  ],
  'POST /apps/files/get_sibling': [row({ ask: ({ id }) => ({ file_id: id }), as: 'preview', on: 'file' })],
  'GET /apps/files/get_sibling': [row({ ask: ({ id }) => ({ file_id: id }), as: 'preview', on: 'file' })],
  'GET /apps/files/download': [row({ ask: ({ id }) => ({ file_id: id }), as: 'download', on: 'file' })],
  'GET /apps/file_versions/download': [
    row({ ask: ({ id, versionId }) => ({ file_id: id, file_version_id: versionId }), as: 'download', on: 'file' }),
  ],
  'POST /pack_download/download': [row({ ask: ({ typedId }) => ({ item_typed_ids: [typedId] }), as: 'download' })],
  'POST /apps/share_links/create': [
    row({
      ask: ({ typedId }) => ({
        ...making({ id: 0, is_folder: false }, { password_protected: true, password: 'k7m3' }),
        item_typed_id: typedId,
      }),
      as: 'share',
    }),
  ],
  'POST /apps/files/presign_upload': [
    row({ ask: ({ id }) => ({ file_size: 1, folder_id: id }), as: 'upload', on: 'folder' }),
    row({ ask: ({ id }) => ({ file_size: 1, target_file_id: id }), as: 'updateVersion', on: 'file' }),
  ],
  'POST /apps/files/upload_finish': [
    row({
      ask: ({ id }) => ({ upload_id: `into-${id}` }),
      prepare: ({ id }, user) => beginUpload(user, { folder_id: id }, `into-${id}`),
      as: 'upload',
      on: 'folder',
      undo: ({ id }) => forgetUpload(`into-${id}`),
    }),
    row({
      ask: ({ id }) => ({ upload_id: `over-${id}` }),
      prepare: ({ id }, user) => beginUpload(user, { target_file_id: id }, `over-${id}`),
      as: 'updateVersion',
      on: 'file',
      undo: ({ id }) => forgetUpload(`over-${id}`),
    }),
  ],
  'POST /apps/files/new_folder': [
    row({ ask: ({ id }) => ({ parent_folder_id: id, name: '新' }), as: 'createFolder', on: 'folder' }),
  ],
  'POST /apps/frequently_used_items/add': [
    row({
      ask: ({ typedId }) => ({ typed_id: typedId }),
      as: 'favourite',
      codes: { hidden: 'duplicate_frequently_used_item_id' },
      undo: forgetFavourite,
    }),
  ],
  'POST /apps/frequently_used_items/delete': [
    row({
      ask: ({ typedId }) => ({ typed_id: typedId }),
      as: 'unfavourite',
      codes: { hidden: 'frequently_used_item_not_found' },
      isRegardless: true,
    }),
  ],
  'POST /apps/files/edit': [
    row({ ask: ({ typedId, name }) => ({ item_typed_id: typedId, name: `新${name}` }), as: 'rename', undo: putBack }),
  ],
  'POST /apps/files/lock': [
    row({
      ask: ({ typedId }) => ({ item_typed_id: typedId }),
      as: (state) =>
        state === 'locked' || state === 'lockedFolder' || state === 'approval' ? 'lll······' : '●●●······',
      undo: putBack,
    }),
  ],
  'POST /apps/files/unlock': [
    row({
      ask: ({ typedId }) => ({ item_typed_id: typedId }),
      as: (state) =>
        state === 'approval' ? 'llllllll·' : state === 'locked' || state === 'lockedFolder' ? '●●llllll·' : '●●●●●●●●·',
      undo: putBack,
    }),
  ],
  'POST /apps/files/copy': [
    row({ ask: ({ typedId, elsewhere }) => ({ item_typed_ids: [typedId], target_folder_id: elsewhere }), as: 'copy' }),
  ],
  'POST /apps/files/move': [
    row({
      ask: ({ typedId, elsewhere }) => ({ item_typed_ids: [typedId], target_folder_id: elsewhere }),
      as: 'move',
      codes: { encrypted: 'item_encrypted' },
      undo: putBack,
    }),
  ],
  'POST /apps/files/delete': [
    row({ ask: ({ typedId }) => ({ item_typed_ids: [typedId] }), as: 'delete', undo: putBack }),
  ],
  'POST /apps/files/restore_from_trash': [
    row({
      ask: ({ typedId }) => ({ item_typed_ids: [typedId] }),
      // Restoring an item that is already restored is no error. A department is restored by its owner, its deleter or an administrator.
      as: (state) =>
        state === 'departmentRoot' ? '●········' : roles.map((role) => told(state, 'restore', role)).join(''),
      codes: restoring,
      isOfTrash: true,
      undo: bury,
    }),
  ],
  'POST /apps/files/delete_from_trash': [
    row({
      ask: ({ typedId }) => ({ item_typed_ids: [typedId] }),
      as: (state) => roles.map((role) => (isGone(state, role) ? '●' : '·')).join(''),
      codes: notInTrash,
      isOfTrash: true,
    }),
  ],
}

/** One call with two effects: the owner's item is purged, anybody else's trash entry is removed. */
function isGone(state: StateName, role: Role): boolean {
  if (!stateOf(state).item(0, stranger, 'owner').is_deleted) return false
  return [answerTold(state, 'permanentDelete', role), answerTold(state, 'deleteRecord', role)].includes('yes')
}

const stranger: Item['owned_by'] = { id: 0, name: '', login: '', enterprise_id: 0 }

/** Without access the answer is `item_not_found`, not `permission_denied`. */
function previewMark(state: StateName, role: Role): string {
  return role === 'reset' ? '·' : told(state, 'preview', role)
}

/** Moves the item back into the trash of the user. */
async function bury({ id, deleted_at, deleted_by, deleted_space_owner_id }: ItemRow): Promise<void> {
  await server.deps.db
    .updateTable('items')
    .set({ deleted_at, deleted_by, deleted_space_owner_id })
    .where('id', '=', id)
    .execute()
}

/** The owner and one other user. */
const playedRoles: readonly Role[] = [
  'owner',
  ...sample(
    roles.filter((role) => role !== 'owner'),
    1,
  ),
]

interface Player {
  role: Role
  user: UserRow
  client: Client
  base: BaseInfo
}

let players: Player[]
let owner: UserRow
let colleague: UserRow
let shared: ItemRow
let elsewhere: ItemRow
let departmentElsewhere: number

before(async () => {
  server = await startTestServer({
    config: { documentEditorUrl: 'https://editor.example/?access={access}', baseUrl: 'https://drive.example' },
  })
  make = factories(server.deps)
  const enterprise = await make.enterprise({ virus_scan: true, collaborative_document: true })
  owner = await make.user({ enterprise, isAdministrator: true })
  colleague = await make.user({ enterprise })
  shared = await make.folder({ owner })
  elsewhere = await make.folder({ owner })
  departmentElsewhere = (await departmentRoot(server.deps.db, (await make.department({ enterprise })).id))!
  players = await Promise.all(
    playedRoles.map(async (role) => {
      const user = role === 'owner' ? owner : await make.user({ enterprise })
      if (role !== 'owner') {
        await make.collab(shared, { user }, role)
        await make.collab(elsewhere, { user }, 'editor')
        await make.collab({ id: departmentElsewhere }, { user }, 'editor')
      }
      const signedIn = await client(server).as(user.login)
      return { role, user, client: signedIn, base: await signedIn.call('GET /apps/users/get_base_info', {}) }
    }),
  )
})
after(() => server.close())

/** Column values that put an item into a state. States missing here follow from the item's place or creator. */
const columns: Partial<Record<StateName, (me: number) => ItemChange>> = {
  encrypted: () => ({ is_encrypted: true }),
  locked: () => ({ lock_user_id: colleague.id, lock_kind: 1 }),
  lockedFolder: () => ({ lock_user_id: colleague.id, lock_kind: 1 }),
  lockedByMe: (me) => ({ lock_user_id: me, lock_kind: 1 }),
  approval: () => ({ lock_user_id: colleague.id, lock_kind: 2 }),
  approvalByMe: (me) => ({ lock_user_id: me, lock_kind: 2 }),
  onlineEditing: () => ({ lock_user_id: colleague.id, lock_kind: 3 }),
  scanned: () => ({ scanned: 1 }),
  noPreview: () => ({ scope: 1 }),
  encryptedFolder: () => ({ is_encrypted: true }),
  deletedFile: (me) => ({ deleted_at: new Date(), deleted_by: me, deleted_space_owner_id: owner.id }),
  deletedFolder: (me) => ({ deleted_at: new Date(), deleted_by: me, deleted_space_owner_id: owner.id }),
  shareDisabled: () => ({ share_disabled_for: 'all' }),
  shareDisabledForMembers: () => ({ share_disabled_for: 'members' }),
}

/** Creates an item in the state for the player's role. */
async function itemIn(state: StateName, { role, user }: Player): Promise<ItemRow> {
  const { db } = server.deps
  if (state === 'departmentRoot' || state === 'departmentRootToDelete') return departmentRootFor(user, role)
  const parent =
    state === 'inEncryptedPath' || state === 'inPathReviewedByMe' ? await encryptedFolder(state, user) : shared
  const made = isFolderIn(state)
    ? await make.folder({ parent })
    : await make.file(
        { parent },
        {
          name: `甲-${state}-${role}.${state === 'onlineDocument' ? 'ydoc' : 'bin'}`,
          creator: state === 'ownUpload' ? user : undefined,
        },
      )
  if (state === 'favourite') {
    await db
      .insertInto('favourites')
      .values({ user_id: user.id, kind: 'file', target_id: made.id, name: made.name })
      .execute()
  }
  const change = columns[state]?.(user.id)
  if (change) await db.updateTable('items').set(change).where('id', '=', made.id).execute()
  return db.selectFrom('items').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
}

async function encryptedFolder(state: StateName, user: UserRow): Promise<ItemRow> {
  const folder = await make.folder({ parent: shared })
  const reviewer = state === 'inPathReviewedByMe' ? user : colleague
  await server.deps.db
    .updateTable('items')
    .set({ is_encrypted: true, lock_user_id: reviewer.id, lock_kind: 2 })
    .where('id', '=', folder.id)
    .execute()
  return folder
}

async function departmentRootFor(user: UserRow, role: Role): Promise<ItemRow> {
  const { db } = server.deps
  const department = await make.department({ enterprise: { id: owner.enterprise_id } as never })
  const id = (await departmentRoot(db, department.id))!
  if (role !== 'owner') await make.collab({ id }, { user }, role)
  return db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function targetOf({ id, is_folder, current_version_id, name }: ItemRow, state: StateName): Target {
  const elsewhereId = state.startsWith('departmentRoot') ? departmentElsewhere : elsewhere.id
  return {
    id,
    typedId: is_folder ? `folder_${id}` : `file_${id}`,
    versionId: current_version_id ?? 1,
    name,
    elsewhere: elsewhereId,
  }
}

function subjectOf(item: Item, { base }: Player): AbilitySubject {
  return {
    item,
    user: { id: base.user_info!.id, enterprise: base.enterprise_info },
    context: { flags: base.view_flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false },
  }
}

/** The outcome in an answer: `done`, the reason of a preview, or the error code. */
function read({ status, body }: Answer, outcomeOfBody: (body: unknown) => string = () => 'done'): string {
  assert.equal(status, 200, JSON.stringify(body))
  const { success, errors } = body as { success: boolean; errors?: object }
  if (success) return outcomeOfBody(body)
  const [entry] = Object.values(errors!).flat() as { error_code: string }[]
  return entry!.error_code
}

/** The outcomes that the table allows for a call; each of them is correct. */
function expected(row: Row<CallName>, name: CallName, state: StateName, role: Role): string[] {
  const outcome = outcomeOf(row, state, role)
  const codes = {
    ...commonCodes,
    ...(row.as === 'download' && outcome === 'hidden' && told('file', 'download', role) === '●'
      ? ofOnlineDocument(state)
      : {}),
    ...(name === 'POST /pack_download/download' && !isFolderIn(state)
      ? { ...packing, hidden: packed(state, role) }
      : {}),
    ...row.codes,
  }
  if (outcome === 'done') return ['done']
  // The server may check the type, the right or the trash first.
  return outcome === 'other' ? [codes.other, codes.hidden, commonCodes.deleted] : [codes[outcome]]
}

/** An archive whose only file is left out is empty. */
function packed(state: StateName, role: Role): string {
  return state === 'onlineDocument' && told('file', 'download', role) === '●' ? 'download_nothing' : 'permission_denied'
}

function outcomeOf(row: Row<CallName>, state: StateName, role: Role): Outcome {
  const mark = typeof row.as === 'string' ? told(state, row.as, role) : markOf(row.as(state), role)
  const outcome = mark === '●' ? 'done' : mark === '·' ? 'hidden' : reasonOf[mark]!
  if (row.isRegardless) return outcome
  if (role === 'reset') return 'unseen'
  const isDeleted = stateOf(state).item(0, stranger, 'owner').is_deleted === true
  if (row.isOfTrash) return outcome
  if (row.on !== undefined && row.on !== stateOf(state).type) return 'other'
  return isDeleted ? 'deleted' : outcome
}

const reasonOf: Record<string, Outcome> = {
  l: 'locked',
  e: 'encrypted',
  s: 'scanning',
  a: 'approval',
  c: 'encrypted_path',
  p: 'preview_no_permission',
  d: 'share_disabled',
  m: 'share_disabled_for_members',
  x: 'share_encrypted',
}

const itemCalls = (Object.entries(table) as [CallName, 'of no item' | readonly Row<CallName>[]][]).flatMap(
  ([name, rows]) => (rows === 'of no item' ? [] : rows.map((each) => ({ name, row: each }))),
)

describe('[ACT-01] every call × every role × items of every kind and state', () => {
  test('the table lists every call of the contract', () => {
    assert.deepEqual(Object.keys(table).sort(), Object.keys(calls).sort())
  })

  for (const state of sample(stateNames, 10)) {
    test(`${state}: ${stateOf(state).sentence}`, async () => {
      const { db } = server.deps
      // Only administrators may delete departments.
      await db
        .updateTable('users')
        .set({ is_administrator: state === 'departmentRootToDelete' })
        .where('enterprise_id', '=', owner.enterprise_id)
        .execute()
      await Promise.all(
        players.map(async (player) => {
          const { role, user, client: they } = player
          const made = await itemIn(state, player)
          const target = targetOf(made, state)
          if (role !== 'reset') assertAnswered(await listedItem(they, target, state), state, player)
          for (const { name, row: each } of itemCalls) {
            await each.prepare?.(target, user)
            const outcome = read(await they.send(name, each.ask(target)), each.read)
            const wanted = expected(each, name, state, role)
            assert.ok(wanted.includes(outcome), `${role}, ${name}: ${outcome}, not ${wanted.join(' or ')}`)
            if (outcome === 'done') await each.undo?.(made, user)
          }
        }),
      )
    })
  }
})

/** The item as a list shows it; a deleted item is read from the trash of its deleter. */
async function listedItem(they: Client, { typedId }: Target, state: StateName): Promise<Item> {
  if (!stateOf(state).item(0, stranger, 'owner').is_deleted)
    return (await they.call('GET /apps/files/get_info', { item_typed_id: typedId })).item!
  const { items } = await they.call('GET /apps/files/trash_list', { limit: 200 })
  return items.find((item) => item.typed_id === typedId)!
}

function assertAnswered(item: Item, state: StateName, player: Player) {
  const { role } = player
  assert.equal(item.final_role, role)
  assert.deepEqual([...item.permissions].sort(), permissionsIn(state, role).sort(), role)
  assert.deepEqual(item.action_permissions, actionPermissionsTold(state, role), role)
  const answers = Object.fromEntries(
    abilityNames.map((ability) => [ability, abilities[ability](subjectOf(item, player))]),
  )
  assert.deepEqual(
    answers,
    Object.fromEntries(abilityNames.map((ability) => [ability, answerTold(state, ability, role)])),
    role,
  )
}

describe('decisions 54: foreign and missing ids answer alike', () => {
  test('in every call, for the owner of everything and for another user', async () => {
    const stranger = await make.user()
    const [file, folder] = [await make.file({ owner: stranger }), await make.folder({ owner: stranger })]
    const missing = 9_000_000
    for (const { client: they } of players.slice(0, 2)) {
      for (const { name, row: each } of itemCalls) {
        for (const [foreign, typedId] of [
          [file, 'file'],
          [folder, 'folder'],
        ] as const) {
          const target = targetOf(foreign, 'file')
          const absent: Target = { ...target, id: missing, typedId: `${typedId}_${missing}` }
          const [one, other] = [await they.send(name, each.ask(target)), await they.send(name, each.ask(absent))]
          const withoutId = ({ body }: Answer) => ({ ...(body as object), request_id: '' })
          assert.equal(one.status, other.status, name)
          assert.deepEqual(withoutId(one), withoutId(other), name)
          assert.notEqual(read(one), 'done', name)
        }
      }
    }
  })
})

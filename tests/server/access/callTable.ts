import { userKey } from '../../../server/actors/actor'
import type { CallName } from '@/contract/api'
import type { Item, Role } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { inTransaction } from '../../../server/database/transaction'
import { expectedAnswer, stateOf, expectedMark, type StateName } from '../../support/access/abilityTable'
import { factories } from '../../support/factories'
import { roles } from '../../support/access/roleTable'
import { making } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import {
  commenting,
  creatingCollabs,
  creatingComments,
  inviting,
  notInTrash,
  readReason,
  restoring,
  type Row,
  row,
  viewing,
} from './callRow'

export let server: TestServer
export let make: ReturnType<typeof factories>

/** Starts the server. Call it in `before` and close it in `after`: hooks at the top of a file do not wait for each other. */
export async function startAbilityServer(): Promise<void> {
  server = await startTestServer({
    config: { documentEditorUrl: 'https://editor.example/?access={access}', baseUrl: 'https://drive.example' },
  })
  make = factories(server.deps)
}

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

/** Deletes the documents in a folder. */
async function forgetDocument({ id }: ItemRow): Promise<void> {
  await inTransaction(server.deps.db, async (transaction) => {
    const made = transaction
      .selectFrom('items')
      .select('id')
      .where('parent_id', '=', id)
      .where('extension', '=', 'ydoc')
    await transaction.deleteFrom('versions').where('item_id', 'in', made).execute()
    await transaction.deleteFrom('items').where('parent_id', '=', id).where('extension', '=', 'ydoc').execute()
  })
}

function forgetFavourite({ id }: ItemRow, { id: userId }: UserRow): Promise<unknown> {
  return server.deps.db.deleteFrom('favourites').where('user_id', '=', userId).where('target_id', '=', id).execute()
}

function forgetTags({ id }: ItemRow): Promise<unknown> {
  return server.deps.db.deleteFrom('item_tags').where('item_id', '=', id).execute()
}

function forgetComments({ id }: ItemRow): Promise<unknown> {
  return server.deps.db.deleteFrom('comments').where('item_id', '=', id).execute()
}

/**
 * Every call of the contract. A call on an item lists what decides its outcome; the codes follow from 1§8 and decisions 40, 51-54.
 * Calls that remove an item are last.
 */
export const table: { [K in CallName]: 'of no item' | readonly Row<K>[] } = {
  'GET /apps/users/is_user_logged_in': 'of no item',
  'GET /apps/users/get_base_info': 'of no item',
  'POST /apps/users/login': 'of no item',
  'POST /apps/users/forgotten_password': 'of no item',
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
  // Texts alone have passages: tests/server/documents/passages.test.ts.
  'GET /apps/comments/passages': 'of no item',
  // Takes a comment, not an item: tests/server/comments/comments.test.ts.
  'POST /apps/comments/delete': 'of no item',
  'POST /apps/comments/restore': 'of no item',
  'POST /apps/comments/resolve': 'of no item',
  'GET /apps/share_links/get_list': 'of no item',
  'GET /apps/share_links/received': 'of no item',
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
  'GET /apps/collects/enterprise_list': 'of no item',
  'GET /apps/collects/get': 'of no item',
  'GET /apps/collects/people': 'of no item',
  'POST /apps/collects/edit': 'of no item',
  'POST /apps/collects/enterprise_close': 'of no item',
  'POST /apps/collects/enterprise_reopen': 'of no item',
  'POST /apps/collects/close': 'of no item',
  'POST /apps/collects/reopen': 'of no item',
  'POST /apps/collects/remind': 'of no item',
  'POST /apps/collects/release': 'of no item',
  'GET /apps/collects/info/{unique_name}': 'of no item',
  'POST /apps/collects/join': 'of no item',
  'POST /apps/collects/presign': 'of no item',
  'POST /apps/collects/finish': 'of no item',
  'POST /apps/collects/take_back': 'of no item',
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
  'POST /apps/users/two_step/recover': 'of no item',
  'POST /apps/users/two_step/recovery_codes': 'of no item',
  'POST /apps/users/password': 'of no item',
  'POST /apps/users/set_picture': 'of no item',
  'GET /apps/users/sessions': 'of no item',
  'GET /apps/applications/asked': 'of no item',
  'POST /apps/applications/answer': 'of no item',
  'GET /apps/applications/allowed': 'of no item',
  'POST /apps/applications/disallow': 'of no item',
  'POST /apps/users/sessions/end': 'of no item',
  'POST /apps/users/sessions/end_others': 'of no item',
  'GET /apps/audit/list': 'of no item',
  'GET /apps/audit/export': 'of no item',
  'GET /admin/people/list': 'of no item',
  'GET /admin/people/export': 'of no item',
  'GET /admin/people/info': 'of no item',
  'POST /admin/people/create': 'of no item',
  'POST /admin/people/edit': 'of no item',
  'POST /admin/people/deactivate': 'of no item',
  'POST /admin/people/restore': 'of no item',
  'POST /admin/people/end_sessions': 'of no item',
  'POST /admin/people/reset_password': 'of no item',
  'POST /admin/people/renew_link': 'of no item',
  'POST /admin/people/mail_link': 'of no item',
  'POST /admin/people/message_link': 'of no item',
  'POST /admin/people/withdraw_link': 'of no item',
  'POST /admin/people/reset_second_step': 'of no item',
  'POST /admin/people/hand_over': 'of no item',
  'POST /admin/people/undo_hand_over': 'of no item',
  'POST /admin/people/delete': 'of no item',
  'GET /admin/import/template': 'of no item',
  'POST /admin/import/check': 'of no item',
  'GET /admin/import/info': 'of no item',
  'GET /admin/import/progress': 'of no item',
  'POST /admin/import/run': 'of no item',
  'POST /admin/import/links': 'of no item',
  'GET /admin/administrators/list': 'of no item',
  'POST /admin/administrators/set': 'of no item',
  'GET /admin/departments/tree': 'of no item',
  'POST /admin/departments/create': 'of no item',
  'POST /admin/departments/edit': 'of no item',
  'POST /admin/departments/move': 'of no item',
  'POST /admin/departments/merge': 'of no item',
  'POST /admin/departments/delete': 'of no item',
  'POST /admin/departments/add_members': 'of no item',
  'POST /admin/departments/remove_members': 'of no item',
  'GET /admin/groups/list': 'of no item',
  'POST /admin/groups/create': 'of no item',
  'POST /admin/groups/rename': 'of no item',
  'POST /admin/groups/add_members': 'of no item',
  'POST /admin/groups/remove_members': 'of no item',
  'POST /admin/groups/delete': 'of no item',
  'GET /admin/applications/list': 'of no item',
  'POST /admin/applications/create': 'of no item',
  'POST /admin/applications/edit': 'of no item',
  'POST /admin/applications/rotate': 'of no item',
  'POST /admin/applications/add_key': 'of no item',
  'POST /admin/applications/remove_key': 'of no item',
  'POST /admin/applications/end': 'of no item',
  'GET /admin/overview': 'of no item',
  'GET /admin/policies/get': 'of no item',
  'POST /admin/policies/set': 'of no item',
  'GET /admin/sign_on/get': 'of no item',
  'POST /admin/sign_on/set': 'of no item',
  'POST /admin/sign_on/remove': 'of no item',
  'GET /admin/directories/list': 'of no item',
  'GET /admin/directories/runs': 'of no item',
  'POST /admin/directories/sync': 'of no item',
  'GET /admin/ldap/get': 'of no item',
  'POST /admin/ldap/set': 'of no item',
  'POST /admin/ldap/remove': 'of no item',
  'GET /admin/wecom/get': 'of no item',
  'POST /admin/wecom/set': 'of no item',
  'POST /admin/wecom/remove': 'of no item',
  'GET /apps/users/sign_on_ways': 'of no item',
  'GET /apps/users/registration_ways': 'of no item',
  'POST /apps/users/registration_code': 'of no item',
  'POST /apps/users/register': 'of no item',
  'POST /setup/info': 'of no item',
  'POST /setup/create': 'of no item',
  'POST /welcome/info': 'of no item',
  'POST /welcome/accept': 'of no item',
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
  'GET /apps/contacts/recent': 'of no item',
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
  // The answer never depends on the item: tests/security/messages/floods.test.ts.
  'POST /apps/access_requests/create': 'of no item',
  'POST /apps/access_requests/decide': 'of no item',
  'GET /apps/messages/child_messages_list': 'of no item',
  'POST /apps/messages/child_messages_mark_read': 'of no item',
  'POST /apps/messages/child_messages_delete': 'of no item',

  'GET /apps/files/get_info': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/details': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/activity': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId }), as: viewing })],
  'GET /apps/files/file_list/{folderId}': [row({ ask: ({ id }) => ({ folderId: id }), as: viewing, on: 'folder' })],
  'GET /apps/files/file_list': [row({ ask: ({ id }) => ({ folder_id: id }), as: viewing, on: 'folder' })],
  'GET /apps/files/photos': [row({ ask: ({ id }) => ({ folder_id: id }), as: viewing, on: 'folder' })],
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
  'GET /apps/representations/reading': [
    row({
      ask: ({ id }) => ({ file_id: id }),
      as: (state) => roles.map((role) => textMark(state, role)).join(''),
      on: 'file',
    }),
  ],
  'GET /apps/representations/page_texts': [
    row({
      ask: ({ id }) => ({ file_id: id }),
      as: (state) => roles.map((role) => textMark(state, role)).join(''),
      on: 'file',
    }),
  ],
  'GET /apps/representations/grid': [
    row({
      ask: ({ id }) => ({ file_id: id }),
      as: (state) => roles.map((role) => textMark(state, role)).join(''),
      on: 'file',
    }),
  ],
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
  'POST /apps/file_versions/make_current': [
    row({
      ask: ({ id, versionId }) => ({ file_id: id, file_version_id: versionId, current_version_id: versionId }),
      as: versionMarks,
      on: 'file',
    }),
  ],
  'POST /apps/file_versions/edit': [
    row({
      ask: ({ id, versionId }) => ({ file_id: id, file_version_id: versionId, remark: '改了结尾' }),
      as: (state) => (state === 'ownUpload' ? versionMarks(state) : ownersOnly(versionMarks(state))),
      on: 'file',
    }),
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
  'POST /apps/documents/create': [
    row({
      ask: ({ id }) => ({ parent_folder_id: id, name: '新', kind: 'ydoc' }),
      as: 'upload',
      on: 'folder',
      undo: forgetDocument,
    }),
  ],
  // Documents alone have a history: tests/server/documents/bodies.test.ts, rights.test.ts.
  'GET /apps/documents/history': 'of no item',
  'GET /apps/documents/version': 'of no item',
  'POST /apps/documents/name_version': 'of no item',
  'POST /apps/documents/restore': 'of no item',
  // Who may: tests/security/documents/conversions.test.ts.
  'POST /apps/documents/import': 'of no item',
  'POST /apps/documents/copy_as': 'of no item',
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
  'GET /apps/tags/suggest': [
    row({
      ask: ({ typedId }) => ({ item_typed_id: typedId }),
      // A lock hides no tags.
      as: (state) => roles.map((role) => expectedMark(state, 'editTags', role).replace('l', '●')).join(''),
    }),
  ],
  'POST /apps/tags/add': [
    row({ ask: ({ typedId }) => ({ item_typed_id: typedId, name: '重要' }), as: 'editTags', undo: forgetTags }),
  ],
  'POST /apps/tags/remove': [row({ ask: ({ typedId }) => ({ item_typed_id: typedId, tag_id: 1 }), as: 'editTags' })],
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
        state === 'departmentRoot' ? '●········' : roles.map((role) => expectedMark(state, 'restore', role)).join(''),
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
  return [expectedAnswer(state, 'permanentDelete', role), expectedAnswer(state, 'deleteRecord', role)].includes('yes')
}

export const stranger: Item['owned_by'] = { id: 0, name: '', login: '', enterprise_id: 0 }

/** Users who may add a version may also choose the current one; online documents have no versions. */
function versionMarks(state: StateName): string {
  if (state === 'onlineDocument') return roles.map(() => '·').join('')
  return roles.map((role) => expectedMark(state, 'updateVersion', role)).join('')
}

/** The first two roles are owner and coowner. */
function ownersOnly(marks: string): string {
  return marks.slice(0, 2) + '·'.repeat(marks.length - 2)
}

/** Without access the answer is `item_not_found`, not `permission_denied`. */
function previewMark(state: StateName, role: Role): string {
  return role === 'reset' ? '·' : expectedMark(state, 'preview', role)
}

/** A file's text is sent only where the file may be downloaded, and that of a document where another file in its place may be (decisions 286). */
function textMark(state: StateName, role: Role): string {
  const mark = previewMark(state, role)
  const isSent = expectedMark(state === 'onlineDocument' ? 'file' : state, 'perm_download', role) === '●'
  return mark === '●' && !isSent ? 'p' : mark
}

/** Moves the item back into the trash of the user. */
async function bury({ id, deleted_at, deleted_by, deleted_space_owner_id }: ItemRow): Promise<void> {
  await server.deps.db
    .updateTable('items')
    .set({ deleted_at, deleted_by, deleted_space_owner_id })
    .where('id', '=', id)
    .execute()
}

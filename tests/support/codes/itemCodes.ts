import assert from 'node:assert/strict'
import { typedIdOf } from '../shares/shares'
import { codeOf } from '../shares/sharing'
import { chosen, refused, remove } from './CodeWorld'

const LIST = 'GET /apps/files/file_list'
const RESTORE = 'POST /apps/files/restore_from_trash'
const ADD = 'POST /apps/frequently_used_items/add'

/** 1§8. */
export const itemCodes = [
  refused('login_expired', 'nobody is signed in', async ({ visitor }) => [visitor, LIST, {}]),

  refused('security_check_failed', 'the token of the page is wrong', async ({ me, visitor }) => {
    visitor.headers = { ...me.headers, requesttoken: 'x' }
    return [visitor, 'POST /apps/files/new_folder', { parent_folder_id: 0, name: '新建' }]
  }),

  refused('force_two_step', 'the enterprise asks for a second step', async (world) => [
    await world.memberOf({ force_two_step: true }),
    LIST,
    {},
  ]),

  refused('enterprise_expired', 'the enterprise has run out', async (world) => [
    await world.memberOf({ expires_at: new Date(0) }),
    LIST,
    {},
  ]),

  refused('permission_denied', 'a viewer deletes', async (world) => {
    const item = await world.file()
    await world.at.make.collab(item, { user: world.colleague }, 'viewer')
    return [world.theirs, 'POST /apps/files/delete', chosen(item)]
  }),

  refused('duplicate_frequently_used_item_id', 'it is a favourite already', async (world) => {
    const input = { typed_id: typedIdOf(await world.file()) }
    await world.me.call(ADD, input)
    return [world.me, ADD, input]
  }),

  refused('frequently_used_item_not_found', 'it is no favourite', async (world) => [
    world.me,
    'POST /apps/frequently_used_items/delete',
    { typed_id: typedIdOf(await world.file()) },
  ]),

  refused('target_folder_not_deleted', 'its folder is in the trash, too: about the target', async (world, code) => {
    const parent = await world.folder()
    const item = await world.at.make.file({ parent })
    await remove(world.me, item)
    await remove(world.me, parent)
    const { entry } = await world.me.refused(RESTORE, chosen(item), code)
    assert.equal(entry.error_type, 'target')
  }),

  refused('item_is_deleted', 'it is gone for good: about the item', async (world, code) => {
    const item = await world.deleted()
    await world.me.call('POST /apps/files/delete_from_trash', chosen(item))
    const { entry } = await world.me.refused(RESTORE, chosen(item), code)
    assert.equal(entry.error_type, 'item')
  }),

  refused('restore_folder_without_permission', 'its deleter has lost the right: names the owner', async (w, code) => {
    const parent = await w.folder()
    const collab = await w.at.make.collab(parent, { user: w.colleague }, 'editor')
    const item = await w.at.make.file({ parent })
    await remove(w.theirs, item)
    await w.change('collabs', collab, { role: 'viewer' })
    const { entry } = await w.theirs.refused(RESTORE, chosen(item), code)
    for (const word of [w.at.owner.name, w.at.owner.login]) assert.ok(entry.error_tr_msg.includes(word), word)
  }),

  refused('external_item_parent_missing', 'its folder in a department was purged', async ({ at }) => {
    const enterprise = await at.make.enterprise()
    const owner = await at.signIn(await at.make.user({ enterprise, isAdministrator: true }))
    const department = await at.make.department({ enterprise })
    const parent = await at.make.folder({ department })
    const item = await at.make.file({ parent })
    const they = await at.signIn(await at.make.user({ department }))
    await remove(they, item)
    await remove(owner, parent)
    await owner.call('POST /apps/files/delete_from_trash', chosen(parent))
    return [they, RESTORE, chosen(item)]
  }),

  refused('item_locked', 'somebody else locked it: names them', async (world, code) => {
    const item = await world.file()
    await world.at.make.collab(item, { user: world.colleague }, 'editor')
    const input = { item_typed_id: typedIdOf(item) }
    await world.theirs.call('POST /apps/files/lock', input)
    const { entry } = await world.me.refused('POST /apps/files/edit', { ...input, name: '新名' }, code)
    assert.match(entry.error_tr_msg, /李蔚/)
  }),

  refused('download_encrypted', 'the file is encrypted', async (world) => {
    const item = await world.file()
    await world.at.change(item, { is_encrypted: true })
    return [world.me, 'GET /apps/files/download', { file_id: item.id }]
  }),

  refused('file_too_large', '50 GB are announced', async ({ me }) => [
    me,
    'POST /apps/files/presign_upload',
    { file_size: 53_687_091_200, folder_id: 0 },
  ]),

  refused('comment_voice_unavailable', 'the server cannot make recordings playable', async (world, code) => {
    const path = `/api/apps/comments/create_voice?item_typed_id=${typedIdOf(await world.file())}`
    const answer = await world.me.request('POST', path, 'sound', { 'content-type': 'audio/webm' })
    assert.equal(codeOf(answer), code)
  }),
]

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { activityDeeds, type ActivityDeed, type ActivityEntry } from '@/contract/items/activity'
import type { Role } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { ACTIVITY, ActivityWorld } from '../../support/items/activityWorld'
import { makeLink, typedIdOf, Visitor } from '../../support/shares/shares'
import { upload } from '../../support/uploads/upload'

const at = new ActivityWorld()
before(() => at.open())
after(() => at.close())

type Expected = Partial<Omit<ActivityEntry, 'id' | 'time' | 'deed'>>
const me = () => ({ id: at.owner.user.id, name: '王珂' })
const other = () => ({ id: at.colleague.user.id, name: '李蔚' })
const folderOf = ({ id, name }: ItemRow) => ({ typed_id: `folder_${id}`, name })
const subject = () => ({ ...other(), is_group: false })
const ofRoles = (before: Role | null, after: Role | null) => ({ subject: subject(), roles: { before, after } })

/** Invites 李蔚 and returns the id of the entry. */
async function invite(folder: ItemRow): Promise<number> {
  const invited = { folder_id: folder.id, invited_users: `${at.colleague.user.id}:viewer` }
  await at.owner.client.call('POST /apps/collabs/invite', invited)
  const { db } = at.server.deps
  return (await db.selectFrom('collabs').select('id').where('item_id', '=', folder.id).executeTakeFirstOrThrow()).id
}

async function handedIn() {
  const folder = await at.make.folder({ owner: at.owner.user })
  const link = await makeFileRequest(at.owner.client, folder)
  const contributor = new Contributing(at.server.url, link.unique_name)
  assert.equal(await contributor.join('周舟'), 'success')
  assert.equal(await contributor.handIn('作业.txt', '一'), 'success')
  const { db } = at.server.deps
  const item = await db.selectFrom('items').selectAll().where('parent_id', '=', folder.id).executeTakeFirstOrThrow()
  const { id } = await db
    .selectFrom('collect_files')
    .select('id')
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  return { item, takeBack: () => contributor.takeBack(id), contributor }
}

/** Each deed: how it comes about, and what its entry says. */
const table: Record<ActivityDeed, (file: ItemRow, folder: ItemRow) => Promise<{ item: ItemRow; says: Expected }>> = {
  created: async (file) => ({ item: file, says: { person: me() } }),
  async version(file) {
    await upload(at.owner.client, '新的.txt', Buffer.from('二'), { target_file_id: file.id })
    return { item: file, says: { person: me(), version: 2 } }
  },
  async version_chosen(file) {
    await upload(at.owner.client, '新的.txt', Buffer.from('二'), { target_file_id: file.id })
    const { file_versions: versions } = await at.owner.client.call('GET /apps/files/versions', { file_id: file.id })
    const choice = { file_id: file.id, file_version_id: versions[1]!.id, current_version_id: versions[0]!.id }
    await at.owner.client.call('POST /apps/file_versions/make_current', choice)
    return { item: file, says: { person: me(), version: 1 } }
  },
  async renamed(file) {
    await at.owner.client.call('POST /apps/files/edit', { item_typed_id: typedIdOf(file), name: '终稿.txt' })
    return { item: file, says: { person: me(), names: { before: file.name, after: '终稿.txt' } } }
  },
  async moved(file, folder) {
    const target = await at.make.folder({ owner: at.owner.user }, { name: `去处 ${file.id}` })
    await at.owner.client.call('POST /apps/files/move', {
      item_typed_ids: [typedIdOf(file)],
      target_folder_id: target.id,
    })
    return { item: file, says: { person: me(), from: folderOf(folder), to: folderOf(target) } }
  },
  async copied(file) {
    await at.owner.client.call('POST /apps/files/copy', { item_typed_ids: [typedIdOf(file)], target_folder_id: 0 })
    return { item: file, says: { person: me(), to: { typed_id: 'folder_0', name: '' } } }
  },
  async deleted(file) {
    await at.owner.client.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    await at.owner.client.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typedIdOf(file)] })
    return { item: file, says: { person: me() } }
  },
  restored: async (...given) => table.deleted(...given),
  async commented(file) {
    await at.owner.client.call('POST /apps/comments/create', { item_typed_id: typedIdOf(file), content: '好' })
    return { item: file, says: { person: me() } }
  },
  async opened(file) {
    await at.owner.client.call('GET /apps/representations/info', { file_id: file.id })
    return { item: file, says: { person: me() } }
  },
  async downloaded(file) {
    await at.owner.client.call('GET /apps/files/download', { file_id: file.id })
    return { item: file, says: { person: me() } }
  },
  async shared(file) {
    await makeLink(at.owner.client, file)
    return { item: file, says: { person: me() } }
  },
  async share_closed(file) {
    const { id } = await makeLink(at.owner.client, file)
    await at.owner.client.call('POST /apps/share_links/close', { share_link_ids: [id] })
    return { item: file, says: { person: me() } }
  },
  async share_reopened(file) {
    const { id } = await makeLink(at.owner.client, file)
    await at.owner.client.call('POST /apps/share_links/close', { share_link_ids: [id] })
    await at.owner.client.call('POST /apps/share_links/reopen', { share_link_id: id })
    return { item: file, says: { person: me() } }
  },
  async collecting(_, folder) {
    await makeFileRequest(at.owner.client, folder)
    return { item: folder, says: { person: me() } }
  },
  async collecting_closed(_, folder) {
    const { id } = await makeFileRequest(at.owner.client, folder)
    await at.owner.client.call('POST /apps/collects/close', { collect_id: id })
    return { item: folder, says: { person: me() } }
  },
  async collecting_reopened(_, folder) {
    const { id } = await makeFileRequest(at.owner.client, folder)
    await at.owner.client.call('POST /apps/collects/close', { collect_id: id })
    await at.owner.client.call('POST /apps/collects/reopen', { collect_id: id })
    return { item: folder, says: { person: me() } }
  },
  async handed_in() {
    return { item: (await handedIn()).item, says: { person: { id: null, name: '周舟' }, through: 'collect' } }
  },
  async taken_back() {
    const { item, takeBack } = await handedIn()
    assert.equal(await takeBack(), 'success')
    await at.owner.client.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typedIdOf(item)] })
    return { item, says: { person: { id: null, name: '周舟' }, through: 'collect' } }
  },
  async invited(_, folder) {
    await invite(folder)
    return { item: folder, says: { person: me(), ...ofRoles(null, 'viewer') } }
  },
  async added(_, folder) {
    await at.make.collab(folder, { user: at.colleague.user }, 'editor')
    return { item: folder, says: { person: null, ...ofRoles(null, 'editor') } }
  },
  async joined(_, folder) {
    await at.colleague.client.call('POST /apps/collabs/accept', { collab_id: await invite(folder) })
    return { item: folder, says: { person: other(), ...ofRoles('viewer', 'viewer') } }
  },
  async role_changed(_, folder) {
    const { id } = await at.make.collab(folder, { user: at.colleague.user }, 'viewer')
    const change = { collab_id: id, user_id: at.colleague.user.id, role: 'editor' } as const
    await at.owner.client.call('POST /apps/collabs/edit', { item_id: folder.id, edit_collabs_roles: [change] })
    return { item: folder, says: { person: me(), ...ofRoles('viewer', 'editor') } }
  },
  async removed(_, folder) {
    const { id } = await at.make.collab(folder, { user: at.colleague.user }, 'viewer')
    await at.owner.client.call('POST /apps/collabs/delete', { collab_ids: [id] })
    return { item: folder, says: { person: me(), ...ofRoles('viewer', null) } }
  },
  async left(_, folder) {
    const { id } = await at.make.collab(folder, { user: at.colleague.user }, 'viewer')
    await at.colleague.client.call('POST /apps/collabs/delete', { collab_ids: [id] })
    return { item: folder, says: { person: other(), ...ofRoles('viewer', null) } }
  },
  async withdrawn(_, folder) {
    await at.owner.client.call('POST /apps/collabs/delete', { collab_ids: [await invite(folder)] })
    return { item: folder, says: { person: me(), ...ofRoles('viewer', null) } }
  },
  async declined(_, folder) {
    await at.colleague.client.call('POST /apps/collabs/refuse', { collab_id: await invite(folder) })
    return { item: folder, says: { person: other(), ...ofRoles('viewer', null) } }
  },
}

describe('[AH-40] the activity of an item', () => {
  for (const deed of activityDeeds)
    test(`[AH-40] “${deed}” has an entry with what its words need`, async () => {
      const folder = await at.make.folder({ owner: at.owner.user })
      const file = await at.make.file({ parent: folder })
      const start = Math.floor(Date.now() / 1000)
      const { item, says } = await table[deed](file, folder)
      const entries = (await at.entriesOf(item)).filter((entry) => entry.deed === deed)
      assert.equal(entries.length, 1, JSON.stringify(entries))
      const { id: _, time, deed: __, ...rest } = entries[0]!
      assert.deepEqual(rest, says)
      assert.ok(time >= start - 5 && time <= Date.now() / 1000 + 5, `time ${time}`)
    })

  test('[AH-40] a download through a link names nobody', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    const link = await makeLink(at.owner.client, file)
    const visitor = new Visitor(at.server.url, link.unique_name, at.colleague.client.headers)
    await visitor.open()
    await visitor.download(file)
    const [entry] = await at.entriesOf(file)
    assert.deepEqual([entry!.deed, entry!.person, entry!.through], ['downloaded', null, 'share'])
  })

  test('[AH-40] a handed-in file is not also created by the link’s maker, and neither is its next version', async () => {
    const { item, contributor } = await handedIn()
    assert.deepEqual(await at.deedsOf(item), ['handed_in'])
    assert.equal(await contributor.handIn('作业.txt', '二'), 'success')
    assert.deepEqual(await at.deedsOf(item), ['handed_in', 'handed_in'])
  })

  test('[AH-40] many openings in an hour are one entry; a rename to the same name is none', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    for (let n = 0; n < 3; n += 1) await at.owner.client.call('GET /apps/representations/info', { file_id: file.id })
    await at.owner.client.call('POST /apps/files/edit', { item_typed_id: typedIdOf(file), name: file.name })
    assert.deepEqual(await at.deedsOf(file), ['opened', 'created'])
  })

  test('[AH-40] pages of any size together give every entry once, in the same order', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    for (const name of ['一.txt', '二.txt', '三.txt'])
      await at.owner.client.call('POST /apps/files/edit', { item_typed_id: typedIdOf(file), name })
    for (const content of ['一', '二'])
      await at.owner.client.call('POST /apps/comments/create', { item_typed_id: typedIdOf(file), content })
    await upload(at.owner.client, '新.txt', Buffer.from('二'), { target_file_id: file.id })
    // Entries of the same moment, from several sources.
    await sql`update comments set created_at = versions.created_at from versions
      where comments.item_id = ${file.id} and versions.item_id = ${file.id} and versions.number = 2`.execute(
      at.server.deps.db,
    )
    const whole = await at.entriesOf(file)
    assert.equal(whole.length, 7)
    assert.equal(new Set(whole.map(({ id }) => id)).size, 7)
    for (const limit of [1, 2, 3, 6, 7]) assert.deepEqual(await at.entriesOf(file, undefined, limit), whole)
  })

  test('[AH-40] an entry shows the picture that a person has now', async () => {
    const file = await at.make.file({ owner: at.colleague.user })
    const { db } = at.server.deps
    await db.updateTable('users').set({ picture_key: null }).where('id', '=', at.colleague.user.id).execute()
    const [plain] = await at.entriesOf(file, at.colleague.client)
    assert.deepEqual(plain!.person, other())
    await db.updateTable('users').set({ picture_key: 'k1' }).where('id', '=', at.colleague.user.id).execute()
    const [shown] = await at.entriesOf(file, at.colleague.client)
    assert.match(shown!.person!.avatar ?? '', /pic_download\?.*k1/)
    await db.updateTable('users').set({ picture_key: null }).where('id', '=', at.colleague.user.id).execute()
  })

  test('[AH-40] an item in a trash and a missing item answer as their details do', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    await at.owner.client.refused(ACTIVITY, { item_typed_id: `folder_${file.id}` }, 'item_not_found')
    await at.owner.client.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    await at.owner.client.refused(ACTIVITY, { item_typed_id: typedIdOf(file) }, 'item_is_deleted')
    await at.owner.client.refused(ACTIVITY, { item_typed_id: 'file_900000000' }, 'item_not_found')
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ActivityDeed } from '@/contract/items/activity'
import type { Role } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { ACTIVITY, ActivityWorld, type Somebody } from '../../support/items/activityWorld'
import { makeLink, typedIdOf, Visitor } from '../../support/shares/shares'

const at = new ActivityWorld()
before(() => at.open())
after(() => at.close())

const about = (item: Pick<ItemRow, 'id' | 'is_folder'>) => ({ item_typed_id: typedIdOf(item) })
const move = (item: ItemRow, target: ItemRow, who: Somebody = at.owner) =>
  who.client.call('POST /apps/files/move', { item_typed_ids: [typedIdOf(item)], target_folder_id: target.id })
const give = (item: ItemRow, { user }: { user: UserRow }, role: Role = 'viewer') => at.make.collab(item, { user }, role)
const invite = (folder: ItemRow, { user }: Somebody) =>
  at.owner.client.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_users: `${user.id}:viewer` })

describe('[AH-40] who sees which entries (decisions 268)', () => {
  /** What an item of the owner has of each kind; `invitation` is that of a third person. */
  const kinds = ['change', 'comment', 'use', 'link', 'member', 'invitation'] as const
  type Kind = (typeof kinds)[number]
  const kindOf: Partial<Record<ActivityDeed, Kind>> = {
    renamed: 'change',
    commented: 'comment',
    opened: 'use',
    downloaded: 'use',
    copied: 'use',
    shared: 'link',
    collecting: 'link',
    added: 'member',
    invited: 'invitation',
  }
  const table: [who: string, role: Role, from: 'ours' | 'theirs', sees: readonly Kind[]][] = [
    ['a coowner', 'coowner', 'ours', kinds],
    ['an editor', 'editor', 'ours', ['change', 'comment', 'member', 'invitation']],
    ['a viewer', 'viewer', 'ours', ['change', 'comment', 'member']],
    ['a previewer', 'previewer', 'ours', ['change', 'comment', 'member']],
    ['an uploader', 'uploader', 'ours', ['change', 'member']],
    ['a viewer of another enterprise', 'viewer', 'theirs', ['change', 'comment']],
    ['a coowner of another enterprise', 'coowner', 'theirs', ['change', 'comment']],
  ]

  async function withEverything() {
    const above = await at.make.folder({ owner: at.owner.user })
    const folder = await at.make.folder({ parent: above })
    const file = await at.make.file({ parent: above })
    const { client } = at.owner
    for (const item of [folder, file]) {
      await client.call('POST /apps/files/edit', { ...about(item), name: `新 ${item.name}` })
      await client.call('POST /apps/comments/create', { ...about(item), content: '好' })
      await makeLink(client, item)
    }
    await makeFileRequest(client, folder)
    await client.call('GET /apps/representations/info', { file_id: file.id })
    await client.call('GET /apps/files/download', { file_id: file.id })
    await client.call('POST /apps/files/copy', { item_typed_ids: [typedIdOf(file)], target_folder_id: 0 })
    await give(folder, await at.somebody(`成员${folder.id}`))
    await invite(folder, await at.somebody(`受邀${folder.id}`))
    return { above, folder, file }
  }

  for (const [who, role, from, sees] of table)
    test(`[AH-40] ${who} sees: ${sees.join(', ')}`, async () => {
      const { above, folder, file } = await withEverything()
      const enterprise = from === 'ours' ? at.enterprise : await at.make.enterprise()
      const viewer = await at.somebody(`看${folder.id}`, enterprise)
      await give(above, viewer, role)
      const deeds = [...(await at.deedsOf(folder, viewer.client)), ...(await at.deedsOf(file, viewer.client))]
      const seen = new Set(deeds.flatMap((deed) => kindOf[deed] ?? []))
      assert.deepEqual([...seen].sort(), [...sees].sort())
    })

  test('[AH-40] everybody sees their own links and the changes of their own rights', async () => {
    const folder = await at.make.folder({ owner: at.owner.user })
    const viewer = await at.somebody('自己看', at.enterprise)
    const guest = await at.somebody('自己来', await at.make.enterprise())
    await give(folder, viewer)
    await give(folder, guest)
    await makeLink(viewer.client, folder)
    await makeLink(at.owner.client, folder)
    const ofViewer = await at.entriesOf(folder, viewer.client)
    assert.deepEqual(
      ofViewer.filter(({ deed }) => deed === 'shared').map(({ person }) => person?.id),
      [viewer.user.id],
    )
    const ofGuest = await at.entriesOf(folder, guest.client)
    assert.deepEqual(
      ofGuest.filter(({ deed }) => deed === 'added').map(({ subject }) => subject?.id),
      [guest.user.id],
    )
  })

  test('[AH-40] the name of a contributor is for coowners and the link’s maker', async () => {
    const folder = await at.make.folder({ owner: at.owner.user })
    const viewer = await at.somebody('看作业')
    await give(folder, viewer)
    const link = await makeFileRequest(at.owner.client, folder)
    const contributor = new Contributing(at.server.url, link.unique_name)
    assert.equal(await contributor.join('周舟'), 'success')
    assert.equal(await contributor.handIn('作业.txt', '一'), 'success')
    const { db } = at.server.deps
    const item = await db.selectFrom('items').selectAll().where('parent_id', '=', folder.id).executeTakeFirstOrThrow()
    const personFor = async (who: Somebody) => (await at.entriesOf(item, who.client))[0]!.person
    assert.deepEqual(await personFor(at.owner), { id: null, name: '周舟' })
    assert.equal(await personFor(viewer), null)
  })
})

describe('[AH-40] attacks on the activity', () => {
  test('[AH-40] strangers, also of the same enterprise, learn nothing: the answer is that of a missing item', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    for (const who of [at.colleague, at.guest]) {
      const refused = async (id: string) => {
        const { body } = await who.client.send(ACTIVITY, { item_typed_id: id })
        return JSON.stringify(body).replace(/"request_id":"[^"]*"/, '')
      }
      await who.client.refused(ACTIVITY, about(file), 'item_not_found')
      assert.equal(await refused(typedIdOf(file)), await refused('file_900000000'))
    }
  })

  test('[AH-40] a visitor of a link gets nothing, with and without the link’s grant', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    const link = await makeLink(at.owner.client, file)
    for (const session of [undefined, at.guest.client.headers]) {
      const visitor = new Visitor(at.server.url, link.unique_name, session)
      await visitor.open()
      const code = session ? 'item_not_found' : 'login_expired'
      const shared = { scenario: 'share', share_link_token: link.unique_name }
      const { status, body } = await visitor.client.send(ACTIVITY, about(file))
      assert.ok(status === 401 || JSON.stringify(body).includes(code), JSON.stringify(body))
      const asShared = await visitor.client.send(ACTIVITY, { ...about(file), ...shared })
      assert.equal((asShared.body as { success?: boolean }).success, false)
    }
  })

  test('[AH-40] a collaborator of a folder below does not learn from and to where it moved', async () => {
    const [one, two] = [
      await at.make.folder({ owner: at.owner.user }, { name: '裁员名单' }),
      await at.make.folder({ owner: at.owner.user }, { name: '并购' }),
    ]
    const folder = await at.make.folder({ parent: one })
    await give(folder, at.colleague)
    await move(folder, two)
    const [moved] = await at.entriesOf(folder, at.colleague.client)
    const { id: _, time: __, ...rest } = moved!
    assert.deepEqual(rest, { deed: 'moved', person: { id: at.owner.user.id, name: '王珂' } })
    await at.colleague.client.refused(ACTIVITY, about(one), 'item_not_found')
    const whole = JSON.stringify(await at.entriesOf(folder, at.colleague.client))
    for (const secret of ['裁员名单', '并购', `folder_${one.id}`, `folder_${two.id}`])
      assert.ok(!whole.includes(secret))
    // Only the destination becomes visible.
    await give(two, at.colleague)
    const [seen] = await at.entriesOf(folder, at.colleague.client)
    assert.deepEqual([seen!.from, seen!.to], [undefined, { typed_id: `folder_${two.id}`, name: '并购' }])
  })

  test('[AH-40] a move out of somebody’s own root, and a folder in the trash, are not named', async () => {
    const folder = await at.make.folder({ owner: at.owner.user })
    const target = await at.make.folder({ owner: at.owner.user })
    await give(folder, at.colleague)
    await give(target, at.colleague)
    await move(folder, target)
    const [moved] = await at.entriesOf(folder, at.colleague.client)
    assert.deepEqual([moved!.from, moved!.to?.typed_id], [undefined, `folder_${target.id}`])
    const [own] = await at.entriesOf(folder)
    assert.deepEqual(own!.from, { typed_id: 'folder_0', name: '' })
    const back = await at.make.folder({ owner: at.owner.user })
    await move(folder, back)
    await at.owner.client.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(target)] })
    const [second, first] = await at.entriesOf(folder)
    assert.deepEqual([second!.from, first!.to], [undefined, undefined])
  })

  test('[AH-40] a removed collaborator sees nothing more, and a cursor from before does not help', async () => {
    const folder = await at.make.folder({ owner: at.owner.user })
    const { id } = await give(folder, at.colleague)
    await at.owner.client.call('POST /apps/files/edit', { ...about(folder), name: '改名' })
    const { next } = await at.colleague.client.call(ACTIVITY, { ...about(folder), limit: 1 })
    assert.ok(next !== null)
    await at.owner.client.call('POST /apps/collabs/delete', { collab_ids: [id] })
    await at.colleague.client.refused(ACTIVITY, about(folder), 'item_not_found')
    await at.colleague.client.refused(ACTIVITY, { ...about(folder), before: next }, 'item_not_found')
  })

  test('[AH-40] a cursor of one item shows nothing of it in the activity of another', async () => {
    const [mine, theirs] = [
      await at.make.file({ owner: at.colleague.user }),
      await at.make.file({ owner: at.owner.user }),
    ]
    await at.owner.client.call('POST /apps/files/edit', { ...about(theirs), name: '秘密.txt' })
    const [newest] = await at.entriesOf(theirs)
    const { entries } = await at.colleague.client.call(ACTIVITY, { ...about(mine), before: newest!.id })
    assert.deepEqual(
      entries.map(({ deed, person }) => [deed, person?.id]),
      [['created', at.colleague.user.id]],
    )
  })

  test('[AH-40] a purged item and its children answer as missing ones, though the log keeps their entries', async () => {
    const folder = await at.make.folder({ owner: at.owner.user })
    const child = await at.make.file({ parent: folder })
    for (const item of [folder, child])
      await at.owner.client.call('POST /apps/files/edit', { ...about(item), name: `${item.id}` })
    const item_typed_ids = [typedIdOf(folder)]
    await at.owner.client.call('POST /apps/files/delete', { item_typed_ids })
    await at.owner.client.refused(ACTIVITY, about(folder), 'item_is_deleted')
    await at.owner.client.refused(ACTIVITY, about(child), 'item_is_deleted')
    await at.owner.client.call('POST /apps/files/delete_from_trash', { item_typed_ids })
    await at.owner.client.refused(ACTIVITY, about(folder), 'item_not_found')
    await at.owner.client.refused(ACTIVITY, about(child), 'item_not_found')
  })

  test('[AH-40] after a move to another enterprise nothing of the audit log from before is shown', async () => {
    const target = await at.make.folder({ owner: at.guest.user })
    const above = await at.make.folder({ owner: at.owner.user })
    const folder = await at.make.folder({ parent: above })
    await at.owner.client.call('POST /apps/files/edit', { ...about(folder), name: '内部名称' })
    await makeLink(at.owner.client, folder)
    await give(folder, at.colleague)
    // As a job across enterprises leaves it.
    await at.server.deps.db.updateTable('items').set({ parent_id: target.id }).where('id', '=', folder.id).execute()
    assert.deepEqual(await at.deedsOf(folder, at.guest.client), ['created'])
  })

  test('[AH-40] limits and cursors outside the contract are refused before the database is asked', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    for (const wrong of [
      { limit: 0 },
      { limit: 51 },
      { limit: 1e9 },
      { before: '' },
      { before: '1' },
      { before: "1_0_1' or true--" },
      { before: '1_9_1' },
      { before: `${'9'.repeat(40)}_0_1` },
    ])
      await at.owner.client.refused(ACTIVITY, { ...about(file), ...wrong }, 'invalid_request')
    for (const before of ['0_0_0', '9999999999999999_3_999999999999999']) {
      const { entries } = await at.owner.client.call(ACTIVITY, { ...about(file), before })
      assert.equal(entries.length, before.startsWith('0') ? 0 : 1)
    }
  })

  test('[AH-40] many calls, one after another and at once, write nothing', async () => {
    const file = await at.make.file({ owner: at.owner.user })
    const count = async () => {
      const { db } = at.server.deps
      const row = await db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      return Number(row.n)
    }
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 60 }, () => at.owner.client.send(ACTIVITY, about(file))))
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
    assert.equal(await count(), before)
  })
})

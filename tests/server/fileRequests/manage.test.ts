import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { savePolicy } from '../../../server/queries/shares/policies'
import { collecting, Contributing, everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { codeOf } from '../../support/shares/sharing'
import { at, bin, contributorOf, DAY, folder, joined, namesIn, now, seconds, startCollectServer } from './collectServer'

startCollectServer()

describe('[AH-25] the end of a collection', () => {
  test('by the server’s clock, no upload starts after the deadline, and started uploads have ten more minutes', async () => {
    const link = await makeFileRequest(at.me, folder, { due_time: seconds() + 60 })
    const [early, late] = [await joined(link, '早'), await joined(link, '晚')]
    const [begun, tooLate] = [await early.presign('a.txt', 3), await late.presign('a.txt', 3)]
    at.later(60)
    assert.equal((await early.presign('b.txt', 3)).code, 'collect_link_ended')
    assert.equal(await contributorOf(link).join('何小北'), 'collect_link_ended')
    await early.send(begun.path, Buffer.from('one'))
    assert.equal(await early.finish(begun.id), 'success')
    await late.send(tooLate.path, Buffer.from('one'))
    at.later(600)
    assert.equal(await late.finish(tooLate.id), 'collect_link_ended')
    assert.deepEqual(await namesIn(folder), ['早 - a.txt'])
    const { collect, me } = await early.open()
    assert.deepEqual([collect.state, collect.names, me?.files.length], ['ended', [], 1])
  })

  test('a later deadline opens the link again; closing refuses started uploads, which go on once it is open again', async () => {
    const link = await makeFileRequest(at.me, folder, { due_time: seconds() + 60 })
    const somebody = await joined(link, '周舟')
    at.later(700)
    const { folder_id: _, ...settings } = collecting(folder)
    const edit = { collect_id: link.id, ...settings, removed_person_ids: [] }
    await at.me.call('POST /apps/collects/edit', { ...edit, due_time: seconds() + 60 })
    const { path, id } = await somebody.presign('a.txt', 3)
    await somebody.send(path, Buffer.from('one'))
    const { collect } = await at.me.call('POST /apps/collects/close', { collect_id: link.id })
    assert.equal(collect.state, 'closed')
    assert.equal(await somebody.finish(id), 'collect_link_closed')
    assert.equal((await somebody.open()).collect.state, 'closed')
    await at.me.call('POST /apps/collects/reopen', { collect_id: link.id })
    assert.equal(await somebody.finish(id), 'success')
  })

  test('it ends with the folder, its maker’s right or account, and the enterprise’s policy', async () => {
    const { db } = at.server.deps
    const maker = await at.make.user({ enterprise: at.enterprise })
    await at.make.collab(folder, { user: maker }, 'editor')
    const theirs = await at.signIn(maker)
    const link = await makeFileRequest(theirs, folder)
    const somebody = await joined(link, '周舟')
    const { path, id } = await somebody.presign('a.txt', 3)
    await somebody.send(path, Buffer.from('one'))
    const role = (role: Role) =>
      db.updateTable('collabs').set({ role }).where('item_id', '=', folder.id).where('user_id', '=', maker.id).execute()
    const active = (is_active: boolean) =>
      db.updateTable('users').set({ is_active }).where('id', '=', maker.id).execute()
    const open = { is_share_force_passwd_switch: false }
    const ends: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['a role below', () => role('uploader'), () => role('viewer_uploader')],
      ['the account', () => active(false), () => active(true)],
      [
        'the policy',
        () => savePolicy(db, at.enterprise.id, { ...open, is_share_link_public_access_disabled: true }),
        () => savePolicy(db, at.enterprise.id, open),
      ],
      [
        'sharing of the folder',
        () => at.change(folder, { share_disabled_for: 'all' }),
        () => at.change(folder, { share_disabled_for: null }),
      ],
      [
        'the folder',
        () => bin(folder.id),
        () => at.change(folder, { deleted_at: null, deleted_by: null, deleted_space_owner_id: null }),
      ],
    ]
    for (const [what, end, back] of ends) {
      await end()
      const codes = [
        codeOf(await somebody.client.send('GET /apps/collects/info/{unique_name}', { unique_name: link.unique_name })),
        (await somebody.presign('b.txt', 1)).code,
        await somebody.finish(id),
      ]
      assert.deepEqual(codes, Array(3).fill('collect_link_not_found'), what)
      await back()
    }
    assert.equal(await somebody.finish(id), 'success')
  })
})

describe('[AH-25] managing a collection', () => {
  test('a reminder reaches listed accounts that have handed in nothing, at most once an hour', async () => {
    const users = await Promise.all(['甲', '乙', '丙'].map((name) => at.make.user({ enterprise: at.enterprise, name })))
    const link = await makeFileRequest(at.me, folder, { user_ids: users.map(({ id }) => id), names: ['丁'] })
    const [first, second, third] = await Promise.all(users.map((user) => at.signIn(user)))
    const somebody = new Contributing(at.server.url, link.unique_name, first!.headers)
    await somebody.join('甲')
    await somebody.handIn('a.txt', 'one')
    const remind = async () => (await at.me.call('POST /apps/collects/remind', { collect_id: link.id })).reminded_count
    const counted = async () => {
      const { remindable_count, reminded } = await now(link)
      return [remindable_count, reminded]
    }
    assert.deepEqual(await counted(), [2, null])
    const before = seconds()
    assert.deepEqual([await remind(), await remind()], [2, 0])
    assert.deepEqual(await counted(), [2, before])
    at.later(3600)
    assert.equal(await remind(), 2)
    const late = await at.make.user({ enterprise: at.enterprise, name: '庚' })
    await at.me.call('POST /apps/collects/edit', { collect_id: link.id, user_ids: [late.id] })
    assert.deepEqual(await counted(), [3, null])
    await at.server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', late.id).execute()
    assert.deepEqual(await counted(), [2, seconds()])
    const [message] = (await second!.call('GET /apps/messages/get_list', {})).messages
    assert.deepEqual(
      [message!.type, message!.item_name, message!.unread_count, message!.sender_name],
      ['share_link_notice', link.title, 2, at.owner.name],
    )
    const { notice, unique_name } = message!.most_recent_message
    assert.deepEqual([notice!.action, unique_name], ['collect_reminder', link.unique_name])
    assert.equal((await first!.call('GET /apps/messages/get_list', {})).messages.length, 0)
    const reminded = new Contributing(at.server.url, link.unique_name, second!.headers)
    assert.equal(await reminded.join('乙'), 'success')
    assert.equal(await reminded.handIn('b.txt', 'two'), 'success')
    const unread = async (client: typeof third) =>
      (await client!.call('GET /apps/messages/get_list', {})).messages.map(({ unread_count: n }) => n)
    assert.deepEqual([await unread(second), await unread(third)], [[0], [2]])
    await at.me.call('POST /apps/collects/close', { collect_id: link.id })
    await at.me.refused('POST /apps/collects/remind', { collect_id: link.id }, 'collect_link_closed')
    assert.equal((await third!.call('GET /apps/messages/get_list', {})).messages.length, 1)
  })

  test('listing a user again does not allow another reminder, and a user gets at most five reminders an hour', async () => {
    const user = await at.make.user({ enterprise: at.enterprise, name: '戊' })
    const make = () => makeFileRequest(at.me, folder, { user_ids: [user.id] })
    const remind = async ({ id }: { id: number }) =>
      (await at.me.call('POST /apps/collects/remind', { collect_id: id })).reminded_count
    const link = await make()
    assert.equal(await remind(link), 1)
    const { folder_id: _, ...settings } = collecting(folder)
    const person = await at.server.deps.db
      .selectFrom('collect_people')
      .select('id')
      .where('link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    const edit = (more: object) =>
      at.me.call('POST /apps/collects/edit', { collect_id: link.id, ...settings, removed_person_ids: [], ...more })
    await edit({ user_ids: [], removed_person_ids: [person.id] })
    await edit({ user_ids: [user.id] })
    assert.equal(await remind(link), 0)
    const counts = []
    for (let count = 0; count < 5; count += 1) counts.push(await remind(await make()))
    assert.deepEqual(counts, [1, 1, 1, 1, 0])
    at.later(3600)
    assert.equal(await remind(link), 1)
  })

  test('people can be listed and unlisted, except those who have handed in', async () => {
    const link = await makeFileRequest(at.me, folder, { names: ['甲', '乙'] })
    await (await joined(link, '甲')).handIn('a.txt', 'one')
    await (await joined(link, '丙')).handIn('a.txt', 'one')
    assert.deepEqual([(await now(link)).listed_done_count, (await now(link)).done_count], [1, 2])
    const ids = [...(await everybody(at.me, link.id, 'done')), ...(await everybody(at.me, link.id, 'missing'))].map(
      ({ id }) => id,
    )
    const { folder_id: _, ...settings } = collecting(folder)
    const edit = { collect_id: link.id, ...settings, names: ['丙', '丁'], removed_person_ids: ids }
    const { collect } = await at.me.call('POST /apps/collects/edit', edit)
    assert.deepEqual([collect.listed_count, collect.listed_done_count], [3, 2])
    assert.deepEqual(
      (await everybody(at.me, link.id, 'missing')).map(({ name }) => name),
      ['丁'],
    )
  })

  test('an edit leaves the fields that it omits unchanged', async () => {
    const due_time = seconds() + DAY
    const input = { names: ['甲', '乙'], kinds: ['pdf' as const], is_listed_only: true, due_time }
    const link = await makeFileRequest(at.me, folder, input)
    const [{ id } = { id: 0 }] = await everybody(at.me, link.id, 'missing')
    at.later(2 * DAY)
    const edit = (more: object) => at.me.call('POST /apps/collects/edit', { collect_id: link.id, ...more })
    const taken = (await edit({ removed_person_ids: [id] })).collect
    assert.deepEqual(taken, { ...link, state: 'ended', listed_count: 1, remindable_count: 0 })
    const longer = (await edit({ due_time: seconds() + DAY })).collect
    assert.deepEqual(longer, { ...taken, state: 'open', due_time: seconds() + DAY })
    assert.deepEqual((await edit({ title: '第三章' })).collect, { ...longer, title: '第三章' })
    await at.me.refused('POST /apps/collects/edit', { collect_id: link.id, due_time: 1 }, 'collect_deadline_past')
    await at.me.refused('POST /apps/collects/edit', { collect_id: link.id, title: ' ' }, 'invalid_request')
  })

  test('[AH-54] the audit log records changes of the link, and who handed in and took back from where', async () => {
    const administrator = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
    const link = await makeFileRequest(at.me, folder)
    const somebody = await joined(link, '周舟')
    await somebody.handIn('a.txt', 'one')
    assert.equal(await somebody.takeBack((await somebody.open()).me!.files[0]!.id), 'success')
    await at.me.call('POST /apps/collects/close', { collect_id: link.id })
    const { entries } = await administrator.call('GET /apps/audit/list', { limit: 4 })
    assert.deepEqual(
      entries.map(({ deed, user, item, detail }) => [deed, user?.id ?? null, item?.name, detail?.person_name]),
      [
        ['collect_closed', at.owner.id, folder.name, undefined],
        ['collect_taken_back', null, '周舟 - a.txt', '周舟'],
        ['collect_handed_in', null, '周舟 - a.txt', '周舟'],
        ['collect_created', at.owner.id, folder.name, undefined],
      ],
    )
    assert.notEqual(entries[1]!.address, '')
  })

  test('[AH-54] [ROW-06] the recycle bin names the person who took a hand-in back, and after a restore the user who deletes it', async () => {
    const maker = await at.make.user({ enterprise: at.enterprise })
    await at.make.collab(folder, { user: maker }, 'editor')
    const theirs = await at.signIn(maker)
    const somebody = await joined(await makeFileRequest(theirs, folder), '周舟')
    await somebody.handIn('a.txt', 'one')
    assert.equal(await somebody.takeBack((await somebody.open()).me!.files[0]!.id), 'success')
    const status = async (session: typeof theirs) => {
      const { items } = await session.call('GET /apps/files/trash_list', {})
      return items.find(({ name }) => name === '周舟 - a.txt')
    }
    const takenBack = { action_time: seconds(), action_by: '周舟', is_taken_back: true }
    const row = await status(theirs)
    assert.deepEqual(row?.action_status, takenBack)
    assert.deepEqual((await status(at.me))?.action_status, takenBack)
    await at.me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [row!.typed_id] })
    at.later(5)
    await theirs.call('POST /apps/files/delete', { item_typed_ids: [row!.typed_id] })
    assert.deepEqual((await status(at.me))?.action_status, { action_time: seconds(), action_by: maker.name })
  })
})

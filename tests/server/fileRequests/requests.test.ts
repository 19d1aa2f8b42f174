import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CollectLink } from '@/contract/fileRequests'
import type { Role } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import { collecting, Contributing, everybody, makeCollect } from '../../support/fileRequests/collecting'
import { codeOf, Sharing } from '../../support/shares/sharing'

const MAKE = 'POST /apps/collects/create'
const DAY = 86_400

let at: Sharing
let folder: ItemRow

before(async () => {
  at = await Sharing.open()
})
beforeEach(async () => {
  at.rewind()
  folder = await at.make.folder({ owner: at.owner }, {})
})
after(() => at.close())

const seconds = () => at.now.getTime() / 1000
const contributorOf = ({ unique_name: name }: CollectLink) => new Contributing(at.server.url, name)
const joined = async (link: CollectLink, name: string) => {
  const somebody = contributorOf(link)
  assert.equal(await somebody.join(name), 'success')
  return somebody
}
const now = async ({ id }: CollectLink) => (await at.me.call('GET /apps/collects/get', { collect_id: id })).collect
const namesIn = async (parent: ItemRow) => {
  const rows = await at.server.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', parent.id)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
const bin = (id: number, by = at.owner.id) =>
  at.change({ id }, { deleted_at: at.now, deleted_by: by, deleted_space_owner_id: at.owner.id })

describe('[AH-25] creating a collecting link', () => {
  const allowed: Record<Exclude<Role, 'reset'>, boolean> = {
    owner: true,
    coowner: true,
    editor: true,
    viewer_uploader: true,
    viewer: false,
    previewer_uploader: false,
    previewer: false,
    uploader: false,
  }
  for (const [role, may] of Object.entries(allowed) as [Role, boolean][]) {
    test(`${role} ${may ? 'may' : 'may not'} create one: it takes the rights to upload into the folder and to share it`, async () => {
      const user = role === 'owner' ? at.owner : await at.make.user({ enterprise: at.enterprise })
      if (role !== 'owner') await at.make.collab(folder, { user }, role)
      const answer = await (await at.signIn(user)).send(MAKE, collecting(folder))
      assert.equal(codeOf(answer), may ? 'success' : 'permission_denied')
    })
  }

  test('the own root, a file, and an enterprise without public links are refused', async () => {
    await at.me.refused(MAKE, collecting({ id: 0 }), 'permission_denied')
    await at.me.refused(MAKE, collecting(await at.make.file({ owner: at.owner })), 'item_not_found')
    const policy = { is_share_force_passwd_switch: false }
    const { db } = at.server.deps
    await savePolicy(db, at.enterprise.id, { ...policy, is_share_link_public_access_disabled: true })
    await at.me.refused(MAKE, collecting(folder), 'share_public_disabled')
    await savePolicy(db, at.enterprise.id, policy)
  })

  test('a link needs a title, a deadline in the future, and names that a file can have', async () => {
    await at.me.refused(MAKE, collecting(folder, { title: '  ' }), 'invalid_request')
    await at.me.refused(MAKE, collecting(folder, { title: '字'.repeat(61) }), 'invalid_request')
    await at.me.refused(MAKE, collecting(folder, { due_time: seconds() }), 'collect_deadline_past')
    await at.me.refused(MAKE, collecting(folder, { names: ['../周舟'] }), 'name_character')
    await at.me.refused(MAKE, collecting(folder, { names: ['字'.repeat(41)] }), 'collect_name_too_long')
  })

  test('the link shows its settings; names are listed once, and people of other enterprises are omitted', async () => {
    const [colleague, foreign] = [await at.make.user({ enterprise: at.enterprise }), await at.make.user()]
    const group = await at.make.group({ enterprise: at.enterprise, members: [colleague, foreign, at.owner] })
    const others = await at.make.group({ members: [await at.make.user({ enterprise: at.enterprise })] })
    const input = {
      due_time: seconds() + DAY,
      kinds: ['pdf' as const, 'image' as const],
      names: ['周舟', ' 周舟 ', '何小北'],
      user_ids: [colleague.id, foreign.id],
      group_ids: [group.id, others.id],
    }
    const link = await makeCollect(at.me, folder, input)
    const { id: _, unique_name, url, created, folder: shown, ...rest } = link
    assert.match(url, new RegExp(`/collect/${unique_name}$`))
    assert.deepEqual([created, shown], [seconds(), { id: folder.id, name: folder.name }])
    assert.deepEqual(rest, {
      title: '高三（2）班作业',
      text: '每人一份',
      due_time: input.due_time,
      kinds: input.kinds,
      is_listed_only: false,
      state: 'open',
      listed_count: 3,
      listed_done_count: 0,
      done_count: 0,
      file_count: 0,
      remindable_count: 1,
    })
    const { collects, total_count } = await at.me.call('GET /apps/collects/get_list', { folder_id: folder.id })
    assert.deepEqual([collects[0], total_count], [link, 1])
  })
})

describe('[AH-25] handing in without an account', () => {
  test('the page shows title, text, deadline and names, but not who has handed in', async () => {
    const link = await makeCollect(at.me, folder, { names: ['周舟', '何小北'], due_time: seconds() + DAY })
    await (await joined(link, '周舟')).handIn('作业.pdf', 'one')
    const { collect, me } = await contributorOf(link).open()
    assert.equal(me, null)
    const { names, ...rest } = collect
    assert.deepEqual(
      names.map(({ name }) => name),
      ['周舟', '何小北'],
    )
    assert.deepEqual(rest, {
      title: link.title,
      text: link.text,
      owner_name: at.owner.name,
      due_time: link.due_time,
      kinds: [],
      is_listed_only: false,
      state: 'open',
      suggested_id: null,
    })
  })

  test('a file is stored in the folder under its contributor’s name; contributors see it, the link’s maker owns it', async () => {
    const link = await makeCollect(at.me, folder, { names: ['周舟', '何小北'] })
    const somebody = await joined(link, '周舟')
    assert.equal(await somebody.handIn('第三章.pdf', 'three'), 'success')
    assert.deepEqual(await somebody.own(), [['第三章.pdf', 5]])
    assert.deepEqual(await namesIn(folder), ['周舟 - 第三章.pdf'])
    const done = await everybody(at.me, link.id, 'done')
    assert.deepEqual(
      done.map(({ name, files }) => [name, files.map((file) => [file.name, file.size])]),
      [['周舟', [['周舟 - 第三章.pdf', 5]]]],
    )
    assert.deepEqual(
      (await everybody(at.me, link.id, 'missing')).map(({ name }) => name),
      ['何小北'],
    )
    const { listed_done_count, done_count, file_count } = await now(link)
    assert.deepEqual([listed_done_count, done_count, file_count], [1, 1, 1])
    const itemId = Number(done[0]!.files[0]!.typed_id.slice(5))
    const { rows } = {
      rows: await at.server.deps.db.selectFrom('items').selectAll().where('id', '=', itemId).execute(),
    }
    assert.equal(rows[0]!.creator_id, at.owner.id)
  })

  test('uploading the same name, or naming a file to replace, creates a new version of that file', async () => {
    const somebody = await joined(await makeCollect(at.me, folder), '周舟')
    await somebody.handIn('作业.pdf', 'one')
    await somebody.handIn('作业.pdf', 'three')
    assert.deepEqual(await somebody.own(), [['作业.pdf', 5]])
    const { me } = await somebody.open()
    assert.equal(await somebody.handIn('终稿.pdf', 'seventh', { replaced_id: me!.files[0]!.id }), 'success')
    assert.deepEqual(await somebody.own(), [['作业.pdf', 7]])
    assert.deepEqual(await namesIn(folder), ['周舟 - 作业.pdf'])
    const item = await at.server.deps.db
      .selectFrom('items')
      .select('id')
      .where('parent_id', '=', folder.id)
      .executeTakeFirstOrThrow()
    const { file_versions: versions } = await at.me.call('GET /apps/files/versions', { file_id: item.id })
    assert.equal(versions.length, 3)
    assert.equal(await somebody.handIn('终稿.docx', 'x', { replaced_id: me!.files[0]!.id }), 'version_extension')
  })

  test('one name uploaded from two tabs at once becomes one file', async () => {
    const somebody = await joined(await makeCollect(at.me, folder), '周舟')
    const sent = await Promise.all(['a', 'bb', 'ccc'].map((content) => somebody.handIn('作业.pdf', content)))
    assert.deepEqual(sent, ['success', 'success', 'success'])
    assert.deepEqual(await namesIn(folder), ['周舟 - 作业.pdf'])
    assert.equal((await somebody.own()).length, 1)
  })

  test('a file deleted by the owner can be handed in again; a file moved away is handed in as a new one', async () => {
    const link = await makeCollect(at.me, folder, { names: ['周舟'] })
    const somebody = await joined(link, '周舟')
    await somebody.handIn('作业.pdf', 'one')
    const idOf = async () => Number((await everybody(at.me, link.id, 'done'))[0]!.files.at(-1)!.typed_id.slice(5))
    await bin(await idOf())
    assert.deepEqual([(await now(link)).done_count, await somebody.own()], [0, []])
    assert.deepEqual(
      (await everybody(at.me, link.id, 'missing')).map(({ name }) => name),
      ['周舟'],
    )
    await somebody.handIn('作业.pdf', 'three')
    assert.deepEqual(await namesIn(folder), ['周舟 - 作业.pdf'])
    const elsewhere = await at.make.folder({ owner: at.owner })
    await at.change({ id: await idOf() }, { parent_id: elsewhere.id })
    assert.equal((await now(link)).done_count, 1)
    await somebody.handIn('作业.pdf', 'seventh')
    assert.deepEqual([await namesIn(folder), await namesIn(elsewhere)], [['周舟 - 作业.pdf'], ['周舟 - 作业.pdf']])
  })

  test('after a lost answer the same token gets the same name again, and finishing again hands in once', async () => {
    const link = await makeCollect(at.me, folder, { names: ['周舟'] })
    const somebody = await joined(link, '周舟')
    assert.equal(await somebody.join('周舟'), 'success')
    const { path, id } = await somebody.presign('a.txt', 3)
    await somebody.send(path, Buffer.from('one'))
    assert.deepEqual([await somebody.finish(id), await somebody.finish(id)], ['success', 'success'])
    assert.equal((await now(link)).file_count, 1)
  })

  test('a listed colleague’s name belongs to that account, on several devices', async () => {
    const colleague = await at.make.user({ enterprise: at.enterprise, name: '陈希' })
    const link = await makeCollect(at.me, folder, { user_ids: [colleague.id] })
    assert.equal(await contributorOf(link).join('陈希'), 'action_need_login')
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    assert.equal(
      await new Contributing(at.server.url, link.unique_name, other.headers).join('陈希'),
      'collect_name_taken',
    )
    const { headers } = await at.signIn(colleague)
    const [phone, tablet] = [0, 1].map(() => new Contributing(at.server.url, link.unique_name, headers))
    const { collect } = await phone!.open()
    assert.equal(await phone!.join({ person_id: collect.suggested_id! }), 'success')
    await phone!.handIn('a.txt', 'one')
    assert.equal(await tablet!.join('陈希'), 'success')
    assert.deepEqual(await tablet!.own(), [['a.txt', 3]])
  })

  test('only the chosen kinds are accepted, by extension, up to 500 MB each and 20 per person', async () => {
    const somebody = await joined(await makeCollect(at.me, folder, { kinds: ['pdf', 'image'] }), '周舟')
    const answers = ['a.PDF', 'b.heic', 'c.docx', 'd', '.pdf'].map((name) => somebody.presign(name, 1))
    const codes = (await Promise.all(answers)).map(({ code }) => code)
    assert.deepEqual(codes, ['success', 'success', 'collect_kind', 'collect_kind', 'collect_kind'])
    assert.equal((await somebody.presign('a.pdf', 524_288_001)).code, 'collect_file_too_large')
    assert.equal((await somebody.presign('a.pdf', 524_288_000)).code, 'success')
    for (let n = 0; n < 20; n += 1) assert.equal(await somebody.handIn(`${n}.pdf`, '%PDF-1.4'), 'success')
    assert.equal(await somebody.handIn('20.pdf', '%PDF-1.4'), 'collect_too_many_files')
    assert.equal(await somebody.handIn('19.pdf', '%PDF-1.5'), 'success')
  })

  test('the quota of the folder’s space applies, and nothing of a file that exceeds it is stored', async () => {
    const { db } = at.server.deps
    const link = await makeCollect(at.me, folder)
    const somebody = await joined(link, '周舟')
    await db.updateTable('users').set({ quota_bytes: 2 }).where('id', '=', at.owner.id).execute()
    assert.equal(await somebody.handIn('a.txt', 'three'), 'quota_exceeded')
    await db.updateTable('users').set({ quota_bytes: null }).where('id', '=', at.owner.id).execute()
    assert.deepEqual([(await now(link)).file_count, await namesIn(folder)], [0, []])
    assert.equal(await somebody.handIn('a.txt', 'three'), 'success')
  })
})

describe('[AH-25] the end of a collection', () => {
  test('by the server’s clock, no upload starts after the deadline, and started uploads have ten more minutes', async () => {
    const link = await makeCollect(at.me, folder, { due_time: seconds() + 60 })
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

  test('a later deadline opens the link again; closing also stops started uploads; reopening opens it', async () => {
    const link = await makeCollect(at.me, folder, { due_time: seconds() + 60 })
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
    const link = await makeCollect(theirs, folder)
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
    const link = await makeCollect(at.me, folder, { user_ids: users.map(({ id }) => id), names: ['丁'] })
    const [first, second, third] = await Promise.all(users.map((user) => at.signIn(user)))
    const somebody = new Contributing(at.server.url, link.unique_name, first!.headers)
    await somebody.join('甲')
    await somebody.handIn('a.txt', 'one')
    const remind = async () => (await at.me.call('POST /apps/collects/remind', { collect_id: link.id })).reminded_count
    assert.deepEqual([(await now(link)).remindable_count, await remind(), await remind()], [2, 2, 0])
    at.later(3600)
    assert.equal(await remind(), 2)
    const [message] = (await second!.call('GET /apps/messages/get_list', {})).messages
    assert.deepEqual(
      [message!.type, message!.item_name, message!.unread_count, message!.sender_name],
      ['share_link_notice', link.title, 2, at.owner.name],
    )
    const { notice, unique_name } = message!.most_recent_message
    assert.deepEqual([notice!.action, unique_name], ['collect_reminder', link.unique_name])
    assert.equal((await first!.call('GET /apps/messages/get_list', {})).messages.length, 0)
    await at.me.call('POST /apps/collects/close', { collect_id: link.id })
    await at.me.refused('POST /apps/collects/remind', { collect_id: link.id }, 'collect_link_closed')
    assert.equal((await third!.call('GET /apps/messages/get_list', {})).messages.length, 1)
  })

  test('listing a user again does not allow another reminder, and a user gets at most five reminders an hour', async () => {
    const user = await at.make.user({ enterprise: at.enterprise, name: '戊' })
    const make = () => makeCollect(at.me, folder, { user_ids: [user.id] })
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
    const link = await makeCollect(at.me, folder, { names: ['甲', '乙'] })
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
    const link = await makeCollect(at.me, folder, input)
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

  test('the audit log records changes of the link, and who handed in from where', async () => {
    const administrator = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
    const link = await makeCollect(at.me, folder)
    await (await joined(link, '周舟')).handIn('a.txt', 'one')
    await at.me.call('POST /apps/collects/close', { collect_id: link.id })
    const { entries } = await administrator.call('GET /apps/audit/list', { limit: 3 })
    assert.deepEqual(
      entries.map(({ deed, user, item, detail }) => [deed, user?.id ?? null, item?.name, detail?.person_name]),
      [
        ['collect_closed', at.owner.id, folder.name, undefined],
        ['collect_handed_in', null, '周舟 - a.txt', '周舟'],
        ['collect_created', at.owner.id, folder.name, undefined],
      ],
    )
    assert.notEqual(entries[1]!.address, '')
  })
})

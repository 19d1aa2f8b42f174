import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { savePolicy } from '../../../server/queries/shares/policies'
import { collecting, Contributing, everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { photo } from '../../support/samples/samples'
import { codeOf } from '../../support/shares/sharing'
import { at, bin, contributorOf, DAY, folder, joined, namesIn, now, seconds, startCollectServer } from './collectServer'

const MAKE = 'POST /apps/collects/create'

startCollectServer()

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
    test(`${role} ${may ? 'may' : 'may not'} create a link: this takes the rights to upload into the folder and to share it`, async () => {
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
    const link = await makeFileRequest(at.me, folder, input)
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
      closed_by_administrator: false,
      listed_count: 3,
      listed_done_count: 0,
      done_count: 0,
      file_count: 0,
      remindable_count: 1,
      reminded: null,
    })
    const { collects, total_count } = await at.me.call('GET /apps/collects/get_list', { folder_id: folder.id })
    assert.deepEqual([collects[0], total_count], [link, 1])
  })
})

describe('[AH-25] handing in without an account', () => {
  test('the page shows title, text, deadline and names, but not who has handed in', async () => {
    const link = await makeFileRequest(at.me, folder, { names: ['周舟', '何小北'], due_time: seconds() + DAY })
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
    const link = await makeFileRequest(at.me, folder, { names: ['周舟', '何小北'] })
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

  test('[AH-54] the last three files of a person have pictures for the owner, as long as the owner sees the file', async () => {
    const link = await makeFileRequest(at.me, folder, { names: ['周舟'] })
    const somebody = await joined(link, '周舟')
    for (const n of [1, 2, 3, 4]) assert.equal(await somebody.handIn(`${n}.jpg`, await photo()), 'success')
    const files = async () => (await everybody(at.me, link.id, 'done'))[0]!.files
    const pictured = async () => (await files()).map(({ thumbnail }) => thumbnail !== undefined)
    assert.deepEqual(await pictured(), [false, true, true, true])
    const last = (await files()).at(-1)!
    const answer = await fetch(new URL(last.thumbnail!, at.server.url), { headers: at.me.headers })
    assert.equal(answer.status, 200)
    await answer.body?.cancel()
    const theirs = await at.make.folder({ owner: await at.make.user({ enterprise: at.enterprise }) })
    await at.change({ id: Number(last.typed_id.slice(5)) }, { parent_id: theirs.id })
    assert.deepEqual(await pictured(), [false, true, true, false])
  })

  test('uploading the same name, or naming a file to replace, creates a new version of that file', async () => {
    const somebody = await joined(await makeFileRequest(at.me, folder), '周舟')
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
    const somebody = await joined(await makeFileRequest(at.me, folder), '周舟')
    const sent = await Promise.all(['a', 'bb', 'ccc'].map((content) => somebody.handIn('作业.pdf', content)))
    assert.deepEqual(sent, ['success', 'success', 'success'])
    assert.deepEqual(await namesIn(folder), ['周舟 - 作业.pdf'])
    assert.equal((await somebody.own()).length, 1)
  })

  test('a file deleted by the owner can be handed in again; a file moved away is handed in as a new one', async () => {
    const link = await makeFileRequest(at.me, folder, { names: ['周舟'] })
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
    const link = await makeFileRequest(at.me, folder, { names: ['周舟'] })
    const somebody = await joined(link, '周舟')
    assert.equal(await somebody.join('周舟'), 'success')
    const { path, id } = await somebody.presign('a.txt', 3)
    await somebody.send(path, Buffer.from('one'))
    assert.deepEqual([await somebody.finish(id), await somebody.finish(id)], ['success', 'success'])
    assert.equal((await now(link)).file_count, 1)
  })

  test('a listed colleague’s name belongs to that account, on several devices', async () => {
    const colleague = await at.make.user({ enterprise: at.enterprise, name: '陈希' })
    const link = await makeFileRequest(at.me, folder, { user_ids: [colleague.id] })
    const stranger = contributorOf(link)
    assert.deepEqual(
      (await stranger.open()).collect.names.map(({ name, is_user }) => [name, is_user]),
      [['陈希', true]],
    )
    assert.equal(await stranger.join('陈希'), 'action_need_login')
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
    const somebody = await joined(await makeFileRequest(at.me, folder, { kinds: ['pdf', 'image'] }), '周舟')
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
    const link = await makeFileRequest(at.me, folder)
    const somebody = await joined(link, '周舟')
    await db.updateTable('users').set({ quota_bytes: 2 }).where('id', '=', at.owner.id).execute()
    assert.equal(await somebody.handIn('a.txt', 'three'), 'quota_exceeded')
    await db.updateTable('users').set({ quota_bytes: null }).where('id', '=', at.owner.id).execute()
    assert.deepEqual([(await now(link)).file_count, await namesIn(folder)], [0, []])
    assert.equal(await somebody.handIn('a.txt', 'three'), 'success')
  })
})

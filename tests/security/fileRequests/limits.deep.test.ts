import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { contributorKey } from '../../../server/actors/actor'
import { deleteOldCollects } from '../../../server/services/fileRequests/people'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { deepTest } from '../../support/deep'
import { at, contributorOf, folder, itemsIn, joined, link, startCollectServer } from './collectServer'

startCollectServer()

describe('[AH-25] a stranger with the address', () => {
  deepTest('[AH-25] on two phones at once duplicates and loses nothing, and has at most 20 files', async () => {
    const colleague = await at.make.user({ enterprise: at.enterprise, name: '陈希' })
    const chosen = await makeFileRequest(at.me, folder, { user_ids: [colleague.id] })
    const phones = await Promise.all(
      [1, 2].map(async () => new Contributing(at.server.url, chosen.unique_name, (await at.signIn(colleague)).headers)),
    )
    const { collect } = await phones[0]!.open()
    for (const phone of phones) assert.equal(await phone.join({ person_id: collect.names[0]!.id }), 'success')
    const same = await Promise.all(phones.map((phone, n) => phone.handIn('作业.txt', `第 ${n} 台`)))
    assert.deepEqual(same, ['success', 'success'])
    assert.equal((await itemsIn(folder)).length, 1)
    const codes = await Promise.all(Array.from({ length: 24 }, (_, n) => phones[n % 2]!.handIn(`${n}.txt`, 'x')))
    assert.deepEqual(new Set(codes), new Set(['success', 'collect_too_many_files']))
    assert.equal(codes.filter((code) => code === 'success').length, 19)
    assert.equal((await itemsIn(folder)).length, 20)
    assert.deepEqual(await phones[0]!.own(), await phones[1]!.own())
  })

  deepTest('[AH-25] cannot replace anything after the deadline', async () => {
    const due = Math.floor(at.now.getTime() / 1000) + 60
    const short = await makeFileRequest(at.me, folder, { due_time: due })
    const somebody = await joined('何小北', short)
    await somebody.handIn('a.txt', 'one')
    const { me } = await somebody.open()
    at.later(60)
    assert.equal(await somebody.handIn('a.txt', 'other'), 'collect_link_ended')
    assert.equal(await somebody.handIn('b.txt', 'other', { replaced_id: me!.files[0]!.id }), 'collect_link_ended')
    assert.deepEqual(await somebody.own(), [['a.txt', 3]])
  })

  deepTest(
    '[AH-25] cannot hand in once the folder moved to another owner; it continues if its maker still reaches the folder',
    async () => {
      const somebody = await joined('何小北')
      const startUpload = async (name: string) => {
        const { path, id } = await somebody.presign(name, 3)
        await somebody.send(path, Buffer.from('one'))
        return id
      }
      const [first, second] = [await startUpload('a.txt'), await startUpload('b.txt')]
      const inner = await at.make.folder({ owner: at.owner })
      await at.change(folder, { parent_id: inner.id })
      assert.equal(await somebody.finish(first), 'success')
      const stranger = await at.make.folder({ owner: await at.make.user({ enterprise: at.enterprise }) })
      await at.change(folder, { parent_id: stranger.id })
      assert.equal(await somebody.finish(second), 'collect_link_not_found')
      assert.equal((await somebody.presign('c.txt', 1)).code, 'collect_link_not_found')
      assert.deepEqual(
        (await itemsIn(folder)).map(({ name }) => name),
        ['何小北 - a.txt'],
      )
    },
  )

  deepTest('[AH-25] cannot write into another folder, or replace a file that was moved away', async () => {
    const attacker = await joined('何小北')
    const asked = { unique_name: link.unique_name, name: 'a.txt', file_size: 1 }
    const beside = await at.make.folder({ owner: at.owner })
    const ids: string[] = []
    for (const more of [{ folder_id: beside.id }, { target_file_id: 1 }, { department_id: 1 }])
      ids.push((await attacker.client.call('POST /apps/collects/presign', { ...asked, ...more })).upload_id)
    const rows = await at.server.deps.db.selectFrom('uploads').select('folder_id').where('id', 'in', ids).execute()
    assert.deepEqual(
      rows.map(({ folder_id: id }) => id),
      [folder.id, folder.id, folder.id],
    )
    await attacker.handIn('b.txt', 'one')
    const { path, id } = await attacker.presign('b.txt', 4)
    const [file] = await itemsIn(folder)
    await at.change(file!, { parent_id: beside.id })
    assert.equal((await attacker.send(path, Buffer.from('evil'))).status, 404)
    assert.equal(await attacker.finish(id), 'upload_length')
    assert.equal((await itemsIn(beside))[0]!.size, 3)
  })

  deepTest(
    '[AH-25] is limited to 500 names per network and day, 1,000 people, 200 uploads a day and 40 at a time',
    async () => {
      const { db } = at.server.deps
      const fill = (from: number, to: number, network: string) =>
        db
          .insertInto('collect_people')
          .values(
            Array.from({ length: to - from }, (_, n) => ({
              link_id: link.id,
              name: `n${from + n}`,
              name_key: `n${from + n}`,
              user_id: null,
              is_listed: false,
              claimed_at: at.now,
              network,
            })),
          )
          .execute()
      const from = (address: string) => {
        const somebody = contributorOf()
        somebody.client.headers['x-forwarded-for'] = address
        return somebody
      }
      await fill(0, 500, '203.0.113.7')
      assert.equal(await from('203.0.113.7').join('丙'), 'collect_too_often')
      assert.equal(await from('198.51.100.8').join('丙'), 'success')
      await fill(500, 997, '203.0.113.9')
      assert.equal(await from('198.51.100.8').join('丁'), 'collect_link_full')
      assert.equal(await from('198.51.100.8').join('何小北'), 'success')
      at.later(90_000)
      const somebody = from('203.0.113.7')
      assert.equal(await somebody.join('周舟'), 'success')
      const codes: string[] = []
      for (let n = 0; n < 41; n += 1) codes.push((await somebody.presign(`${n}.txt`, 1)).code)
      assert.deepEqual(codes.slice(39), ['success', 'collect_too_often'])
      await db.updateTable('uploads').set({ state: 'done' }).execute()
      const person = await db
        .selectFrom('collect_people')
        .select('id')
        .where('link_id', '=', link.id)
        .where('name', '=', '周舟')
        .executeTakeFirstOrThrow()
      const key = contributorKey(link.id, person.id)
      await db
        .insertInto('uploads')
        .values(
          Array.from({ length: 160 }, (_, n) => ({
            id: `many${n}`,
            actor_key: key,
            folder_id: folder.id,
            target_file_id: null,
            name: 'a',
            size: 1,
            state: 'done' as const,
            item_id: null,
            created_at: at.now,
            expires_at: at.now,
          })),
        )
        .execute()
      assert.equal((await somebody.presign('a.txt', 1)).code, 'collect_too_often')
    },
  )

  deepTest('[AH-25] a link is full with 5,000 of 10,000 files', async () => {
    const { db } = at.server.deps
    const person = await db
      .selectFrom('collect_people')
      .selectAll()
      .where('link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    const items = await db
      .insertInto('items')
      .values(
        Array.from({ length: 5000 }, (_, n) => ({
          parent_id: folder.id,
          is_folder: false,
          name: `f${n}`,
          name_key: `f${n}`,
          size: 0,
          creator_id: at.owner.id,
          updater_id: at.owner.id,
        })),
      )
      .returning('id')
      .execute()
    const storedFile = { link_id: link.id, person_id: person.id, name: 'a', name_key: 'a', size: 0, at: at.now }
    await db
      .insertInto('collect_files')
      .values(items.map(({ id }) => ({ ...storedFile, item_id: id })))
      .execute()
    const { collect } = await contributorOf().open()
    assert.deepEqual([collect.state, collect.names], ['full', []])
    assert.equal(await contributorOf().join('何小北'), 'collect_link_full')
  })

  deepTest('[AH-25] is forgotten after a month with the address, and so is a link without its folder', async () => {
    await joined('周舟')
    const { db } = at.server.deps
    await db.updateTable('collect_links').set({ folder_id: null }).where('id', '=', link.id).execute()
    const beside = await makeFileRequest(at.me, folder)
    await joined('甲', beside)
    const networks = () =>
      db
        .selectFrom('collect_people')
        .select('id')
        .where('link_id', '=', beside.id)
        .where('network', 'is not', null)
        .execute()
    assert.equal((await networks()).length, 1)
    at.later(31 * 86_400)
    await deleteOldCollects(at.server.deps)
    assert.equal((await networks()).length, 0)
    assert.deepEqual(await db.selectFrom('collect_links').select('id').where('id', '=', link.id).execute(), [])
  })
})

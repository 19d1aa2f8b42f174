import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import type { CollectLink } from '@/contract/fileRequests'
import { contributorKey } from '../../../server/actors/actor'
import { UPLOAD } from '../../../server/crypto/signedAddresses'
import type { ItemRow } from '../../../server/database/tables'
import { deleteOldCollects } from '../../../server/services/fileRequests/people'
import { collecting, Contributing, everybody, makeCollect } from '../../support/fileRequests/collecting'
import { deepTest, sample } from '../../support/deep'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { tus } from '../../support/uploads/tus'
import { valuesOf } from '../rig/slots'

/* Attacks by a stranger with the address of a collecting link. */

const INFO = 'GET /apps/collects/info/{unique_name}'

let at: Sharing
let folder: ItemRow
let link: CollectLink

before(async () => {
  at = await Sharing.open({ config: { trustProxy: true } })
})
beforeEach(async () => {
  at.rewind()
  folder = await at.make.folder({ owner: at.owner }, {})
  link = await makeCollect(at.me, folder, { names: ['周舟', '何小北'] })
})
after(() => at.close())

const contributorOf = ({ unique_name: name } = link) => new Contributing(at.server.url, name)
const joined = async (name: string, to = link) => {
  const somebody = contributorOf(to)
  assert.equal(await somebody.join(name), 'success')
  return somebody
}
const itemsIn = ({ id }: { id: number }) =>
  at.server.deps.db
    .selectFrom('items')
    .select(['id', 'name', 'size'])
    .where('parent_id', '=', id)
    .orderBy('id')
    .execute()

describe('[AH-25] a stranger with the address', () => {
  test('[AH-25] cannot read other people’s files by any call of the contract, with or without a token', async () => {
    const victim = await joined('周舟')
    assert.equal(await victim.handIn('zqsecretzq.txt', 'zqcontentzq'), 'success')
    const [{ id: fileId } = assert.fail('no file')] = await itemsIn(folder)
    const attacker = await joined('何小北')
    const own = await attacker.open()
    assert.deepEqual(own.me, { name: '何小北', files: [] })
    const named = {
      file_id: fileId,
      item_typed_id: `file_${fileId}`,
      item_typed_ids: [`file_${fileId}`],
      folder_id: folder.id,
    }
    const more = {
      ...named,
      folderId: folder.id,
      collect_id: link.id,
      unique_name: link.unique_name,
      target_file_id: fileId,
    }
    const found: string[] = []
    for (const name of Object.keys(calls) as CallName[]) {
      const { request } = calls[name]
      const fitting = Object.entries(more).filter(([key]) => key in request.properties)
      for (const input of [valuesOf(request), Object.fromEntries(fitting)]) {
        const { body, status } = await attacker.client.send(name, { ...valuesOf(request), ...input })
        if (/zq(secret|content)zq/.test(JSON.stringify(body)) || status >= 500)
          found.push(`${name}: ${JSON.stringify(body)}`)
      }
    }
    assert.deepEqual(found, [])
  })

  deepTest('[AH-25] can only hand in with the token: every call for users needs a session', async () => {
    const attacker = await joined('何小北')
    const open = new Set<string>()
    for (const name of sample(Object.keys(calls) as CallName[], 40)) {
      if (name.includes('/collects/') || name.includes('/share_links/')) continue
      const code = codeOf(await attacker.client.send(name, valuesOf(calls[name].request)))
      const alone = codeOf(
        await new Contributing(at.server.url, link.unique_name).client.send(name, valuesOf(calls[name].request)),
      )
      if (code !== alone) open.add(`${name}: ${code}, without ${alone}`)
    }
    assert.deepEqual([...open], [])
    for (const name of ['get', 'people', 'get_list'] as const)
      await attacker.client.refused(
        `GET /apps/collects/${name}`,
        { collect_id: link.id, state: 'done' },
        'login_expired',
      )
    const { status, body } = await fetch(`${at.server.url}${UPLOAD}?upload_id=x`, {
      method: 'POST',
      headers: { 'x-collect-token': attacker.token },
      body: 'x',
    })
    await body?.cancel()
    assert.equal(status, 200)
  })

  deepTest('[AH-25] cannot replace another’s file by name, by number or by an upload of theirs', async () => {
    const victim = await joined('周舟')
    await victim.handIn('作业.txt', 'mine')
    const { me } = await victim.open()
    const attacker = await joined('何小北')
    assert.equal(await attacker.handIn('x.txt', 'evil', { replaced_id: me!.files[0]!.id }), 'item_not_found')
    assert.equal(await attacker.handIn('作业.txt', 'evil!'), 'success')
    assert.equal(await attacker.handIn('周舟 - 作业.txt', 'evil!!'), 'success')
    assert.deepEqual(
      (await itemsIn(folder)).map(({ name, size }) => [name, size]),
      [
        ['周舟 - 作业.txt', 4],
        ['何小北 - 作业.txt', 5],
        ['何小北 - 周舟 - 作业.txt', 6],
      ],
    )
    const { path, id } = await victim.presign('b.txt', 4)
    const answers = [
      (await attacker.send(path, Buffer.from('evil'))).status,
      (await tus(attacker.client, 'HEAD', path)).status,
      (await tus(attacker.client, 'DELETE', path)).status,
      (await tus(at.me, 'HEAD', path)).status,
    ]
    assert.deepEqual(answers, [404, 404, 404, 404])
    assert.equal(await attacker.finish(id), 'upload_address')
    await victim.send(path, Buffer.from('good'))
    assert.equal(await victim.finish(id), 'success')
  })

  deepTest('[AH-25] cannot take a name of another device until the owner releases it', async () => {
    const victim = await joined('周舟')
    await victim.handIn('a.txt', 'one')
    for (const name of ['周舟', ' 周舟', '周舟 '.normalize('NFD')])
      assert.equal(await contributorOf().join(name), 'collect_name_taken')
    const released = (await everybody(at.me, link.id, 'done'))[0]!.id
    assert.equal(await contributorOf().join({ person_id: released }), 'collect_name_taken')
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    const release = { collect_id: link.id, person_id: released }
    await other.refused('POST /apps/collects/release', release, 'collect_link_not_found')
    await at.me.call('POST /apps/collects/release', release)
    assert.equal(await victim.handIn('b.txt', 'one'), 'collect_token_unknown')
    const next = await joined('周舟')
    assert.deepEqual(await next.own(), [['a.txt', 3]])
  })

  deepTest('[AH-25] taking one name on many devices at once succeeds once', async () => {
    const all = Array.from({ length: 12 }, () => contributorOf())
    await Promise.all(all.map((each) => each.open()))
    const codes = await Promise.all(all.map((each) => each.join('何小北')))
    assert.equal(codes.filter((code) => code === 'success').length, 1)
    assert.equal(codes.filter((code) => code === 'collect_name_taken').length, 11)
  })

  deepTest('[AH-25] cannot forge a token, or use one for another link or name', async () => {
    const made = contributorOf()
    for (const token of ['', 'x', 'A'.repeat(65), `${'A'.repeat(32)}.${'B'.repeat(32)}`, "' or 1=1 --"]) {
      made.token = token
      assert.equal((await made.presign('a.txt', 1)).code, 'collect_token_unknown')
      const asked = { unique_name: link.unique_name, name: '甲' }
      assert.equal(codeOf(await made.client.send('POST /apps/collects/join', asked)), 'collect_token_unknown')
    }
    const beside = await makeCollect(at.me, await at.make.folder({ owner: at.owner }))
    const somebody = await joined('何小北')
    const elsewhere = contributorOf(beside)
    elsewhere.token = somebody.token
    assert.equal((await elsewhere.presign('a.txt', 1)).code, 'collect_token_unknown')
    assert.equal(await elsewhere.join('甲'), 'collect_token_unknown')
    assert.equal((await elsewhere.open()).me, null)
    const again = contributorOf()
    again.token = somebody.token
    assert.equal(await again.join('周舟'), 'collect_token_unknown')
    const { path, id } = await somebody.presign('a.txt', 1)
    await somebody.send(path, Buffer.from('x'))
    assert.equal(
      codeOf(
        await somebody.client.send('POST /apps/collects/finish', { unique_name: beside.unique_name, upload_id: id }),
      ),
      'collect_token_unknown',
    )
  })

  deepTest('[AH-25] finds no usable token in the database', async () => {
    const somebody = await joined('周舟')
    const { db } = at.server.deps
    const tokens = await db.selectFrom('collect_tokens').selectAll().execute()
    const people = await db.selectFrom('collect_people').selectAll().execute()
    const uploads = await db.selectFrom('uploads').selectAll().execute()
    const hashes = tokens.map(({ hash }) => hash.toString('latin1'))
    assert.ok(hashes.length > 0)
    const storedText = hashes.join() + JSON.stringify([people, uploads])
    assert.ok(!storedText.includes(somebody.token) && !storedText.includes(somebody.token.split('.')[0]!))
  })

  deepTest('[AH-25] cannot choose a name that leads elsewhere, reverses text or exceeds its length', async () => {
    const attacker = await joined('何小北')
    const bad = [
      '../evil.txt',
      '..\\evil.txt',
      '/etc/passwd',
      'a\u0000.txt',
      'gpj.\u202eexe',
      'a\nb.txt',
      'con:.txt',
      '',
      ' ',
      'a.',
    ]
    for (const name of bad) {
      const { code } = await attacker.presign(name, 1)
      assert.match(code, /^name_/, JSON.stringify(name))
      // Blanks of any kind between the parts of a name count as one.
      if (!name.includes('\n')) assert.match(await contributorOf().join(name), /^name_/, JSON.stringify(name))
    }
    const long = `${'长'.repeat(222)}.txt`
    assert.equal((await attacker.presign(long, 1)).code, 'name_too_long')
    assert.equal(await attacker.handIn(`${'长'.repeat(218)}.txt`, 'x'), 'success')
    const [{ name } = assert.fail('no file')] = await itemsIn(folder)
    assert.equal([...name].length, 222)
    assert.match(name, /^何小北 - 长+\.txt$/)
  })

  deepTest('[AH-25] cannot pose as another by a similar-looking name, or choose an invisible name', async () => {
    await joined('周舟')
    const alike = [
      '周\u200b舟',
      '\ufeff周舟',
      '周舟\u2060',
      '周\u00ad舟',
      '周舟\u{e0041}',
      '周　舟'.replace('　', '\u3164'),
    ]
    for (const name of alike) assert.equal(await contributorOf().join(name), 'collect_name_taken', JSON.stringify(name))
    for (const name of ['\u200f周舟', '周\u202e舟']) assert.equal(await contributorOf().join(name), 'name_invisible')
    for (const name of ['\u200b', '\u3164\u3164', '\ufe0f'])
      assert.equal(await contributorOf().join(name), 'name_empty')
    const two = ['José', 'JOSÉ'.normalize('NFD')]
    assert.equal(await contributorOf().join(two[0]!), 'success')
    assert.equal(await contributorOf().join(two[1]!), 'collect_name_taken')
  })

  deepTest('[AH-25] a name of 500 emoji, nothing or a reserved word gives a reason or an ordinary file', async () => {
    const emoji = '👨‍👩‍👧‍👦'
    const many = '😀'.repeat(500)
    assert.equal(await contributorOf().join(many), 'invalid_request')
    assert.equal(await contributorOf().join('😀'.repeat(41)), 'collect_name_too_long')
    const somebody = await joined('😀'.repeat(40))
    await at.me.refused('POST /apps/collects/create', collecting(folder, { title: many }), 'invalid_request')
    assert.equal((await makeCollect(at.me, folder, { title: '😀'.repeat(60) })).title, '😀'.repeat(60))
    const answers: [name: string, code: string][] = [
      [`${many}.txt`, 'name_too_long'],
      ['长'.repeat(300), 'name_too_long'],
      ['..', 'name_end'],
      ['.', 'name_end'],
      ['CON', 'success'],
      ['con.txt', 'success'],
      ['NUL.pdf', 'success'],
      ['.htaccess', 'success'],
      [`${emoji}.txt`, 'success'],
    ]
    for (const [name, code] of answers) assert.equal(await somebody.handIn(name, ''), code, JSON.stringify(name))
    const items = await itemsIn(folder)
    assert.equal(items.length, 5)
    for (const { name, size } of items) assert.deepEqual([name.startsWith('😀'), size], [true, 0])
    assert.deepEqual(
      (await somebody.own()).map(([name]) => name).sort(),
      answers
        .slice(4)
        .map(([name]) => name)
        .sort(),
    )
  })

  deepTest('[AH-25] similar-looking names are separate files; another Unicode form is the same file', async () => {
    const somebody = await joined('何小北')
    for (const name of ['a.txt', 'a\u200b.txt', 'é.txt', 'é.txt'.normalize('NFD')])
      assert.equal(await somebody.handIn(name, 'x'), 'success')
    assert.equal((await itemsIn(folder)).length, 3)
  })

  deepTest('[AH-25] cannot hand in a kind that its bytes contradict, whatever the name', async () => {
    const only = await makeCollect(at.me, folder, { kinds: ['pdf', 'image', 'zip', 'document'] })
    const somebody = await joined('何小北', only)
    const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')
    const evil = [
      ['a.pdf', program],
      ['a.pdf', ''],
      ['a.pdf', '<html><script>alert(1)</script>'],
      ['a.jpg', program],
      ['a.jpg', '%PDF-1.4'],
      ['a.zip', program],
      ['a.docx', program],
      ['a.txt', program],
      ['a.doc', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ] as const
    for (const [name, bytes] of evil) assert.equal(await somebody.handIn(name, bytes), 'collect_kind', name)
    assert.deepEqual(await itemsIn(folder), [])
    const good = [
      ['a.pdf', ' \n%PDF-1.4'],
      ['a.jpg', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
      ['b.jpg', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
      ['a.docx', 'PK\x03\x04'],
      ['a.txt', 'MZ 是缩写'],
      ['b.txt', ''],
      ['a.doc', '{\\rtf1'],
    ] as const
    for (const [name, bytes] of good) assert.equal(await somebody.handIn(name, bytes), 'success', name)
  })

  deepTest('[AH-25] on two phones at once duplicates and loses nothing, and has at most 20 files', async () => {
    const colleague = await at.make.user({ enterprise: at.enterprise, name: '陈希' })
    const chosen = await makeCollect(at.me, folder, { user_ids: [colleague.id] })
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
    const short = await makeCollect(at.me, folder, { due_time: due })
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

  deepTest('[AH-25] cannot join a listed collection; a name belongs to its link', async () => {
    const listed = await makeCollect(at.me, folder, { names: ['甲'], is_listed_only: true })
    assert.equal(await contributorOf(listed).join('乙'), 'collect_name_unlisted')
    const [foreign] = (await contributorOf().open()).collect.names
    assert.equal(await contributorOf(listed).join({ person_id: foreign!.id }), 'collect_name_unlisted')
    assert.equal(await contributorOf(listed).join('甲'), 'success')
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
      assert.equal(await from('203.0.113.8').join('丙'), 'success')
      await fill(500, 997, '203.0.113.9')
      assert.equal(await from('203.0.113.8').join('丁'), 'collect_link_full')
      assert.equal(await from('203.0.113.8').join('何小北'), 'success')
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

  deepTest('[AH-25] cannot tell a link without a folder, a foreign and a missing one apart', async () => {
    const gone = await makeCollect(at.me, await at.make.folder({ owner: at.owner }))
    await at.server.deps.db.updateTable('collect_links').set({ folder_id: null }).where('id', '=', gone.id).execute()
    const names = [gone.unique_name, 'A'.repeat(22)]
    const codes = await Promise.all(
      names.map(async (unique_name) => codeOf(await contributorOf().client.send(INFO, { unique_name }))),
    )
    assert.deepEqual(codes, ['collect_link_not_found', 'collect_link_not_found'])
    const other = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
    for (const id of [link.id, 900_000_000]) {
      await other.refused('GET /apps/collects/get', { collect_id: id }, 'collect_link_not_found')
      await other.refused('POST /apps/collects/close', { collect_id: id }, 'collect_link_not_found')
    }
    const { folder_id: _, ...settings } = collecting(folder)
    await other.refused(
      'POST /apps/collects/edit',
      { collect_id: link.id, ...settings, removed_person_ids: [] },
      'collect_link_not_found',
    )
  })

  deepTest('[AH-25] is forgotten after a month with the address, and so is a link without its folder', async () => {
    await joined('周舟')
    const { db } = at.server.deps
    await db.updateTable('collect_links').set({ folder_id: null }).where('id', '=', link.id).execute()
    const beside = await makeCollect(at.me, folder)
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

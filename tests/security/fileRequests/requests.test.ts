import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { UPLOAD } from '../../../server/crypto/signedAddresses'
import { collecting, Contributing, everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { deepTest, sample } from '../../support/deep'
import { codeOf } from '../../support/shares/sharing'
import { tus } from '../../support/uploads/tus'
import { valuesOf } from '../rig/slots'
import { at, contributorOf, folder, itemsIn, joined, link, startCollectServer } from './collectServer'

/* Attacks by a stranger with the address of a collecting link. */

const INFO = 'GET /apps/collects/info/{unique_name}'

startCollectServer()

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

  test('[AH-25] cannot replace another’s file by name, by number or by an upload of theirs', async () => {
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

  test('[AH-54] takes back only files of their own, only from the link’s folder and while it accepts files', async () => {
    const victim = await joined('周舟')
    assert.equal(await victim.handIn('a.txt', 'mine'), 'success')
    const id = (await victim.open()).me!.files[0]!.id
    const [file = assert.fail('no file')] = await itemsIn(folder)
    const beside = await makeFileRequest(at.me, await at.make.folder({ owner: at.owner }))
    for (const other of [await joined('何小北'), await joined('周舟', beside)])
      assert.equal(await other.takeBack(id), 'item_not_found')
    assert.equal(await contributorOf().takeBack(id), 'collect_token_unknown')
    const asked = { unique_name: beside.unique_name, hand_in_id: id }
    await victim.client.refused('POST /apps/collects/take_back', asked, 'collect_token_unknown')

    const ofLink = { collect_id: link.id }
    await at.me.call('POST /apps/collects/close', ofLink)
    assert.equal(await victim.takeBack(id), 'collect_link_closed')
    await at.me.call('POST /apps/collects/reopen', ofLink)
    const due = Math.floor(at.now.getTime() / 1000) + 60
    await at.me.call('POST /apps/collects/edit', { ...ofLink, due_time: due })
    at.later(120)
    assert.equal(await victim.takeBack(id), 'collect_link_ended')
    await at.me.call('POST /apps/collects/edit', { ...ofLink, due_time: 0 })

    await at.change(folder, { share_disabled_for: 'all' })
    assert.equal(await victim.takeBack(id), 'collect_link_not_found')
    await at.change(folder, { share_disabled_for: null })
    await at.change(file, { lock_user_id: at.owner.id, lock_kind: 1, locked_at: at.now })
    assert.equal(await victim.takeBack(id), 'items_locked')
    await at.change(file, { lock_user_id: null, lock_kind: null, locked_at: null })
    await at.change(file, { parent_id: (await at.make.folder({ owner: at.owner })).id })
    assert.equal(await victim.takeBack(id), 'item_not_found')
    await at.change(file, { parent_id: folder.id })
    assert.deepEqual(await victim.own(), [['a.txt', 4]])
  })

  test('[AH-54] a file taken back is in the recycle bin, once, where the owner can restore it', async () => {
    const somebody = await joined('周舟')
    await somebody.handIn('a.txt', 'mine')
    const id = (await somebody.open()).me!.files[0]!.id
    const [file = assert.fail('no file')] = await itemsIn(folder)
    assert.deepEqual([await somebody.takeBack(id), await somebody.takeBack(id)], ['success', 'item_not_found'])
    assert.deepEqual(await somebody.own(), [])
    const { total_count } = await at.me.call('GET /apps/collects/people', { collect_id: link.id, state: 'done' })
    assert.equal(total_count, 0)
    await at.me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [`file_${file.id}`] })
    assert.deepEqual(await somebody.own(), [['a.txt', 4]])
  })

  test('[AH-54] cannot fill the recycle bin by handing in and taking back by turns', async () => {
    const somebody = await joined('周舟')
    await somebody.handIn('a.txt', 'mine')
    const { db } = at.server.deps
    const { id, ...handIn } = await db
      .selectFrom('collect_files')
      .selectAll()
      .where('link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    const binned: number[] = []
    for (let n = 0; n < 60; n += 1) {
      const { id: item_id } = await at.make.file({ owner: at.owner })
      await db
        .insertInto('collect_files')
        .values({ ...handIn, item_id })
        .execute()
      binned.push(item_id)
    }
    await db.updateTable('items').set({ deleted_at: at.now }).where('id', 'in', binned).execute()
    assert.equal(await somebody.takeBack(id), 'collect_too_often')
    await at.change({ id: binned[0]! }, { deleted_at: null })
    assert.equal(await somebody.takeBack(id), 'success')
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
    const beside = await makeFileRequest(at.me, await at.make.folder({ owner: at.owner }))
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
      // Blanks of any kind between the parts of a name count as one blank.
      if (!name.includes('\n')) assert.match(await contributorOf().join(name), /^name_/, JSON.stringify(name))
    }
    const long = `${'长'.repeat(223)}.txt`
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
      assert.equal(await contributorOf().join(name), 'name_invisible')
    const two = ['José', 'JOSÉ'.normalize('NFD')]
    assert.equal(await contributorOf().join(two[0]!), 'success')
    assert.equal(await contributorOf().join(two[1]!), 'collect_name_taken')
  })

  deepTest('[AH-25] names of 500 emoji or dots are refused with a reason; reserved names are stored', async () => {
    const emoji = '👨‍👩‍👧‍👦'
    const many = '😀'.repeat(500)
    assert.equal(await contributorOf().join(many), 'invalid_request')
    assert.equal(await contributorOf().join('😀'.repeat(41)), 'collect_name_too_long')
    const somebody = await joined('😀'.repeat(40))
    await at.me.refused('POST /apps/collects/create', collecting(folder, { title: many }), 'invalid_request')
    assert.equal((await makeFileRequest(at.me, folder, { title: '😀'.repeat(60) })).title, '😀'.repeat(60))
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

  deepTest('[AH-25] a name that looks the same, or has another Unicode form, is the same file', async () => {
    const somebody = await joined('何小北')
    for (const name of ['a.txt', 'a\u200b.txt', 'é.txt', 'é.txt'.normalize('NFD')])
      assert.equal(await somebody.handIn(name, 'x'), 'success')
    const names = (await itemsIn(folder)).map(({ name }) => name)
    assert.deepEqual(names, ['何小北 - a.txt', '何小北 - é.txt'])
  })

  deepTest('[AH-25] cannot hand in a kind that its bytes contradict, whatever the name', async () => {
    const only = await makeFileRequest(at.me, folder, { kinds: ['pdf', 'image', 'zip', 'document'] })
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

  deepTest('[AH-25] cannot join a listed collection by an unlisted name, or by a name of another link', async () => {
    const listed = await makeFileRequest(at.me, folder, { names: ['甲'], is_listed_only: true })
    assert.equal(await contributorOf(listed).join('乙'), 'collect_name_unlisted')
    const [foreign] = (await contributorOf().open()).collect.names
    assert.equal(await contributorOf(listed).join({ person_id: foreign!.id }), 'collect_name_unlisted')
    assert.equal(await contributorOf(listed).join('甲'), 'success')
  })

  deepTest('[AH-25] cannot tell a link without a folder, a foreign and a missing one apart', async () => {
    const gone = await makeFileRequest(at.me, await at.make.folder({ owner: at.owner }))
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
})

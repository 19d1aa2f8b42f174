import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { userKey } from '../../../server/actors/actor'
import type { ErrorCode } from '@/contract/errors'
import { uploadReply } from '@/contract/uploads'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { checked, client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { eventually, form, post, refusedWith, upload } from '../../support/uploads/upload'
import { bytesOf, make, me, owner, presign, server, startUploadServer, storedBefore, storedFiles } from './uploadServer'

describe('uploading in one request', () => {
  let now = new Date('2026-03-01T08:20:00Z')

  startUploadServer(() => now)
  const namesOf = async (who = me) =>
    (await who.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })).items?.map(
      ({ name }) => name,
    )
  const nothingCame = async () => {
    assert.deepEqual(await namesOf(), [])
    assert.equal(await storedFiles(), storedBefore)
  }

  test('presign, then the raw body with request token and encoded name create an item, which is answered and listed', async () => {
    const bytes = randomBytes(3_000_001)
    const item = await upload(me, ' 照片 100%.jpg ', bytes, { remark: '第一版' })
    assert.equal(item.name, '照片 100%.jpg')
    assert.equal(item.size, bytes.length)
    assert.equal(item.version, 1)
    assert.deepEqual(await namesOf(), ['照片 100%.jpg'])
    assert.equal(bytes.compare(await bytesOf(item.id)), 0)
    const { remark } = await server.deps.db
      .selectFrom('versions')
      .select('remark')
      .where('item_id', '=', item.id)
      .executeTakeFirstOrThrow()
    assert.equal(remark, '第一版')
  })

  test('[UPL-01] the extension of a new file does not count towards the 222 characters', async () => {
    const names = [`${'字'.repeat(222)}.docx`, `${'a'.repeat(222)}.tar.gz`]
    for (const name of names) assert.equal((await upload(me, name, Buffer.from('a'))).name, name)
    const again = await upload(me, names[0]!, Buffer.from('b'))
    assert.match(again.name, /^字+ \(1\)\.docx$/)
    for (const name of [`${'字'.repeat(223)}.docx`, 'a'.repeat(223)])
      await me.refused('POST /apps/files/presign_upload', { file_size: 1, name, folder_id: 0 }, 'name_too_long')
  })

  deepTest('an empty file is stored', async () => {
    const item = await upload(me, 'empty.txt', Buffer.alloc(0))
    assert.equal(item.size, 0)
    assert.equal((await bytesOf(item.id)).length, 0)
  })

  deepTest('a body declared as JSON is stored as bytes', async () => {
    const bytes = Buffer.from('{"a":1}')
    const answer = await post(me, await presign(bytes.length), [bytes], {
      'content-type': 'application/json',
      'x-file-name': 'a.json',
    })
    assert.equal(bytes.compare(await bytesOf(checked(uploadReply, answer.body, 'json').new_file.id)), 0)
  })

  deepTest('without the request token a browser’s upload is refused, and its address stays usable', async () => {
    const address = await presign(3)
    const forged = Object.assign(Object.create(me) as Client, { headers: { cookie: me.headers.cookie } })
    refusedWith(await post(forged, address, [Buffer.from('abc')]), 'security_check_failed')
    await nothingCame()
    const { body } = await post(me, address, [Buffer.from('abc')], { 'x-file-name': 'a.txt' })
    checked(uploadReply, body, 'second try')
  })

  describe('the mini-program uploads a form', () => {
    const file = { field: 'file', fileName: 'tmp_x.jpg', bytes: Buffer.from('12345') }
    const cases: [string, Parameters<typeof form>[0], Record<string, string>, string][] = [
      ['the name of the part', [file], {}, 'tmp_x.jpg'],
      ['the field before the file', [{ field: 'name', value: '前.jpg' }, file], {}, '前.jpg'],
      ['the field behind the file', [file, { field: 'name', value: '后.jpg' }], {}, '后.jpg'],
      [
        'the header rather than the form',
        [{ field: 'name', value: 'x.jpg' }, file],
        { 'x-file-name': encodeURIComponent('头.jpg') },
        '头.jpg',
      ],
    ]
    for (const [title, parts, headers, name] of cases) {
      deepTest(`the name comes from ${title}`, async () => {
        const applet = await client(server).asApplet(owner.login)
        const { pieces, headers: formHeaders } = form(parts)
        const answer = await post(applet, await presign(5, applet), pieces, { ...formHeaders, ...headers })
        const item = checked(uploadReply, answer.body, title).new_file
        assert.equal(item.name, name)
        assert.equal((await bytesOf(item.id)).toString(), '12345')
      })
    }

    deepTest('a form without a file is refused', async () => {
      const { pieces, headers } = form([{ field: 'name', value: 'x' }])
      refusedWith(await post(me, await presign(5), pieces, headers), 'invalid_request')
      await nothingCame()
    })
  })

  describe('a body of another length than declared is refused and leaves nothing', () => {
    const half = Buffer.alloc(500_000)
    const cases: [string, Buffer[], Record<string, string>][] = [
      ['shorter', [half], { 'content-length': '500000' }],
      ['longer', [half, half, half], { 'content-length': '1500000' }],
      ['shorter, without a declared length', [half], {}],
      ['longer, without a declared length', [half, half, half], {}],
      ['longer by one byte', [half, half, Buffer.alloc(1)], {}],
      ['much longer, without a declared length', Array.from({ length: 60 }, () => half), {}],
      ['empty', [], { 'content-length': '0' }],
    ]
    for (const [title, pieces, headers] of cases) {
      deepTest(title, async () => {
        refusedWith(
          await post(me, await presign(1_000_000), pieces, { ...headers, 'x-file-name': 'a.bin' }),
          'upload_length',
        )
        await nothingCame()
      })
    }
    for (const [title, bytes] of [
      ['shorter', half],
      ['longer', Buffer.alloc(1_500_000)],
    ] as const) {
      deepTest(`a body that is ${title} than declared is refused as a form`, async () => {
        const { pieces, headers } = form([{ field: 'file', fileName: 'a.bin', bytes }])
        refusedWith(await post(me, await presign(1_000_000), pieces, headers), 'upload_length')
        await nothingCame()
      })
    }
  })

  for (const kind of ['raw', 'form'] as const) {
    deepTest(`a broken connection leaves nothing (${kind})`, async () => {
      const address = await presign(1_000_000)
      const { pieces, headers } = form([{ field: 'file', fileName: 'a.bin', bytes: Buffer.alloc(300_000) }])
      const request = http.request(new URL(address, server.url), {
        method: 'POST',
        agent: false,
        headers: { ...me.headers, ...(kind === 'form' ? headers : {}), 'content-length': '1000000' },
      })
      request.on('error', () => undefined)
      request.write(Buffer.concat(kind === 'raw' ? [Buffer.alloc(300_000)] : pieces.slice(0, 2)))
      await eventually(async () => assert.equal(await storedFiles(), storedBefore + 1))
      request.destroy()
      await eventually(nothingCame)
      await eventually(async () => {
        const rows = await server.deps.db
          .selectFrom('uploads')
          .select('state')
          .where('actor_key', '=', userKey(owner.id))
          .execute()
        assert.deepEqual(rows, [{ state: 'failed' }])
      })
    })
  }

  deepTest('a sender receives the refusal while it is still sending', async () => {
    const address = await presign(3)
    await post(me, address, [Buffer.from('abc')], { 'x-file-name': 'a' })
    const large = Array.from({ length: 20 }, () => Buffer.alloc(1_000_000))
    refusedWith(await post(me, address, large), 'upload_address')
  })

  deepTest('a connection stays usable after a refusal in the middle of a body', async () => {
    const { hostname, port } = new URL(server.url)
    const headers = Object.entries(me.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const head = (line: string, more: string) =>
      `${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers}${more}\r\n`
    const socket = connect(Number(port), hostname)
    socket.write(head(`POST ${await presign(1_000_000)}`, 'Transfer-Encoding: chunked\r\n'))
    const piece = Buffer.concat([Buffer.from('f4240\r\n'), Buffer.alloc(1_000_000), Buffer.from('\r\n')])
    for (let sent = 0; sent < 40; sent += 1) socket.write(piece)
    socket.write(`0\r\n\r\n${head('GET /api/apps/users/is_user_logged_in', 'Connection: close\r\n')}`)
    const answers = await text(socket)
    assert.match(answers, /upload_length[^]*HTTP\/1\.1 200 OK[^]*"is_user_logged_in":true/)
  })

  deepTest('50 GB or more is refused before the first byte, one byte less is accepted', async () => {
    await me.refused('POST /apps/files/presign_upload', { file_size: UPLOAD_SIZE_LIMIT }, 'file_too_large')
    await presign(UPLOAD_SIZE_LIMIT - 1)
  })

  describe('names', () => {
    const cases: [string, ErrorCode][] = [
      ['字'.repeat(223), 'name_too_long'],
      ['   ', 'name_empty'],
      ['a/b', 'name_character'],
      ['a\\b', 'name_character'],
      ['a.', 'name_end'],
    ]
    for (const [name, code] of cases) {
      deepTest(`${JSON.stringify(name.slice(0, 8))} is refused, at presign and with the body`, async () => {
        await me.refused('POST /apps/files/presign_upload', { file_size: 1, name }, code)
        refusedWith(
          await post(me, await presign(1), [Buffer.from('x')], { 'x-file-name': encodeURIComponent(name) }),
          code,
        )
        await nothingCame()
      })
    }

    deepTest('an incorrectly encoded name is refused', async () => {
      refusedWith(await post(me, await presign(1), [Buffer.from('x')], { 'x-file-name': '%E4%A' }), 'invalid_request')
      await nothingCame()
    })

    deepTest('the name given at presign is used if the body has none', async () => {
      const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: 1, name: 'said before.txt' })
      const { body } = await post(me, upload_url, [Buffer.from('x')])
      assert.equal(checked(uploadReply, body, 'name').new_file.name, 'said before.txt')
    })

    deepTest('a second file with the same name gets " (1)" before its extension, also with ten at once', async () => {
      const items = await Promise.all(Array.from({ length: 10 }, () => upload(me, 'image.jpg', randomBytes(10))))
      const expected = ['image.jpg', ...Array.from({ length: 9 }, (_, at) => `image (${at + 1}).jpg`)]
      assert.deepEqual(items.map(({ name }) => name).sort(), expected.sort())
    })
  })

  describe('the address', () => {
    deepTest('works once', async () => {
      const address = await presign(1)
      await post(me, address, [Buffer.from('x')], { 'x-file-name': 'a' })
      refusedWith(await post(me, address, [Buffer.from('y')], { 'x-file-name': 'b' }), 'upload_address')
      assert.deepEqual(await namesOf(), ['a'])
    })

    deepTest('works for one of two concurrent requests', async () => {
      const address = await presign(1)
      const answers = await Promise.all(
        ['a', 'b'].map((name) => post(me, address, [Buffer.from('x')], { 'x-file-name': name })),
      )
      assert.deepEqual(answers.map(({ body }) => (body as { success: boolean }).success).sort(), [false, true])
    })

    deepTest('works only for its user', async () => {
      const address = await presign(1)
      const other = await client(server).as((await make.user()).login)
      refusedWith(await post(other, address, [Buffer.from('x')]), 'upload_address')
      await nothingCame()
    })

    deepTest('does not work without a session', async () => {
      const answer = await post(client(server).visitor, await presign(1), [Buffer.from('x')])
      refusedWith(answer, 'login_expired')
      await nothingCame()
    })

    deepTest('is refused when altered', async () => {
      const address = await presign(1)
      refusedWith(await post(me, address.replace(/a=u\d+/, 'a=u999'), [Buffer.from('x')]), 'permission_denied', 403)
      await nothingCame()
    })

    deepTest('is refused when expired', async () => {
      const address = await presign(1)
      const started = now
      now = new Date(now.getTime() + 3_600_000)
      refusedWith(await post(me, address, [Buffer.from('x')]), 'upload_address')
      now = new Date(now.getTime() + 3_600_000)
      refusedWith(await post(me, address, [Buffer.from('x')]), 'permission_denied', 403)
      now = started
      await nothingCame()
    })
  })
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { userKey } from '../../../server/actors/actor'
import type { ErrorCode } from '@/contract/errors'
import type { Role } from '@/contract/entities'
import { uploadReply } from '@/contract/uploads'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { checked, client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, form, gate, post, refusedWith, upload } from '../../support/uploads/upload'

describe('uploading in one request', () => {
  let now = new Date('2026-03-01T08:20:00Z')
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client
  let storedBefore: number

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    owner = await make.user()
    me = await client(server).as(owner.login)
    storedBefore = await storedFiles()
  })

  const storedFiles = async () =>
    (await readdir(join(server.folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length
  const presign = async (size: number, who = me) =>
    (await who.call('POST /apps/files/presign_upload', { file_size: size })).upload_url
  const namesOf = async (who = me) =>
    (await who.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })).items?.map(
      ({ name }) => name,
    )
  const nothingCame = async () => {
    assert.deepEqual(await namesOf(), [])
    assert.equal(await storedFiles(), storedBefore)
  }
  const bytesOf = async (fileId: number) => {
    const { download_url } = await me.call('GET /apps/files/download', { file_id: fileId })
    return Buffer.from(await (await fetch(new URL(download_url, server.url))).arrayBuffer())
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

  describe('rights to upload', () => {
    const roles: [Role, boolean, boolean][] = [
      ['coowner', true, true],
      ['editor', true, true],
      ['viewer_uploader', true, false],
      ['viewer', false, false],
      ['previewer_uploader', true, false],
      ['previewer', false, false],
      ['uploader', true, false],
    ]
    for (const [role, mayUpload, mayUpdate] of roles) {
      deepTest(
        `${role} ${mayUpload ? 'may' : 'may not'} upload a new file, and ${mayUpdate ? 'may' : 'may not'} upload a version of another’s file`,
        async () => {
          const folder = await make.folder({ owner })
          const file = await make.file({ parent: folder })
          const guest = await make.user()
          await make.collab(folder, { user: guest }, role)
          const they = await client(server).as(guest.login)
          const wishes: [object, boolean][] = [
            [{ folder_id: folder.id }, mayUpload],
            [{ target_file_id: file.id }, mayUpdate],
          ]
          for (const [target, isAllowed] of wishes) {
            if (isAllowed) await they.call('POST /apps/files/presign_upload', { file_size: 1, ...target })
            else await they.refused('POST /apps/files/presign_upload', { file_size: 1, ...target }, 'permission_denied')
          }
        },
      )
    }

    deepTest(
      'the creator of a file uploads versions with any role; the file keeps name and place, and the remark is stored',
      async () => {
        const folder = await make.folder({ owner })
        const guest = await make.user()
        await make.collab(folder, { user: guest }, 'uploader')
        const they = await client(server).as(guest.login)
        const first = await upload(they, '作业.txt', Buffer.from('one'), { folder_id: folder.id })
        const second = await upload(they, 'other name.txt', Buffer.from('three'), {
          target_file_id: first.id,
          remark: '改过',
        })
        assert.equal(second.id, first.id)
        assert.equal(second.name, '作业.txt')
        assert.equal(second.version, 2)
        assert.equal(second.size, 5)
        assert.notEqual(second.file_version_key, first.file_version_key)
        assert.equal((await bytesOf(first.id)).toString(), 'three')
      },
    )

    deepTest('a file locked by another user accepts no new version', async () => {
      const file = await make.file({ owner })
      const locker = await make.user({ name: '王锁' })
      const { db } = server.deps
      await db
        .updateTable('items')
        .set({ lock_user_id: locker.id, lock_kind: 1, locked_at: now })
        .where('id', '=', file.id)
        .execute()
      const { entry } = await me.refused(
        'POST /apps/files/presign_upload',
        { file_size: 1, target_file_id: file.id },
        'item_locked',
      )
      assert.match(entry.error_tr_msg, /王锁/)
    })

    deepTest('the right is checked again when the body arrives, before it is read', async () => {
      const folder = await make.folder({ owner })
      const guest = await make.user()
      await make.collab(folder, { user: guest }, 'editor')
      const they = await client(server).as(guest.login)
      const { upload_url } = await they.call('POST /apps/files/presign_upload', { file_size: 2, folder_id: folder.id })
      await server.deps.db.updateTable('collabs').set({ role: 'viewer' }).where('user_id', '=', guest.id).execute()
      const { opened: answered, open: goOn } = gate()
      const pieces = (async function* () {
        yield Buffer.from('x')
        await answered
        yield Buffer.from('y')
      })()
      const answer = post(they, upload_url, pieces, { 'x-file-name': 'a', 'content-length': '2' })
      refusedWith(await answer, 'permission_denied')
      goOn()
      assert.equal(await storedFiles(), storedBefore)
    })

    deepTest('the right is checked once more after the body was read', async () => {
      const folder = await make.folder({ owner })
      const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: 2, folder_id: folder.id })
      const pieces = (async function* () {
        yield Buffer.from('x')
        await eventually(async () => assert.equal(await storedFiles(), storedBefore + 1))
        await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
        yield Buffer.from('y')
      })()
      refusedWith(await post(me, upload_url, pieces, { 'x-file-name': 'a' }), 'item_is_deleted')
      assert.equal(await storedFiles(), storedBefore)
    })

    deepTest('a department’s folder is named by the department’s id', async () => {
      const department = await make.department()
      const enterpriseMember = await make.user({ enterprise: await enterpriseOf(department.enterprise_id) })
      await make.member(department, enterpriseMember)
      const they = await client(server).as(enterpriseMember.login)
      const item = await upload(they, 'a.txt', Buffer.from('x'), { folder_id: 0, department_id: department.id })
      assert.equal(item.space, 'department_space')
      assert.equal(item.department_id, department.id)
    })

    deepTest('a closed personal space accepts nothing', async () => {
      const enterprise = await make.enterprise({ is_personal_space_closed: true })
      const they = await client(server).as((await make.user({ enterprise })).login)
      await they.refused('POST /apps/files/presign_upload', { file_size: 1, folder_id: 0 }, 'personal_space_closed')
    })

    deepTest('foreign and missing folders answer alike', async () => {
      const strangers = await make.folder({ owner: await make.user() })
      for (const folder_id of [strangers.id, 999_999_999]) {
        await me.refused('POST /apps/files/presign_upload', { file_size: 1, folder_id }, 'item_not_found')
      }
    })
  })

  describe('a full quota', () => {
    const enterpriseOf10 = () => make.enterprise({ user_quota_bytes: 10 })

    deepTest('is reported before a byte is sent', async () => {
      const they = await client(server).as((await make.user({ enterprise: await enterpriseOf10() })).login)
      await they.refused('POST /apps/files/presign_upload', { file_size: 11 }, 'quota_exceeded')
      await upload(they, 'a', Buffer.alloc(10))
      await they.refused('POST /apps/files/presign_upload', { file_size: 1 }, 'quota_exceeded')
    })

    deepTest('applies to concurrent uploads', async () => {
      const they = await client(server).as((await make.user({ enterprise: await enterpriseOf10() })).login)
      const addresses = await Promise.all([1, 2, 3].map(() => presign(6, they)))
      const answers = await Promise.all(
        addresses.map((address) => post(they, address, [Buffer.alloc(6)], { 'x-file-name': 'a' })),
      )
      assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
      assert.equal(await storedFiles(), storedBefore + 1)
    })
  })

  async function enterpriseOf(id: number) {
    return server.deps.db.selectFrom('enterprises').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
})

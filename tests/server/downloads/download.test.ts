import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

describe('download', () => {
  let now = new Date('2026-03-01T08:20:00Z')
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  beforeEach(() => {
    now = new Date('2026-03-01T08:20:00Z')
  })
  after(() => server.close())

  const addressOf = async (file_id: number, who = me) =>
    (await who.call('GET /apps/files/download', { file_id, no_redirect: true })).download_url
  /** Without a session, as a system browser sends requests. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(new URL(path, server.url), { method, headers })

  describe('ranges of ten bytes', () => {
    let address: string
    let etag: string

    before(async () => {
      address = await addressOf((await make.file({ owner }, { content: '0123456789' })).id)
      etag = (await get(address)).headers.get('etag') ?? ''
    })

    const cases: [string, number, string, string | null][] = [
      ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
      ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=5-2', 200, '0123456789', null],
      ['bytes=0-1,4-5', 200, '0123456789', null],
      ['lines=0-1', 200, '0123456789', null],
      ['', 200, '0123456789', null],
    ]
    for (const [range, status, text, contentRange] of cases) {
      test(`${range || 'none'} → ${status}`, async () => {
        const answer = await get(address, range ? { range } : {})
        assert.equal(answer.status, status)
        assert.equal(await answer.text(), text)
        assert.equal(answer.headers.get('content-range'), contentRange)
        assert.equal(answer.headers.get('content-length'), String(text.length))
        assert.equal(answer.headers.get('accept-ranges'), 'bytes')
      })
    }

    test('If-Range answers a part of the same file, or the whole of a changed one', async () => {
      assert.equal(await (await get(address, { range: 'bytes=0-1', 'if-range': etag })).text(), '01')
      for (const other of ['"other"', `W/${etag}`])
        assert.equal(await (await get(address, { range: 'bytes=0-1', 'if-range': other })).text(), '0123456789')
      assert.equal(
        (await get(address, { range: 'bytes=0-1', 'if-range': 'Sun, 01 Mar 2026 00:00:00 GMT' })).status,
        200,
      )
    })

    test('If-None-Match answers 304 without a body', async () => {
      const answer = await get(address, { 'if-none-match': `"x", ${etag}` })
      assert.equal(answer.status, 304)
      assert.equal(await answer.text(), '')
    })

    test('HEAD answers the headers of the whole and of a part, without a body', async () => {
      const whole = await get(address, {}, 'HEAD')
      assert.equal(whole.status, 200)
      assert.equal(whole.headers.get('content-length'), '10')
      assert.equal(await whole.text(), '')
      const part = await get(address, { range: 'bytes=1-2' }, 'HEAD')
      assert.equal(part.status, 206)
      assert.equal(part.headers.get('content-length'), '2')
    })

    test('an empty file downloads', async () => {
      const empty = await addressOf((await make.file({ owner }, { content: '' })).id)
      assert.equal((await get(empty)).headers.get('content-length'), '0')
      assert.equal((await get(empty, { range: 'bytes=0-' })).status, 416)
    })
  })

  describe('the name of the saved file', () => {
    const cases: [string, string][] = [
      ['plain name.pdf', 'plain name.pdf'],
      ['期末报告（终稿）.docx', '________.docx'],
      ["naïve'(1)*.txt", "na_ve'(1)*.txt"],
      ['100%;x.txt', '100__x.txt'],
      ['😀.png', '__.png'],
    ]
    for (const [name, shadow] of cases) {
      test(name, async () => {
        const file = await make.file({ owner }, { name })
        const header = (await get(await addressOf(file.id))).headers.get('content-disposition') ?? ''
        const [, plain, exact = ''] =
          /^attachment; filename="(.*)"; filename\*=UTF-8''([A-Za-z0-9%!#$&+.^_`|~-]*)$/.exec(header) ?? []
        assert.equal(decodeURIComponent(exact), name)
        assert.equal(plain, shadow)
      })
    }

    test('it is the current name after a rename', async () => {
      const file = await make.file({ owner }, { name: 'old.txt' })
      await me.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: 'new' })
      assert.match(
        (await get(await addressOf(file.id))).headers.get('content-disposition') ?? '',
        /filename="new\.txt"/,
      )
    })
  })

  for (const name of ['page.html', 'drawing.svg', 'data.xml', 'code.js', 'page.xhtml', 'unknown', 'mail.mht']) {
    test(`nothing in ${name} can run as a page of ours`, async () => {
      const file = await make.file({ owner }, { name, content: '<script>alert(1)</script>' })
      const { headers } = await get(await addressOf(file.id))
      assert.equal(headers.get('content-type'), 'application/octet-stream')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    })
  }

  describe('the address', () => {
    const refused = async (path: string) => {
      const answer = await get(path)
      assert.equal(answer.status, 403)
      assert.equal(((await answer.json()) as { success: boolean }).success, false)
    }

    test('it works repeatedly without a cookie', async () => {
      const address = await addressOf((await make.file({ owner }, { content: 'x' })).id)
      assert.equal(await (await get(address)).text(), 'x')
      assert.equal(await (await get(address)).text(), 'x')
    })

    test('it expires after one to two hours', async () => {
      const address = await addressOf((await make.file({ owner })).id)
      now = new Date('2026-03-01T09:59:59Z')
      assert.equal((await get(address)).status, 200)
      now = new Date('2026-03-01T10:00:00Z')
      await refused(address)
    })

    test('it is refused when any part is altered', async () => {
      const other = await make.file({ owner: await make.user() })
      const address = await addressOf((await make.file({ owner })).id)
      await refused(address.replace(/file_id=\d+/, `file_id=${other.id}`))
      await refused(address.replace(/e=\d+/, 'e=9999999999'))
      await refused(address.replace(/s=./, 's=!'))
      await refused(address.replace(/&s=.*/, ''))
      await refused(`${address}&file_id=${other.id}`)
    })

    const guestOf = async (item: { id: number }, role: Role) => {
      const guest = await make.user()
      await make.collab(item, { user: guest }, role)
      return { guest, they: await client(server).as(guest.login) }
    }

    test('it is refused when the right is gone', async () => {
      const file = await make.file({ owner })
      const { guest, they } = await guestOf(file, 'viewer')
      const address = await addressOf(file.id, they)
      assert.equal((await get(address)).status, 200)
      await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('user_id', '=', guest.id).execute()
      await refused(address)
    })

    test('it is refused when the user is gone', async () => {
      const file = await make.file({ owner })
      const { guest, they } = await guestOf(file, 'viewer')
      const address = await addressOf(file.id, they)
      await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', guest.id).execute()
      await refused(address)
    })

    test('it is refused when the file, or a folder above it, is in the trash', async () => {
      const folder = await make.folder({ owner })
      const address = await addressOf((await make.file({ parent: folder })).id)
      await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
      await refused(address)
    })

    test('it is refused when the file was purged', async () => {
      const file = await make.file({ owner })
      const address = await addressOf(file.id)
      await server.deps.db.deleteFrom('items').where('id', '=', file.id).execute()
      await refused(address)
    })
  })

  describe('rights to download', () => {
    const roles: [Role, boolean][] = [
      ['coowner', true],
      ['editor', true],
      ['viewer_uploader', true],
      ['viewer', true],
      ['previewer_uploader', false],
      ['previewer', false],
      ['uploader', false],
    ]
    for (const [role, isAllowed] of roles) {
      test(`${role} ${isAllowed ? 'may' : 'may not'} download`, async () => {
        const file = await make.file({ owner })
        const guest = await make.user()
        await make.collab(file, { user: guest }, role)
        const they = await client(server).as(guest.login)
        if (isAllowed) await addressOf(file.id, they)
        else await they.refused('GET /apps/files/download', { file_id: file.id }, 'permission_denied')
      })
    }

    test('without any right, a foreign file answers like a missing one', async () => {
      const strangers = await make.file({ owner: await make.user() })
      for (const file_id of [strangers.id, 999_999_999])
        await me.refused('GET /apps/files/download', { file_id }, 'item_not_found')
    })

    test('a folder is refused', async () => {
      const folder = await make.folder({ owner })
      await me.refused('GET /apps/files/download', { file_id: folder.id }, 'item_not_found')
    })

    test('an encrypted file and an online document are refused, also at an earlier address', async () => {
      const file = await make.file({ owner })
      const address = await addressOf(file.id)
      await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', file.id).execute()
      await me.refused('GET /apps/files/download', { file_id: file.id }, 'download_encrypted')
      assert.equal((await get(address)).status, 403)
      const online = await make.file({ owner }, { name: 'a.ydoc' })
      await me.refused('GET /apps/files/download', { file_id: online.id }, 'download_online_document')
    })

    test('with virus scanning on, a file is refused until it is found clean', async () => {
      const enterprise = await make.enterprise({ virus_scan: true })
      const scanned = await make.user({ enterprise })
      const they = await client(server).as(scanned.login)
      const file = await make.file({ owner: scanned })
      await server.deps.db.updateTable('items').set({ scanned: 1 }).where('id', '=', file.id).execute()
      await they.refused('GET /apps/files/download', { file_id: file.id }, 'download_scanning')
      await server.deps.db.updateTable('items').set({ scanned: 0 }).where('id', '=', file.id).execute()
      await addressOf(file.id, they)
    })
  })
})

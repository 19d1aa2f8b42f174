import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SharedLink } from '../../../server/actors/actor'
import type { UserRow } from '../../../server/database/tables'
import { visitorWatermark } from '../../../server/previews/watermarks'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { differs } from '../../support/previews/differs'
import { factories } from '../../support/factories'
import { readPdf } from '../../support/previews/readPdf'
import { pdf, photo } from '../../support/samples/samples'
import { decideShares } from '../../support/shares/sharePolicy'
import { Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, upload } from '../../support/uploads/upload'

const now = new Date(Date.UTC(2026, 10, 25, 1, 30))
const link: SharedLink = {
  id: 5,
  passwordVersion: 1,
  serialNumber: '20261125-7KQ2MX',
  itemIds: new Set([1]),
  pinned: new Map(),
  mayDownload: true,
  isDownloadLimited: false,
  watermark: '',
  isWatermarkVisitor: false,
}
const user = { id: 17, name: '陈希', login: 'chenxi@school.cn' } as UserRow
const guest = null

describe('[AH-24] the watermark’s text on shared previews', () => {
  const table: [what: string, differs: Partial<SharedLink>, who: UserRow | null, text: string | null][] = [
    ['no text, if nobody requires it and everybody may download', {}, guest, null],
    ['the text of the link’s maker', { watermark: '内部资料' }, guest, '内部资料'],
    ['the visitor and the hour', { isWatermarkVisitor: true }, user, '陈希 chenxi@school.cn\n2026-11-25 09–10h UTC+8'],
    [
      'both',
      { watermark: '内部资料', isWatermarkVisitor: true },
      user,
      '内部资料\n陈希 chenxi@school.cn\n2026-11-25 09–10h UTC+8',
    ],
    [
      'the number of the link for visitors without an account',
      { isWatermarkVisitor: true },
      guest,
      '20261125-7KQ2MX\n2026-11-25 09–10h UTC+8',
    ],
    [
      'the same on a preview-only link without a setting',
      { mayDownload: false },
      user,
      '陈希 chenxi@school.cn\n2026-11-25 09–10h UTC+8',
    ],
    [
      'the same where downloads are limited',
      { isDownloadLimited: true },
      guest,
      '20261125-7KQ2MX\n2026-11-25 09–10h UTC+8',
    ],
    [
      'only the text of the link’s maker there, if one is set',
      { mayDownload: false, watermark: '内部资料' },
      user,
      '内部资料',
    ],
  ]
  for (const [what, differences, who, text] of table) {
    test(what, () => {
      assert.equal(visitorWatermark({ link: { ...link, ...differences }, user: who }, now)?.text ?? null, text)
    })
  }

  test('the time is that of China, wherever the server is', () => {
    const before = process.env['TZ']
    try {
      for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
        process.env['TZ'] = zone
        const named = visitorWatermark({ link: { ...link, isWatermarkVisitor: true }, user }, now)
        assert.equal(named!.text, '陈希 chenxi@school.cn\n2026-11-25 09–10h UTC+8', zone)
        assert.deepEqual([named!.lasting, named!.hour], ['陈希 chenxi@school.cn', Date.UTC(2026, 10, 25, 1)])
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  test('renditions differ by named person and by text; otherwise all visitors share them', () => {
    const keyOf = (differences: Partial<SharedLink>, who: UserRow | null) =>
      visitorWatermark({ link: { ...link, ...differences }, user: who }, now)!.actor
    assert.equal(keyOf({ watermark: 'a' }, user), keyOf({ watermark: 'a' }, guest))
    assert.notEqual(keyOf({ watermark: 'a' }, guest), keyOf({ watermark: 'b' }, guest))
    assert.notEqual(keyOf({ isWatermarkVisitor: true }, user), keyOf({ isWatermarkVisitor: true }, guest))
    assert.notEqual(keyOf({ id: 6, watermark: 'a' }, guest), keyOf({ watermark: 'a' }, guest))
  })
})

describe('[AH-05] [AH-24] a shared preview carries its watermark', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: UserRow
  let me: Client
  let time = new Date(Date.UTC(2026, 10, 25, 1, 10))

  before(async () => {
    server = await startTestServer({ clock: () => time })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  const bytesAt = async (address: string | null | undefined) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
    assert.ok(answer.ok, `${answer.status} ${address}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const shownTo = async (visitor: Visitor, id: number) =>
    eventually(async () => {
      const info = await visitor.preview({ id })
      assert.equal(info.status, 'generated')
      return info
    })
  const visitorOf = async (id: number, settings: Parameters<typeof make.shareLink>[2]) => {
    const { unique_name } = await make.shareLink(owner, [{ id }], settings)
    const visitor = new Visitor(server.url, unique_name)
    await visitor.open()
    return visitor
  }

  test('a picture carries it, large and as a thumbnail', async () => {
    const { id } = await upload(me, '照片.jpg', await photo({ width: 800, height: 600 }))
    const [plain, marked] = [await visitorOf(id, {}), await visitorOf(id, { watermark_content: '仅供家长' })]
    await differs(
      await bytesAt((await shownTo(marked, id)).preview_url),
      await bytesAt((await shownTo(plain, id)).preview_url),
      0.001,
    )
    const tileOf = async (visitor: Visitor) => (await visitor.info({ id, is_folder: false })).item!.thumbnail
    for (const smaller of ['', '&size=64'])
      await differs(
        await bytesAt(`${await tileOf(marked)}${smaller}`),
        await bytesAt(`${await tileOf(plain)}${smaller}`),
        0.001,
      )
  })

  test('[AH-24] strangers share a watermark within the hour that it names, and one of the next hour never sees it', async () => {
    const { id } = await upload(me, '回执.jpg', await photo({ width: 800, height: 600 }))
    const { unique_name } = await make.shareLink(owner, [{ id }], { is_watermark_visitor: true })
    const shownAt = async (minute: number) => {
      time = new Date(Date.UTC(2026, 10, 25, 1, minute))
      const stranger = new Visitor(server.url, unique_name)
      await stranger.open()
      return bytesAt((await shownTo(stranger, id)).preview_url)
    }
    const first = await shownAt(40)
    assert.equal(first.compare(await shownAt(59)), 0)
    const next = await shownAt(60)
    await differs(next, first, 0.0001)
    assert.equal(next.compare(await shownAt(119)), 0)
  })

  test('visitors are named if the link’s maker or the enterprise requires it', async () => {
    const { id } = await upload(me, '合影.jpg', await photo({ width: 800, height: 600 }))
    const shown = async (settings: Parameters<typeof make.shareLink>[2]) =>
      bytesAt((await shownTo(await visitorOf(id, settings), id)).preview_url)
    const plain = await shown({})
    await differs(await shown({ is_watermark_visitor: true }), plain, 0.001)
    await decideShares(server.deps, { id: owner.enterprise_id }, { is_share_force_watermark_switch: true })
    try {
      await differs(await shown({}), plain, 0.001)
    } finally {
      await decideShares(server.deps, { id: owner.enterprise_id }, {})
    }
  })

  deepTest(
    'a document of more pages than a watermarked copy may have is shown page by page, and not refused as too large',
    async () => {
      const pages = Array.from({ length: 301 }, (_, at) => `Row ${at}`)
      const { id } = await upload(me, '名单.pdf', await pdf({ pages }))
      for (const settings of [{ disable_download: true }, { download_limit: 3 }, { watermark_content: '内部' }]) {
        const visitor = await visitorOf(id, settings)
        const info = await shownTo(visitor, id)
        assert.deepEqual([info.preview_type, info.preview_url, info.reason], ['pages', null, null])
        const plain = await visitorOf(id, {})
        const pageOf = async (who: Visitor) => (await who.pages({ id }, 300)).preview_urls[0]
        await differs(await bytesAt(await pageOf(visitor)), await bytesAt(await pageOf(plain)), 0.001)
      }
    },
  )

  test('a document’s pages contain no text to copy', async () => {
    const { id } = await make.file({ owner }, { name: '通知.txt', content: '明天放假' })
    const [plain, marked] = [await visitorOf(id, {}), await visitorOf(id, { disable_download: true })]
    const [shown, marks] = [
      await readPdf(await bytesAt((await shownTo(plain, id)).preview_url)),
      await readPdf(await bytesAt((await shownTo(marked, id)).preview_url)),
    ]
    assert.match(shown.pages[0]!, /明天放假/)
    assert.equal(marks.pages[0], '')
    await differs(marks.pictures[0]!, shown.pictures[0]!, 0.001)
  })
})

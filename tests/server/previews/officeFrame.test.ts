import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import { userKey } from '../../../server/actors/actor'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { quickConverter } from '../../support/previews/converter'
import { factories } from '../../support/factories'
import { docx } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

const style = '.pdf{height:100%}'
const script = 'window.shown=1'
const html = `<!DOCTYPE html><html><head><style>${style}</style></head><body><script>${script}</script></body></html>`
const SERVICE = 'https://office.example/view?src={file}&lang=zh'
const BASE = 'https://drive.example'
const minutes = docx('minutes')

let now = new Date('2026-03-01T08:20:00Z')
let webFolder: string
let server: TestServer
/** A server without a converter for office documents. */
let bare: TestServer
const makes = new Map<TestServer, ReturnType<typeof factories>>()
before(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
  await writeFile(join(webFolder, 'office.html'), html)
  server = await startTestServer({ clock: () => now, webFolder, soffice: await quickConverter() })
  bare = await startTestServer({ soffice: null })
  for (const each of [server, bare]) makes.set(each, factories(each.deps))
})
after(async () => {
  await Promise.all([server.close(), bare.close()])
  await rm(webFolder, { recursive: true })
})

/** Sets the office service of the server; null for none. */
function configure({ deps: { config } }: TestServer, officePreviewUrl: string | null) {
  Object.assign(config, { officePreviewUrl, baseUrl: officePreviewUrl === null ? null : BASE })
}

interface World {
  enterprise: EnterpriseRow
  owner: UserRow
  me: Client
}

async function world(on = server, wps_preview = true): Promise<World> {
  const make = makes.get(on)!
  const enterprise = await make.enterprise({ wps_preview })
  const owner = await make.user({ enterprise })
  return { enterprise, owner, me: await client(on).as(owner.login) }
}

async function guestOf({ enterprise }: World, item: { id: number }, role: Role) {
  const make = makes.get(server)!
  const user = await make.user({ enterprise })
  await make.collab(item, { user }, role)
  return { user, me: await client(server).as(user.login) }
}

const fileOf = ({ owner }: World, name = '纪要.docx', content: Buffer | string = minutes, on = server) =>
  makes.get(on)!.file({ owner }, { name, content })
const info = (who: Client, file_id: number, more = {}) =>
  who.call('GET /apps/representations/info', { file_id, wps_enable: true, ...more })
const ended = (who: Client, file_id: number, more = {}): Promise<PreviewInfo> =>
  eventually(async () => {
    const answer = await info(who, file_id, more)
    assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
    return answer
  })
const get = (address: string | null, method = 'GET') =>
  fetch(new URL(address ?? assert.fail('no address'), server.url), { method })
/** The signed address of the file that the office service gets. */
const fileIn = (address: string | null) =>
  new URL(address ?? assert.fail('no address')).searchParams.get('src') ?? assert.fail('no file')

describe('[PREV-10] the office frame of the server', () => {
  before(() => configure(server, null))

  test('it is a page around the PDF rendition, at a signed address that needs no cookie', async () => {
    const here = await world()
    const { preview_type, preview_url, change_mode_available } = await ended(here.me, (await fileOf(here)).id)
    assert.deepEqual([preview_type, change_mode_available], ['office', false])
    assert.match(preview_url!, /^\/api\/apps\/representations\/office\?/)
    const page = await get(preview_url)
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const text = await page.text()
    const { address } = JSON.parse(
      /<script type="application\/json" id="office">(.*?)<\/script>/.exec(text)?.[1] ?? assert.fail(text),
    ) as { address: string }
    const rendition = await get(address)
    assert.equal(rendition.headers.get('content-type'), 'application/pdf')
    assert.match(await rendition.text(), /^%PDF-/)
    assert.equal((await get(preview_url, 'HEAD')).status, 200)
  })

  test('it may load itself, pdf.js and the rendition, and only our own pages may frame it', async () => {
    const here = await world()
    const { headers } = await get((await ended(here.me, (await fileOf(here)).id)).preview_url)
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const policy = Object.fromEntries(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((line) => {
          const [name = '', ...sources] = line.split(' ')
          return [name, sources.join(' ')]
        }),
    )
    assert.deepEqual(policy, {
      'default-src': "'none'",
      'script-src': `'self' ${hash(script)}`,
      'style-src': hash(style),
      'img-src': 'data: blob:',
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'worker-src': "'self' blob:",
      'frame-ancestors': "'self'",
      'form-action': "'none'",
      'base-uri': "'none'",
    })
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('no name can end the element or begin another one', async () => {
    const here = await world()
    const name = '<script><!--.docx'
    const text = await (await get((await ended(here.me, (await fileOf(here, name)).id)).preview_url)).text()
    assert.equal(text.split('<script').length, 3)
    assert.ok(!text.includes('<!--'))
  })

  test('an address that is altered, expired or signed for another path is refused', async () => {
    const here = await world()
    const file = await fileOf(here)
    const other = await fileOf(here, '另一份.docx')
    const { preview_url } = await ended(here.me, file.id)
    for (const wrong of [
      preview_url!.replace(`file_id=${file.id}`, `file_id=${other.id}`),
      preview_url!.replace(/&s=.*/, ''),
      preview_url!.replace(/a=u\d+/, 'a=u1'),
      preview_url!.replace('/office?', '/download?'),
    ])
      assert.equal((await get(wrong)).status, 403, wrong)
    const before = now
    now = new Date(now.getTime() + 2 * 3600_000)
    assert.equal((await get(preview_url)).status, 403)
    now = before
    assert.equal((await get(preview_url)).status, 200)
  })

  test('an address is refused after losing the role, the file or the scope', async () => {
    const here = await world()
    const file = await fileOf(here)
    const { user, me } = await guestOf(here, file, 'previewer')
    const { preview_url } = await ended(me, file.id)
    assert.equal((await get(preview_url)).status, 200)
    const { db } = server.deps
    const scope = (value: number) => db.updateTable('items').set({ scope: value }).where('id', '=', file.id).execute()
    await scope(1)
    assert.equal((await get(preview_url)).status, 403)
    await scope(0)
    assert.equal((await get(preview_url)).status, 200)
    await db.deleteFrom('collabs').where('user_id', '=', user.id).execute()
    assert.equal((await get(preview_url)).status, 403)
    const own = (await ended(here.me, file.id)).preview_url
    await here.me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    assert.equal((await get(own)).status, 403)
  })

  test('only office documents have a frame, and only in enterprises with the WPS flag', async () => {
    const here = await world()
    for (const [name, content] of [
      ['说明.txt', '一'],
      ['读我.md', '# 一'],
    ]) {
      const { preview_type, preview_url } = await ended(here.me, (await fileOf(here, name, content)).id)
      assert.equal(preview_type, 'pdf')
      assert.match(preview_url!, /representations\/download/)
    }
    const text = await fileOf(here, '说明.txt', '一')
    const { current_version_id: id } = text
    const { key } = await server.deps.db
      .selectFrom('versions')
      .select('key')
      .where('id', '=', id!)
      .executeTakeFirstOrThrow()
    const signed = server.deps.sign.address(
      '/api/apps/representations/office',
      { file_id: text.id, file_version_key: key },
      userKey(here.owner.id),
    )
    assert.equal((await get(signed)).status, 403)
    const without = await world(server, false)
    assert.equal((await ended(without.me, (await fileOf(without)).id)).preview_type, 'pdf')
  })

  test('the answer names the frame while the rendition is made, and the reason if it cannot be made', async () => {
    const here = await world()
    const file = await fileOf(here)
    const first = await info(here.me, file.id)
    assert.deepEqual([first.preview_type, first.reason], ['office', null])
    if (first.status !== 'generated') assert.equal(first.preview_url, null)
    const { preview_url, reason } = await ended(here.me, (await fileOf(here, '空.docx', '')).id)
    assert.deepEqual([preview_url, reason], [null, 'empty'])
  })

  test('an older version is framed by its id', async () => {
    const here = await world()
    const file = await fileOf(here)
    const { preview_url } = await ended(here.me, file.id, { file_version_id: file.current_version_id })
    assert.equal((await get(preview_url)).status, 200)
    await here.me.refused(
      'GET /apps/representations/info',
      { file_id: file.id, file_version_id: 999_999_999, wps_enable: true },
      'item_not_found',
    )
  })
})

describe('an office service', () => {
  before(() => configure(server, SERVICE))
  after(() => configure(server, null))

  test('the service gets the signed address of the file, which needs no cookie', async () => {
    const here = await world()
    const { status, preview_type, preview_url, category } = await info(here.me, (await fileOf(here)).id)
    assert.deepEqual([status, preview_type, category], ['generated', 'office', null])
    assert.match(
      preview_url!,
      /^https:\/\/office\.example\/view\?src=https%3A%2F%2Fdrive\.example%2Fapi%2F[^&]*&lang=zh$/,
    )
    const answer = await get(fileIn(preview_url).replace(BASE, ''))
    assert.deepEqual([answer.status, Buffer.from(await answer.arrayBuffer()).compare(minutes)], [200, 0])
  })

  test('previewers never reach the service: they get our own frame with their watermark', async () => {
    const here = await world()
    const file = await fileOf(here)
    const { user, me } = await guestOf(here, file, 'previewer')
    const answer = await ended(me, file.id)
    assert.deepEqual(
      [answer.preview_type, answer.category, answer.change_mode_available, answer.download_url],
      ['office', 'watermark_preview', false, null],
    )
    assert.match(answer.preview_url!, /^\/api\/apps\/representations\/office\?/)
    const text = await (await get(answer.preview_url)).text()
    assert.doesNotMatch(text, /download\/content|office\.example/)
    const { key } = await server.deps.db
      .selectFrom('versions')
      .select('key')
      .where('id', '=', file.current_version_id!)
      .executeTakeFirstOrThrow()
    const original = server.deps.sign.address(
      '/api/apps/files/download/content',
      { file_id: file.id, file_version_key: key },
      userKey(user.id),
    )
    assert.equal((await get(original)).status, 403)
  })

  test('the service’s address fails once the right is gone', async () => {
    const here = await world()
    const file = await fileOf(here)
    const { user, me } = await guestOf(here, file, 'viewer')
    const original = fileIn((await info(me, file.id)).preview_url).replace(BASE, '')
    assert.equal((await get(original)).status, 200)
    await server.deps.db.deleteFrom('collabs').where('user_id', '=', user.id).execute()
    assert.equal((await get(original)).status, 403)
  })

  test('the service is used only when requested', async () => {
    const here = await world()
    const { preview_type, preview_url } = await ended(here.me, (await fileOf(here)).id, { wps_enable: undefined })
    assert.equal(preview_type, 'pdf')
    assert.match(preview_url!, /^\/api\/apps\/representations\/download\?/)
  })

  test('an encrypted document never leaves the server', async () => {
    const here = await world()
    const file = await fileOf(here)
    await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', file.id).execute()
    assert.doesNotMatch((await ended(here.me, file.id)).preview_url!, /office\.example/)
  })
})

describe('[PREV-05] [CTX-05] change_mode_available', () => {
  type Row = [
    sentence: string,
    is: boolean,
    facts: { wps?: boolean; service?: boolean; converter?: boolean; role?: Role; name?: string; content?: string },
  ]
  const table: Row[] = [
    ['flag, service, our own pages', true, {}],
    ['without the flag', false, { wps: false }],
    ['without a service', false, { service: false }],
    ['without our own pages, because there is no converter', false, { converter: false }],
    ['a viewer, who may download', true, { role: 'viewer' }],
    ['a previewer', false, { role: 'previewer' }],
    ['a PDF', false, { name: '简章.pdf', content: '%PDF-1.4' }],
    ['a text', false, { name: '说明.txt', content: '一' }],
    ['a picture', false, { name: '合影.jpg', content: 'x' }],
    ['an empty document', false, { content: '' }],
    ['a sheet', true, { name: '预算.xlsx' }],
    ['slides', true, { name: '培训.pptx' }],
  ]
  for (const [sentence, is, { wps = true, service = true, converter = true, role, name, content = 'PK' }] of table) {
    test(`${sentence} answers ${is}, in either mode`, async () => {
      const on = converter ? server : bare
      configure(on, service ? SERVICE : null)
      try {
        const here = await world(on, wps)
        const file = await fileOf(here, name, content, on)
        const who = role ? (await guestOf(here, file, role)).me : here.me
        const answers = await Promise.all([true, undefined].map((wps_enable) => info(who, file.id, { wps_enable })))
        assert.deepEqual(
          answers.map(({ change_mode_available }) => change_mode_available),
          [is, is],
        )
      } finally {
        configure(on, null)
      }
    })
  }

  test('without a converter the service still shows the document', async () => {
    configure(bare, SERVICE)
    const here = await world(bare)
    const file = await fileOf(here, undefined, minutes, bare)
    assert.match((await info(here.me, file.id)).preview_url!, /^https:\/\/office\.example\//)
    assert.equal((await info(here.me, file.id, { wps_enable: undefined })).reason, 'not_support')
    configure(bare, null)
  })
})

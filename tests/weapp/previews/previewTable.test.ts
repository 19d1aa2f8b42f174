import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { before, describe, test, type TestContext } from 'node:test'
import type { PreviewReason } from '@/contract/errors'
import { reasons } from '@/i18n/errors/zhCN'
import type { UserRow } from '../../../server/database/tables'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client } from '../../support/client'
import {
  assertReported,
  heldNames,
  madeBefore,
  previewTable,
  putAll,
  type PreviewFile,
  type PreviewRow,
} from '../../support/previews/previewTable'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'
import type { HostNode } from '../host'
import { isDeep, sampleOfEach } from '../../support/deep'

const site = openSite()
/** Ordinarily one of each view; what the phone's own viewer refuses is rare. */
const rows = sampleOfEach(
  isDeep ? previewTable : previewTable.filter(({ weapp }) => weapp !== 'refused'),
  ({ weapp }) => weapp,
)
/** The rows that somebody without the right to download sees otherwise; ordinarily the document. */
const otherRows = rows.filter(({ weapp, previewer }) => previewer !== weapp && (isDeep || weapp === 'original'))
/** px */
const ROW = 64

let owner: UserRow
let previewer: UserRow
let files: PreviewFile[]

/** Opens a file of the open list from its row. */
async function openFile(phone: Phone, { name }: Pick<PreviewRow, 'name'>): Promise<PreviewFile> {
  const at = files.findIndex((one) => one.name === name)
  if (phone.host.page.route !== 'pages/files/index') phone.host.back()
  await phone.titled('资料')
  await phone.until(
    () => phone.listLength > at || (phone.host.scroll('.virtual-list', phone.listLength * ROW - 600), null),
  )
  phone.host.scroll('.virtual-list', Math.max(0, at - 2) * ROW)
  await phone.open(name)
  await phone.at('preview')
  await phone.titled(name)
  return files[at]!
}

async function assertMedia(phone: Phone, address: unknown, mediaType: string): Promise<void> {
  const { status, header } = await phone.host.fetchMedia(String(address))
  assert.deepEqual([status, header['content-type']], [200, mediaType])
}

/** The names in the shown archive. */
function held({ host }: Phone): string[] {
  return host
    .$$('.archive .row')
    .map((row) => ['.row-head', '.row-tail'].map((part) => row.$(part)?.text ?? '').join(''))
}

/** Waits until the screen shows what the table says, and fetches it as the phone does. */
const assertions: Record<Exclude<PreviewRow['weapp'], 'pdf'>, (phone: Phone, file: PreviewFile) => Promise<void>> = {
  async words(phone, { end }) {
    const possible = end === 'told' ? (Object.keys(reasons) as PreviewReason[]) : [end as PreviewReason]
    const texts = possible.map((reason) => phone.t(`preview.reason.${reason}`))
    await phone.until(() => phone.host.$$('.preview-state-text').some(({ text }) => texts.includes(text)))
  },
  async archive(phone) {
    await phone.until('.archive .row')
    assert.deepEqual(held(phone), heldNames)
  },
  async sound(phone, { gives }) {
    await phone.until('.sound-button')
    const player = phone.host.audio.players.at(-1)!
    await assertMedia(phone, player.src, gives!)
    player.ready(2)
  },
  async video(phone, { gives }) {
    await assertMedia(phone, (await phone.until('video')).attr('src'), gives!)
    phone.host.fire('video', 'loadedmetadata', { duration: 2, width: 160, height: 120 })
  },
  async picture(phone, { id, gives }) {
    const isOfFile = (node: HostNode) => new URL(String(node.attr('src'))).searchParams.get('file_id') === String(id)
    const picture = await phone.until(() => phone.host.$$('.gallery-place .preview-picture').find(isOfFile))
    await assertMedia(phone, picture.attr('src'), gives!)
    phone.host.fire(picture, 'load', { width: 320, height: 240 })
  },
  async pages(phone) {
    await assertMedia(phone, (await phone.until('.pages-picture')).attr('src'), 'image/jpeg')
    phone.host.fire('.pages-picture', 'load', { width: 1280, height: 1811 })
    assert.deepEqual([phone.host.openedDocuments, phone.asked('/files/download')], [[], []])
  },
  async refused(phone, { name }) {
    await assertMedia(phone, (await phone.until('.pages-picture')).attr('src'), 'image/jpeg')
    phone.host.fire('.pages-picture', 'load', { width: 1280, height: 1811 })
    assertNotOpened(phone, name)
  },
  async reading(phone, { name }) {
    await phone.until(() => phone.host.$$('.reading-row').some(({ text }) => text.trim() !== ''))
    assertNotOpened(phone, name)
  },
  async grid(phone, { name }) {
    await phone.until(() => phone.host.$$('.grid-cell').some(({ text }) => text.trim() !== ''))
    assertNotOpened(phone, name)
  },
  async original(phone, { name, id }) {
    const { fileType, disk } = await opened(phone, name)
    assert.equal(fileType, name.split('.').pop())
    assert.equal(readFileSync(disk).compare(await bytesOf(id)), 0)
  },
  async rendition(phone, { name }) {
    const { fileType, disk } = await opened(phone, name)
    assert.deepEqual([fileType, readFileSync(disk).toString('latin1', 0, 5)], ['pdf', '%PDF-'])
  },
}

/** The file of this name that the phone's viewer received. */
function opened(phone: Phone, name: string) {
  const stem = name.split('.')[0]!
  return phone.until(() => phone.host.openedDocuments.find(({ path }) => path.split('/').pop()!.startsWith(`${stem}.`)))
}

function assertNotOpened({ host }: Phone, name: string): void {
  const names = host.openedDocuments.map(({ path }) => path.split('/').pop())
  assert.ok(!names.includes(name), `the phone's viewer received ${name}`)
}

async function bytesOf(fileId: number): Promise<Buffer> {
  const { bodyKey } = (await findPreviewFile(site.server.deps.db, fileId))!
  return buffer(await site.server.deps.storage.read(bodyKey))
}

/** Opens each from the list. @param as the viewer to whom the table applies */
async function walk(
  t: TestContext,
  phone: Phone,
  user: UserRow,
  as: 'weapp' | 'previewer',
  rows: readonly PreviewRow[],
): Promise<void> {
  await phone.open('资料')
  for (const row of rows) {
    const shown = row[as]
    await t.test(`[PREV-02] [WX-01] ${row.name}: ${shown}`, { skip: row.skip }, async () => {
      const file = await openFile(phone, row)
      await assertions[shown as 'words'](phone, file)
      await assertReported(site.server.deps.db, user, file)
    })
  }
}

describe('a file of each kind, opened from the list', () => {
  before(async () => {
    const school = await site.make.enterprise()
    owner = await site.make.user({ enterprise: school })
    previewer = await site.make.user({ enterprise: school })
    const folder = await site.make.folder({ owner }, { name: '资料' })
    files = await putAll(site.make, { parent: folder }, rows)
    await site.make.collab(folder, { user: previewer }, 'previewer')
    await madeBefore(await client(site.server).as(owner.login), files)
    // Most of them are pictures and videos.
    for (const { login } of [owner, previewer])
      await (
        await client(site.server).as(login)
      ).call('GET /apps/files/file_list/{folderId}', { folderId: folder.id, folder_type: 'folder', view: 'list' })
  })

  test('[PREV-02] [WX-01] one’s own files open as the table says', async (t) => {
    const phone = await openSignedIn(t, site.wire, owner, { query: { space: 'own' } })
    await walk(t, phone, owner, 'weapp', rows)
  })

  test('[PREV-02] [PREV-08] files of somebody else, without the right to download, open as the table says where they differ', async (t) => {
    const phone = await openSignedIn(t, site.wire, previewer, { query: { space: 'collab' } })
    await walk(t, phone, previewer, 'previewer', otherRows)
  })
})

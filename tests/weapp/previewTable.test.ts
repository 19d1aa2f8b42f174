import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { before, test, type TestContext } from 'node:test'
import type { PreviewReason } from '@/contract/errors'
import type { UserRow } from '../../server/database/tables'
import { findSubject } from '../../server/previews/subjects'
import { client } from '../support/client'
import { heldNames, madeBefore, previewTable, putAll, type PreviewFile, type PreviewRow } from '../support/previewTable'
import { openSignedIn, type Phone } from './Phone'
import { openSite } from './site'

const site = openSite()
/** px */
const ROW = 64

let owner: UserRow
let previewer: UserRow
let files: PreviewFile[]

before(async () => {
  const school = await site.make.enterprise()
  owner = await site.make.user({ enterprise: school })
  previewer = await site.make.user({ enterprise: school })
  const folder = await site.make.folder({ owner }, { name: '资料' })
  files = await putAll(site.make, { parent: folder })
  await site.make.collab(folder, { user: previewer }, 'previewer')
  await madeBefore(await client(site.server).as(owner.login), files)
})

/** Opens a file of the open list from its row. */
async function openFile(phone: Phone, { name }: Pick<PreviewRow, 'name'>): Promise<PreviewFile> {
  const at = files.findIndex((one) => one.name === name)
  if (phone.host.page.route !== 'pages/files/index') phone.host.back()
  await phone.titled('资料')
  await phone.until(() => phone.listLength > at || (phone.host.scroll('.virtual-list', phone.listLength * ROW - 600), null))
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

/** The names in an archive that is shown. */
function held({ host }: Phone): string[] {
  return host.$$('.archive .row').map((row) => ['.row-head', '.row-tail'].map((part) => row.$(part)?.text ?? '').join(''))
}

/** Waits until what the table says is on the screen, and fetches it as the phone does. */
const assertions: Record<Exclude<PreviewRow['weapp'], 'pdf'>, (phone: Phone, file: PreviewFile) => Promise<void>> = {
  async words(phone, { end }) {
    const said = await phone.until(() => phone.host.text('.preview-state-text'))
    if (end === 'told') assert.notEqual(said, '')
    else assert.equal(said, phone.t(`preview.reason.${end as PreviewReason}`))
  },
  async archive(phone) {
    await phone.until('.archive .row')
    assert.deepEqual(held(phone), heldNames)
  },
  async sound(phone, { gives }) {
    await phone.until('.sound-button')
    await assertMedia(phone, phone.host.audio.players.at(-1)!.src, gives!)
  },
  async film(phone, { gives }) {
    await assertMedia(phone, (await phone.until('video')).attr('src'), gives!)
  },
  async picture(phone, { gives }) {
    await assertMedia(phone, (await phone.until('.gallery-place[aria-hidden=false] .preview-picture')).attr('src'), gives!)
  },
  async pages(phone) {
    await assertMedia(phone, (await phone.until('.pages-picture')).attr('src'), 'image/jpeg')
    assert.deepEqual([phone.host.openedDocuments, phone.asked('/files/download')], [[], []])
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

/** What the phone's viewer got of this name. */
function opened(phone: Phone, name: string) {
  const stem = name.split('.')[0]!
  return phone.until(() => phone.host.openedDocuments.find(({ path }) => path.split('/').pop()!.startsWith(`${stem}.`)))
}

async function bytesOf(fileId: number): Promise<Buffer> {
  const { bodyKey } = (await findSubject(site.server.deps.db, fileId))!
  return buffer(await site.server.deps.storage.read(bodyKey))
}

async function walk(t: TestContext, phone: Phone, viewerOf: (row: PreviewRow) => PreviewRow['weapp'], rows: readonly PreviewRow[]): Promise<void> {
  for (const row of rows) {
    const shown = viewerOf(row)
    await t.test(`[PREV-02] ${row.name}: ${shown}`, { skip: row.skip }, async () => {
      const file = await openFile(phone, row)
      await assertions[shown as 'words'](phone, file)
      const kinds = phone.asked('representations/info').filter((url) => url.includes(`file_id=${file.id}&`) || url.endsWith(`file_id=${file.id}`))
      assert.ok(kinds.every((url) => url.includes(`kind=${row.kind}`)), kinds.join())
      assert.equal(kinds.length > 0, row.kind !== 'unsupported')
    })
  }
}

test('[PREV-02] each kind of file, opened from the list', async (t) => {
  const phone = await openSignedIn(t, site.wire, owner, { query: { space: 'own' } })
  await phone.open('资料')
  await walk(t, phone, ({ weapp }) => weapp, previewTable)
})

test('[PREV-02] [PREV-08] those that somebody sees otherwise who may not download', async (t) => {
  const phone = await openSignedIn(t, site.wire, previewer, { query: { space: 'collab' } })
  await phone.open('资料')
  await walk(t, phone, ({ previewer: shown }) => shown, previewTable.filter((row) => row.previewer !== row.weapp))
})

import { describe, expect, test } from '@jest/globals'
import {
  KEPT_TIME,
  bytesKey,
  bytesOf,
  keptItemOf,
  keysOf,
  listedFileOf,
  nextMissing,
  stateOf,
  withFault,
  withItem,
  withListing,
  withStored,
  withoutBytes,
  withoutExpired,
  withoutFile,
  type KeptIndex,
  type Listing,
} from '@/domain/offline/kept'
import { mayKeep } from '@/domain/offline/mayKeep'
import { viewOf } from '@/domain/offline/viewOf'
import type { AbilitySubject } from '@/domain/items/abilities'
import { aFolder, anItem } from '../support'

const folder = aFolder({ id: 3, typed_id: 'folder_3', name: '课件' })
const file = (id: number, versionId = id * 10, name = `${id}.txt`) =>
  listedFileOf(
    anItem({ id, typed_id: `file_${id}`, name, extension: 'txt', file_version_id: versionId, size: 100 }),
    '',
  )!
const listing = (...files: Listing['files']): Listing => ({
  name: folder.name,
  tile: keptItemOf(folder).tile,
  files,
  leftOut: 0,
})
const chosen: KeptIndex = withItem({ userId: 1, items: [] }, keptItemOf(folder))
const only = ({ items }: KeptIndex) => items[0]!

describe('[AH-42] what a phone keeps', () => {
  test('a folder waits until all its files are whole on the phone, one after another', () => {
    expect([stateOf(only(chosen)), nextMissing(chosen)]).toStrictEqual(['waiting', null])
    let index = withListing(chosen, 'folder_3', listing(file(1), file(2)), 5)
    for (const id of [1, 2]) {
      expect([stateOf(only(index)), nextMissing(index)?.file.id]).toStrictEqual(['waiting', id])
      index = withStored(index, file(id), 6)
    }
    expect([stateOf(only(index)), nextMissing(index), bytesOf(index.items)]).toStrictEqual(['kept', null, 200])
  })

  test('a new version is missing while the earlier one stays readable, and both keep their bytes until then', () => {
    const index = withStored(withListing(chosen, 'folder_3', listing(file(1)), 5), file(1), 6)
    const renewed = withListing(index, 'folder_3', listing(file(1, 11, 'neu.txt')), 7)
    expect(stateOf(only(renewed))).toBe('changed')
    expect(nextMissing(renewed)?.file).toMatchObject({ versionId: 11, stored: { versionId: 10 } })
    expect([...keysOf(renewed)].sort()).toStrictEqual(['1_1_10.txt', '1_1_11.txt'])
    expect([...keysOf(withStored(renewed, file(1, 11), 8))]).toStrictEqual(['1_1_11.txt'])
  })

  test('a file that left the folder, or that the server withholds, needs no bytes', () => {
    const index = withStored(withListing(chosen, 'folder_3', listing(file(1), file(2)), 5), file(1), 6)
    expect([...keysOf(withListing(index, 'folder_3', listing(file(2)), 7))]).toStrictEqual(['1_2_20.txt'])
    expect(only(withoutFile(index, 1))).toMatchObject({ leftOut: 1, files: [{ id: 2 }] })
    const single = withListing(withItem(chosen, keptItemOf(anItem())), 'file_7', listing(file(7)), 5)
    expect(withoutFile(single, 7).items.map(({ typedId }) => typedId)).toStrictEqual(['folder_3'])
  })

  test('a file of two chosen folders counts once, and is stored for both', () => {
    const other = keptItemOf(aFolder({ id: 4, typed_id: 'folder_4' }))
    let index = withListing(withItem(chosen, other), 'folder_4', listing(file(1)), 5)
    index = withStored(withListing(index, 'folder_3', listing(file(1)), 5), file(1), 6)
    expect(index.items.map(stateOf)).toStrictEqual(['kept', 'kept'])
    expect([bytesOf(index.items), keysOf(index).size]).toStrictEqual([100, 1])
  })

  test('an item that failed waits for the next answer of the server', () => {
    const failed = withFault(withListing(chosen, 'folder_3', listing(file(1)), 5), 'folder_3', 'room')
    expect([stateOf(only(failed)), nextMissing(failed)]).toStrictEqual(['failed', null])
    expect(stateOf(only(withListing(failed, 'folder_3', listing(file(1)), 7)))).toBe('waiting')
  })

  test('bytes that are lost, or whose right nobody confirmed for 30 days, are fetched again', () => {
    const index = withStored(withListing(chosen, 'folder_3', listing(file(1)), 5), file(1), 6)
    expect(stateOf(only(withoutBytes(index, 1)))).toBe('waiting')
    expect(stateOf(only(withoutBytes(index, 2)))).toBe('kept')
    expect(stateOf(only(withoutBytes(index)))).toBe('waiting')
    expect(withoutExpired(index, 5 + KEPT_TIME)).toBe(index)
    expect(keysOf(withoutExpired(index, 6 + KEPT_TIME)).size).toBe(0)
  })

  test('a name on the phone contains nothing of the file’s name', () => {
    expect(bytesKey(1, { id: 2, extension: 'docx' }, 3)).toBe('1_2_3.docx')
    for (const extension of ['', '../x', 'a b', 'longerthan8'])
      expect(bytesKey(1, { id: 2, extension }, 3)).toBe('1_2_3')
  })

  test('no format gets a media type that a browser runs as a page', () => {
    for (const extension of ['html', 'svg', 'xml', 'js', 'xhtml', 'mhtml'])
      expect(viewOf(extension).type).toMatch(/^(text\/plain|application\/octet-stream)$/)
    expect(viewOf('png')).toStrictEqual({ view: 'picture', type: 'image/png' })
    expect(viewOf('md').view).toBe('text')
    expect(viewOf('pdf')).toStrictEqual({ view: 'document', type: 'application/pdf' })
    expect(viewOf('docx').view).toBe('document')
  })
})

describe('[AH-42] the right to keep', () => {
  const flags = { virus_scan: false, hide_share_link_download: false, data_leak_prevention: false }
  const subject = (item: AbilitySubject['item'], context: Partial<AbilitySubject['context']> = {}): AbilitySubject => ({
    item,
    user: { id: 1, enterprise: null },
    context: { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false, ...context },
  })

  test('is the right to download, also in the mini-program', () => {
    expect(mayKeep(subject(anItem(), { isApplet: true }))).toBe('yes')
    expect(mayKeep(subject(folder))).toBe('yes')
    expect(mayKeep(subject(anItem({ permissions: ['item_view', 'item_preview'] })))).toBe('hidden')
    expect(mayKeep(subject(anItem({ is_deleted: true })))).toBe('hidden')
    expect(mayKeep(subject(anItem(), { isOpenPreview: true }))).toBe('hidden')
    expect(mayKeep(subject(anItem({ is_encrypted: true })))).toStrictEqual({ no: 'encrypted' })
  })
})

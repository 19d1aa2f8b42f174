import { expect, test } from '@jest/globals'
import * as Y from 'yjs'
import { newBook, newSheet } from '@/domain/documents/sheets/bookState'
import { BookVersion } from '@/stores/documents/sheets/BookVersion'
import { writeCell } from '../../support/documents/sheetWriters'

function states() {
  const document = new Y.Doc()
  Y.applyUpdate(document, newBook())
  writeCell(document, 0, 0, '旧')
  const before = Y.encodeStateAsUpdate(document)
  writeCell(document, 0, 0, '新')
  writeCell(document, 4, 2, '5')
  document.getArray('sheets').push([newSheet('s2', '二', (of, index) => `${of}${index + 1}`)])
  const second = (document.getArray('sheets').get(1) as Y.Map<Y.Map<unknown>>).get('cells')!
  second.set('r2:c2', { v: '另一张' })
  return { before, now: Y.encodeStateAsUpdate(document) }
}

test('[DOC-05] the changed cells of a version are visited in the order of its sheets, round and round', () => {
  const { before, now } = states()
  const version = new BookVersion(now, before)
  const { book } = version
  const here = () => `${book.sheet!.id} ${book.sheet!.chosenName}`
  const visited = ['s1 A1', 's1 C5', 's2 B2', 's1 A1']
  for (const place of visited) {
    version.go(1)
    expect(here()).toBe(place)
  }
  expect(version.chosen).toEqual({ before: '旧', isLook: false })
  for (const place of ['s2 B2', 's1 C5', 's1 A1']) {
    version.go(-1)
    expect(here()).toBe(place)
  }
  book.sheet!.choose({ row: 2, column: 0 })
  expect(version.chosen).toBeNull()
  version.go(1)
  expect(here()).toBe('s1 C5')
  book.sheet!.choose({ row: 2, column: 0 })
  version.go(-1)
  expect(here()).toBe('s1 A1')
  version.dispose()
})

test('[DOC-05] a version is only read, and without a comparison nothing is marked', () => {
  const { now } = states()
  const version = new BookVersion(now, null)
  const sheet = version.book.sheet!
  sheet.choose({ row: 0, column: 0 })
  sheet.draft.write('改')
  sheet.draft.commit()
  expect([sheet.written, version.marks, version.hasPlaces]).toEqual(['新', undefined, false])
  version.dispose()
})

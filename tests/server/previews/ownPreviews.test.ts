import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOffice } from '../../../server/previews/makers/office'
import { deepTest } from '../../support/deep'
import { textsOfPages } from '../../support/previews/readPdf'
import { hugePicture, pdf, photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { bytesAt, fileOf, finished, startDocumentServer, textOf } from './documentServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('[PREV-02] iWork documents that contain a preview', { skip: withoutOffice }, () => {
  startDocumentServer(() => new Date('2026-03-01T08:20:00Z'))
  const ended = async (name: string, content: Buffer) => finished((await fileOf(name, content)).id)
  const nobodyReads = 'no document'

  test('the preview of all pages is shown', async () => {
    const preview = await pdf({ pages: ['Their first page', 'Their second page'] })
    const file = zip({ 'index.xml': nobodyReads, 'QuickLook/Preview.pdf': preview })
    const { preview_url, reason } = await ended('报告.pages', file)
    assert.equal(reason, null)
    assert.match(await textOf(await bytesAt(preview_url)), /Their second page/)
  })

  test('a document that is a folder was packed with that folder, and its preview is shown', async () => {
    const preview = await pdf({ pages: ['Their only page'] })
    const file = zip({ '演讲.key/Index.zip': nobodyReads, '演讲.key/QuickLook/Preview.pdf': preview })
    const { preview_url, reason } = await ended('演讲.key', file)
    assert.equal(reason, null)
    assert.match(await textOf(await bytesAt(preview_url)), /Their only page/)
  })

  deepTest(
    'the picture of the first page is shown where LibreOffice cannot read the document, and says so',
    async () => {
      const file = zip({ 'Index/Document.iwa': nobodyReads, 'preview.jpg': await photo() })
      const { preview_url, reason } = await ended('账目.numbers', file)
      assert.equal(reason, null)
      const pages = await textsOfPages(await bytesAt(preview_url))
      assert.equal(pages.length, 1)
      assert.match(pages[0]!.replace(/\s+/g, ' '), /Only the beginning is shown/)
    },
  )

  deepTest('a preview that cannot be read, and a flood of pixels, are no previews', async () => {
    for (const [name, entries] of [
      ['damaged.pages', { 'QuickLook/Preview.pdf': '%PDF-1.7 nothing' }],
      ['flood.pages', { 'preview.jpg': hugePicture(60_000, 60_000) }],
    ] as const) {
      const { reason } = await ended(name, zip({ 'index.xml': nobodyReads, ...entries }))
      assert.equal(reason, 'failure', name)
    }
  })

  test('[PREV-05] a password of iWork ’09, which replaces the packing of the entries, is named', async () => {
    const OWN_PACKING = 0x636c
    const file = zip({ 'index.xml': nobodyReads })
    for (const mark of ['PK\x03\x04', 'PK\x01\x02']) {
      const at = file.indexOf(mark, 0, 'latin1')
      file.writeUInt16LE(OWN_PACKING, at + (mark.endsWith('\x04') ? 8 : 10))
    }
    assert.equal((await ended('保密.pages', file)).reason, 'office_encrypted')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOffice } from '../../../server/previews/makers/office'
import { deepTest } from '../../support/deep'
import { docx } from '../../support/samples/samples'
import { contentsOf, readContents } from '../../support/search/contents'
import { textsOfPages } from '../../support/previews/readPdf'
import { mainType, officePackage, relations, sheet } from '../../support/samples/office'
import { bytesAt, fileOf, finished, server, startDocumentServer, textOf } from './documentServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

describe('[PREV-02] documents of which the converter shows nothing', { skip: withoutOffice }, () => {
  startDocumentServer(() => new Date())

  const shown = async (name: string, content: Buffer) => {
    const { preview_url, reason } = await finished((await fileOf(name, content)).id)
    assert.equal(reason, null)
    return (await textOf(await bytesAt(preview_url))).replace(/\s+/g, ' ')
  }

  test('[SRCH-03] an empty document is said to be empty, and the search does not find these words', async () => {
    const empty = await fileOf('空.docx', docx(''))
    const { preview_url } = await finished(empty.id)
    assert.match(
      (await textOf(await bytesAt(preview_url))).replace(/\s+/g, ' '),
      /没有可显示的内容.*There is nothing to show/,
    )
    await readContents(server.deps, empty)
    assert.deepEqual(
      (await contentsOf(server.deps, [empty])).map(({ text }) => text),
      [''],
    )
  })

  deepTest('a document that shows only a line stays as it is', async () => {
    const line = officePackage('word/document.xml', `${mainType}.wordprocessingml.document.main`, {
      main: `<w:document xmlns:w="${word}"><w:body><w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="24" w:space="1" w:color="FFD0D0"/></w:pBdr></w:pPr></w:p></w:body></w:document>`,
    })
    assert.equal((await shown('线.docx', line)).trim(), '')
  })

  describe('a part of them', () => {
    const missing = /A part of the file cannot be shown here/

    test('[SRCH-03] a sheet with a diagram is shown, and a page behind it says that a part is missing', async () => {
      const table = sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>预算</t></is></c></row>', {
        more: { 'xl/diagrams/data1.xml': '<a/>' },
      })
      const item = await fileOf('组织.xlsx', table)
      const { preview_url, reason } = await finished(item.id)
      assert.equal(reason, null)
      const pages = await textsOfPages(await bytesAt(preview_url))
      assert.match(pages[0]!, /预算/)
      assert.match(pages.at(-1)!.replace(/\s+/g, ' '), missing)
      await readContents(server.deps, item)
      assert.deepEqual(
        (await contentsOf(server.deps, [item])).map(({ text }) => text),
        ['预算'],
      )
    })

    test('a text that contains another document says so, and not that nothing is shown', async () => {
      const outer = officePackage('word/document.xml', `${mainType}.wordprocessingml.document.main`, {
        main: `<w:document xmlns:w="${word}" xmlns:r="${relations}"><w:body><w:p><w:r><w:t>前言</w:t></w:r></w:p><w:altChunk r:id="c1"/></w:body></w:document>`,
        relationships: `<Relationship Id="c1" Type="${relations}/aFChunk" Target="chunk.mht"/>`,
        more: { 'word/chunk.mht': 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>inner</p>' },
      })
      const text = await shown('合集.docx', outer)
      assert.match(text, /前言/)
      assert.match(text, missing)
      assert.doesNotMatch(text, /nothing to show/i)
    })

    deepTest('a table without such parts has no such page', async () => {
      const table = sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>预算</t></is></c></row>')
      const text = await shown('预算.xlsx', table)
      assert.match(text, /预算/)
      assert.doesNotMatch(text, missing)
      assert.doesNotMatch(text, /nothing to show/i)
    })
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOffice } from '../../../server/previews/makers/office'
import { sample } from '../../support/deep'
import { mainType, officePackage } from '../../support/samples/office'
import { bytesAt, fileOf, finished, startDocumentServer, textOf } from './documentServer'

const skip = (await findOffice()) === null && 'LibreOffice is not installed'

describe('[PREV-02] office documents', { skip }, () => {
  startDocumentServer(() => new Date())

  const shown = async (name: string, content: Buffer) => {
    const { preview_url, reason } = await finished((await fileOf(name, content)).id)
    assert.equal(reason, null)
    return bytesAt(preview_url)
  }
  const fontsIn = (bytes: Buffer) =>
    [...bytes.toString('latin1').matchAll(/\/BaseFont\s*\/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, font]) => font!)

  test('show Latin text in fonts as wide as those that the document names, and Chinese text in a Chinese font', async () => {
    const lines = ['Arial', 'Times New Roman', 'Courier New', 'Calibri', 'Cambria', 'Verdana'].map(
      (font) =>
        `<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="宋体"/></w:rPr><w:t>${font}: “quoted” it’s 春晓</w:t></w:r></w:p>`,
    )
    const main = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.join('')}</w:body></w:document>`
    const bytes = await shown(
      'letter.docx',
      officePackage('word/document.xml', `${mainType}.wordprocessingml.document.main`, { main }),
    )
    const fonts = fontsIn(bytes)
    for (const family of ['Arimo', 'Tinos', 'Cousine', 'Carlito', 'Caladea'])
      assert.ok(
        fonts.some((font) => font.startsWith(family) || font.startsWith('Liberation')),
        `${family} in ${fonts.join()}`,
      )
    assert.ok(
      fonts.some((font) => /Noto|CJK/.test(font)),
      fonts.join(),
    )
    assert.match(await textOf(bytes), /Arial: “quoted” it’s 春晓/)
  })

  test('a short RTF that ends with zero bytes is shown', async () => {
    for (const end of sample(['\0\0\0', '\x1a', '\0'], 2))
      assert.match(await textOf(await shown('short.rtf', Buffer.from(`{\\rtf1\\ansi shown}${end}`))), /shown/)
  })
})

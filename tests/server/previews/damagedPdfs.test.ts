import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leaf } from '../../support/samples/rawPdf'
import { fileOf, finished, startDocumentServer } from './documentServer'

const font = '/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>'
const letter = () => leaf({ page: font, content: 'BT /F 24 Tf 40 200 Td (Dear parents) Tj ET' })

/** The PDF with a table of objects that cannot be read. */
function withoutTable(pdf: Buffer): Buffer {
  return Buffer.from(
    pdf
      .toString('latin1')
      .replace('xref\n0', 'none\n0')
      .replace(/startxref\n\d+/, 'startxref\n0'),
    'latin1',
  )
}

/** The PDF without the contents of its page. */
function withoutContents(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace(/4 0 obj[^]*?endobj\n/, ''), 'latin1')
}

describe('[PREV-02] [PREV-05] damaged PDFs', () => {
  startDocumentServer(() => new Date())

  const reasonOf = async (content: Buffer) => (await finished((await fileOf('信.pdf', content)).id)).reason

  test('a PDF whose pages lost their contents is said to be damaged', async () => {
    assert.equal(await reasonOf(withoutContents(withoutTable(letter()))), 'failure')
  })

  test('a PDF without its table of objects is shown', async () => {
    assert.equal(await reasonOf(withoutTable(letter())), null)
  })

  test('a PDF with an empty page is shown', async () => {
    assert.equal(await reasonOf(leaf()), null)
  })
})

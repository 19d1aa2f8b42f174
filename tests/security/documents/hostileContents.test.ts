import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import type { TextSource } from '@/domain/documents/conversions'
import { copyDocument } from '../../../server/previews/converters/conversion/copyDocument'
import { makeDocument } from '../../../server/previews/converters/conversion/makeDocument'
import { plainText } from '../../../server/previews/converters/conversion/nodes'
import { readNodes } from '../../../server/previews/converters/conversion/readNodes'
import { partsOfState } from '../../../server/previews/converters/conversion/stateParts'
import { unpack } from '../../support/downloads/unpack'
import { line, table, wordDocument } from '../../support/samples/documents'

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'hostile-'))))
after(() => rm(folder, { recursive: true }))

type Nodes = (Y.XmlElement | Y.XmlText)[]

function element(name: string, children: Nodes = [], attributes: Record<string, unknown> = {}): Y.XmlElement {
  const made = new Y.XmlElement<Record<string, never>>(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as never)
  // Yjs passes all children of one call as arguments.
  for (let at = 0; at < children.length; at += 10_000)
    made.insert(at, children.slice(at, at + 10_000) as Y.XmlElement[])
  return made as Y.XmlElement
}

function text(letters: string, marks: object = {}): Y.XmlText {
  const made = new Y.XmlText()
  made.insert(0, letters, marks)
  return made
}

const paragraph = (letters: string, marks?: object) => element('paragraph', [text(letters, marks)])
const cell = (letters: string, attributes?: object) => element('tableCell', [paragraph(letters)], { ...attributes })
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** A text (ydoc) as a file of another kind. */
async function copyOf(nodes: Nodes, to: 'docx' | 'md'): Promise<Buffer> {
  const at = await mkdtemp(join(folder, 'copy-'))
  const document = new Y.Doc()
  document.getXmlFragment('default').insert(0, nodes as Y.XmlElement[])
  await writeFile(join(at, 'parts'), partsOfState([Y.encodeStateAsUpdate(document)]))
  await copyDocument(join(at, 'parts'), join(at, 'out'), to)
  return readFile(join(at, 'out'))
}

/** The words of what a file becomes. */
async function wordsOf(content: Buffer | string, from: TextSource): Promise<string> {
  const at = await mkdtemp(join(folder, 'made-'))
  await writeFile(join(at, 'in'), content)
  await makeDocument(join(at, 'in'), join(at, 'state'), from)
  await writeFile(join(at, 'parts'), partsOfState([await readFile(join(at, 'state'))]))
  return (await readNodes(join(at, 'parts'))).map(plainText).join('\n')
}

const isTooLarge = (error: unknown) => (error as { reason?: string }).reason === 'too_large'

describe('[DOC-07] a text made to exhaust the server is copied', () => {
  test('code of 200,000 lines and backticks keeps them all', async () => {
    for (const line of ['x\n', '` ']) {
      const copy = String(await copyOf([element('codeBlock', [text(line.repeat(200_000))])], 'md'))
      assert.equal(copy.split(line[0]!).length - 1, line[0] === 'x' ? 200_000 : 200_006)
    }
  })

  test('a list of 130,000 items keeps them all', async () => {
    const list = element(
      'bulletList',
      times(130_000, () => element('listItem', [paragraph('a')])),
    )
    assert.equal(String(await copyOf([list], 'md')).split('- a').length - 1, 130_000)
  })

  test('endless blanks, breaks, addresses and signs in one paragraph end', async () => {
    const breaks = element('paragraph', [...times(50_000, () => element('hardBreak')), text('a')])
    const heading = element('heading', [text(`${'#'.repeat(500_000)}a`)], { level: 1 })
    const blanks = paragraph(`a${' '.repeat(500_000)}b`, { bold: {} })
    const copy = String(await copyOf([breaks, heading, blanks, paragraph('http://'.repeat(100_000))], 'md'))
    assert.match(copy, /\\\na\n\n# #+a\n\n\*\*a +b\*\*\n\n(http:\/\/)+\n$/)
  })
})

describe('[DOC-07] what is too large is refused with this reason', () => {
  test('a table whose cells cover millions of others', async () => {
    for (const to of ['md', 'docx'] as const) {
      const wide = element(
        'tableRow',
        times(20_000, () => cell('a', { colspan: 100 })),
      )
      const rows = times(1000, () => element('tableRow', [cell('b')]))
      await assert.rejects(copyOf([element('table', [wide, ...rows])], to), isTooLarge)
    }
  })

  test('a table of Word with 150,000 rows', async () => {
    const row = `<w:tr><w:tc>${line('a')}</w:tc><w:tc>${line('b')}</w:tc></w:tr>`
    await assert.rejects(wordsOf(wordDocument(`<w:tbl>${row.repeat(150_000)}</w:tbl>`), 'docx'), isTooLarge)
  })
})

describe('[DOC-07] nothing is lost or broken', () => {
  test('a paragraph of Word with 90,000 pieces, or with 130,000 breaks, stays one', async () => {
    const pieces = times(90_000, (at) => `<w:r>${at % 2 ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t>a</w:t></w:r>`)
    assert.equal((await wordsOf(wordDocument(`<w:p>${pieces.join('')}</w:p>`), 'docx')).length, 90_000)
    const breaks = `<w:p><w:r><w:t>a</w:t>${'<w:br/>'.repeat(130_000)}<w:t>b</w:t></w:r></w:p>`
    assert.equal((await wordsOf(wordDocument(breaks), 'docx')).length, 130_002)
  })

  test('a table of Word with more columns than Word has keeps their words', async () => {
    const words = await wordsOf(wordDocument(table([times(70, (at) => `c${at}`), times(70, (at) => `d${at}`)])), 'docx')
    for (const at of [0, 62, 63, 69]) assert.ok(words.includes(`c${at}`) && words.includes(`d${at}`), String(at))
  })

  test('a break of Word is one, whether its kind is named or not', async () => {
    const breaks =
      '<w:p><w:r><w:t>a</w:t><w:br w:type="textWrapping" w:clear="all"/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>'
    assert.equal(await wordsOf(wordDocument(breaks), 'docx'), 'a\nb\nc')
  })

  test('an emoji is kept, as newer versions of Word write it, and nothing is read for a number of no letter', async () => {
    const sign = (hex: string) =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="${hex}"/></mc:Choice><mc:Fallback><w:t>?</w:t></mc:Fallback></mc:AlternateContent></w:r>`
    const signs = ['1F60F', '2764', 'F0FC', 'D83D', '0', '110000', 'x'].map(sign)
    assert.equal(await wordsOf(wordDocument(`<w:p>${signs.join('')}<w:r><w:t>a</w:t></w:r></w:p>`), 'docx'), '😏❤a')
  })

  test('letters that XML cannot contain leave a document of Word that can be read', async () => {
    const href = 'https://example.com/\u0001"<&>'
    const copy = await copyOf([paragraph('a\u0000b\ufffe<&>"', { link: { href } })], 'docx')
    const parts = await unpack(copy)
    const partOf = (name: string) => Buffer.from(parts[name]!, 'hex').toString()
    for (const name of ['word/document.xml', 'word/_rels/document.xml.rels'])
      assert.doesNotMatch(partOf(name), /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/, name)
    assert.match(partOf('word/_rels/document.xml.rels'), /Target="https:\/\/example\.com\/&quot;&lt;&amp;&gt;"/)
    assert.equal(await wordsOf(copy, 'docx'), 'ab<&>"')
  })
})

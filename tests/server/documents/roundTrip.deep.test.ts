import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { TextSource } from '@/domain/documents/conversions'
import { makeDocument } from '../../../server/previews/converters/conversion/makeDocument'
import { copyDocument } from '../../../server/previews/converters/conversion/copyDocument'
import { plainText, type ElementNode } from '../../../server/previews/converters/conversion/nodes'
import { readNodes } from '../../../server/previews/converters/conversion/readNodes'
import { partsOfState } from '../../../server/previews/converters/conversion/stateParts'
import { findOffice } from '../../../server/previews/makers/office'
import { deepTest } from '../../support/deep'
import { converted } from '../../support/samples/office'
import { heading, item, line, run, table, wordDocument } from '../../support/samples/documents'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

const signs = 'a*b*_c_ `d` [e](f) <g> ~~h~~ # i & &amp; \\ | 1. j - k + l > m !n'
const markdown = {
  signs: `${signs.replace(/[\\`*_[\]<>~#|&!+-]/g, '\\$&')}\n\n\\# kein\n\n1\\. kein\n\n\\- kein\n\n\\> kein\n\n\\=\\=\\=`,
  marks: '**重点：**后文 *斜* ~~删~~ `a``b` [链**接**](https://example.com/?a=1&b=(2)) ***三***  \n换行',
  lists: '- a\n\n  zwei\n- b\n  1. c\n  2. d\n     - e\n\n* neu\n\n3. drei\n4. vier\n\n- [ ] f\n- [x] g',
  quotes: '> a\n>\n> - b\n>\n> > c\n\n```\n``` innen\n```\n\nText\n\n````md\n```js\nx\n```\n\n  eingerückt\n````',
  tables: '| a | b\\|c |\n|---|---|\n| **d** | e<br>f |\n| | `g` |',
  lines: 'a \\| b  \n\\--- \\| ---\n\n\\| a  \n\\|--|\n\nWWW.a\\_b.de HTTP://a\\*b',
  chinese: '# 第一章　总则\n\n　　缩进的段落，“引号”、《书名》。\n\n## 1.1 目的 #\n\n正文🙂𠮷',
}
const word = {
  styles: [
    heading('标题'),
    heading('副标题', 'a2'),
    `<w:p>${run('粗', '<w:b/>')}${run('斜', '<w:i/>')}${run(' 删 ', '<w:strike/>')}</w:p>`,
  ].join(''),
  lists: [item('甲', 2), item('乙', 2), item('一', 1), item('一一', 1, 1), item('二', 1), item('条', 3)].join(''),
  tables: table([
    ['a', 'b'],
    [`${line('c')}${line('d')}`, table([['e', 'f']])],
  ]),
  breaks: `<w:p>${run('a')}<w:r><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>${line('   d   ')}`,
}

/** The nodes of a file. */
async function nodesOf(folder: string, content: string | Buffer, from: TextSource): Promise<ElementNode[]> {
  const at = await mkdtemp(join(folder, 'made-'))
  await writeFile(join(at, 'in'), content)
  await makeDocument(join(at, 'in'), join(at, 'state'), from)
  await writeFile(join(at, 'parts'), partsOfState([await readFile(join(at, 'state'))]))
  return readNodes(join(at, 'parts'))
}

/** A file of another kind of what `content` becomes. */
async function copyOf(folder: string, content: string | Buffer, from: TextSource, to: 'docx' | 'md') {
  const at = await mkdtemp(join(folder, 'copy-'))
  await writeFile(join(at, 'in'), content)
  await makeDocument(join(at, 'in'), join(at, 'state'), from)
  await writeFile(join(at, 'parts'), partsOfState([await readFile(join(at, 'state'))]))
  await copyDocument(join(at, 'parts'), join(at, 'out'), to)
  return readFile(join(at, 'out'))
}

/** All letters, without blanks, as LibreOffice numbers lists by itself. */
const lettersOf = (nodes: readonly ElementNode[]) => nodes.map(plainText).join('').replace(/\s+/g, '')

describe('[DOC-07] a document survives the way to a file and back', () => {
  const sources = [
    ...Object.entries(markdown).map(([name, content]) => [name, content, 'markdown'] as const),
    ...Object.entries(word).map(([name, body]) => [`Word: ${name}`, wordDocument(body), 'docx'] as const),
  ]
  for (const [name, content, from] of sources) {
    deepTest(name, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'round-'))
      try {
        const nodes = await nodesOf(folder, content, from)
        const viaMarkdown = await nodesOf(folder, await copyOf(folder, content, from, 'md'), 'markdown')
        assert.equal(lettersOf(viaMarkdown), lettersOf(nodes))
        const asWord = await copyOf(folder, content, from, 'docx')
        const viaWord = await nodesOf(folder, asWord, 'docx')
        assert.equal(lettersOf(viaWord), lettersOf(nodes))
        // Lists side by side become one.
        const kindsOf = (all: readonly ElementNode[]) =>
          all.map(({ type }) => type).filter((type, at, types) => type !== types[at - 1])
        assert.deepEqual(kindsOf(viaMarkdown), kindsOf(nodes))
        assert.deepEqual(kindsOf(viaWord), kindsOf(nodes))
        if (withoutOffice) return
        const read = String(await converted(asWord, 'docx', 'txt:Text (encoded):UTF8')).replace(/\s+/g, '')
        for (const letter of lettersOf(nodes)) assert.ok(read.includes(letter), letter)
        const lines = nodes.flatMap((node) => plainText(node).split(/[\n\t]/)).map((each) => each.replace(/\s+/g, ''))
        for (const each of lines) assert.ok(read.includes(each), each)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  }
})

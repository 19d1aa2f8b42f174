import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { ReadingBlock } from '@/contract/previews/reading'
import { textOfRuns } from '@/domain/previews/readingBlocks'
import { findOffice } from '../../../server/previews/makers/office'
import { client } from '../../support/client'
import {
  heading,
  imageRelation,
  item,
  line,
  picture,
  run,
  table,
  textPdf,
  wordDocument,
} from '../../support/samples/documents'
import { lockedPackage } from '../../support/samples/lockedOffice'
import { relations } from '../../support/samples/office'
import { docx, hugePicture, nosyOdt } from '../../support/samples/samples'
import { deflatedZeros } from '../../support/samples/zip'
import { eventually } from '../../support/uploads/upload'
import { fileOf, finished, make, me, server, startDocumentServer } from './documentServer'

const READING = 'GET /apps/representations/reading'
const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('[AH-38] documents have a reading mode', () => {
  startDocumentServer(() => new Date())

  const read = (id: number, more = {}, who = me) =>
    eventually(async () => {
      const answer = await who.call(READING, { file_id: id, whole: true, ...more })
      assert.ok(answer.is_whole || answer.reason !== null, 'only the beginning is made')
      return answer
    })
  const readOf = async (name: string, content: Buffer) => read((await fileOf(name, content)).id)
  const textsOf = (blocks: readonly ReadingBlock[]) =>
    blocks.map((block) => {
      if (block.kind === 'table')
        return [...(block.header.length > 0 ? [block.header] : []), ...block.rows].map((row) => row.map(textOfRuns))
      if (block.kind === 'picture') return block.address?.slice(0, 22) ?? null
      return block.kind === 'rule' ? '' : `${'sign' in block ? `${block.sign} ` : ''}${textOfRuns(block.runs)}`
    })

  test('headings, numbers, marks, links, tables, notes and pictures of Word become blocks with an outline', async () => {
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer()
    const link = `<w:p><w:hyperlink r:id="l1">${run('网页')}</w:hyperlink><w:hyperlink r:id="l2">${run('危险')}</w:hyperlink></w:p>`
    const marked = `<w:p>${run('粗', '<w:b/>')}${run('细', '<w:b w:val="0"/>')}${run('藏', '<w:vanish/>')}<w:del><w:r><w:delText>删</w:delText></w:r></w:del><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`
    const content = wordDocument(
      [
        heading('总则', 'a3'),
        item('甲', 1),
        item('乙', 1, 1),
        item('点', 2),
        item('条文', 3),
        heading('细则', 'a2'),
        marked,
        link,
        table([
          ['姓名', '成绩'],
          [table([['内', '层']]), '90'],
        ]),
        table([[line('框里的一段')]]),
        picture('i1'),
      ].join(''),
      {
        relationships: `${imageRelation('i1', 'media/a.jpeg')}
<Relationship Id="l1" Type="${relations}/hyperlink" Target="https://example.org/" TargetMode="External"/>
<Relationship Id="l2" Type="${relations}/hyperlink" Target="javascript:alert(1)" TargetMode="External"/>
<Relationship Id="f" Type="${relations}/footnotes" Target="footnotes.xml"/>`,
        more: {
          'word/media/a.jpeg': photo,
          'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2">${line('脚注')}</w:footnote></w:footnotes>`,
        },
      },
    )
    const { id } = await fileOf('章程.docx', content)
    const shown = await finished(id, me, { reading: true })
    assert.deepEqual([shown.preview_type, shown.preview_url], ['reading', null])
    const { blocks, outline, is_cut } = await read(id)
    assert.deepEqual(textsOf(blocks), [
      '总则',
      '1. 甲',
      '1.1 乙',
      '• 点',
      '第一条 条文',
      '细则',
      '粗细[2]',
      '网页危险',
      [
        ['姓名', '成绩'],
        ['内 | 层', '90'],
      ],
      '框里的一段',
      'data:image/jpeg;base64',
      '[2] 脚注',
    ])
    assert.equal(is_cut, false)
    assert.deepEqual(
      outline?.map(({ level, text, block }) => [level, text, block]),
      [
        [1, '总则', 0],
        [2, '细则', 5],
      ],
    )
    const [bold, plain] = (blocks[6] as Extract<ReadingBlock, { kind: 'text' }>).runs
    assert.deepEqual([bold?.bold, plain?.bold], [true, undefined])
    const links = (blocks[7] as Extract<ReadingBlock, { kind: 'text' }>).runs.map((each) => each.link)
    assert.deepEqual(links, ['https://example.org/', undefined])
    const image = blocks[10] as Extract<ReadingBlock, { kind: 'picture' }>
    assert.deepEqual([image.width, image.height, image.text], [200, 100, '一张图'])
    assert.ok(image.address!.length < 128 * 1024)
  })

  test('quotes and code by the names of their styles, and empty paragraphs with a line, look as what they are', async () => {
    const style = (id: string, type: string, name: string) =>
      `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    const styles = `<w:styles>${style('q', 'paragraph', 'Quote')}${style('c', 'paragraph', 'Source Code')}${style('v', 'character', 'Verbatim Char')}</w:styles>`
    const ruled = (text: string) => line(text, '<w:pBdr><w:bottom w:val="single"/></w:pBdr>')
    const body = [
      line('引文', '<w:pStyle w:val="q"/>'),
      line('a()', '<w:pStyle w:val="c"/>'),
      `<w:p>${run('b', '<w:rStyle w:val="v"/>')}</w:p>`,
      ruled(''),
      ruled('有字'),
    ]
    const content = wordDocument(body.join(''), { more: { 'word/styles.xml': styles } })
    const { blocks } = await readOf('引文.docx', content)
    assert.deepEqual(blocks, [
      { kind: 'text', quoted: true, runs: [{ text: '引文' }] },
      { kind: 'code', line: null, runs: [{ text: 'a()' }] },
      { kind: 'text', runs: [{ text: 'b', code: true }] },
      { kind: 'rule' },
      { kind: 'text', runs: [{ text: '有字' }] },
    ])
  })

  test('a long document shows its beginning first, and no paragraph is lost', async () => {
    const count = 100_000
    const body = Array.from({ length: count }, (_, at) => line(`第 ${at} 段，${'字'.repeat(20)}`)).join('')
    const { id } = await fileOf('长.docx', wordDocument(heading('题') + body))
    const first = (await finished(id, me, { reading: true })).first_piece!
    assert.equal(textsOf(first.blocks)[0], '题')
    const { weights } = await read(id)
    let at = -1
    for (let piece = 0; piece < weights!.length; piece += 1)
      for (const text of textsOf((await read(id, { piece })).blocks)) {
        if (at >= 0) assert.ok(String(text).startsWith(`第 ${at} 段`), String(text))
        at += 1
      }
    assert.equal(at, count)
    const kinds = await server.deps.db
      .selectFrom('representations')
      .innerJoin('versions', 'versions.body_id', 'representations.body_id')
      .select('kind')
      .where('item_id', '=', id)
      .orderBy('kind')
      .execute()
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['reading', 'reading_start'],
    )
  })

  test('deep tables, pictures outside, huge pictures and too many pictures end in a bounded text', async () => {
    const deep = wordDocument('<w:tbl><w:tr><w:tc>'.repeat(200) + line('最里') + '</w:tc></w:tr></w:tbl>'.repeat(200))
    assert.ok(JSON.stringify((await readOf('深.docx', deep)).blocks).includes('最里'))
    const pictures = wordDocument(line('字') + picture('i1', 'link') + picture('i2') + picture('i3') + picture('i9'), {
      relationships:
        imageRelation('i1', `${server.url}/canary`, 'TargetMode="External"') +
        imageRelation('i2', `${server.url}/canary`, 'TargetMode="External"') +
        imageRelation('i3', 'media/huge.png'),
      more: { 'word/media/huge.png': hugePicture(40_000, 40_000) },
    })
    assert.deepEqual(textsOf((await readOf('图.docx', pictures)).blocks), ['字', null, null, null, null])
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer()
    const many = wordDocument(Array.from({ length: 50 }, () => picture('i1')).join(''), {
      relationships: imageRelation('i1', 'media/a.jpeg'),
      more: { 'word/media/a.jpeg': photo },
    })
    const { id } = await fileOf('多图.docx', many)
    const { weights, blocks } = await read(id)
    assert.ok(weights!.length > 5 && JSON.stringify(blocks).length < 512 * 1024)
  })

  test('a bomb, an archive of something else, another file and elements that lie too deep are shown as pages or refused', async () => {
    const bomb = wordDocument('', { more: { 'word/document.xml': { ...deflatedZeros(1024), size: 3 * 1024 ** 3 } } })
    const nested = wordDocument('<w:sdt>'.repeat(5000) + '</w:sdt>'.repeat(5000))
    for (const [name, content] of Object.entries({ 'bomb.docx': bomb, 'nested.docx': nested })) {
      const { id } = await fileOf(name, content)
      assert.equal((await read(id)).reason, 'too_large', name)
      assert.notEqual((await finished(id, me, { reading: true })).preview_type, 'reading', name)
    }
    const { id } = await fileOf('a.pptx', docx('x'))
    assert.equal((await me.call(READING, { file_id: id })).reason, 'not_support')
    // LibreOffice would read both, but only in jobs of its own.
    assert.equal((await readOf('rtf.docx', Buffer.from('{\\rtf1\\ansi text\\par}'))).reason, 'extension_not_correct')
    assert.equal((await readOf('locked.docx', lockedPackage(docx('x'), 'p'))).reason, 'office_encrypted')
  })

  test('the lines of a PDF are joined to paragraphs, and a PDF without a text is shown as pages', async () => {
    const text = 'The quick brown fox jumps over the lazy dog and runs away.'
    const long = Array.from({ length: 12 }, () => text).join(' ')
    const parts = [
      ['The title', 30],
      [long, 12],
      ['A short paragraph.', 12],
    ] as const
    const { blocks, outline } = await readOf('诗.pdf', await textPdf(parts))
    assert.deepEqual(
      textsOf(blocks),
      parts.map(([each]) => each),
    )
    assert.equal(outline?.[0]?.text, 'The title')
    const scan = await fileOf('扫描.pdf', await textPdf([]))
    assert.equal((await finished(scan.id, me, { reading: true })).preview_type, 'pdf')
    assert.equal((await read(scan.id)).reason, 'not_support')
  })

  test(
    'RTF and ODT are read by way of LibreOffice, without what lies outside them',
    { skip: withoutOffice },
    async () => {
      const rtf = Buffer.from('{\\rtf1\\ansi first\\par{\\b second}\\par}')
      assert.deepEqual(textsOf((await readOf('a.rtf', rtf)).blocks), ['first', 'second'])
      const odt = await readOf('b.odt', nosyOdt(`${server.url}/canary`, '/etc/passwd'))
      const all = JSON.stringify(odt.blocks)
      assert.ok(all.includes('before') && !all.includes('root:'), all)
    },
  )

  test('[AH-05] only those who may download read the text; others see pages with a watermark', async () => {
    const { id } = await fileOf('a.docx', docx('秘密'))
    await read(id)
    const guest = await make.user({ name: '林预览' })
    await make.collab({ id }, { user: guest }, 'previewer')
    const they = await client(server).as(guest.login)
    const { preview_type, first_piece } = await finished(id, they, { reading: true })
    assert.deepEqual([preview_type, first_piece], ['pdf', undefined])
    await they.refused(READING, { file_id: id }, 'permission_denied')
  })
})

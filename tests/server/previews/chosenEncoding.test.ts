import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TextEncoding } from '@/contract/previews/previews'
import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { partsOf, textOfRuns } from '@/domain/previews/readingBlocks'
import { client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { encode } from '../../support/samples/encode'
import { pdf } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { makeLink, Visitor } from '../../support/shares/shares'
import { eventually } from '../../support/uploads/upload'
import { bytesAt, fileOf, finished, get, make, me, server, startDocumentServer, textOf } from './documentServer'

const WORDS = 'Привет, мир! Это проверка кодировки.'
/** The same bytes, read as the encoding of Windows. */
const OTHERWISE = new TextDecoder('windows-1251').decode(encode(WORDS, 'koi8-r'))
const all = TextEncoding.enum as TextEncoding[]

describe('[PREV-02] a reader chooses the encoding of a text', () => {
  startDocumentServer(() => new Date())

  const shownOf = async (id: number, more = {}, who = me) =>
    textOf(await bytesAt((await finished(id, who, more)).preview_url))
  const kindsOf = async (id: number) => {
    const { db } = server.deps
    const rows = await db
      .selectFrom('representations')
      .innerJoin('versions', 'versions.body_id', 'representations.body_id')
      .select(['kind', 'status'])
      .where('item_id', '=', id)
      .orderBy('kind')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  test('the text is read as chosen, as often as the reader chooses, and the usual rendition stays', async () => {
    const { id } = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    assert.ok((await shownOf(id)).includes(WORDS))
    assert.ok((await shownOf(id, { encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
    assert.ok((await shownOf(id, { encoding: 'koi8-r' })).includes(WORDS))
    assert.ok((await shownOf(id)).includes(WORDS))
    assert.deepEqual(await kindsOf(id), ['pdf', 'pdf:koi8-r', 'pdf:windows-1251'])
  })

  deepTest('Markdown, a text in an archive and pictures of the pages, too', async () => {
    const { id } = await fileOf('公告.md', encode(`# ${WORDS}`, 'koi8-r'))
    assert.ok((await shownOf(id, { encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
    const pages = { file_id: id, encoding: 'windows-1251' } as const
    await finished(id, me, { encoding: 'windows-1251', pages: true })
    const { preview_urls } = await me.call('GET /apps/representations/pages', pages)
    assert.equal((await get(preview_urls[0]!)).headers.get('content-type'), 'image/jpeg')
    assert.deepEqual(await kindsOf(id), ['page_1:windows-1251', 'pages:windows-1251', 'pdf:windows-1251'])
    const archive = await fileOf('公告.zip', zip({ 'a.txt': encode(WORDS, 'koi8-r') }))
    assert.ok((await shownOf(archive.id, { entry: 0, encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
  })

  test('every encoding of the list reads any bytes, and further requests make nothing more', async () => {
    const { id } = await fileOf('any.log', Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256)))
    const some = sample(all, 4)
    for (let round = 0; round < 2; round += 1)
      for (const encoding of some) assert.equal((await finished(id, me, { encoding })).status, 'generated', encoding)
    assert.deepEqual(await kindsOf(id), some.map((encoding) => `pdf:${encoding}`).sort())
  })

  test('an unknown encoding is refused, and a file that is no text has none', async () => {
    const text = await fileOf('a.txt', 'a')
    for (const encoding of ['utf-7', 'UTF-8', 'big5@u1', ''])
      await me.refused(
        'GET /apps/representations/info',
        { file_id: text.id, encoding: encoding as 'big5' },
        'invalid_request',
      )
    const document = await fileOf('a.pdf', await pdf())
    assert.equal((await finished(document.id, me, { encoding: 'koi8-r' })).status, 'generated')
    assert.deepEqual(await kindsOf(document.id), ['pdf'])
    assert.deepEqual(await kindsOf(text.id), [])
  })

  test('[PREV-13] a previewer sees the watermark in each encoding, and nothing without the right', async () => {
    const { id } = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    const guest = await make.user({ name: '陈预览' })
    await make.collab({ id }, { user: guest }, 'previewer')
    const they = await client(server).as(guest.login)
    const { preview_url, category } = await finished(id, they, { encoding: 'windows-1251' })
    assert.equal(category, 'watermark_preview')
    // The pages are pictures.
    assert.ok(!(await textOf(await bytesAt(preview_url))).includes(OTHERWISE.slice(0, 6)))
    assert.deepEqual(await kindsOf(id), ['pdf:windows-1251', `pdf:windows-1251@u${guest.id}`])
    const other = new URL(preview_url!, server.url)
    other.searchParams.set('encoding', 'big5')
    assert.equal((await get(other.href)).status, 403)
    const stranger = await client(server).as((await make.user()).login)
    await stranger.refused('GET /apps/representations/info', { file_id: id, encoding: 'big5' }, 'item_not_found')
    await server.deps.db.deleteFrom('collabs').where('user_id', '=', guest.id).execute()
    assert.equal((await get(preview_url)).status, 403)
  })

  deepTest('[LAND-05] a visitor chooses one, too, where the link allows previews', async () => {
    const file = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    const link = await makeLink(me, file, { password: 'k7m3', password_protected: true })
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const { preview_url } = await eventually(async () => {
      const answer = await visitor.preview(file, { encoding: 'windows-1251' })
      assert.equal(answer.status, 'generated')
      return answer
    })
    assert.ok((await textOf(await bytesAt(preview_url))).includes(OTHERWISE.slice(0, 6)))
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal((await get(preview_url)).status, 403)
  })

  describe('[AH-36] texts are read as text', () => {
    /** A piece, once the whole text is made. */
    const read = (id: number, more = {}, who = me) =>
      eventually(async () => {
        const answer = await who.call('GET /apps/representations/reading', { file_id: id, whole: true, ...more })
        assert.ok(answer.is_whole || answer.reason !== null, 'only the beginning is made')
        return answer
      })
    const wordsOf = (blocks: ReadingBlock[]) => blocks.map((block) => partsOf(block).map(textOfRuns).join(' | '))

    test('the answer about the preview contains the first piece, and nothing else is made', async () => {
      const { id } = await fileOf('说明.txt', '第一行\n\n  第三行')
      const { preview_type, preview_url, first_piece } = await finished(id, me, { reading: true })
      assert.deepEqual([preview_type, preview_url, first_piece?.is_whole], ['reading', null, true])
      assert.deepEqual(wordsOf(first_piece?.blocks ?? []), ['第一行', '', '  第三行'])
      assert.deepEqual(await kindsOf(id), ['reading'])
      assert.equal((await finished(id)).preview_type, 'pdf')
    })

    test('code has numbers and colours, and a language that nobody knows has none', async () => {
      const { blocks } = await read((await fileOf('a.ts', 'const a = "<b>" // 注释\n\nfoo(1)\n')).id)
      assert.deepEqual(
        blocks.map((block) => block.kind === 'code' && block.line),
        [1, 2, 3],
      )
      const [first] = blocks as { runs: ReadingRun[] }[]
      const colourOf = (text: string) => first?.runs.find((run) => run.text.includes(text))?.colour
      assert.deepEqual(['const', '"<b>"', '注释'].map(colourOf), ['keyword', 'string', 'comment'])
      const log = await read((await fileOf('a.log', 'const a = 1')).id)
      assert.deepEqual(log.blocks, [{ kind: 'code', line: 1, runs: [{ text: 'const a = 1' }] }])
    })

    test('Markdown becomes headings, lists, tables and code one after another, and only safe links', async () => {
      const source =
        '# 题\n\n一**二**[三](https://a.cn)[四](javascript:alert(1))<script>alert(2)</script>\n\n- 甲\n  1. 乙\n- [x] 丙\n\n' +
        '> 引\n\n```js\nlet x\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
      const { blocks } = await read((await fileOf('a.md', source)).id)
      assert.deepEqual(blocks, [
        { kind: 'heading', level: 1, runs: [{ text: '题' }] },
        {
          kind: 'text',
          runs: [
            { text: '一' },
            { text: '二', bold: true },
            { text: '三', link: 'https://a.cn' },
            { text: '四' },
            { text: 'alert(2)' },
          ],
        },
        { kind: 'text', indent: 1, sign: '•', runs: [{ text: '甲' }] },
        { kind: 'text', indent: 2, sign: '1.', runs: [{ text: '乙' }] },
        { kind: 'text', indent: 1, sign: '☑', runs: [{ text: '丙' }] },
        { kind: 'text', quoted: true, runs: [{ text: '引' }] },
        { kind: 'code', line: null, runs: [{ text: 'let', colour: 'keyword' }, { text: ' x' }] },
        { kind: 'table', header: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
      ])
    })

    test('a long text comes in pieces, its beginning first, and no line is lost', async () => {
      const lines = Array.from({ length: 20_000 }, (_, at) => `第 ${at} 行`)
      const { id } = await fileOf('长.txt', lines.join('\n'))
      const first = (await finished(id, me, { reading: true })).first_piece!
      assert.equal(wordsOf(first.blocks)[0], '第 0 行')
      const { weights, is_whole, is_cut } = await read(id)
      assert.deepEqual([is_whole, is_cut], [true, false])
      assert.ok(weights!.length > 10, `${weights!.length} pieces`)
      const pieces = await Promise.all(weights!.map((_, piece) => read(id, { piece })))
      assert.deepEqual(
        pieces.flatMap(({ blocks }) => wordsOf(blocks)),
        lines,
      )
      assert.equal(new Set(pieces.map(({ rendition }) => rendition)).size, 1)
      for (const piece of pieces) assert.ok(JSON.stringify(piece).length < 256 * 1024, 'a piece is too large')
      const beyond = await read(id, { piece: weights!.length })
      assert.deepEqual([beyond.reason, beyond.blocks], [null, []])
    })

    test('hostile Markdown ends in small pieces: deep nesting, many links, a long address named often, tables of long and of empty cells', async () => {
      const links = Array.from({ length: 20_000 }, (_, at) => `[a](https://b.cn/${at})`)
      const row = `|${'x'.repeat(5000)}`.repeat(100)
      const sources = {
        'deep.md': `${'> '.repeat(10_000)}end`,
        'lists.md': Array.from({ length: 200 }, (_, at) => `${' '.repeat(2 * at)}- ${at}`).join('\n'),
        'links.md': links.join('\n\n'),
        'named.md': `${'[a] '.repeat(600)}\n\n[a]: https://b.cn/${'x'.repeat(1900)}`,
        'empty.md': `${'|a'.repeat(60)}\n${'|-'.repeat(60)}\n${`${'| '.repeat(60)}|\n`.repeat(3000)}`,
        'table.md': `${row}\n${'|-'.repeat(100)}\n${`${row}\n`.repeat(5)}`,
      }
      for (const [name, source] of sample(Object.entries(sources), 3)) {
        const { id } = await fileOf(name, source)
        const { status } = await finished(id, me, { reading: true })
        assert.equal(status, 'generated', name)
        const { weights } = await read(id)
        for (const [piece] of weights!.entries()) {
          const size = JSON.stringify(await read(id, { piece })).length
          assert.ok(size < 1024 * 1024, `${name}: piece ${piece} has ${size} characters`)
        }
      }
    })

    test('[AH-05] only those who may download receive the text; others see pages with a watermark', async () => {
      const { id } = await fileOf('公告.txt', WORDS)
      await finished(id, me, { reading: true })
      const guest = await make.user({ name: '林预览' })
      await make.collab({ id }, { user: guest }, 'previewer')
      const they = await client(server).as(guest.login)
      const { preview_type, category, first_piece } = await finished(id, they, { reading: true })
      assert.deepEqual([preview_type, category, first_piece], ['pdf', 'watermark_preview', undefined])
      await they.refused('GET /apps/representations/reading', { file_id: id }, 'permission_denied')
      const archive = await fileOf('公告.zip', zip({ 'a.txt': encode(WORDS, 'koi8-r') }))
      assert.equal((await finished(archive.id, me, { entry: 0, reading: true })).preview_type, 'reading')
      await make.collab({ id: archive.id }, { user: guest }, 'previewer')
      const within = await finished(archive.id, they, { entry: 0, reading: true })
      assert.deepEqual([within.preview_type, within.first_piece], ['pdf', undefined])
      await they.refused('GET /apps/representations/reading', { file_id: archive.id, entry: 0 }, 'permission_denied')
      const stranger = await client(server).as((await make.user()).login)
      await stranger.refused('GET /apps/representations/reading', { file_id: id }, 'item_not_found')
    })

    test('[LAND-05] [AH-24] a visitor who may download reads the text, with the watermark of the link', async () => {
      const file = await fileOf('公告.md', `# ${WORDS}`)
      const readBy = async (settings: Parameters<typeof makeLink>[2]) => {
        const link = await makeLink(me, file, { password: 'k7m3', password_protected: true, ...settings })
        const visitor = new Visitor(server.url, link.unique_name)
        await visitor.open('k7m3')
        return eventually(async () => {
          const answer = await visitor.preview(file, { reading: true })
          assert.equal(answer.status, 'generated')
          return answer
        })
      }
      const plain = await readBy({})
      assert.deepEqual([plain.preview_type, plain.first_piece?.watermark], ['reading', null])
      const marked = await readBy({ is_watermark_customize_content: true, watermark_customize_content: '内部资料' })
      assert.equal(marked.first_piece?.watermark, '内部资料')
      for (const settings of [{ disable_download: true }, { is_download_limit_v2: true, download_limit_v2: 1 }])
        assert.equal((await readBy(settings)).preview_type, 'pdf')
    })

    deepTest('a chosen encoding is read, and a file that is no text has none', async () => {
      const { id } = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
      const { blocks } = await read(id, { encoding: 'windows-1251' })
      assert.ok(wordsOf(blocks)[0]!.includes(OTHERWISE.slice(0, 6)), wordsOf(blocks)[0])
      const picture = await fileOf('a.pdf', await pdf())
      assert.equal((await finished(picture.id, me, { reading: true })).preview_type, 'pdf')
      assert.equal((await read(picture.id)).reason, 'not_support')
    })
  })
})

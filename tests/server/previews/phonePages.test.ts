import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { sql } from 'kysely'
import type { TextItem } from 'pdfjs-dist/types/src/display/api'
import sharp from 'sharp'
import { migrations } from '../../../server/migrations'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { readPdf } from '../../support/previews/readPdf'
import { pdf } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

/** Minimum size of running text, px and points. */
const SMALLEST = 15

interface Line {
  text: string
  size: number
  /** Points from the left edge. */
  left: number
  font: string
}

/** The text runs of all pages, the widths of the pages and their pictures. */
async function written(bytes: Buffer): Promise<{ widths: number[]; lines: Line[]; pictures: number[] }> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise
  const [widths, lines, pictures]: [number[], Line[], number[]] = [[], [], []]
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    widths.push(page.getViewport({ scale: 1 }).width)
    const { fnArray, argsArray } = await page.getOperatorList()
    fnArray.forEach((operator, at) => {
      if (operator === OPS.paintImageXObject) pictures.push((argsArray[at] as [string, number])[1])
    })
    for (const item of (await page.getTextContent()).items as TextItem[]) {
      if (item.str.trim() === '') continue
      const { name } = page.commonObjs.get(item.fontName) as { name: string }
      lines.push({ text: item.str, size: Math.round(item.height), left: item.transform[4] as number, font: name })
    }
  }
  await document.destroy()
  return { widths, lines, pictures }
}

describe('[PREV-02] pages of text are laid out for a phone', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  async function rendition(file: { id: number }, who = me): Promise<Buffer> {
    const { preview_url: address } = await eventually(async () => {
      const answer = await who.call('GET /apps/representations/info', { file_id: file.id })
      assert.equal(answer.status, 'generated', answer.reason ?? '')
      return answer
    })
    return Buffer.from(await (await fetch(new URL(address!, server.url))).arrayBuffer())
  }
  const shown = async (name: string, content: string) => rendition(await make.file({ owner }, { name, content }))

  const long = 'const answer = await ask("招生办公室", { limit: 200, offset: 0 })'
  const files: [name: string, content: string, font: RegExp][] = [
    ['说明.txt', `招生简章\n\n${'二〇二六年秋季学期招生工作即将开始。'.repeat(8)}`, /NotoSansSC/],
    ['笔记.md', `# 标题\n\n正文 text\n\n1. 第一\n2. 第二\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |`, /NotoSansSC/],
    ['代码.ts', `${long}\n  return answer`, /NotoSansMono/],
    ['数据.json', JSON.stringify({ list: [1, 2, 3], long: 'x'.repeat(200) }), /NotoSansMono/],
    ['日志.log', '2026-03-01 08:20:00 INFO  started', /NotoSansMono/],
  ]
  for (const [name, content, font] of files) {
    deepTest(`${name} is 360 points wide, with no letter below ${SMALLEST}`, async () => {
      const { widths, lines } = await written(await shown(name, content))
      assert.deepEqual([...new Set(widths)], [360])
      assert.deepEqual(
        lines.filter(({ size }) => size < SMALLEST),
        [],
      )
      assert.match(lines.find(({ text }) => /[a-z0-9]|招/.test(text))!.font, font)
    })
  }

  test('code keeps its columns: a Chinese letter takes two, and so does a wide sign', async () => {
    const text = `┌────┐ #1\n│中文│ #2\n│abcd│ #3\n│◇中│ #4\n${'◇'.repeat(30)}`
    const { lines } = await written(await shown('框.py', text))
    const lefts = ['#1', '#2', '#3', '#4'].map((mark) => {
      const { text, left } = lines.filter((line) => line.text.includes(mark)).at(-1)!
      return Math.round(left + 0.6 * SMALLEST * text.indexOf('#'))
    })
    assert.deepEqual(new Set(lefts).size, 1, String(lefts))
    const rows = lines.flatMap((line) => /^◇+$/.exec(line.text)?.[0].length ?? [])
    assert.deepEqual(rows, [18, 12])
  })

  test('quotation marks are wide in Chinese, and narrow elsewhere', async () => {
    const { lines } = await written(await shown('引号.txt', '他说“好”。\nThey don’t say “no”.'))
    const fonts = lines.filter(({ text }) => /[“’”]/.test(text)).map(({ font }) => /NotoSans[A-Z]+/.exec(font)?.[0])
    assert.deepEqual(fonts, ['NotoSansSC', 'NotoSansKR'])
  })

  deepTest('a long line wraps with a mark; no letter is lost or beyond the page', async () => {
    const bytes = await shown('长.ts', `${long}\nshort()`)
    const { lines } = await written(bytes)
    const all = lines.map(({ text }) => text).join('')
    assert.equal(all.replace(/\s/g, ''), `${long}short()`.replace(/\s/g, ''))
    assert.ok(
      lines.every(({ left, text }) => left + 0.6 * SMALLEST * text.length <= 360),
      JSON.stringify(lines),
    )
    const { data, info } = await sharp((await readPdf(bytes)).pictures[0]!)
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Rows are 21 points high below a margin of 16; the mark is in the first 12 points.
    const hasMark = (row: number) => {
      for (let y = 16 + 21 * row; y < 16 + 21 * (row + 1); y += 1)
        for (let x = 0; x < 12; x += 1) if (data[y * info.width + x]! < 200) return true
      return false
    }
    assert.deepEqual([0, 1, 2, 3].map(hasMark), [false, true, false, false])
  })

  deepTest('code in Markdown is monospaced with wrap marks, too; wide tables become readable records', async () => {
    const table = '| 姓名 | 班级 | 语文 | 数学 |\n|---|---|---|---|\n| 王珂 | 二班 | 120 | 130 |'
    const { lines } = await written(await shown('记.md', `\`inline\` 文字\n\n\`\`\`\n${long}\n\`\`\`\n\n${table}`))
    assert.match(lines.find(({ text }) => text.includes('inline'))!.font, /Mono/)
    assert.match(lines.find(({ text }) => text.includes('await'))!.font, /Mono/)
    assert.deepEqual(
      lines.slice(-4).map(({ text, left }) => [text.replace(/\s+/g, ' '), Math.round(left)]),
      [
        ['姓名 王珂', 16],
        ['班级 二班', 16],
        ['语文 120', 16],
        ['数学 130', 16],
      ],
    )
  })

  deepTest('text renditions of an older release are made again, PDF renditions are kept', async () => {
    const { db } = server.deps
    const [text, other] = [
      await make.file({ owner }, { name: '旧.md', content: '# 旧' }),
      await make.file({ owner }, { name: '旧.pdf', content: await pdf() }),
    ]
    for (const file of [text, other]) await rendition(file)
    await sql.raw(migrations['030_phonePages']!).execute(db)
    const left = await db
      .selectFrom('representations')
      .innerJoin('versions', 'versions.body_id', 'representations.body_id')
      .select('item_id')
      .where('item_id', 'in', [text.id, other.id])
      .execute()
    assert.deepEqual(left, [{ item_id: other.id }])
    assert.deepEqual((await written(await rendition(text))).widths, [360])
  })

  deepTest('[PREV-13] with a watermark pages are pictures as sharp as a phone’s screen', async () => {
    const folder = await make.folder({ owner })
    const file = await make.file({ parent: folder }, { name: '说明.txt', content: '招生简章' })
    const guest = await make.user()
    await make.collab(folder, { user: guest }, 'previewer')
    const { widths, lines, pictures } = await written(await rendition(file, await client(server).as(guest.login)))
    assert.deepEqual([widths, lines, pictures], [[360], [], [1080]])
  })
})

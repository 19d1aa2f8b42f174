import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { turnedPages } from '../../support/samples/samples'
import { eventually } from '../../support/uploads/upload'
import {
  bodyOf,
  differs,
  drawn,
  fileOf,
  finished,
  guestOf,
  me,
  pagesOf,
  pictureAt,
  sized,
  startPageServer,
} from './pageServer'

const TEXTS = 'GET /apps/representations/page_texts'

/** Pages of 400 to 500 points, each with a line at 100 from the left and 200 from the top. */
const lined = (texts: readonly string[]) =>
  sized(
    texts.map(() => [400, 500] as [number, number]),
    (document, page) => document.fontSize(20).text(texts[page]!, 100, 200, { lineBreak: false }),
  )

describe('[AH-38] the lines of pages with their places', () => {
  startPageServer(() => new Date('2026-03-01T08:20:00Z'))

  const textsOf = (file_id: number, more = {}) =>
    eventually(async () => {
      const answer = await me.call(TEXTS, { file_id, ...more })
      assert.ok(answer.pages.length > 0 || answer.reason !== null, 'the texts are being made')
      return answer
    })

  test('lines come in portions of pages, and each letter has its place on the shown page', async () => {
    const { id } = await fileOf('a.pdf', await lined(Array.from({ length: 23 }, (_, at) => `Page ${at + 1} of all`)))
    const first = await textsOf(id)
    assert.deepEqual([first.reason, first.is_cut, first.pages.length], [null, false, 20])
    const [[line] = []] = first.pages
    assert.deepEqual([line!.text, line!.steps.length, line!.steps[0]], ['Page 1 of all', 13, 0])
    assert.ok(Math.abs(line!.left - 2500) < 60 && Math.abs(line!.top - 4000) < 150, JSON.stringify(line))
    assert.ok(line!.bottom > line!.top + 300 && line!.bottom < line!.top + 600, JSON.stringify(line))
    const last = line!.left + line!.steps.reduce((sum, step) => sum + step, 0)
    assert.ok(line!.steps.slice(1).every((step) => step > 0) && last < line!.right, JSON.stringify(line))
    const rest = await textsOf(id, { portion: 1 })
    assert.deepEqual(
      rest.pages.map(([each]) => each?.text),
      ['Page 21 of all', 'Page 22 of all', 'Page 23 of all'],
    )
    assert.deepEqual((await me.call(TEXTS, { file_id: id, portion: 2 })).pages, [])
    const body = await bodyOf(id)
    assert.equal((await drawn('page\\_texts')).filter((row) => row.body_id === body).length, 1)
  })

  test('places are those of the page as it is shown, also of a turned one', async () => {
    const { id } = await fileOf('turned.pdf', await turnedLine())
    const [[line] = []] = (await textsOf(id)).pages
    assert.equal(line?.text, 'turned')
    // 100 from the left and 200 from the top of the stored page; turned clockwise, its bottom is on the left.
    assert.ok(line!.bottom - line!.top > line!.right - line!.left, JSON.stringify(line))
    assert.ok(Math.abs(line!.top - 2500) < 100 && line!.right < 6100 && line!.right > 5500, JSON.stringify(line))
    assert.deepEqual(line!.steps, [])
  })

  test('pages without a text, and files without pages, have none', async () => {
    const scan = await fileOf('scan.pdf', await turnedPages([0], { width: 300, height: 400 }))
    assert.equal((await textsOf(scan.id)).reason, 'not_support')
    const archive = await fileOf('a.zip', 'x')
    assert.equal((await textsOf(archive.id)).reason, 'not_support')
  })

  test('[AH-05] only those who may download receive the lines; a small page has the watermark of the others', async () => {
    const file = await fileOf('a.pdf', await lined(['secret']))
    const guest = await guestOf(file, 'previewer', '林预览')
    assert.equal((await finished(file.id)).receives_text, true)
    assert.equal((await finished(file.id, guest)).receives_text, false)
    await textsOf(file.id)
    await guest.refused(TEXTS, { file_id: file.id }, 'permission_denied')
    const small = async (who = me) => {
      const { preview_urls } = await pagesOf(file.id, who)
      return pictureAt(`${preview_urls[0]!}&size=64`)
    }
    const [mine, theirs] = [await small(), await small(guest)]
    const { width, height } = await sharp(mine).metadata()
    assert.deepEqual([width, height], [240, 300])
    await differs(mine, theirs, 0.003)
    const body = await bodyOf(file.id)
    const kinds = (await drawn('page\\_1%')).filter((row) => row.body_id === body).map(({ kind }) => kind)
    assert.deepEqual(kinds.map((kind) => kind.replace(/@.*/, '@')).sort(), ['page_1_small', 'page_1_small@'])
  })
})

/** A page with a line that is shown turned clockwise. */
function turnedLine(): Promise<Buffer> {
  return sized([[400, 500]], (document) => {
    Object.assign(document.page.dictionary.data, { Rotate: 90 })
    document.fontSize(20).text('turned', 100, 200, { lineBreak: false })
  })
}

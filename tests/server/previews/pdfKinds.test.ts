import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { looksAlike } from '../../support/previews/differs'
import { factories } from '../../support/factories'
import { popplerPage, withoutChineseFont, withoutPoppler } from '../../support/previews/poppler'
import { readPdf } from '../../support/previews/readPdf'
import {
  bareAnnotations,
  damagedPdfs,
  dingbats,
  exchangedColours,
  fontlessChinese,
  formFields,
  jbig2,
  jpeg2000,
  pagesWithout,
} from '../../support/samples/pdfs'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

describe('the pictures of a PDF’s pages and its watermarked PDF show the PDF’s contents', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client
  let guest: Client
  let folder: { id: number }

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
    folder = await make.folder({ owner })
    const previewer = await make.user()
    await make.collab(folder, { user: previewer }, 'previewer')
    guest = await client(server).as(previewer.login)
  })
  after(() => server.close())

  const generated = (who: Client, file_id: number, pages: boolean) =>
    eventually(async () => {
      const answer = await who.call('GET /apps/representations/info', { file_id, pages })
      assert.equal(answer.status, 'generated', answer.reason ?? answer.status)
      return answer
    })
  const bytesAt = async (address: string | null | undefined) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const shown = async (content: Buffer) => {
    const { id } = await make.file({ parent: folder }, { name: 'a.pdf', content })
    await generated(me, id, true)
    const { preview_urls } = await me.call('GET /apps/representations/pages', { file_id: id })
    const marked = await generated(guest, id, false)
    return { picture: await bytesAt(preview_urls[0]), marked: await bytesAt(marked.preview_url) }
  }

  const kinds: [kind: string, make: () => Buffer | Promise<Buffer>, skip?: string | false][] = [
    ['Chinese in Song, which is not embedded', fontlessChinese, withoutChineseFont],
    ['Chinese in Hei, which is not embedded', () => fontlessChinese('SimHei'), withoutChineseFont],
    ['annotations without an appearance of their own', bareAnnotations],
    ['JPEG 2000', jpeg2000],
    ['JBIG2', jbig2],
    ['an ICC profile', exchangedColours],
    ['a standard font', dingbats],
  ]
  describe('[PREV-13] pages look as poppler draws them', { skip: withoutPoppler }, () => {
    for (const [kind, make, skip = false] of kinds) {
      deepTest(kind, { skip }, async () => {
        const content = await make()
        const { picture, marked } = await shown(content)
        await looksAlike(picture, await popplerPage(content, 1280), 0.15)
        // A larger tolerance, because the watermark covers parts of the page.
        await looksAlike(await popplerPage(marked, 1280), picture, 0.2)
      })
    }
  })

  test('[PREV-13] form fields without an appearance stream are drawn', { skip: withoutPoppler }, async () => {
    const { picture, marked } = await shown(formFields())
    for (const drawn of [picture, await popplerPage(marked, 1280)]) {
      const scale = 1280 / 300
      for (const [left, top] of [
        [30, 30],
        [160, 30],
        [30, 130],
        [160, 130],
      ] as const) {
        const field = { left: Math.round(left * scale), top: Math.round(top * scale), width: 170, height: 170 }
        const { channels } = await sharp(await sharp(drawn).extract(field).png().toBuffer())
          .greyscale()
          .stats()
        assert.ok(channels[0]!.min < 40, `nothing at ${left}, ${top}`)
      }
    }
    await looksAlike(await popplerPage(marked, 1280), picture, 0.2)
  })

  deepTest('[PREV-13] a blank sheet replaces a page that cannot be drawn, and the other pages are there', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'a.pdf', content: pagesWithout(2) })
    const { pictures } = await readPdf(await bytesAt((await generated(guest, id, false)).preview_url))
    const grounds = await Promise.all(
      pictures.map(async (picture) => (await sharp(picture).resize(3, 2).raw().toBuffer()).subarray(0, 3)),
    )
    const isRed = ([red = 0, green = 0, blue = 0]: Buffer) => red > 150 && green < 110 && blue < 110
    assert.deepEqual(grounds.map(isRed), [true, false, true])
    const { channels } = await sharp(pictures[1]).greyscale().stats()
    assert.ok(channels[0]!.min < 140 && channels[0]!.mean > 200, 'a light sheet with words')
    const { width, height } = await sharp(pictures[1]).metadata()
    assert.deepEqual([width, height], [300, 200])
  })

  describe('[PREV-07] damage that the viewer can repair is left to the viewer', () => {
    for (const [fault, damaged] of Object.entries(damagedPdfs)) {
      deepTest(fault, async () => {
        const content = damaged()
        const { id } = await make.file({ parent: folder }, { name: 'a.pdf', content })
        const { preview_url, preview_type } = await generated(me, id, false)
        assert.equal(preview_type, 'pdf')
        assert.equal(content.compare(await bytesAt(preview_url)), 0)
      })
    }
  })
})

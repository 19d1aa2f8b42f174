import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { gifOf } from '../../support/hostile/bytes'
import { moving, seeThroughPsd, tiffOf } from '../../support/samples/pictures'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, upload } from '../../support/uploads/upload'

describe('pictures at a closer look', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let me: Client

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    me = await client(server).as((await make.user()).login)
  })
  after(() => server.close())

  const finished = (file_id: number, who = me) =>
    eventually(async () => {
      const answer = await who.call('GET /apps/representations/info', { file_id, kind: 'image_1024' })
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  const fetched = async (address: string | null) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
    assert.equal(answer.status, 200)
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const sizeOf = async ({ bytes }: { bytes: Buffer }) => {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return [width, height]
  }
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()

  test('[PREV-06] a long screenshot keeps its pixels at a closer look', async () => {
    const { id } = await upload(me, '聊天记录.png', await plain(1080, 12_000))
    const { preview_url, large_url } = await finished(id)
    assert.deepEqual(await sizeOf(await fetched(preview_url)), [92, 1024])
    assert.deepEqual(await sizeOf(await fetched(large_url)), [1080, 12_000])
  })

  deepTest('[PREV-06] [PREV-14] a picture for a closer look is at most 16 million pixels large', async () => {
    for (const [width, height] of [
      [9000, 9000],
      [40, 60_000],
    ] as const) {
      const { id } = await upload(me, `${width}.png`, await plain(width, height))
      const [wide = 0, high = 0] = await sizeOf(await fetched((await finished(id)).large_url))
      assert.ok(wide * high <= 4096 * 4096 && high <= 16_000, `${wide} × ${high}`)
    }
  })

  deepTest('[PREV-13] a picture for a closer look has the watermark of a viewer who may not download', async () => {
    const owner = await make.user()
    const guest = await make.user()
    const file = await make.file({ owner }, { name: 'p.png', content: await plain(1500, 1500) })
    await make.collab(file, { user: guest }, 'previewer')
    const { large_url } = await finished(file.id, await client(server).as(guest.login))
    const { channels } = await sharp((await fetched(large_url)).bytes).stats()
    assert.ok(channels[0]!.stdev > 1, 'nothing is drawn over the white picture')
  })

  test('[PREV-06] black and white writing on a transparent picture can both be seen', async () => {
    const square = (colour: string) =>
      sharp({ create: { width: 90, height: 90, channels: 4, background: colour } })
        .png()
        .toBuffer()
    const picture = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0000' } })
      .composite([
        { input: await square('#000'), left: 5, top: 5 },
        { input: await square('#fff'), left: 205, top: 5 },
      ])
      .png()
      .toBuffer()
    const { id, thumbnail } = await upload(me, '签名.png', picture)
    const { preview_url, large_url } = await finished(id)
    for (const address of [preview_url, large_url]) {
      const { type, bytes } = await fetched(address)
      assert.equal(type, 'image/jpeg')
      const ground = await sharp(bytes).extract({ left: 110, top: 0, width: 80, height: 100 }).png().toBuffer()
      const { min, max } = (await sharp(ground).stats()).channels[0]!
      assert.ok(luminance(min) + 0.05 >= 3 * 0.05, `black on ${min}`)
      assert.ok(1.05 >= 3 * (luminance(max) + 0.05), `white on ${max}`)
    }
    assert.equal((await sharp((await fetched(thumbnail)).bytes).stats()).isOpaque, false)
  })

  deepTest('[PREV-02] a transparent Photoshop file shows the ground where it is transparent', async () => {
    const { id } = await upload(me, '徽标.psd', seeThroughPsd())
    const { bytes } = await fetched((await finished(id)).preview_url)
    const { data } = await sharp(bytes)
      .extract({ left: 40, top: 10, width: 16, height: 16 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.ok(
      data.every((value) => value > 100 && value < 180),
      'no grey',
    )
  })

  describe('[PREV-06] moving pictures move', () => {
    for (const [format, type] of [
      ['gif', 'image/gif'],
      ['webp', 'image/webp'],
      ['apng', 'image/apng'],
    ] as const) {
      deepTest(format, async () => {
        const file = await moving(format)
        const { id, thumbnail } = await upload(me, `表情.${format}`, file)
        const { preview_url, large_url } = await finished(id)
        const shown = await fetched(preview_url)
        assert.equal(shown.type, type)
        assert.ok(shown.bytes.equals(file))
        assert.equal(large_url, null)
        assert.equal((await sharp((await fetched(thumbnail)).bytes).metadata()).pages ?? 1, 1)
      })
    }

    deepTest('an animation beyond 2,000 frames or 4 million pixels shows its first frame', async () => {
      for (const [name, bytes] of [
        ['long.gif', gifOf(8, 8, 3000)],
        ['wide.gif', gifOf(2100, 2100, 2)],
      ] as const) {
        const { id } = await upload(me, name, bytes)
        assert.match((await fetched((await finished(id)).preview_url)).type ?? '', /^image\/(jpeg|png)$/, name)
      }
    })

    deepTest('[PREV-13] a viewer who may not download gets a still picture with a watermark', async () => {
      const owner = await make.user()
      const guest = await make.user()
      const file = await make.file({ owner }, { name: 'p.gif', content: await moving('gif') })
      await make.collab(file, { user: guest }, 'previewer')
      const { preview_url } = await finished(file.id, await client(server).as(guest.login))
      assert.match((await fetched(preview_url)).type ?? '', /^image\/(jpeg|png)$/)
    })
  })

  describe('[PREV-02] a TIFF of several pages', () => {
    test('its pages are listed and drawn', async () => {
      const { id } = await upload(me, '扫描件.tif', tiffOf(3))
      const { preview_type, preview_url } = await finished(id)
      assert.deepEqual([preview_type, preview_url], ['pages', null])
      const pages = await eventually(async () => {
        const answer = await me.call('GET /apps/representations/pages', { file_id: id })
        assert.equal(answer.preview_urls.length, 3, answer.reason ?? '')
        return answer
      })
      for (const address of pages.preview_urls) assert.equal((await fetched(address)).type, 'image/jpeg')
    })

    deepTest('a TIFF of one page stays a picture, also with a smaller copy of the page', async () => {
      for (const bytes of [tiffOf(1), await tiffOf(2, { isCopy: true })]) {
        const { id } = await upload(me, '照片.tiff', bytes)
        const { preview_type, preview_url } = await finished(id)
        assert.equal(preview_type, 'image_1024')
        assert.equal((await fetched(preview_url)).type, 'image/jpeg')
      }
    })

    deepTest('a page that cannot be read leaves the others readable', async () => {
      const { id } = await upload(me, '坏了一页.tif', tiffOf(3, { broken: 1 }))
      assert.equal((await finished(id)).preview_type, 'pages')
      const { preview_urls } = await me.call('GET /apps/representations/pages', { file_id: id })
      assert.equal(preview_urls.length, 3)
    })

    deepTest('a kind of TIFF that nobody here reads is refused as such, not as damaged', async () => {
      const OLD_JPEG = 6
      const { id } = await upload(me, '旧扫描仪.tif', tiffOf(1, { packing: OLD_JPEG }))
      assert.equal((await finished(id)).reason, 'not_support')
    })

    deepTest('more than 500 pages are refused as too large', async () => {
      const { id } = await upload(me, '太多.tif', tiffOf(501))
      assert.equal((await finished(id)).reason, 'too_large')
    })
  })
})

/** Relative luminance of a grey from 0 to 255 (WCAG). */
function luminance(grey: number): number {
  return ((grey / 255 + 0.055) / 1.055) ** 2.4
}

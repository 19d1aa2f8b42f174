import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { PreviewReason } from '@/contract/errors'
import { userKey } from '../../../server/actors/actor'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { openCanary } from '../../support/hostile/endOf'
import { bmp, eps, halvesPdf, ico, maskedTiff, nibbleTiff, psd, tiledTiff } from '../../support/samples/pictures'
import {
  cutPhoto,
  cutPicture,
  drawing,
  heic,
  hugeHeic,
  hugePicture,
  pdf,
  photo,
  seeThrough,
} from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, upload } from '../../support/uploads/upload'

type Side = 'left' | 'right' | 'top' | 'bottom'

describe('pictures', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => new Date('2026-03-01T08:20:00Z') })
    make = factories(server.deps)
    me = await client(server).as((await make.user()).login)
  })
  after(() => server.close())

  const info = (file_id: number, who = me) =>
    who.call('GET /apps/representations/info', { file_id, kind: 'image_1024' })
  const finished = (file_id: number, who = me) =>
    eventually(async () => {
      const answer = await info(file_id, who)
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  /** Without a session, as an image element sends requests. */
  const get = (address: string) => fetch(new URL(address, server.url))
  const bytesAt = async (address: string | null) => {
    assert.notEqual(address, null)
    const answer = await get(address!)
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const previewOf = async (name: string, bytes: Buffer) => {
    const item = await upload(me, name, bytes)
    const large = await bytesAt((await finished(item.id)).preview_url)
    return { item, large, tile: await bytesAt(item.thumbnail) }
  }

  describe('[PREV-01] a TIFF with wide numbers shows its levels', () => {
    const size: [number, number] = [100, 90]
    const kinds: [string, Buffer][] = [
      ['fractions from 0 to 1', tiledTiff('float', size, (x) => Math.min(1, x / 100))],
      ['heights in metres', tiledTiff('float', size, (x) => 3000 + 20 * x)],
      ['integers of 32 bits', tiledTiff('uint', size, (x) => Math.floor(Math.min(1, x / 100) * 0xffffffff))],
    ]
    for (const [title, bytes] of kinds) {
      test(title, async () => {
        const { large } = await previewOf('高程.tif', bytes)
        const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true })
        const levels = [5, 50, 95].map((x) => data[(45 * info.width + x) * info.channels]!)
        assert.ok(levels[0]! < 60 && levels[1]! > 100 && levels[1]! < 155 && levels[2]! > 195, levels.join(' '))
      })
    }

    test('a picture with masks beside its colours', async () => {
      const masked = maskedTiff([255, 0, 0, 255, 90])
      const { channels, isOpaque } = await sharp((await previewOf('蒙版.tif', masked)).large).stats()
      assert.ok(
        isOpaque && channels[0]!.mean > 240 && channels[1]!.mean < 15,
        channels.map(({ mean }) => mean).join(' '),
      )
    })

    test('a level and an opacity of four bits each, on the ground of transparent pictures', async () => {
      const row = Buffer.concat([Buffer.alloc(10, 0x3f), Buffer.alloc(10, 0x00)])
      const { large } = await previewOf('四位.tif', nibbleTiff(Buffer.alloc(400, row)))
      const data = await sharp(large).raw().toBuffer()
      assert.ok(Math.abs(data[0]! - 0x33) < 8, `an opaque level of 0x33 is shown as ${data[0]}`)
      assert.ok(data.at(-1)! > 100, `a transparent black is shown as ${data.at(-1)}`)
    })

    /** A TIFF with 16 bits per channel in which a field of its first directory has another value. */
    const changedTiff = async (background: string, tag: string, value: number) => {
      const plain = sharp({ create: { width: 20, height: 20, channels: 3, background } }).toColourspace('rgb16')
      const bytes = await plain.tiff({ compression: 'none', predictor: 'none' }).toBuffer()
      const at = bytes.indexOf(Buffer.from(`${tag}030001000000`, 'hex'))
      assert.ok(at > 0, 'the directory has the field')
      bytes.writeUInt16LE(value, at + 8)
      return bytes
    }

    test('a picture in Lab with 16 bits keeps its light', async () => {
      const { large } = await previewOf('标样.tif', await changedTiff('white', '0601', 8))
      const { channels } = await sharp(large).stats()
      assert.ok(channels[0]!.mean > 200, `${channels[0]!.mean}`)
    })

    test('JPEG of the old kind is refused, and not shown as an empty picture', async () => {
      const { id } = await upload(me, '旧.tif', await changedTiff('red', '0301', 6))
      assert.equal((await finished(id)).reason, 'not_support')
    })
  })

  const orientations: [number, Side][] = [
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ]
  for (const [orientation, side] of orientations) {
    deepTest(
      `EXIF orientation ${orientation}: the left side of the stored picture is shown at the ${side}`,
      async () => {
        const { large, tile } = await previewOf('IMG_1.JPG', await photo({ orientation }))
        for (const picture of [large, tile]) assert.equal(await redSideOf(picture), side)
        const { width, height, exif } = await sharp(large).metadata()
        assert.deepEqual([width, height], orientation < 5 ? [640, 480] : [480, 640])
        assert.equal(exif, undefined)
      },
    )
  }

  test('a HEIC photo becomes a JPEG', async () => {
    const { large, tile } = await previewOf('IMG_2.HEIC', heic())
    for (const picture of [large, tile]) {
      assert.equal(await redSideOf(picture), 'left')
      assert.equal((await sharp(picture).metadata()).format, 'jpeg')
    }
  })

  describe('[PREV-02] pictures that libvips cannot read are shown all the same, also as thumbnails', () => {
    const cases: [string, () => Buffer | Promise<Buffer>][] = [
      ['位图.bmp', () => bmp()],
      ['改了名的位图.jpg', () => bmp()],
      ['图标.ico', ico],
      ['海报.psd', psd],
      ['断在最后一行.psd', () => psd().subarray(0, -20)],
      ['旁边有图.eps', () => eps('beside it')],
      ['里面有图.eps', () => eps('in it')],
      ['标志.ai', () => halvesPdf()],
    ]
    for (const [name, bytes] of cases) {
      deepTest(name, async () => {
        const { large, tile } = await previewOf(name, await bytes())
        for (const picture of [large, tile]) assert.equal(await redSideOf(picture), 'left')
      })
    }

    deepTest('the largest picture of an icon is shown', async () => {
      const { large } = await previewOf('图标.ico', await ico())
      assert.equal((await sharp(large).metadata()).width, 256)
    })
  })

  deepTest('thumbnails are squares of 64 and 128, large pictures fit into 1024', async () => {
    const { item, large, tile } = await previewOf('large.jpg', await photo({ width: 3000, height: 1500 }))
    const sizeOf = async (picture: Buffer) =>
      sharp(picture)
        .metadata()
        .then(({ width, height }) => [width, height])
    assert.deepEqual(await sizeOf(large), [1024, 512])
    assert.deepEqual(await sizeOf(tile), [128, 128])
    const query = { kind: 'image_64', file_id: item.id, file_version_key: item.file_version_key! }
    const small = server.deps.sign.address('/api/apps/representations/download', query, userKey(item.owned_by.id))
    assert.deepEqual(await sizeOf(await bytesAt(small)), [64, 64])
  })

  deepTest(
    '[AH-19] a phone on a weak network requests a smaller picture at the same address, and no other size or kind',
    async () => {
      const { item, large, tile } = await previewOf('slow.jpg', await photo({ width: 800, height: 600 }))
      const small = await bytesAt(`${item.thumbnail}&size=64`)
      assert.equal((await sharp(small).metadata()).width, 64)
      assert.ok(small.length < tile.length && tile.length < large.length, `${small.length} of ${tile.length}`)
      const { preview_url } = await info(item.id)
      for (const address of [
        `${item.thumbnail}&size=32`,
        `${item.thumbnail}&size=64&size=64`,
        `${item.thumbnail}&size=640`,
        `${preview_url}&size=64`,
      ]) {
        assert.equal((await get(address)).status, 403, address)
      }
    },
  )

  deepTest('transparency is kept', async () => {
    const { tile } = await previewOf('logo.png', await seeThrough())
    assert.equal((await sharp(tile).stats()).isOpaque, false)
  })

  deepTest('an SVG is drawn sharply and reaches nothing outside', async () => {
    const canary = await openCanary()
    const { large } = await previewOf('d.svg', drawing(`${canary.address}/`))
    canary.close()
    assert.equal(await redSideOf(large), 'left')
    assert.deepEqual((await sharp(large).metadata()).width, 1024)
    assert.deepEqual(canary.asked, [])
  })

  describe('the thumbnail', () => {
    deepTest('it exists as soon as the upload is answered, and the list says so', async () => {
      const { thumbnail, id } = await upload(me, 'now.jpg', await photo())
      const answer = await get(thumbnail!)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'image/jpeg')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.match(answer.headers.get('cache-control') ?? '', /^private, max-age=\d+, immutable$/)
      await eventually(async () => {
        const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
        assert.equal(item?.small_thumbnail_generated && item.median_thumbnail_generated, true)
      })
    })

    deepTest('its address is stable for an hour, so that caches serve it', async () => {
      const { thumbnail, id } = await upload(me, 'again.jpg', await photo())
      const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
      assert.equal(item?.thumbnail, thumbnail)
    })

    deepTest('it is made on the first request if no upload started it', async () => {
      const owner = await make.user()
      const file = await make.file({ owner }, { name: 'old.jpg', content: await photo() })
      const they = await client(server).as(owner.login)
      const { item } = await they.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      assert.equal(await redSideOf(await bytesAt(item?.thumbnail ?? null)), 'left')
    })

    deepTest('files of other kinds have no thumbnail, and users without the right to preview get none', async () => {
      assert.equal((await upload(me, 'a.pdf', await pdf())).thumbnail, null)
      const owner = await make.user()
      const guest = await make.user()
      const file = await make.file({ owner }, { name: 'p.jpg', content: await photo() })
      await make.collab(file, { user: guest }, 'uploader')
      const they = await client(server).as(guest.login)
      const { item } = await they.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      assert.equal(item?.thumbnail, null)
    })

    deepTest('it is refused without the right or after a purge, and still shown in the trash', async () => {
      const owner = await make.user()
      const guest = await make.user()
      const file = await make.file({ owner }, { name: 'p.jpg', content: await photo() })
      await make.collab(file, { user: guest }, 'viewer')
      const addressFor = async (login: string) => {
        const they = await client(server).as(login)
        return (await they.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })).item?.thumbnail ?? ''
      }
      const theirs = await addressFor(guest.login)
      const owners = await addressFor(owner.login)
      assert.equal((await get(theirs)).status, 200)
      await server.deps.db.updateTable('collabs').set({ role: 'uploader' }).where('item_id', '=', file.id).execute()
      assert.equal((await get(theirs)).status, 403)
      await server.deps.db
        .updateTable('items')
        .set({ deleted_at: new Date(), deleted_by: owner.id, deleted_space_owner_id: owner.id })
        .where('id', '=', file.id)
        .execute()
      assert.equal((await get(owners)).status, 200)
      const large = {
        kind: 'image_1024',
        file_id: file.id,
        file_version_key: new URLSearchParams(owners).get('file_version_key') ?? '',
      }
      assert.equal(
        (await get(server.deps.sign.address('/api/apps/representations/download', large, userKey(owner.id)))).status,
        403,
      )
      await server.deps.db.deleteFrom('items').where('id', '=', file.id).execute()
      assert.equal((await get(owners)).status, 403)
    })
  })

  describe('[PREV-06] a damaged picture shows its decodable part', () => {
    const cut: [format: Parameters<typeof cutPicture>[0], share: number][] = [
      ['jpeg', 0.98],
      ['jpeg', 0.5],
      ['png', 0.5],
      ['gif', 0.5],
      ['webp', 0.5],
    ]
    for (const [format, share] of cut) {
      deepTest(`${share * 100} % of a ${format} is shown`, async () => {
        const item = await upload(me, `cut.${format}`, await cutPicture(format, share))
        const { status, reason, preview_url } = await finished(item.id)
        assert.equal(status, 'generated', reason ?? '')
        const shown = sharp(await bytesAt(preview_url))
        const { width, height } = await shown.metadata()
        assert.deepEqual([width, height], [800, 800])
        const { channels } = await sharp(
          await shown.extract({ left: 0, top: 0, width, height: 200 }).png().toBuffer(),
        ).stats()
        assert.ok(channels[0]!.stdev > 20, 'the noise of its upper part')
      })
    }

    deepTest('95 % of a HEIC is shown', async () => {
      const whole = heic()
      const item = await upload(me, 'cut.heic', whole.subarray(0, Math.floor(whole.length * 0.95)))
      const { status, reason } = await finished(item.id)
      assert.equal(status, 'generated', reason ?? '')
    })

    deepTest('a PNG with corrupt bytes inside is shown', async () => {
      const bytes = await cutPicture('png', 1)
      const middle = Math.floor(bytes.length / 2)
      bytes.fill(0x55, middle, middle + 20)
      const item = await upload(me, 'wrong.png', bytes)
      assert.equal((await finished(item.id)).status, 'generated')
    })
  })

  describe('reasons for no picture', () => {
    const cases: [string, () => Buffer | Promise<Buffer>, PreviewReason][] = [
      ['cut off before its pixels.jpg', cutPhoto, 'failure'],
      ['no photo at all.jpg', () => Buffer.from('hello'), 'extension_not_correct'],
      ['[PREV-14] 20,000 × 20,000 pixels.png', () => hugePicture(20_000, 20_000), 'too_large'],
      ['[PREV-14] one row over 268 megapixels.png', () => hugePicture(20_000, 13_401), 'too_large'],
      ['[PREV-14] [AH-12] one row over 268 megapixels.heic', () => hugeHeic(20_000, 13_401), 'too_large'],
      ['[PREV-14] 268 megapixels that are not there.png', () => hugePicture(20_000, 13_400), 'failure'],
      ['nothing.png', () => Buffer.alloc(0), 'empty'],
      ['[PREV-14] one row over 268 megapixels.bmp', () => bmp(20_000, 13_401), 'too_large'],
      ['a program that nobody here runs.eps', () => eps('none'), 'not_support'],
      ['not even a program.eps', () => Buffer.from('hello'), 'extension_not_correct'],
      ['cut before its composite.psd', () => psd().fill(1, 34, 38).subarray(0, 2000), 'failure'],
    ]
    for (const [name, bytes, reason] of cases) {
      deepTest(name, async () => {
        const item = await upload(me, name, await bytes())
        const answer = await finished(item.id)
        assert.equal(answer.status, 'generating_failed')
        assert.equal(answer.reason, reason)
        assert.equal(answer.preview_url, null)
        if (item.thumbnail !== null) assert.equal((await get(item.thumbnail)).status, 204)
        const { item: later } = await me.call('GET /apps/files/get_info', { item_typed_id: item.typed_id })
        assert.equal(later!.thumbnail, null)
      })
    }
  })
})

/** The side of a picture on which red is stronger than blue. */
async function redSideOf(picture: Buffer): Promise<Side> {
  const { data, info } = await sharp(picture)
    .flatten()
    .resize(8, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isRed = (x: number, y: number) => {
    const at = (y * 8 + x) * info.channels
    return (data[at] ?? 0) > (data[at + 2] ?? 0)
  }
  const corners = [isRed(1, 1), isRed(6, 1), isRed(1, 6), isRed(6, 6)].map(Number).join('')
  const sides: Record<string, Side> = { '1010': 'left', '0101': 'right', '1100': 'top', '0011': 'bottom' }
  return sides[corners] ?? assert.fail(`no clear side: ${corners}`)
}

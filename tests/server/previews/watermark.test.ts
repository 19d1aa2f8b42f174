import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { agrees, differs, differsEverywhere } from '../../support/previews/differs'
import { factories } from '../../support/factories'
import { readPdf } from '../../support/previews/readPdf'
import { recording, stillOf } from '../../support/samples/media'
import { pdf, photo, turnedPages } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, upload } from '../../support/uploads/upload'

const withoutFfmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'
const minute = 60_000

describe('[PREV-13] [AH-05] everything that a previewer receives carries their watermark', () => {
  let now = Date.UTC(2026, 2, 1, 8, 20)
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let folder: Awaited<ReturnType<typeof make.folder>>
  let me: Client
  let they: Client

  before(async () => {
    server = await startTestServer({ clock: () => new Date(now) })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
    folder = await make.folder({ owner }, { name: '资料' })
    const guest = await make.user({ name: '陈预览' })
    await make.collab(folder, { user: guest }, 'previewer')
    they = await client(server).as(guest.login)
  })
  after(() => server.close())

  const ask = (who: Client, file_id: number, more = {}) =>
    eventually(async () => {
      const answer = await who.call('GET /apps/representations/info', { file_id, ...more })
      assert.equal(answer.reason, null)
      assert.equal(answer.status, 'generated')
      return answer
    })
  const bytesAt = async (address: string | null | undefined, headers = {}) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url), { headers })
    assert.ok(answer.ok, `${answer.status} ${address}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const uploadFile = async (name: string, content: Buffer) =>
    (await upload(me, name, content, { folder_id: folder.id })).id
  const rowOf = async (who: Client, id: number) =>
    (await who.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })).item!

  describe('a picture', () => {
    let id: number
    before(async () => {
      id = await uploadFile('照片.jpg', await photo({ width: 800, height: 600 }))
    })

    deepTest('a large picture carries it', async () => {
      await differs(
        await bytesAt((await ask(they, id)).preview_url),
        await bytesAt((await ask(me, id)).preview_url),
        0.001,
      )
    })

    deepTest('a thumbnail in a list carries it, in both sizes', async () => {
      const [mine, theirs] = [(await rowOf(me, id)).thumbnail, (await rowOf(they, id)).thumbnail]
      for (const smaller of ['', '&size=64'])
        await differs(await bytesAt(`${theirs}${smaller}`), await bytesAt(`${mine}${smaller}`), 0.001)
    })

    deepTest('a sibling carries it', async () => {
      const other = await uploadFile('照片 2.jpg', await photo())
      const neighbour = async (who: Client) => {
        const { siblings } = await who.call('POST /apps/files/get_sibling', { file_id: other, num: 25 })
        return bytesAt(siblings.find((sibling) => sibling.id === id)?.preview_url)
      }
      await differs(await neighbour(they), await neighbour(me), 0.001)
    })

    deepTest('an older version carries it', async () => {
      const first = (await rowOf(me, id)).file_version_id!
      await upload(me, '照片.jpg', await photo({ orientation: 3 }), { target_file_id: id })
      const version = { file_version_id: first }
      await differs(
        await bytesAt((await ask(they, id, version)).preview_url),
        await bytesAt((await ask(me, id, version)).preview_url),
        0.001,
      )
    })

    deepTest('a range is a range of the watermarked file', async () => {
      const { preview_url } = await ask(they, id)
      const whole = await bytesAt(preview_url)
      assert.deepEqual(await bytesAt(preview_url, { range: 'bytes=1000-1999' }), whole.subarray(1000, 2000))
    })

    test('[AH-24] it names the hour, and the next hour’s visit gets another', async () => {
      now = Date.UTC(2026, 2, 1, 9)
      const { preview_url } = await ask(they, id)
      const before = await bytesAt(preview_url)
      now += 59 * minute
      assert.deepEqual(await bytesAt((await ask(they, id)).preview_url), before)
      now += minute
      await differs(await bytesAt((await ask(they, id)).preview_url), before, 0.0001)
    })

    test('[AH-24] one that was ordered in the last minute of an hour and drawn in the next is drawn again for the next', async () => {
      now = Date.UTC(2026, 2, 1, 12, 30)
      await ask(they, id)
      now = Date.UTC(2026, 2, 1, 13, 59)
      await they.call('GET /apps/representations/info', { file_id: id })
      now += minute
      const drawn = await bytesAt((await ask(they, id)).preview_url)
      await server.deps.db.deleteFrom('representations').where('kind', 'like', '%@%').execute()
      assert.equal(drawn.compare(await bytesAt((await ask(they, id)).preview_url)), 0)
    })
  })

  describe('a document', () => {
    let id: number
    before(async () => {
      id = await uploadFile('合同.pdf', await pdf({ pages: ['One', 'Two'] }))
    })

    deepTest('the PDF consists of pictures of its pages with the watermark', async () => {
      const [marked, plain] = [
        await readPdf(await bytesAt((await ask(they, id)).preview_url)),
        await readPdf(await bytesAt((await ask(me, id)).preview_url)),
      ]
      assert.deepEqual(marked.pages, ['', ''])
      for (const at of [0, 1]) await differs(marked.pictures[at]!, plain.pictures[at]!, 0.001)
    })

    test('[AH-24] a document that is being read stays the same until the preview is opened again', async () => {
      now = Date.UTC(2026, 2, 1, 16, 20)
      const { preview_url } = await ask(they, id)
      const before = await bytesAt(preview_url)
      now += 61 * minute
      assert.deepEqual(await bytesAt(preview_url), before)
      assert.notDeepEqual(await bytesAt((await ask(they, id)).preview_url), before)
    })

    deepTest('each page carries it', async () => {
      const addresses = async (who: Client) => {
        await ask(who, id, { pages: true })
        return (await who.call('GET /apps/representations/pages', { file_id: id })).preview_urls
      }
      const [mine, theirs] = [await addresses(me), await addresses(they)]
      for (const at of [0, 1]) await differs(await bytesAt(theirs[at]), await bytesAt(mine[at]), 0.001)
    })
  })

  describe('rotated contents carry it upright and on the whole area', () => {
    /** Four pages of the same visible size, one of them unrotated. */
    const turns = [0, 90, 180, 270]
    const seen = { width: 500, height: 360 }
    let sheets: number
    before(async () => {
      sheets = await uploadFile('转过的.pdf', await turnedPages(turns, seen))
    })

    deepTest('[PREV-13] the PDF of rotated pages carries it', async () => {
      const [marked, plain] = [
        await readPdf(await bytesAt((await ask(they, sheets)).preview_url)),
        await readPdf(await bytesAt((await ask(me, sheets)).preview_url)),
      ]
      assert.equal(marked.pictures.length, turns.length)
      for (const [at, picture] of marked.pictures.entries()) {
        await differsEverywhere(picture, plain.pictures[at]!, 0.001)
        await agrees(picture, marked.pictures[0]!, 0.0001)
        await agrees(plain.pictures[at]!, plain.pictures[0]!, 0.0001)
      }
    })

    deepTest('[PREV-13] the pictures of rotated pages carry it', async () => {
      const pictures = async (who: Client) => {
        await ask(who, sheets, { pages: true })
        const { sizes, preview_urls } = await who.call('GET /apps/representations/pages', { file_id: sheets })
        assert.deepEqual(sizes, [{ ...seen, pages: turns.length }])
        return Promise.all(preview_urls.map((address) => bytesAt(address)))
      }
      const [marked, plain] = [await pictures(they), await pictures(me)]
      for (const [at, picture] of marked.entries()) {
        await differsEverywhere(picture, plain[at]!, 0.001)
        await agrees(picture, marked[0]!, 0.0001)
      }
    })

    for (const orientation of [3, 6, 8]) {
      deepTest(
        `[PREV-13] a picture with EXIF orientation ${orientation} carries it, large and as a thumbnail`,
        async () => {
          const isLying = orientation > 4
          const grey = (width: number, height: number, as: number) =>
            sharp({ create: { width, height, channels: 3, background: '#9a9a9a' } })
              .withMetadata({ orientation: as })
              .jpeg()
              .toBuffer()
          const turned = await uploadFile(`转过的 ${orientation}.jpg`, await grey(1200, 800, orientation))
          const upright = await uploadFile(
            `没转的 ${orientation}.jpg`,
            isLying ? await grey(800, 1200, 1) : await grey(1200, 800, 1),
          )
          const pictures = async (who: Client, id: number) => {
            const { thumbnail } = await rowOf(who, id)
            return Promise.all(
              [(await ask(who, id)).preview_url, thumbnail, `${thumbnail}&size=64`].map((address) => bytesAt(address)),
            )
          }
          const [theirs, mine, plainly] = [
            await pictures(they, turned),
            await pictures(me, turned),
            await pictures(they, upright),
          ]
          for (const [at, picture] of theirs.entries()) {
            // A thumbnail has room for one name, which reaches into each quarter.
            await differsEverywhere(picture, mine[at]!, at === 0 ? 0.001 : 0.0003)
            await agrees(picture, plainly[at]!, 0.0001)
          }
          const { width, height } = await sharp(theirs[0]).metadata()
          assert.equal(height > width, isLying)
        },
      )
    }
  })

  describe('a video and a sound', { skip: withoutFfmpeg }, () => {
    deepTest('a video and its poster carry it', async () => {
      const id = await uploadFile(
        '片.mp4',
        await recording({ extension: 'mp4', video: 'libx264', audio: 'aac', size: '640x360' }),
      )
      const [mine, theirs] = [await ask(me, id), await ask(they, id)]
      await differs(
        await stillOf(await bytesAt(theirs.preview_url)),
        await stillOf(await bytesAt(mine.preview_url)),
        0.001,
      )
      await differs(await bytesAt(theirs.poster_url), await bytesAt(mine.poster_url), 0.001)
      await differs(
        await bytesAt((await rowOf(they, id)).thumbnail),
        await bytesAt((await rowOf(me, id)).thumbnail),
        0.001,
      )
    })

    deepTest('a sound, which carries no watermark, is not the file', async () => {
      const content = await recording({ extension: 'mp3', audio: 'libmp3lame' })
      const id = await uploadFile('声.mp3', content)
      assert.equal((await bytesAt((await ask(me, id)).preview_url)).compare(content), 0)
      assert.notEqual((await bytesAt((await ask(they, id)).preview_url)).compare(content), 0)
    })
  })

  deepTest('a previewer gets no address of the file', async () => {
    const id = await uploadFile('原件.jpg', await photo())
    assert.equal((await ask(they, id)).download_url, null)
    const { body } = await they.send('GET /apps/files/download', { file_id: id })
    assert.equal((body as { success: boolean }).success, false)
  })
})

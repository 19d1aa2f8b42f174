import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { PreviewReason } from '@/contract/errors'
import type { PreviewInfo } from '@/contract/previews/previews'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { openCanary } from '../../support/hostile/endOf'
import { jobGone } from '../../support/previews/jobGone'
import { previewWithout } from '../../support/previews/previewWithout'
import { longVideo, probed, recording, stillOf, type Recording } from '../../support/samples/media'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'
import { watchReads } from '../../support/previews/watchReads'

const skip = (await findFfmpeg()) === null && 'ffmpeg is not installed'

describe('[PREV-09] videos and sounds', { skip }, () => {
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

  const info = (file_id: number, who = me) => who.call('GET /apps/representations/info', { file_id })
  const finished = (file_id: number, who = me) =>
    eventually(async () => {
      const answer = await info(file_id, who)
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  const bytesAt = async (address: string | null) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
    assert.equal(answer.status, 200)
    return { bytes: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type') }
  }
  const shown = async ({ extension, ...rest }: Recording, who = me) => {
    const content = await recording({ extension, ...rest })
    const file = await make.file({ owner }, { name: `录.${extension}`, content })
    const answer = await finished(file.id, who)
    assert.equal(answer.status, 'generated', answer.reason ?? '')
    return { content, answer, file, ...(await bytesAt(answer.preview_url)) }
  }
  const viewerOf = async (item: { id: number }) => {
    const guest = await make.user()
    await make.collab(item, { user: guest }, 'previewer')
    return client(server).as(guest.login)
  }

  describe('formats that phones play are served unchanged', () => {
    const cases: [Recording, PreviewInfo['preview_type'], string][] = [
      [{ extension: 'mp4', video: 'libx264', audio: 'aac' }, 'video', 'video/mp4'],
      [{ extension: 'mov', video: 'libx264' }, 'video', 'video/mp4'],
      [{ extension: 'mp3', audio: 'libmp3lame' }, 'audio', 'audio/mpeg'],
      [{ extension: 'm4a', audio: 'aac' }, 'audio', 'audio/mp4'],
      [{ extension: 'wav', audio: 'pcm_s16le' }, 'audio', 'audio/wav'],
    ]
    for (const [what, kind, contentType] of cases) {
      deepTest(what.extension, async () => {
        const { content, answer, bytes, type } = await shown(what)
        assert.deepEqual([answer.preview_type, answer.media_status, type], [kind, 'finished', contentType])
        assert.equal(bytes.compare(content), 0)
      })
    }
  })

  describe('other formats are transcoded', () => {
    const cases: [Recording, video: string | null, audio: string | null][] = [
      [{ extension: 'avi', video: 'mpeg4', audio: 'libmp3lame' }, 'h264', 'mp3'],
      [{ extension: 'mkv', video: 'libx264', audio: 'flac' }, 'h264', 'aac'],
      [{ extension: 'webm', video: 'libvpx', audio: 'libopus' }, 'h264', 'aac'],
      [{ extension: 'mp4', video: 'libx264', more: ['-pix_fmt', 'yuv444p'] }, 'h264', null],
      [{ extension: 'flac', audio: 'flac' }, null, 'aac'],
      [{ extension: 'ogg', audio: 'libvorbis' }, null, 'aac'],
    ]
    for (const [what, video, audio] of cases) {
      deepTest(`${what.extension}, ${what.video ?? 'sound'}`, async () => {
        const { content, bytes } = await shown(what)
        assert.notEqual(bytes.compare(content), 0)
        const { formats, streams, seconds } = await probed(bytes)
        assert.ok(formats.includes('mp4'), formats)
        assert.deepEqual([streams.video ?? null, streams.audio ?? null], [video, audio])
        assert.ok(Math.abs(seconds - 2) < 0.2, String(seconds))
      })
    }

    test('a request for the probe at the moment another one ended does not start a new one', async () => {
      const { file } = await shown({ extension: 'ogg', audio: 'libvorbis' })
      const { db, jobs } = server.deps
      const subject = (await findPreviewFile(db, file.id))!
      const { bodyId } = subject
      const noted = () => db.selectFrom('representations').selectAll().where('body_id', '=', bodyId).execute()
      await db
        .updateTable('representations')
        .set({ status: 'generating_started', media_status: 'waiting' })
        .where('body_id', '=', bodyId)
        .execute()
      const before = await noted()
      const dedupeKey = `${bodyId}:audio`
      await jobs.add('look_at_media', { target: subject, kind: 'audio', watermark: null }, { dedupeKey })
      await jobGone(db, dedupeKey)
      assert.deepEqual(await noted(), before)
    })

    deepTest('a large video is scaled for phones, with its index at the start', async () => {
      const { bytes } = await shown({ extension: 'avi', video: 'mpeg4', size: '1920x1080', seconds: 1 })
      assert.deepEqual((await probed(bytes)).size, [1280, 720])
      assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'))
    })
  })

  describe('[PREV-09] a film without a picture plays its sound', () => {
    const cases: [Recording, string][] = [
      [{ extension: 'mp4', audio: 'aac' }, 'audio/mp4'],
      [{ extension: 'mov', audio: 'aac' }, 'audio/mp4'],
      [{ extension: 'webm', audio: 'libopus' }, 'audio/mp4'],
      [{ extension: 'wmv', audio: 'wmav2' }, 'audio/mp4'],
    ]
    for (const [what, contentType] of cases) {
      test(what.extension, async () => {
        const { answer, bytes, type } = await shown(what)
        assert.deepEqual([answer.preview_type, answer.media_status, type], ['video', 'finished', contentType])
        assert.equal(answer.poster_url, null)
        assert.deepEqual((await probed(bytes)).streams, { audio: 'aac' })
      })
    }
  })

  deepTest('probing a long video and drawing its poster read only parts of it', async () => {
    // Each read sends some megabytes before the reader closes the connection, more on a busy machine.
    const content = await longVideo(160e6, 'at the end')
    const { id } = await make.file({ owner }, { name: '毕业典礼.mp4', content })
    const reads = watchReads(server.deps.storage)
    const { status, poster_url } = await finished(id)
    assert.equal(status, 'generated')
    const looked = reads.bytes()
    assert.equal(looked < content.length / 2, true, `${looked} bytes`)
    await bytesAt(poster_url)
    assert.equal(reads.bytes() - looked < content.length / 2, true, `${reads.bytes() - looked} bytes`)
  })

  deepTest('the duration is exact, even if the audio file does not contain it', async () => {
    const { answer } = await shown({
      extension: 'mp3',
      audio: 'libmp3lame',
      seconds: 3,
      more: ['-write_xing', '0', '-q:a', '9'],
    })
    assert.ok(Math.abs(answer.milliseconds! - 3000) < 100, String(answer.milliseconds))
  })

  deepTest('a video has a poster, in the list and before it plays', async () => {
    const { answer, file } = await shown({ extension: 'mp4', video: 'libx264', seconds: 5 })
    const tile = async () =>
      (await me.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })).item!.thumbnail
    assert.equal(await tile(), null)
    const poster = sharp((await bytesAt(answer.poster_url)).bytes)
    const { width = 0, height = 0 } = await poster.metadata()
    assert.deepEqual([width, height], [160, 120])
    const {
      data,
      info: { channels },
    } = await poster.raw().toBuffer({ resolveWithObject: true })
    const at = (x: number) => [...data.subarray((60 * width + x) * channels, (60 * width + x) * channels + 3)]
    const [left, right] = [at(20), at(140)] as [number[], number[]]
    assert.ok(left[0]! > 180 && left[2]! < 80 && right[2]! > 180 && right[0]! < 80, `${left} ${right}`)
    const { width: side } = await sharp((await eventually(async () => bytesAt(await tile()))).bytes).metadata()
    assert.equal(side, 128)
  })

  deepTest('[PREV-09] a video of one frame has a poster, too', async () => {
    for (const what of [
      { extension: 'mp4', video: 'libx264' },
      { extension: 'webm', video: 'libvpx' },
      { extension: 'avi', video: 'mpeg4' },
    ]) {
      const { answer } = await shown({ ...what, more: ['-frames:v', '1'] })
      assert.equal((await sharp((await bytesAt(answer.poster_url)).bytes).metadata()).width, 160)
    }
  })

  describe('reasons why media cannot be played', () => {
    const cases: [string, string | Buffer, PreviewReason][] = [
      ['空.mp4', '', 'empty'],
      ['文字.mp4', 'no video at all', 'media_not_support'],
      ['列表.mp4', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n', 'media_not_support'],
      [
        '琴.mid',
        Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0\x04\0\xff\x2f\0', 'latin1'),
        'media_not_support',
      ],
    ]
    for (const [name, content, reason] of cases) {
      deepTest(name, async () => {
        const answer = await finished((await make.file({ owner }, { name, content })).id)
        assert.deepEqual([answer.status, answer.reason, answer.preview_url], ['generating_failed', reason, null])
      })
    }

    deepTest('a film without sound and picture', async () => {
      const content = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nwords\n')
      const { reason } = await finished((await make.file({ owner }, { name: '字.mkv', content })).id)
      assert.equal(reason, 'media_not_support')
    })

    test('a film that plays with a key only', async () => {
      const key = '00112233445566778899aabbccddeeff'
      const more = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key]
      const content = await recording({ extension: 'mp4', video: 'libx264', audio: 'aac', more })
      const { status, reason } = await finished((await make.file({ owner }, { name: '锁.mp4', content })).id)
      assert.deepEqual([status, reason], ['generating_failed', 'media_not_support'])
    })

    deepTest('[ERR-04] a file over 8 GB that needs transcoding is too_large', async () => {
      const ofOver8GB = async (what: Recording) => {
        const { id } = await make.file({ owner }, { name: `录.${what.extension}`, content: await recording(what) })
        await server.deps.db
          .updateTable('versions')
          .set({ size: 8 * 1024 ** 3 + 1 })
          .where('item_id', '=', id)
          .execute()
        const { status, reason } = await finished(id)
        return [status, reason]
      }
      assert.deepEqual(await ofOver8GB({ extension: 'avi', video: 'mpeg4' }), ['generating_failed', 'too_large'])
      assert.deepEqual(await ofOver8GB({ extension: 'mp4', video: 'libx264', more: ['-movflags', '+faststart'] }), [
        'generated',
        null,
      ])
    })

    deepTest('a playlist does not use the network', async () => {
      const canary = await openCanary()
      const content = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${canary.address}/x.ts\n#EXT-X-ENDLIST\n`
      try {
        assert.equal(
          (await finished((await make.file({ owner }, { name: '播.mp4', content })).id)).reason,
          'media_not_support',
        )
        assert.deepEqual(canary.asked, [])
      } finally {
        canary.close()
      }
    })
  })

  deepTest('without ffmpeg media are not supported, and the log names the package', async () => {
    const { state, said } = await previewWithout(server.deps, { ffmpeg: null }, 'mp4', 'video')
    assert.deepEqual([state.status, state.reason], ['not_support', 'not_support'])
    assert.match(said, /ffmpeg/)
  })

  describe('[AH-05] a user who may preview but not download', () => {
    deepTest('gets a video with their watermark, never the file', async () => {
      const { file, content } = await shown({ extension: 'mp4', video: 'libx264', audio: 'aac', size: '640x360' })
      const answer = await finished(file.id, await viewerOf(file))
      assert.deepEqual([answer.category, answer.download_url], ['watermark_preview', null])
      const { bytes } = await bytesAt(answer.preview_url)
      assert.notEqual(bytes.compare(content), 0)
      assert.ok(
        (
          await sharp(await stillOf(bytes))
            .removeAlpha()
            .raw()
            .toBuffer()
        ).some((value, at, all) => at % 3 === 0 && value < 200 && all[at + 2]! < 200),
        'no letter on it',
      )
    })

    deepTest('hears a sound that is not the file', async () => {
      const { file, content } = await shown({ extension: 'mp3', audio: 'libmp3lame' })
      const answer = await finished(file.id, await viewerOf(file))
      assert.equal(answer.download_url, null)
      const { bytes } = await bytesAt(answer.preview_url)
      assert.notEqual(bytes.compare(content), 0)
      assert.equal((await probed(bytes)).streams.audio, 'aac')
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compose, type Server } from '../../../server/compose'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { findOffice } from '../../../server/previews/makers/office'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { recording } from '../../support/samples/media'
import { docx } from '../../support/samples/samples'
import { contentsOf, readContents } from '../../support/search/contents'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const without =
  ((await findOffice()) === null && 'LibreOffice is not installed') ||
  ((await findFfmpeg()) === null && 'ffmpeg is not installed')

describe('[RUN-02] a process without programs beside one that has them', { skip: without }, () => {
  let bare: TestServer
  let able: Server
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client
  before(async () => {
    bare = await startTestServer({ soffice: null, ffmpeg: null, connections: 12 })
    make = factories(bare.deps)
    owner = await make.user()
    me = await client(bare).as(owner.login)
  })
  after(async () => {
    await able?.stop()
    await bare.close()
  })

  const info = (file_id: number, kind?: 'image_1024') =>
    me.call('GET /apps/representations/info', { file_id, ...(kind && { kind }) })
  const jobOf = (kind: string) =>
    bare.deps.db.selectFrom('jobs').select(['state', 'program', 'attempts']).where('kind', '=', kind).executeTakeFirst()

  test('alone, it says that nothing makes office files and videos visible', async () => {
    const word = await make.file({ owner }, { name: '单独.docx', content: docx('一') })
    const { content, extension } = await shortVideo()
    const video = await make.file({ owner }, { name: `单独.${extension}`, content })
    for (const { id } of [word, video]) assert.equal((await info(id)).reason, 'not_support')
  })

  async function shortVideo() {
    const extension = 'mp4' as const
    return { content: await recording({ extension, video: 'libx264' }), extension }
  }

  test('it queues what the other makes, takes none of these jobs, and serves the results', async () => {
    able = await compose(bare.deps.config, {
      webFolder: bare.folder,
      database: { db: bare.deps.db, connection: bare.connection },
      sweeps: false,
      jobs: { pollInterval: 50, lease: 5000 },
      programs: { tesseract: null },
    })
    // Otherwise the process learns of it with the next renewal of its lease.
    await bare.deps.lease.announce([])
    const word = await make.file({ owner }, { name: '合同.docx', content: docx('合同的内容') })
    const { content, extension } = await shortVideo()
    const video = await make.file({ owner }, { name: `片.${extension}`, content })
    for (const { id } of [word, video]) assert.equal((await info(id)).reason, null)
    assert.equal((await info(video.id, 'image_1024')).reason, null)
    // Only the content of this job says what it needs: the process takes it and hands it over.
    await until('the hand-over', async () => (await jobOf('make_pictures'))?.program === 'ffmpeg')
    assert.deepEqual(await jobOf('make_pictures'), { state: 'waiting', program: 'ffmpeg', attempts: 0 })
    assert.deepEqual(await jobOf('convert_office'), { state: 'waiting', program: null, attempts: 0 })
    able.deps.jobs.start()
    await until(
      'the results',
      async () => {
        const states = [await info(word.id), await info(video.id), await info(video.id, 'image_1024')]
        for (const { reason } of states) assert.equal(reason, null)
        return states.every(({ status }) => status === 'generated')
      },
      120_000,
    )
  })

  test('[SRCH-03] the words of an office file are found, though the process without LibreOffice took the job first', async () => {
    const word = await make.file({ owner }, { name: '词.docx', content: docx('校车时刻表') })
    await readContents(bare.deps, word)
    assert.deepEqual(
      (await contentsOf(bare.deps, [word])).map(({ text }) => text.trim()),
      ['校车时刻表'],
    )
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { findTesseract } from '../../../server/previews/makers/tesseract'
import { orderMissing } from '../../../server/services/search/contents'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { pdf } from '../../support/samples/samples'
import { pagePicture, scannedPdf } from '../../support/scans/paperPhoto'
import { readContents } from '../../support/search/contents'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const tesseract = await findTesseract()
const skip = tesseract === null && 'tesseract is not installed'
const withoutChinese = tesseract?.languages.includes('chi_sim') !== true && 'tesseract has no Chinese'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ tesseract, soffice: null, ffmpeg: null })
  make = factories(server.deps)
})
after(() => server.close())

const sessionOf = (user: UserRow) => client(server).as(user.login)
const total = async (who: Client, query_words: string) =>
  (await who.call('GET /apps/files/search', { query_words })).num_found
const isFound = (who: Client, words: string) =>
  until(`${words} to be found`, async () => (await total(who, words)) === 1, 120_000)
const awaiting = async (at: TestServer) =>
  (await at.deps.db.selectFrom('contents').select('body_id').where('awaits_recognition', '=', true).execute()).length

describe('[AH-44] the words of a scanned PDF', { timeout: 300_000 }, () => {
  test(
    'are found, also in Chinese and on a page among others with a text',
    { skip: skip || withoutChinese },
    async () => {
      const me = await sessionOf(await make.user())
      const scan = await scannedPdf(
        await pagePicture('明德学校采购合同', 'Invoice Pineapple'),
        await pagePicture('第二页：显微镜二十台'),
      )
      const file = await upload(me, '扫描.pdf', scan)
      await readContents(server.deps, file)
      await isFound(me, '采购合同')
      await isFound(me, 'pineapple')
      await isFound(me, '显微镜二十台')
      const [first] = (await me.call('GET /apps/files/search', { query_words: '采购合同' })).items
      assert.equal(first?.name, '扫描.pdf')
      assert.match(first.content, /明德学校采购合同/)
      assert.equal(await awaiting(server), 0)
      const stranger = await sessionOf(await make.user())
      assert.equal(await total(stranger, '采购合同'), 0)
    },
  )

  test(
    'are recognised later if tesseract was installed later; a page that is no picture of words ends, too',
    { skip },
    async () => {
      const { db } = server.deps
      const me = await sessionOf(await make.user())
      const file = await upload(me, 'scan.pdf', await scannedPdf(await pagePicture('Watermelon minutes')))
      const blank = await upload(me, 'blank.pdf', await pdf({ pages: [''] }))
      await readContents(server.deps, file, blank)
      await isFound(me, 'watermelon')
      await db.updateTable('contents').set({ text: '', key: '', marks: [], awaits_recognition: true }).execute()
      assert.equal(await total(me, 'watermelon'), 0)
      // One is queued, and the others follow.
      await orderMissing(server.deps, 1)
      await isFound(me, 'watermelon')
      await until('the other texts', async () => (await awaiting(server)) === 0)
    },
  )

  test('wait in the index of a server without tesseract; other PDFs are complete at once', async (t) => {
    const bare = await startTestServer({ soffice: null, ffmpeg: null })
    t.after(() => bare.close())
    const me = await client(bare).as((await factories(bare.deps).user()).login)
    const scan = await upload(me, 'scan.pdf', await scannedPdf(await pagePicture('Watermelon minutes')))
    const text = await upload(me, 'text.pdf', await pdf({ pages: ['Pineapple'] }))
    await readContents(bare.deps, scan, text)
    assert.deepEqual([await total(me, 'watermelon'), await total(me, 'pineapple'), await awaiting(bare)], [0, 1, 1])
    const { db, jobs } = bare.deps
    const queued = () => db.selectFrom('jobs').select('id').where('kind', '=', 'recognise_content').execute()
    assert.deepEqual(await queued(), [])
    // A job from before tesseract was removed.
    const { body_id: bodyId } = await db
      .selectFrom('contents')
      .select('body_id')
      .where('awaits_recognition', '=', true)
      .executeTakeFirstOrThrow()
    await jobs.add('recognise_content', { bodyId })
    await until('the job to end', async () => (await queued()).length === 0)
    assert.equal(await awaiting(bare), 1)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { PreviewReason } from '@/contract/errors'
import type { PreviewInfo, PreviewStatus } from '@/contract/previews/previews'
import { phrases } from '@/i18n/previews/zhCN'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { deepTest } from '../../support/deep'
import { pdf } from '../../support/samples/samples'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { preview, row, shown, t } from '../rig/screen'

const hasFfmpeg = (await findFfmpeg()) !== null
const drive = openDrive()
const words = phrases.preview

/** A PDF whose rendition nobody makes: the test writes its status into the database. */
async function generatingFile(owner: Awaited<ReturnType<typeof drive.make.user>>, name: string) {
  const { db } = drive.server.deps
  const file = await drive.make.file({ owner }, { name, content: await pdf() })
  const body = await db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select(['bodies.id', 'bodies.key', 'bodies.size'])
    .where('item_id', '=', file.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('jobs')
    .values({
      kind: 'make_pdf',
      payload: '{}',
      dedupe_key: String(body.id),
      state: 'running',
      locked_by: 'nobody',
      locked_until: new Date('2100-01-01'),
      last_error: null,
    })
    .execute()
  await db
    .insertInto('representations')
    .values({
      body_id: body.id,
      kind: 'pdf',
      status: 'generating',
      reason: null,
      body_key: body.key,
      content_type: 'application/pdf',
      size: body.size,
    })
    .execute()
  return {
    file,
    stands: (
      status: PreviewStatus,
      { progress = 0, reason = null }: { progress?: number; reason?: PreviewReason | null } = {},
    ) => db.updateTable('representations').set({ status, progress, reason }).where('body_id', '=', body.id).execute(),
  }
}

const opened = async (page: Page, name: string) => {
  await row(page, name).locator('.row-open').tap()
  await preview(page, name).waitFor()
}

const closed = async (page: Page, name: string) => {
  await page.goBack()
  await preview(page, name).waitFor({ state: 'detached' })
}

/** Expects the waiting screen with title, percent, bar and the file itself. A small file has no word about large ones. */
async function waitForProgress(page: Page, name: string, title: string, percent: number): Promise<void> {
  await shown(page).locator(`[role=progressbar][aria-label="${title}"][aria-valuenow="${percent}"]`).waitFor()
  const text = await preview(page, name).locator('.preview-state').innerText()
  assert.ok(text.includes(title) && text.includes(`${percent}%`), text)
  assert.ok(!text.includes(words.generatingHint), text)
  const offers = preview(page, name).locator('.preview-state').getByRole('button')
  await offers.first().waitFor()
  assert.deepEqual(await offers.allInnerTexts(), [t('menu.download')])
}

/** Expects the message and the buttons below it. */
async function waitForReason(page: Page, name: string, reason: PreviewReason): Promise<void> {
  const message = preview(page, name).getByRole('alert').filter({ hasText: words.reason[reason] })
  await message.waitFor()
  assert.match(await message.innerText(), new RegExp(`^\\S*\\s*${words.failed}\\s`), reason)
  assert.deepEqual(await message.getByRole('button').allInnerTexts(), buttons[reason] ?? [], reason)
  assert.equal(await shown(page).getByRole('progressbar').count(), 0, reason)
}

const buttons: Partial<Record<PreviewReason, string[]>> = {
  unknown: [words.regenerate],
  server_error: [words.regenerate],
  network_error: [words.reload],
  // Only the file itself is offered.
  ...Object.fromEntries(
    ['not_support', 'extension_not_correct', 'too_large', 'zip_too_large'].map((reason) => [
      reason,
      [t('menu.download')],
    ]),
  ),
  // Load may be the cause, so a retry is offered first.
  ...Object.fromEntries(
    ['media_not_support', 'failure', 'generating_failed'].map((reason) => [
      reason,
      [words.regenerate, t('menu.download')],
    ]),
  ),
  file_not_in_final_storage: [words.reload],
}

/** Percents per status (1§4). `file_not_in_final_storage` comes last, because it ends after 5 retries. */
const onTheWay: [PreviewStatus, number, number?][] = [
  ['generating', 10],
  ['generating_downloading', 15],
  ['generating_downloaded', 50],
  ['generating_uploading', 60],
  ['generating_uploaded', 75],
  ['generating_started', 10],
  ['not_started', 0],
  ['download_started', 10],
  ['download_completed', 15],
  ['check_started', 20],
  ['check_completed', 30],
  ['extract_started', 40],
  ['extract_processing', 65, 0.3],
  ['extract_processing', 100, 1],
  ['file_not_in_final_storage', 5],
]
/** Reasons that a failed rendition may store. The tests below cause the others. */
const noted: PreviewReason[] = [
  'unknown',
  'server_error',
  'extension_not_correct',
  'too_large',
  'media_not_support',
  'failure',
  'generating_failed',
  'item_is_deleted',
  'share_link_preview_download_limited',
  'encrypt_yiqixie',
  'empty',
  'not_support',
]

describe('[PREV-04] [PREV-05] every state of a preview appears', () => {
  test('each status of a file and of an archive shows its percent, and the last the viewer', async () => {
    const owner = await drive.make.user()
    const { stands } = await generatingFile(owner, '简章.pdf')
    await drive.visit(owner, '/files/own', async (page) => {
      await page.clock.install()
      await opened(page, '简章.pdf')
      for (const [status, percent, progress] of onTheWay) {
        await stands(status, { progress })
        await page.clock.fastForward(2000)
        await waitForProgress(page, '简章.pdf', words.generating, percent)
      }
      await until('the end of the retries', async () => {
        await page.clock.fastForward(2000)
        return preview(page, '简章.pdf').getByRole('alert').isVisible()
      })
      await waitForReason(page, '简章.pdf', 'file_not_in_final_storage')
      await closed(page, '简章.pdf')

      await stands('generated')
      await opened(page, '简章.pdf')
      const canvas = shown(page).locator('.pdf-page canvas').first()
      await canvas.waitFor()
      await until('ink on the page', () => isDrawn(canvas))
      await closed(page, '简章.pdf')
    })
  })

  deepTest('a preview that failed once is made again by hand, and then shown', async () => {
    const owner = await drive.make.user()
    const { db } = drive.server.deps
    const file = await drive.make.file({ owner }, { name: '简章.pdf', content: await pdf() })
    await drive.visit(owner, '/files/own', async (page) => {
      for (const reason of ['failure', 'generating_failed'] as const) {
        await failRendition(file.id, reason)
        await opened(page, '简章.pdf')
        await waitForReason(page, '简章.pdf', reason)
        await preview(page, '简章.pdf').getByRole('button', { name: words.regenerate }).tap()
        const canvas = shown(page).locator('.pdf-page canvas').first()
        await canvas.waitFor()
        await until('ink on the page', () => isDrawn(canvas))
        await closed(page, '简章.pdf')
      }
    })

    /** Leaves the rendition as a converter does that had no time. */
    async function failRendition(id: number, reason: PreviewReason) {
      const { body_id: bodyId } = await db
        .selectFrom('versions')
        .select('body_id')
        .where('item_id', '=', id)
        .executeTakeFirstOrThrow()
      await db.deleteFrom('representations').where('body_id', '=', bodyId).execute()
      const ended = { body_id: bodyId, kind: 'pdf', status: 'generating_failed', reason } as const
      await db
        .insertInto('representations')
        .values({ ...ended, body_key: null, content_type: null, size: null })
        .execute()
    }
  })

  deepTest(
    'the file itself is offered meanwhile to users who may download, and from 5 MB on a hint says that large files take longer',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [owner, looker] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const folder = await drive.make.folder({ owner }, { name: '资料' })
      await drive.make.collab(folder, { user: looker }, 'previewer')
      const { file } = await generatingFile(owner, '简章.pdf')
      const { db } = drive.server.deps
      await db.updateTable('items').set({ parent_id: folder.id }).where('id', '=', file.id).execute()
      const isSaid = async (page: Page, size: number) => {
        await db.updateTable('items').set({ size }).where('id', '=', file.id).execute()
        await page.goto(`${drive.server.url}/files/folder/${folder.id}?preview=1&file_id=${file.id}`)
        await shown(page).getByRole('progressbar').waitFor()
        return shown(page).getByText(words.generatingHint).isVisible()
      }
      await drive.visit(owner, '/files/own', async (page) => {
        assert.deepEqual([await isSaid(page, 5 * 1024 ** 2 - 1), await isSaid(page, 5 * 1024 ** 2)], [false, true])
        const asked = page.waitForRequest('**/api/apps/files/download**')
        await shown(page)
          .locator('.preview-state')
          .getByRole('button', { name: t('menu.download') })
          .tap()
        assert.equal(new URL((await asked).url()).searchParams.get('file_id'), String(file.id))
      })
      await drive.visit(looker, '/files/own', async (page) => {
        await isSaid(page, 100)
        assert.equal(await shown(page).locator('.preview-state').getByRole('button').count(), 0)
      })
    },
  )

  deepTest('a video shows its progress', async () => {
    const owner = await drive.make.user()
    await drive.make.file({ owner }, { name: '短片.mp4' })
    await drive.visit(owner, '/files/own', async (page) => {
      let media: PreviewInfo['media_status'] = 'analysing'
      await page.clock.install()
      await page.route('**/representations/info**', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), status: 'generating', reason: null, media_status: media },
        })
      })
      await opened(page, '短片.mp4')
      for (media of ['analysing', 'waiting', 'in_transformation'] as const) {
        await page.clock.fastForward(30_000)
        await waitForProgress(page, '短片.mp4', words.media[media], 10)
      }
    })
  })

  deepTest('each reason has its words and the buttons that help', async () => {
    const owner = await drive.make.user()
    const { db } = drive.server.deps
    const { file, stands } = await generatingFile(owner, '简章.pdf')
    await drive.make.file({ owner }, { name: '空的.txt', content: '' })
    await drive.make.file({ owner }, { name: '包.xyz' })
    await drive.make.file({ owner }, { name: '短片.mp4' })
    const archive = await drive.make.file({ owner }, { name: '大包.zip' })
    await db
      .updateTable('items')
      .set({ size: 1024 ** 3 + 1 })
      .where('id', '=', archive.id)
      .execute()
    const gone = await generatingFile(owner, '旧的.pdf')
    await drive.visit(
      owner,
      '/files/own',
      async (page) => {
        for (const reason of noted) {
          await stands('generating_failed', { reason })
          await opened(page, '简章.pdf')
          await waitForReason(page, '简章.pdf', reason)
          await closed(page, '简章.pdf')
        }
        for (const [status, reason] of [
          ['failed', 'failure'],
          ['generating_failed', 'failure'],
        ] as const) {
          await stands(status)
          await opened(page, '简章.pdf')
          await waitForReason(page, '简章.pdf', reason)
          await closed(page, '简章.pdf')
        }
        for (const [name, reason] of [
          ['空的.txt', 'empty'],
          ['包.xyz', 'not_support'],
          ['短片.mp4', hasFfmpeg ? 'media_not_support' : 'not_support'],
          ['大包.zip', 'zip_too_large'],
        ] as const) {
          await opened(page, name)
          await waitForReason(page, name, reason)
          await closed(page, name)
        }
        await db.updateTable('items').set({ scope: 1 }).where('id', '=', file.id).execute()
        await opened(page, '简章.pdf')
        await waitForReason(page, '简章.pdf', 'permission_denied')
        await closed(page, '简章.pdf')

        // Somebody deletes the file while the page waits for it.
        await opened(page, '旧的.pdf')
        await waitForProgress(page, '旧的.pdf', words.generating, 10)
        await db
          .updateTable('items')
          .set({ deleted_at: new Date(), deleted_by: owner.id, deleted_space_owner_id: owner.id })
          .where('id', '=', gone.file.id)
          .execute()
        await waitForReason(page, '旧的.pdf', 'file_deleted')
        await closed(page, '旧的.pdf')

        await page.route('**/representations/info**', (route) => route.abort())
        await opened(page, '空的.txt')
        await waitForReason(page, '空的.txt', 'network_error')
        await page.unrouteAll()
        await preview(page, '空的.txt').getByRole('button', { name: words.reload }).tap()
        await waitForReason(page, '空的.txt', 'empty')
      },
      { expected: [/representations\/info/] },
    )
  })
})

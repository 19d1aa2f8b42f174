import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addVersion } from '../../../server/queries/items/newItems'
import { photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { openDrive } from '../rig/drive'
import { preview, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'

const drive = openDrive()

async function assertSaves(page: Page, action: string, content: Buffer): Promise<void> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, action).tap({ timeout: 30_000 })])
  assert.deepEqual(await readFile(await saved.path()), content)
}

/** Answers as if the previews were never ready. */
const neverReady = (page: Page) =>
  page.route('**/representations/info**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: { ...answer, status: 'generating', reason: null, preview_url: null } })
  })

describe('[LAND-06] [WX-02] a file opened from a chat', () => {
  test('the footer saves it where the link allows downloads, and not where it forbids them', async () => {
    const { user, me } = await sharer(drive)
    const content = await photo()
    const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content })
    const chat = ({ unique_name: name }: { unique_name: string }) => `/wx/share/preview/${name}`
    await drive.visit(null, chat(await makeLink(me, file)), async (page) => {
      await assertSaves(page, t('visit.download'), content)
    })
    await drive.visit(null, chat(await makeLink(me, file, { disable_download: true })), async (page) => {
      await shown(page).locator('.preview-picture').waitFor({ timeout: 30_000 })
      assert.equal(await button(page, t('visit.download')).count(), 0)
    })
  })
})

describe('[PREV-04] while the preview is generated', () => {
  test('[PREV-17] an older version can be downloaded, like the current one', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    const other = await drive.make.file({ owner: user }, { name: '新.txt', content: '二' })
    const { db } = drive.server.deps
    const versionOf = (id: number) =>
      db.selectFrom('versions').selectAll().where('item_id', '=', id).executeTakeFirstOrThrow()
    const [first, second] = [await versionOf(file.id), await versionOf(other.id)]
    const made = { creatorId: user.id, at: new Date(), bodyId: second.body_id, size: second.size }
    await addVersion(db, { itemId: file.id, ...made })
    for (const [more, content] of [
      ['', '二'],
      [`&version=${first.id}`, '一'],
    ] as const)
      await drive.visit(user, '/files/own', async (page) => {
        await neverReady(page)
        await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}${more}`)
        await preview(page, '说明.txt').getByRole('progressbar').waitFor()
        await assertSaves(page, t('menu.download'), Buffer.from(content))
      })
  })
})

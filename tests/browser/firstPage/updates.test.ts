import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../support/until'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { openDrive, webFolder as built } from '../rig/drive'
import { row, shown, t } from '../rig/screen'

const webFolder = await mkdtemp(path.join(tmpdir(), 'satchel-build-'))
await cp(built, webFolder, { recursive: true })
after(() => rm(webFolder, { recursive: true }))
const drive = openDrive({ isLive: true, isNew: true, webFolder, live: { heartbeat: 100 } })

const js = path.join(webFolder, 'js')
const offer = (page: Page) =>
  shown(page)
    .locator('.notice')
    .filter({ hasText: t('update.offered') })
const question = (page: Page) =>
  shown(page)
    .getByRole('alertdialog')
    .filter({ hasText: t('update.lost') })
const openSearch = (page: Page) =>
  shown(page)
    .getByRole('button', { name: t('list.search') })
    .tap()
const searchField = (page: Page) =>
  shown(page)
    .getByRole('dialog', { name: t('search.title'), exact: true })
    .getByRole('textbox')
const isSamePage = (page: Page) => page.evaluate(() => 'isOld' in window)
const searchFiles = async () => (await readdir(js)).filter((name) => name.startsWith('search.'))

/** Opens a list whose page has a mark that a reload would remove, then installs another build. */
async function opened(run: (page: Page) => Promise<void>): Promise<void> {
  const me = await drive.make.user()
  await drive.make.file({ owner: me }, { name: '教案.docx' })
  await drive.visit(
    me,
    '/files/own',
    async (page) => {
      await row(page, '教案.docx').waitFor()
      await page.evaluate(() => Object.assign(window, { isOld: true }))
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/js/lazy.')),
      )
      await run(page)
    },
    { expected: [/status of 404/, /MIME type/] },
  )
}

let builds = 0

/** The same client as another build, whose search has another file. */
async function buildAnew(): Promise<void> {
  builds += 1
  const kept = path.join(drive.server.deps.config.dataFolder, 'web/js')
  const [old = ''] = (await searchFiles()).filter((name) => name.endsWith('.js'))
  await until('the former build is kept', () => existsSync(path.join(kept, old)))
  const hash = `${builds}`.padStart(6, '0')
  const former = /\.([0-9a-f]{6})\.js$/.exec(old)![1]!
  for (const name of await searchFiles()) await rename(path.join(js, name), path.join(js, name.replace(former, hash)))
  for (const name of (await readdir(js)).filter((each) => each.startsWith('app.'))) {
    if (!name.endsWith('.js')) await rm(path.join(js, name))
    else await writeFile(path.join(js, name), (await readFile(path.join(js, name), 'utf8')).replaceAll(former, hash))
  }
  await appendFile(path.join(webFolder, MANIFEST_FILE), ' ')
}

describe('[AH-32] a new build on the server', () => {
  test('a bar offers the new build while the old one goes on and still loads its parts; a dismissed bar stays away', async () => {
    await opened(async (page) => {
      await buildAnew()
      await offer(page).waitFor()
      await openSearch(page)
      await searchField(page).waitFor()
      await page.goBack()
      await offer(page)
        .getByRole('button', { name: t('update.later') })
        .tap()
      await offer(page).waitFor({ state: 'detached' })
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            const ear = new EventSource('/api/events?watch=own')
            ear.addEventListener('beat', () => {
              ear.close()
              done()
            })
          }),
      )
      assert.deepEqual([await offer(page).count(), await isSamePage(page)], [0, true])
      await buildAnew()
      await offer(page).waitFor()
    })
  })

  test('accepting reloads the same address with the new build, which offers nothing', async () => {
    await opened(async (page) => {
      await buildAnew()
      const anew = page.waitForEvent('load')
      await offer(page)
        .getByRole('button', { name: t('update.begin') })
        .tap()
      await anew
      await row(page, '教案.docx').waitFor()
      assert.deepEqual(
        [new URL(page.url()).pathname, await isSamePage(page), await offer(page).count()],
        ['/files/own', false, 0],
      )
    })
  })

  test('a part that is gone for good offers the update instead of a dead tap; declining keeps the list, accepting reloads', async () => {
    await opened(async (page) => {
      await buildAnew()
      await rm(path.join(drive.server.deps.config.dataFolder, 'web'), { recursive: true })
      await openSearch(page)
      await question(page)
        .getByRole('button', { name: t('update.later') })
        .tap()
      await question(page).waitFor({ state: 'detached' })
      await row(page, '教案.docx').waitFor()
      assert.equal(await isSamePage(page), true)
      await page.goBack()
      const anew = page.waitForEvent('load')
      await openSearch(page)
      await question(page)
        .getByRole('button', { name: t('update.begin') })
        .tap()
      await anew
      assert.equal(await isSamePage(page), false)
    })
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import type { Phone } from '../rig/phone'
import { openMenu, openMe, preview, row, shown, signOut, t } from '../rig/screen'
import { sharer } from '../rig/visits'

const drive = openDrive()

const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/]
const panel = (page: Page) => shown(page).locator('.offline')
const kept = (page: Page, name: string) => panel(page).locator('.row').filter({ hasText: name })
const open = (page: Page, name: string) => kept(page, name).locator('.row-open').tap()
const back = (page: Page) =>
  panel(page)
    .getByRole('button', { name: t('action.back') })
    .tap()
const notice = (page: Page) => shown(page).locator('.notice')

interface Index {
  items: { name: string; checkedAt: number; files: { name: string; stored?: object }[] }[]
}

/** The names of the files that are whole in the browser's storage, in order; null while one of them is missing. */
function keptFiles(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const { items } = JSON.parse(localStorage.getItem('satchel.offline') ?? '{"items":[]}') as Index
    const files = items.flatMap((item) => item.files)
    const isWhole = items.every(({ checkedAt }) => checkedAt > 0) && files.every(({ stored }) => stored)
    return isWhole ? files.map(({ name }) => name).sort() : null
  })
}

const cachedKeys = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('offline')).keys()).map(({ url }) => new URL(url).pathname))

/** Chooses an item in its menu and waits until these files are in the browser. */
async function keep(page: Page, name: string, files: string[]): Promise<void> {
  await (await openMenu(page, name)).getByRole('button', { name: t('menu.keepOffline') }).tap()
  await until(
    `${files.join()} kept`,
    async () => JSON.stringify(await keptFiles(page)) === JSON.stringify(files.sort()),
  )
}

/** Opens a menu once: a browser keeps the code of sheets from earlier visits. */
async function loadSheets(page: Page): Promise<void> {
  await openMenu(page, '说明.txt')
  await page.goBack()
  await shown(page).locator('.sheet').waitFor({ state: 'detached' })
}

async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await notice(page)
    .filter({ hasText: t('network.offline') })
    .waitFor()
}

async function openPanel(page: Page): Promise<void> {
  await notice(page)
    .getByRole('button', { name: t('offline.title') })
    .tap()
  await panel(page).waitFor()
}

/** Types a name into the open form and saves it. */
async function nameIt(page: Page, name: string): Promise<void> {
  await shown(page)
    .getByRole('textbox', { name: t('name.label') })
    .fill(name)
  await shown(page)
    .getByRole('button', { name: t('action.save') })
    .tap()
}

async function newFolder(page: Page, name: string): Promise<void> {
  await shown(page).locator('.foot-add').tap()
  await shown(page)
    .getByRole('button', { name: t('name.newFolder'), exact: true })
    .tap()
  await nameIt(page, name)
}

const itemsOf = async (user: Pick<UserRow, 'login'>) => {
  const me = await client(drive.server).as(user.login)
  const { items = [] } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
  return items.map(({ name }) => name)
}

/** A user's own files on a phone: a picture, a text, and a folder with a text. */
async function withFiles(run: (page: Page, user: UserRow) => Promise<void>, phone: Phone = {}): Promise<void> {
  const { user } = await sharer(drive)
  await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo({ width: 320, height: 240 }) })
  await drive.make.file({ owner: user }, { name: '说明.txt', content: '第一行\n第二行' })
  const folder = await drive.make.folder({ owner: user }, { name: '课件' })
  await drive.make.file({ parent: folder }, { name: '第一课.md', content: '# 课文' })
  await drive.visit(
    user,
    '/files/own',
    async (page) => {
      await shown(page).locator('.row, .wide-row').filter({ hasText: '说明.txt' }).waitFor()
      await run(page, user)
    },
    { expected, ...phone },
  )
}

describe('[AH-42] without a network', () => {
  test('a kept picture, text and folder open, and a new name and a new folder wait and are made when the network is back', async () => {
    await withFiles(async (page, user) => {
      // Loads the code of previews, which a browser keeps from earlier visits.
      await row(page, '合影.jpg').locator('.row-open').tap()
      await preview(page, '合影.jpg').locator('img').first().waitFor()
      await page.goBack()
      await keep(page, '合影.jpg', ['合影.jpg'])
      await keep(page, '说明.txt', ['合影.jpg', '说明.txt'])
      await keep(page, '课件', ['合影.jpg', '第一课.md', '说明.txt'])
      await loseNetwork(page)
      await openPanel(page)
      await panel(page).getByRole('progressbar').waitFor()
      await assertAccessible(page)

      await open(page, '合影.jpg')
      await page.waitForFunction(
        () => (document.querySelector<HTMLImageElement>('img.offline-picture')?.naturalWidth ?? 0) === 320,
      )
      await back(page)
      await open(page, '说明.txt')
      await panel(page).locator('.offline-text').filter({ hasText: '第二行' }).waitFor()
      await page.goBack()
      await open(page, '课件')
      await open(page, '第一课.md')
      await panel(page).locator('.offline-text').filter({ hasText: '# 课文' }).waitFor()
      for (let step = 0; step < 3; step += 1) await back(page)
      await panel(page).waitFor({ state: 'detached' })

      await row(page, '说明.txt').locator('.row-open').tap()
      await shown(page).locator('.preview .offline-text').filter({ hasText: '第二行' }).waitFor()
      await page.goBack()

      await row(page, '课件').locator('.row-open').tap()
      await row(page, '第一课.md').locator('.row-open').tap()
      await shown(page).locator('.preview .offline-text').filter({ hasText: '# 课文' }).waitFor()
      await page.goBack()
      await row(page, '第一课.md').waitFor()
      await page.goBack()
      await row(page, '说明.txt').waitFor()

      await (await openMenu(page, '说明.txt')).getByRole('button', { name: t('menu.rename') }).tap()
      await nameIt(page, '须知')
      await row(page, '须知.txt')
        .filter({ hasText: t('waiting.mark') })
        .waitFor()
      await openPanel(page)
      await kept(page, '须知.txt').waitFor()
      assert.equal(await kept(page, '说明.txt').count(), 0)
      await back(page)
      await newFolder(page, '新课')
      await notice(page)
        .filter({ hasText: t('waiting.bar', { n: 2 }) })
        .waitFor()
      await row(page, '新课')
        .filter({ hasText: t('waiting.folder') })
        .waitFor()
      await assertAccessible(page)
      assert.ok(!(await itemsOf(user)).some((name) => name === '须知.txt' || name === '新课'))

      await page.context().setOffline(false)
      await row(page, '新课')
        .filter({ hasNotText: t('waiting.folder') })
        .waitFor()
      await row(page, '须知.txt')
        .filter({ hasNotText: t('waiting.mark') })
        .waitFor()
      assert.deepEqual((await itemsOf(user)).sort(), ['合影.jpg', '新课', '课件', '须知.txt'].sort())
      await notice(page).waitFor({ state: 'detached' })
    })
  })

  test('a refused name keeps the draft, says why, and can be sent under another name', async () => {
    await withFiles(async (page, user) => {
      await loadSheets(page)
      await loseNetwork(page)
      await (await openMenu(page, '说明.txt')).getByRole('button', { name: t('menu.rename') }).tap()
      await nameIt(page, '须知')
      await row(page, '须知.txt').waitFor()
      await drive.make.file({ owner: user }, { name: '须知.txt' })
      await page.context().setOffline(false)
      await notice(page)
        .getByRole('button', { name: t('waiting.show') })
        .tap()
      const change = panel(page).locator('.offline-change')
      await change.locator('.offline-fault').filter({ hasText: /\S/ }).waitFor()
      await change.getByRole('button', { name: t('kept.otherName') }).tap()
      await nameIt(page, '须知二')
      await change.waitFor({ state: 'detached' })
      assert.ok((await itemsOf(user)).includes('须知二.txt'))
    })
  })

  test('two open pages make each waiting folder once', async () => {
    await withFiles(async (page, user) => {
      const other = await page.context().newPage()
      await other.goto(page.url())
      await row(other, '说明.txt').waitFor()
      const pages = [page, other]
      for (const each of pages) {
        await each.bringToFront()
        await loadSheets(each)
      }
      await page.context().setOffline(true)
      for (const [each, name] of [
        [page, '甲'],
        [other, '乙'],
      ] as const) {
        await each.bringToFront()
        await notice(each)
          .filter({ hasText: t('network.offline') })
          .waitFor()
        await newFolder(each, name)
      }
      await page.context().setOffline(false)
      await until(
        'both folders',
        async () => (await itemsOf(user)).filter((name) => /^[甲乙]$/.test(name)).length === 2,
      )
      await until('nothing waits', () =>
        page.evaluate(
          () => (JSON.parse(localStorage.getItem('satchel.waitingNames')!) as { queue: [] }).queue.length === 0,
        ),
      )
      assert.equal((await itemsOf(user)).length, 5)
    })
  })
})

describe('[AH-42] kept files leave the phone', () => {
  test('when the user removes them, and when the user signs out', async () => {
    await withFiles(async (page) => {
      await keep(page, '说明.txt', ['说明.txt'])
      await keep(page, '合影.jpg', ['合影.jpg', '说明.txt'])
      await (await openMenu(page, '合影.jpg')).getByRole('button', { name: t('menu.dropOffline') }).tap()
      await until('one file', async () => (await cachedKeys(page)).length === 1)
      await openMe(page)
      await shown(page)
        .getByRole('button', { name: t('offline.title') })
        .tap()
      await kept(page, '说明.txt').waitFor()
      assert.equal(await kept(page, '合影.jpg').count(), 0)
      await back(page)
      await shown(page).locator('.foot-place').nth(1).tap()
      await signOut(page)
      await until('no file', async () => (await cachedKeys(page)).length === 0)
      assert.equal(await page.evaluate(() => localStorage.getItem('satchel.offline')), null)
    })
  })

  test('with the next contact after the right ended', async () => {
    const { user, enterprise } = await sharer(drive)
    const { user: owner, me } = await sharer(drive, enterprise)
    const folder = await drive.make.folder({ owner }, { name: '共享' })
    await drive.make.file({ parent: folder }, { name: '机密.txt', content: 'x' })
    const collab = await drive.make.collab(folder, { user }, 'viewer')
    await drive.visit(
      user,
      '/files/collab',
      async (page) => {
        await row(page, '共享').waitFor()
        await keep(page, '共享', ['机密.txt'])
        await page.context().setOffline(true)
        await notice(page)
          .filter({ hasText: t('network.offline') })
          .waitFor()
        await me.call('POST /apps/collabs/delete', { collab_ids: [collab.id] })
        assert.equal((await cachedKeys(page)).length, 1)
        await page.context().setOffline(false)
        await until('no file', async () => (await cachedKeys(page)).length === 0)
        await page
          .getByRole('status')
          .filter({ hasText: t('offline.gone', { name: '共享' }) })
          .waitFor()
      },
      { expected },
    )
  })

  test('somebody without the right to download cannot keep a file', async () => {
    const { user, enterprise } = await sharer(drive)
    const { user: owner } = await sharer(drive, enterprise)
    const folder = await drive.make.folder({ owner }, { name: '共享' })
    await drive.make.file({ parent: folder }, { name: '只看.txt', content: 'x' })
    await drive.make.collab(folder, { user }, 'previewer')
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      const menu = await openMenu(page, '只看.txt')
      await menu.getByRole('button', { name: t('menu.comment') }).waitFor()
      assert.equal(await menu.getByRole('button', { name: t('menu.keepOffline') }).count(), 0)
    })
  })
})

test('[AH-42] [AH-43] in a wide window the files are a dialog over the table, which shows a waiting name', async () => {
  await withFiles(
    async (page) => {
      const line = (name: string) => shown(page).locator('.wide-row').filter({ hasText: name })
      const menu = async (name: string, entry: 'menu.keepOffline' | 'menu.rename') => {
        await line(name).click({ button: 'right' })
        await page
          .locator('.sheet')
          .getByRole('button', { name: t(entry) })
          .click()
      }
      await line('说明.txt').waitFor()
      await menu('说明.txt', 'menu.keepOffline')
      await until('it is kept', async () => (await keptFiles(page))?.length === 1)
      await page.context().setOffline(true)
      await notice(page)
        .getByRole('button', { name: t('offline.title') })
        .click()
      await kept(page, '说明.txt').locator('.row-open').click()
      await panel(page).locator('.offline-text').filter({ hasText: '第二行' }).waitFor()
      assert.equal((await panel(page).boundingBox())?.width, 640)
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'detached' })
      await menu('说明.txt', 'menu.rename')
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('须知')
      await page.keyboard.press('Enter')
      await line('须知.txt')
        .filter({ hasText: t('waiting.mark') })
        .waitFor()
      await page.locator('.wide-scroll').click({ button: 'right', position: { x: 300, y: 500 } })
      await page
        .locator('.sheet')
        .getByRole('button', { name: t('name.newFolder'), exact: true })
        .click()
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('新课')
      await page.keyboard.press('Enter')
      await line('新课')
        .filter({ hasText: t('waiting.folder') })
        .waitFor()
      await page.context().setOffline(false)
      await line('新课')
        .filter({ hasNotText: t('waiting.folder') })
        .waitFor()
      await line('须知.txt')
        .filter({ hasNotText: t('waiting.mark') })
        .waitFor()
    },
    { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
  )
})

test('[AH-42] [AH-28] a page that starts without a network opens kept files and keeps what waits', async () => {
  await withFiles(
    async (page, user) => {
      await until('the shell', () =>
        page.evaluate(
          async () =>
            Boolean(await caches.match('/shell')) &&
            navigator.serviceWorker.controller !== null &&
            localStorage.getItem('satchel.shell') !== null,
        ),
      )
      await keep(page, '说明.txt', ['说明.txt'])
      // Loads the panel once, as a user would who looks whether the file is there.
      await page.reload()
      await row(page, '说明.txt').waitFor()
      await loseNetwork(page)
      await newFolder(page, '新课')
      await notice(page)
        .filter({ hasText: t('waiting.bar', { n: 1 }) })
        .waitFor()
      await page.reload()
      await row(page, '说明.txt').waitFor()
      await row(page, '新课')
        .filter({ hasText: t('waiting.folder') })
        .locator('.row-open')
        .tap()
      await panel(page)
        .locator('.offline-change')
        .filter({ hasText: t('kept.folder', { name: '新课' }) })
        .waitFor()
      await open(page, '说明.txt')
      await panel(page).locator('.offline-text').filter({ hasText: '第二行' }).waitFor()
      await page.context().setOffline(false)
      await until('the folder', async () => (await itemsOf(user)).includes('新课'))
    },
    { serviceWorkers: 'allow', isNew: true },
  )
})

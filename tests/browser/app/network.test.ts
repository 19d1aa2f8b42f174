import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import { nowhere, openDrive } from '../rig/drive'
import { openMenu, row, shown, t } from '../rig/screen'

const drive = openDrive({ isNew: true })
/** Chromium's console errors for requests that the tests fail. */
const expected = [
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /ERR_EMPTY_RESPONSE/,
  /status of 404/,
]

const bar = (page: Page, text: string | RegExp) => shown(page).locator('.notice').filter({ hasText: text })
const dialog = (page: Page) => shown(page).getByRole('alertdialog')

/** Waits for the code of network failures, which loads after the first page. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/js/lazy.')),
  )
}

/** Collects requests of one kind from now on. */
function requests(page: Page, part: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes(part)) seen.push(request)
  })
  return seen
}

async function withFolders(run: (page: Page) => Promise<void>, language = 'zh-CN'): Promise<void> {
  const me = await drive.make.user()
  const folder = await drive.make.folder({ owner: me }, { name: '旧课件' })
  await drive.make.file({ parent: folder }, { name: '里面.txt' })
  await drive.make.folder({ owner: me }, { name: '新课件' })
  await drive.visit(
    me,
    nowhere,
    async (page) => {
      await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '旧课件').waitFor()
      await run(page)
    },
    { expected },
  )
}

const open = (page: Page, name: string) => row(page, name).getByRole('button').first().tap()
const back = (page: Page) =>
  shown(page)
    .getByRole('button', { name: t('action.back') })
    .tap()

describe('[AH-19] without a network', () => {
  test('a bar says so with the time of the data, seen places open as they were, and once online the list refreshes once', () =>
    withFolders(async (page) => {
      await waitUntilStill(page)
      await open(page, '旧课件')
      await row(page, '里面.txt').waitFor()
      await back(page)
      await row(page, '新课件').waitFor()
      await page.context().setOffline(true)
      await bar(page, /网络不可用 · 显示的是 \d\d:\d\d 的内容/).waitFor()
      assert.equal(await bar(page, /./).getByRole('status').count(), 1)
      await open(page, '旧课件')
      await row(page, '里面.txt').waitFor()
      await bar(page, /显示的是 \d\d:\d\d/).waitFor()
      await back(page)
      await open(page, '新课件')
      await shown(page).getByText(t('empty.failed.title')).waitFor()
      assert.equal(await bar(page, /./).innerText(), t('network.offline'))
      assert.equal(await dialog(page).count(), 0)
      await back(page)
      await row(page, '旧课件').waitFor()
      const asked = requests(page, '/file_list/')
      await page.context().setOffline(false)
      await bar(page, /./).waitFor({ state: 'detached' })
      await until('the list asks', () => asked.length > 0)
      await open(page, '新课件')
      await shown(page).getByText(t('empty.list.title')).waitFor()
      assert.deepEqual(
        asked.map((request) => /file_list\/(\d+)/.exec(request.url())![1] === '0'),
        [true, false],
      )
    }))

  deepTest(
    'a server that is gone opens one dialog for the user’s action and none for later ones; the bar closes when a call succeeds',
    () =>
      withFolders(async (page) => {
        await waitUntilStill(page)
        const favourite = async () =>
          (await openMenu(page, '旧课件')).getByRole('button', { name: t('menu.favourite') }).tap()
        await (await openMenu(page, '旧课件')).getByRole('button', { name: t('menu.favourite') }).waitFor()
        await page.keyboard.press('Escape')
        await shown(page).locator('.sheet').waitFor({ state: 'detached' })

        const { server } = drive.server.app
        const { port } = server.address() as AddressInfo
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await closed
        try {
          await favourite()
          await dialog(page).getByText(t('failure.network')).waitFor()
          await dialog(page)
            .getByRole('button', { name: t('action.gotIt') })
            .tap()
          await dialog(page).waitFor({ state: 'detached' })
          await bar(page, t('network.offline')).waitFor()
          await favourite()
          await page.getByText(t('network.failed')).waitFor()
          assert.equal(await dialog(page).count(), 0)
          await row(page, '旧课件').waitFor()
        } finally {
          await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
        }
        await bar(page, /./).waitFor({ state: 'detached', timeout: 30_000 })
        await favourite()
        await page.getByText(t('favourite.added')).waitFor()
      }),
  )

  for (const [language, text] of [
    ['en', /No network · showing content from \d\d:\d\d/],
    ['zh-TW', /網路無法使用 · 顯示的是 \d\d:\d\d 的內容/],
  ] as const) {
    deepTest(`the bar and the dialog read well in ${language}`, () =>
      withFolders(async (page) => {
        await waitUntilStill(page)
        await page.context().setOffline(true)
        await bar(page, text).waitFor()
      }, language),
    )
  }
})

describe('[AH-19] on a weak network', () => {
  /** A folder with more pictures than a screen shows, and one picture beside it. */
  async function withPictures(run: (page: Page, thumbnails: Request[]) => Promise<void>): Promise<void> {
    const user = await drive.make.user()
    const me = await client(drive.server).as(user.login)
    const bytes = await photo({ width: 200, height: 150 })
    const { new_folder: folder } = (await me.call('POST /apps/files/new_folder', {
      parent_folder_id: 0,
      name: '相册',
    })) as { new_folder?: { id: number } }
    const id =
      folder?.id ??
      (
        await drive.server.deps.db
          .selectFrom('items')
          .select('id')
          .where('name', '=', '相册')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).id
    for (let n = 10; n < 34; n += 1) await upload(me, `图${n}.jpg`, bytes, { folder_id: id })
    await upload(me, '外面.jpg', bytes)
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        const thumbnails = requests(page, '/representations/download')
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '相册').waitFor()
        await waitUntilStill(page)
        await until('the picture beside it', () => thumbnails.length === 1)
        await run(page, thumbnails)
      },
      { expected },
    )
  }

  deepTest('a bar says so, pictures get smaller and only visible ones are requested; what was shown stays', () =>
    withPictures(async (page, thumbnails) => {
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 1500,
        downloadThroughput: 1e6,
        uploadThroughput: 1e6,
        connectionType: 'cellular2g',
      })
      await bar(page, t('network.weak')).waitFor()
      assert.deepEqual(
        thumbnails.map((request) => request.url().endsWith('&size=64')),
        [false],
      )
      await open(page, '相册')
      await row(page, '图33.jpg').waitFor()
      await until('pictures', () => thumbnails.length > 10)
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
        connectionType: 'wifi',
      })
      await bar(page, /./).waitFor({ state: 'detached' })
      const asked = thumbnails.slice(1)
      const small = asked.filter((request) => request.url().endsWith('&size=64'))
      assert.ok(small.length > 10 && small.length < 22, `${small.length} of 24`)
      const answer = await (await small[0]!.response())!.body()
      assert.ok(answer.length > 0)
      assert.equal(new Set(asked.map((request) => request.url().replace('&size=64', ''))).size, asked.length)
    }),
  )

  deepTest('without a network no new pictures are requested', () =>
    withPictures(async (page, thumbnails) => {
      await open(page, '相册')
      await until('pictures', () => thumbnails.length > 10)
      await back(page)
      await row(page, '外面.jpg').waitFor()
      await page.context().setOffline(true)
      await bar(page, /网络不可用/).waitFor()
      const before = thumbnails.length
      await open(page, '相册')
      await row(page, '图33.jpg').waitFor()
      assert.equal(thumbnails.length, before)
    }),
  )
})

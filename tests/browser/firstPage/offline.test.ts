import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { MANIFEST_FILE, type Manifest } from '../../../server/web/manifest'
import { openDrive, webFolder as built } from '../rig/drive'
import type { Phone } from '../rig/phone'
import { addressBecomes, openMenu, row, shown, signOut, t } from '../rig/screen'
import { sharer } from '../rig/visits'

// Lets Playwright also answer the requests of a service worker.
process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS = '1'

const webFolder = await mkdtemp(path.join(tmpdir(), 'satchel-build-'))
await cp(built, webFolder, { recursive: true })
after(() => rm(webFolder, { recursive: true }))
const drive = openDrive({ webFolder, isNew: true })

const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION_REFUSED/, /Failed to fetch/]
const url = (address: string) => drive.server.url + address
const shell = (page: Page) => page.locator('#shell')

/** Waits until the service worker has its cache, and the page has stored its user's data. */
async function installed(page: Page): Promise<void> {
  await until('the shell', () =>
    page.evaluate(
      async () =>
        Boolean(await caches.match('/shell')) &&
        navigator.serviceWorker.controller !== null &&
        localStorage.getItem('satchel.shell') !== null,
    ),
  )
}

/** Leaves the page, so that the page stores what it shows. */
async function leave(page: Page): Promise<void> {
  await page.goto(url('/icon.svg'))
}

async function withList(run: (page: Page, user: UserRow) => Promise<void>, phone: Phone = {}): Promise<void> {
  const { user } = await sharer(drive)
  const folder = await drive.make.folder({ owner: user }, { name: '旧课件' })
  await drive.make.file({ parent: folder }, { name: '里面.txt', content: 'x' })
  await drive.visit(
    user,
    '/files/own',
    async (page) => {
      await row(page, '旧课件').waitFor()
      await installed(page)
      await run(page, user)
    },
    { serviceWorkers: 'allow', expected, ...phone },
  )
}

/** The app's files in the browser: names of caches, and addresses in them. */
function cachedFiles(page: Page): Promise<{ caches: string[]; files: string[] }> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { caches: names, files: files.flat().map((request) => new URL(request.url).pathname) }
  })
}

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** Holds the server's answer to the page of a list until `release` is called. */
async function holdPage(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const free = new Promise<void>((resolve) => (release = resolve))
  await page.context().route(
    (address) => /^(\/h5)?\/(files\/.*)?$/.test(address.pathname),
    async (route) => {
      if (route.request().serviceWorker()) await free
      await route.continue()
    },
  )
  return release
}

const otherLook = (text: string) => text.replace('<title>', '<meta name=other><title>')

describe('[AH-28] without a network', () => {
  test('the root opens the last list, says that there is no network, and continues once it is back', async () => {
    await withList(async (page, user) => {
      await row(page, '旧课件').getByRole('button').first().tap()
      await row(page, '里面.txt').waitFor()
      const { pathname } = new URL(page.url())
      await leave(page)
      await page.context().setOffline(true)
      await page.goto(url('/'))
      await row(page, '里面.txt').waitFor()
      await addressBecomes(page, pathname)
      await shown(page).locator('.notice').waitFor()
      // The code that the page needs for that was cached.
      assert.equal(await shell(page).count(), 0)
      await drive.make.file({ owner: user }, { name: '新来的.txt', content: 'x' })
      await page.context().setOffline(false)
      await until('the network is back', async () => (await page.locator('#boot').count()) === 0)
      await page.goto(url('/files/own'))
      await row(page, '新来的.txt').waitFor()
    })
  })

  deepTest('a user who was offline may write as soon as the network is back', async () => {
    await withList(async (page) => {
      await leave(page)
      await page.context().setOffline(true)
      await page.goto(url('/files/own'))
      await row(page, '旧课件').waitFor()
      await page.context().setOffline(false)
      await until('the network is back', async () => (await page.locator('#boot').count()) === 0)
      await row(page, '旧课件').waitFor()
      await (await openMenu(page, '旧课件')).getByRole('button', { name: t('menu.favourite') }).tap()
      await page
        .getByRole('status')
        .filter({ hasText: t('favourite.added') })
        .waitFor()
    })
  })

  deepTest(
    'pages of links and other screens without lists are not cached: the browser says that there is no network',
    async () => {
      await withList(async (page, user) => {
        const me = await client(drive.server).as(user.login)
        const file = await drive.make.file({ owner: user }, { name: '简章.txt', content: 'x' })
        const link = await makeLink(me, file)
        await page.goto(url(link.url))
        await shown(page).locator('.visit-buttons').waitFor()
        const { files } = await cachedFiles(page)
        assert.deepEqual(
          files.filter((name) => !/^\/(js|css)\/.*\.[0-9a-f]{6}\.(js|css)$/.test(name)),
          ['/shell'],
        )
        await page.context().setOffline(true)
        for (const address of [link.url, '/login', '/message'].map(url))
          await assert.rejects(page.goto(address), /ERR_INTERNET_DISCONNECTED/)
      })
    },
  )
})

describe('[AH-28] a warm visit', () => {
  deepTest(
    'a warm visit shows the last list with its icons before the server answers, then the answer, and no row moves',
    async () => {
      await withList(async (page) => {
        await leave(page)
        const release = await holdPage(page)
        await page.goto(url('/files/own'), { waitUntil: 'commit' })
        await shell(page).locator('.row', { hasText: '旧课件' }).waitFor()
        assert.equal(await page.locator('#boot').count(), 0)
        const before = await shell(page).locator('.row-head').first().boundingBox()
        const icon = shell(page).locator('.icon').first()
        await icon.waitFor()
        assert.notEqual(await icon.evaluate((each) => getComputedStyle(each).webkitMaskImage), 'none')
        release()
        await row(page, '旧课件').waitFor()
        await until('the shell gone', async () => (await shell(page).count()) === 0)
        assert.deepEqual(await shown(page).locator('.row-head').first().boundingBox(), before)
      })
    },
  )

  deepTest('the cached list disappears once the server says that the session has ended', async () => {
    await withList(async (page) => {
      await leave(page)
      await page.context().clearCookies()
      await page.goto(url('/files/own'), { waitUntil: 'commit' })
      await shown(page)
        .getByRole('button', { name: t('login.submit'), exact: true })
        .waitFor()
      assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes('旧课件'))
      const release = await holdPage(page)
      await page.goto(url('/files/own'), { waitUntil: 'commit' })
      await shell(page).locator('.skeleton').waitFor()
      assert.equal(await shell(page).locator('.row').count(), 0)
      release()
      await shown(page)
        .getByRole('button', { name: t('login.submit'), exact: true })
        .waitFor()
    })
  })
})

describe('[AH-28] cached data are removed', () => {
  deepTest(
    'signing out removes list, shell and service worker, and another open page brings nothing back',
    async () => {
      await withList(async (page) => {
        const other = await page.context().newPage()
        await other.goto(url('/files/own'))
        await row(other, '旧课件').waitFor()
        await page.bringToFront()
        await signOut(page)
        await until('nothing is kept', async () => (await registrations(page)) === 0)
        await until('no cache', async () => (await cachedFiles(page)).caches.length === 0)
        await other.evaluate(() => dispatchEvent(new Event('pagehide')))
        const stored = await page.evaluate(() => JSON.stringify(localStorage))
        assert.ok(!stored.includes('旧课件') && !stored.includes('satchel.shell'), stored)
      })
    },
  )

  deepTest(
    'another user’s sign-in removes the data, and a page of the former user that stayed open does not bring them back',
    async () => {
      await withList(async (page, user) => {
        const other = await drive.make.user()
        await drive.make.folder({ owner: other }, { name: '别人的' })
        const { headers } = await client(drive.server).as(other.login)
        const [name = '', value = ''] = headers
          .cookie!.split('; ')
          .find((each) => each.includes('_session='))!
          .split('=')
        const old = await page.context().newPage()
        await old.goto(url('/files/own'))
        await row(old, '旧课件').waitFor()
        await page.context().addCookies([{ name, value, url: drive.server.url }])
        await page.goto(url('/files/own'))
        await row(page, '别人的').waitFor()
        const ownerNow = () =>
          page.evaluate(() => (JSON.parse(localStorage.getItem('satchel.shell') ?? '{}') as { userId?: number }).userId)
        await until('it is theirs', async () => (await ownerNow()) === other.id)
        await old.evaluate(() => dispatchEvent(new Event('pagehide')))
        assert.equal(await ownerNow(), other.id)
        assert.ok(!(await page.evaluate(() => localStorage.getItem('satchel.shell')))!.includes('旧课件'))
        assert.notEqual(user.id, other.id)
      })
    },
  )
})

describe('[AH-28] [AH-32] no browser stays with an old shell', () => {
  const manifest = path.join(webFolder, MANIFEST_FILE)
  /** Rewrites the page on the server, as an update does. */
  const rewrite = async (text: string, seconds: number) => {
    await writeFile(manifest, text)
    await utimes(manifest, new Date(), new Date(Date.now() + seconds * 1000))
  }
  const buildOf = (page: Page) => page.locator('meta[name=build]').getAttribute('content')

  deepTest(
    'the visit after an update gets the new build, the next one its shell, also after the way back',
    async () => {
      const former = await readFile(manifest, 'utf8')
      await withList(async (page) => {
        const first = await buildOf(page)
        for (const [text, seconds] of [
          [otherLook(former), 10],
          [former, 20],
        ] as const) {
          await rewrite(text, seconds)
          await page.goto(url('/files/own'))
          await until(
            'the new page',
            async () => (await page.locator('meta[name=other]').count()) === Number(text !== former),
          )
          await row(page, '旧课件').waitFor()
          const build = await buildOf(page)
          assert.equal(build === first, text === former)
          await until(
            'its shell',
            async () => (await cachedFiles(page)).caches.join() === `shell-${build}.zh-CN.default`,
          )
          await page.goto(url('/files/own'))
          await row(page, '旧课件').waitFor()
          assert.equal(await buildOf(page), build)
        }
      })
    },
  )

  deepTest('a page that a network sends in place of a file is not cached as that file', async () => {
    await withList(async (page) => {
      const address = '/js/other.00000000.js'
      const text = () => page.evaluate(async (path) => (await fetch(path)).text(), address)
      await page
        .context()
        .route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: 'sign in' }))
      assert.equal(await text(), 'sign in')
      await page.context().unroute(`**${address}`)
      await page
        .context()
        .route(`**${address}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '1' }))
      assert.equal(await text(), '1')
      await until('it is kept', async () => (await cachedFiles(page)).files.includes(address))
    })
  })

  deepTest('a server without shells, and one whose page fails, are shown as they are', async () => {
    const former = await readFile(manifest, 'utf8')
    await withList(async (page) => {
      const { kept, screens, ...others } = JSON.parse(former) as Manifest
      for (const screen of Object.values(screens)) delete screen.start
      assert.ok(kept)
      await rewrite(JSON.stringify({ ...others, screens }), 30)
      for (let visit = 0; visit < 3; visit += 1) {
        await page.goto(url('/files/own'))
        await row(page, '旧课件').waitFor()
        assert.equal(await page.locator('#first').count(), 0)
      }
      assert.deepEqual((await cachedFiles(page)).caches, [])
      await rewrite(former, 40)
    })
  })
})

deepTest(
  '[AH-28] the browser can install the app by a manifest with icons; WeChat and frames cache nothing',
  async () => {
    await withList(async (page) => {
      const cdp = await page.context().newCDPSession(page)
      const { errors, data } = await cdp.send('Page.getAppManifest')
      assert.deepEqual(errors, [])
      const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] }
      for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
        const side = await page.evaluate(async (address) => {
          const image = new Image()
          image.src = address
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }, src)
        assert.equal(side, sizes)
      }
      const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
      assert.deepEqual(
        installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
        [],
      )
    })
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    const userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile MicroMessenger/8.0.49'
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '资料').waitFor()
        await page.waitForFunction(() => localStorage.getItem('satchel.shell') !== null)
        assert.equal(await registrations(page), 0)
      },
      { serviceWorkers: 'allow', userAgent },
    )
  },
)

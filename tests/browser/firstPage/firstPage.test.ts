import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { makeLink, Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'
import { openDrive, webFolder, nowhere } from '../rig/drive'
import { addressBecomes, row, shown, t, wordsIn } from '../rig/screen'
import { sharer } from '../rig/visits'
import { holdCode, shell, asksItself } from './heldCode'

const drive = openDrive({ isNew: true })

interface Asked {
  path: string
  by: string
}

/** The requests of the page until it was complete, without the hashes in names. */
function asked(page: Page): Promise<Asked[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => !name.endsWith('/icon.svg') && !name.includes('/lazy'))
      .map(({ name, initiatorType: by }) => ({
        path: name.slice(location.origin.length).replace(/\.[0-9a-f]{6}\./, '.'),
        by,
      })),
  )
}

async function paths(page: Page): Promise<string[]> {
  return (await asked(page)).map(({ path }) => path).sort()
}

const app = ['/js/app.js', '/js/vendor.js', '/js/words-zh-CN.js']
const code = [...app, '/js/list.js']
/** Recently used files are requested after the first rows. */
const isRecents = ({ path }: Asked) => path === '/api/recent_items/get_list'
/** The code of previews loads once the list is there and nobody does anything (items/opening). */
const isAhead = (path: string) => /^\/(js|css)\/(words-)?preview/.test(path)
const list = (page: Page) =>
  asked(page).then((all) => all.filter((each) => each.path.startsWith('/api/') && !isRecents(each)))
const isQuiet = (page: Page) => page.waitForLoadState('networkidle')
const drawnPicture = (page: Page) => page.locator('#shell-picture img')

/** Adds a photo with its renditions to the user's own files; @returns the address of its preview over their list */
async function readyPhoto(user: UserRow, name = '合影.jpg'): Promise<string> {
  const { id } = await drive.make.file({ owner: user }, { name, content: await photo() })
  const me = await client(drive.server).as(user.login)
  const ask = { file_id: id, kind: 'image_1024' } as const
  await until('made', async () => (await me.call('GET /apps/representations/info', ask)).status === 'generated')
  return `${drive.server.url}/files/own?preview=1&file_id=${id}`
}

describe('requests before the first row', () => {
  test('the page requests four scripts and contains its styles and the first rows', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    for (const base of ['', '/h5']) {
      await drive.visit(user, `${base}/files/own`, async (page) => {
        await row(page, '资料').waitFor()
        await isQuiet(page)
        const early = (await paths(page)).filter((path) => !isAhead(path))
        assert.deepEqual(early, [...code].sort())
        assert.equal(await page.locator('link[rel=stylesheet]:not([href*="/lazy."], [href*="/preview."])').count(), 0)
      })
    }
  })

  deepTest('the words for later screens load once the list is shown', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, nowhere, async (page) => {
      let release: () => void = () => undefined
      const free = new Promise<void>((resolve) => {
        release = resolve
      })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.route('**/file_list/**', (route) => free.then(() => route.continue()))
      await page.goto(`${drive.server.url}/files/own${asksItself}`)
      await shown(page).locator('.skeleton').waitFor()
      assert.equal(
        asked.some((url) => url.includes('/lazy-words')),
        false,
      )
      release()
      await row(page, '资料').waitFor()
      await until('the words', () => asked.some((url) => url.includes('/lazy-words')))
    })
  })

  deepTest(
    'each place comes with the page, as the app would request it; an order in the address is requested once',
    async () => {
      const enterprise = await drive.make.enterprise()
      const department = await drive.make.department({ enterprise, name: '教务处' })
      const user = await drive.make.user({ department })
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      const titles = {
        '/': t('space.frequent'),
        '/files/frequent': t('space.frequent'),
        '/files/own': t('space.own'),
        '/files/collab': t('space.collab'),
        [`/files/folder/${folder.id}?filenav=1`]: '资料',
        [`/files/dept/${department.id}`]: '教务处',
      }
      await drive.visit(user, nowhere, async (page) => {
        for (const [place, title] of Object.entries(titles)) {
          const release = await holdCode(page)
          await page.goto(drive.server.url + place, { waitUntil: 'commit' })
          await page.waitForFunction(() => 'early' in window)
          release()
          await shown(page).getByRole('heading', { name: title }).waitFor()
          await page.unroute('**/js/app.*.js')
          await isQuiet(page)
          const lists = async () => (await list(page)).filter(({ path }) => /list/.test(path))
          assert.deepEqual(await lists(), [], place)
          assert.deepEqual(await page.evaluate(() => (globalThis as { early?: object }).early), {})
        }
        const release = await holdCode(page)
        await page.goto(`${drive.server.url}/files/own${asksItself}`, { waitUntil: 'commit' })
        await page.waitForFunction(() => 'early' in window)
        release()
        await row(page, '资料').waitFor()
        await isQuiet(page)
        assert.equal((await list(page)).filter(({ path }) => /list/.test(path)).length, 1)
      })
    },
  )

  deepTest(
    '[RT-08] [PREV-06] a picture over a list is drawn before the app, which shows the same; closing it loads the list',
    async () => {
      const user = await drive.make.user()
      const name = `</script><b>${'很长的名字'.repeat(12)}.jpg`
      const address = await readyPhoto(user, name)
      await drive.visit(user, nowhere, async (page) => {
        const release = await holdCode(page)
        await page.goto(address, { waitUntil: 'commit' })
        const drawn = page.locator('#shell-picture')
        await drawnPicture(page).waitFor()
        assert.equal(await drawn.locator('.header-text').textContent(), name)
        const look = (screen: Locator) =>
          screen.evaluate((element) =>
            ['img', '.header-text', '.header-bar'].map((part) => {
              const { x, y, width, height } = element.querySelector(part)!.getBoundingClientRect()
              const { color, fontSize } = getComputedStyle(element.querySelector(part)!)
              return [part, x, y, width, height, color, fontSize]
            }),
          )
        const before = await look(drawn)
        release()
        await until('the app’s', async () => (await drawn.count()) === 0)
        assert.deepEqual(await look(shown(page).getByRole('dialog')), before)
        await isQuiet(page)
        const calls = (await list(page)).map(({ path }) => path)
        assert.deepEqual(
          calls.filter((path) => /get_info|file_list|representations\/info/.test(path)),
          [],
        )
        await shown(page)
          .getByRole('dialog')
          .getByRole('button', { name: t('action.back') })
          .click()
        await row(page, name).waitFor()
      })
    },
  )

  deepTest('[RT-08] a picture that fails leaves the app’s message about it', async () => {
    const user = await drive.make.user()
    const address = await readyPhoto(user)
    await drive.visit(
      user,
      '/login',
      async (page) => {
        await page.route('**/representations/download*', async (route) => {
          await drawnPicture(page).or(shown(page).getByRole('dialog')).waitFor({ state: 'attached' })
          await route.abort()
        })
        const release = await holdCode(page)
        await page.goto(address, { waitUntil: 'commit' })
        await drawnPicture(page).waitFor({ state: 'attached' })
        await drawnPicture(page).waitFor({ state: 'detached' })
        release()
        await shown(page).getByText(t('preview.reason.failure')).waitFor()
      },
      { expected: [/ERR_FAILED/] },
    )
  })

  deepTest('[RT-08] a picture that loads slowly does not block what the app draws', async () => {
    const user = await drive.make.user()
    const address = await readyPhoto(user)
    await drive.visit(user, nowhere, async (page) => {
      await page.route('**/representations/download*', () => undefined)
      const release = await holdCode(page)
      await page.goto(address, { waitUntil: 'commit' })
      await drawnPicture(page).waitFor({ state: 'attached' })
      release()
      await drawnPicture(page).waitFor({ state: 'detached' })
      await shown(page)
        .getByRole('dialog')
        .getByRole('button', { name: t('action.back') })
        .click()
      await row(page, '合影.jpg').waitFor()
    })
  })

  deepTest('an early answer is used once, so returning to the list requests a new answer', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await drive.make.folder({ owner: user }, { name: '新来的' })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await row(page, '新来的').waitFor()
    })
  })

  deepTest('the page loads only the words of the visitor’s language and wording', async () => {
    const user = await drive.make.user()
    await drive.visit(user, nowhere, async (page) => {
      for (const [language, wording] of [
        ['en', 'default'],
        ['zh-TW', 'education'],
        ['zh-CN', 'default'],
      ] as const) {
        await page.context().addCookies([
          { name: 'lang', value: language, url: drive.server.url },
          { name: 'lang_type', value: wording, url: drive.server.url },
        ])
        await page.goto(`${drive.server.url}/files/own`)
        await shown(page).getByText(wordsIn(language)('empty.list.title')).waitFor()
        // The words of previews come while the page is idle.
        const ofPreviews = `/js/words-preview-${language}.js`
        const words = async () => (await asked(page)).filter(({ path }) => path.includes('words'))
        await until('the words of previews', async () => (await words()).some(({ path }) => path === ofPreviews))
        await isQuiet(page)
        const expected = [
          `/js/words-${language}.js`,
          ...(wording === 'education' ? [`/js/words-education-${language}.js`] : []),
          ofPreviews,
        ]
        const loaded = await words()
        assert.deepEqual(
          loaded.map(({ path }) => path),
          expected,
        )
        assert.ok(loaded.every(({ by }) => by === 'script'))
        assert.match(
          await (await page.request.get(`${drive.server.url}/`)).text(),
          new RegExp(`<html lang="${language}">`),
        )
      }
    })
  })

  deepTest('a stranger gets the sign-in, and no list', async () => {
    for (const base of ['', '/h5']) {
      await drive.visit(null, `${base}/login`, async (page) => {
        await shown(page)
          .getByRole('button', { name: t('login.submit') })
          .waitFor()
        await isQuiet(page)
        const all = await asked(page)
        assert.deepEqual(
          all.filter(({ path }) => path.startsWith('/api/')),
          [{ path: '/api/apps/users/sign_on_ways', by: 'fetch' }],
        )
        // One script, one style sheet and the ways to sign on are the page's own.
        assert.equal(all.length, app.length + 3, JSON.stringify(all))
        assert.equal(await shell(page).count(), 0)
      })
      await drive.visit(null, `${base}/files/own`, async (page) => {
        await addressBecomes(page, `${base}/login?redirect=${encodeURIComponent('/files/own')}`)
        await isQuiet(page)
        assert.deepEqual(
          (await list(page)).map(({ path }) => path),
          ['/api/apps/users/sign_on_ways'],
        )
      })
    }
  })

  deepTest(
    '[LAND-05] the page of a link loads no code of sign-in, the member’s list, its stores or pickers',
    async () => {
      /** A text that only this part's code contains, whatever its file is called. */
      const parts = {
        signIn: 'login.submit',
        list: 'header.chooseSpace',
        listStore: 'file_list_for_collabs',
        pickers: 'pick.search',
        recents: 'recent_items/get_list',
      }
      const folderOfCode = path.join(webFolder, 'js')
      const scripts = (await readdir(folderOfCode)).filter((name) => name.endsWith('.js'))
      const texts = new Map(
        await Promise.all(
          scripts.map(async (name) => [name, await readFile(path.join(folderOfCode, name), 'utf8')] as const),
        ),
      )
      const { user, me } = await sharer(drive)
      const folder = await drive.make.folder({ owner: user }, { name: '活动' })
      const picture = await drive.make.file({ parent: folder }, { name: '合影.jpg', content: await photo() })
      const link = await makeLink(me, picture)
      const { process } = await new Visitor(drive.server.url, link.unique_name).open()
      await until('the picture is made', async () => (await fetch(drive.server.url + process!.picture_url)).ok)
      const seen = {
        [link.url]: '.visit-picture-image',
        [(await makeLink(me, folder)).url]: '.row-head',
      }
      for (const [url, content] of Object.entries(seen)) {
        await drive.visit(null, url, async (page) => {
          await shown(page).locator(content).first().waitFor({ timeout: 30_000 })
          await shown(page).locator('.visit-buttons').waitFor()
          await isQuiet(page)
          const brought = await page.evaluate(() =>
            performance.getEntriesByType('resource').flatMap(({ name }) => /\/js\/([^/]+\.js)$/.exec(name)?.[1] ?? []),
          )
          assert.ok(brought.length >= app.length, brought.join())
          for (const [part, text] of Object.entries(parts)) {
            const files = scripts.filter((name) => texts.get(name)!.includes(text))
            assert.ok(files.length > 0, `no file has ${part}`)
            assert.deepEqual(
              files.filter((name) => brought.includes(name)),
              [],
              part,
            )
          }
        })
      }
    },
  )

  deepTest('scripts are compressed', async () => {
    const user = await drive.make.user()
    await drive.visit(user, '/files/own', async (page) => {
      const script = await page.locator('script[src*="/js/vendor."]').getAttribute('src')
      for (const encoding of ['br', 'gzip']) {
        const answer = await page.request.get(drive.server.url + script!, { headers: { 'accept-encoding': encoding } })
        assert.equal(answer.headers()['content-encoding'], encoding)
      }
    })
  })
})

deepTest('the policy of a page knows its one script and allows no other', async () => {
  const user = await drive.make.user()
  // The phone fails the test on any violation in the console.
  await drive.visit(user, '/files/own', async (page) => {
    const answer = await page.request.get(`${drive.server.url}/files/own`)
    const [, scripts = ''] = /script-src ([^;]*)/.exec(answer.headers()['content-security-policy']!)!
    assert.match(scripts, /^'self' 'sha256-[^']+'$/)
    await shown(page).getByText(t('empty.list.title')).waitFor()
  })
})

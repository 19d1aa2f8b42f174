import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/search/zhCN'
import { createWords } from '@/i18n/words'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { beforeEnding, endings } from '../../support/landing/endedVisits'
import { userWithLinks } from '../../support/shares/linkWorld'
import { pdf, photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { assertAccessible } from '../rig/axe'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, names, openMenu, preview, row, rowsBecome, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { button, sharer, signIn } from '../rig/visits'

const drive = openDrive()

const field = (page: Page) => shown(page).getByLabel(t('visit.password.label'), { exact: true })
const words = createWords(phrases)
const search = (page: Page) => shown(page).getByRole('dialog', { name: words('search.title'), exact: true })
const found = (page: Page, name: string) => search(page).locator('.row').filter({ hasText: name })
const says = (page: Page, text: string) => shown(page).getByText(text, { exact: true }).first().waitFor()
/** What the page has fetched. */
const asked = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
const files = async (page: Page) => (await asked(page)).filter((path) => /\.(js|css)$/.test(path))

/** A folder of three items, and its link. */
async function sharedFolder(settings: Parameters<typeof makeLink>[2] = {}) {
  const { user, me, enterprise } = await sharer(drive)
  const folder = await drive.make.folder({ owner: user }, { name: '校园开放日' })
  const inner = await drive.make.folder({ parent: folder }, { name: '原图' })
  await drive.make.file({ parent: inner }, { name: '里面.txt', content: '里面的字' })
  const text = await drive.make.file({ parent: folder }, { name: '安排.txt', content: '周六上午九点' })
  const picture = await drive.make.file({ parent: folder }, { name: '合影.jpg', content: await photo() })
  const link = await makeLink(me, folder, settings)
  return { user, me, enterprise, folder, inner, text, picture, link }
}

describe('[LAND-01] [LAND-05] a visitor without an account opens a link', () => {
  deepTest(
    'a picture appears at once without code of sign-in, pickers or viewers; a tap shows it whole, and back returns',
    async () => {
      const { user, me } = await sharer(drive)
      const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
      const link = await makeLink(me, file, { description: '给大家看看' })
      await drive.visit(null, link.url, async (page) => {
        await shown(page).locator('.visit-picture-image').waitFor({ timeout: 30_000 })
        await shown(page).locator('.visit-picture > .tile').waitFor({ state: 'detached', timeout: 30_000 })
        await says(page, '给大家看看')
        await shown(page)
          .getByText(t('visit.sharedFile', { name: user.name }))
          .waitFor()
        const fetched = await files(page)
        assert.deepEqual(
          fetched.filter((path) => /list\.|pick|share\.|people|preview|search/.test(path)),
          [],
        )
        // Requested before the app's code was there, and not again.
        assert.equal((await asked(page)).filter((path) => path.includes('share_links/info')).length, 1)
        await shown(page).locator('.visit-picture').tap()
        await preview(page, '合影.jpg').locator('.preview-picture').waitFor({ timeout: 30_000 })
        await page.goBack()
        await addressBecomes(page, link.url)
      })
    },
  )

  deepTest('a document is shown in the page and can be downloaded', async () => {
    const { user, me } = await sharer(drive)
    const content = await pdf()
    const file = await drive.make.file({ owner: user }, { name: '简章.pdf', content })
    const link = await makeLink(me, file)
    await drive.visit(null, link.url, async (page) => {
      await shown(page).locator('.visit-inline canvas').first().waitFor({ timeout: 30_000 })
      const [saved] = await Promise.all([page.waitForEvent('download'), button(page, t('visit.download')).tap()])
      assert.equal(saved.suggestedFilename(), '简章.pdf')
      assert.deepEqual(await readFile(await saved.path()), content)
    })
  })

  deepTest(
    '[AH-06] [LAND-08] a counted preview waits for a tap, and the page says how many are left, or that none is',
    async () => {
      const { user, me } = await sharer(drive)
      const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
      const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 1, disable_download: true })
      await drive.visit(null, link.url, async (page) => {
        await shown(page)
          .getByText(t('visit.previewsLeft', { n: 1 }))
          .waitFor()
        assert.equal(await button(page, t('visit.download')).count(), 0)
        assert.equal(await button(page, t('visit.save.action')).count(), 0)
        await page.reload()
        await button(page, t('visit.preview')).tap()
        await preview(page, '合影.jpg').locator('.preview-picture').waitFor({ timeout: 30_000 })
        await page.goBack()
        await shown(page)
          .getByText(t('visit.previewsLeft', { n: 0 }))
          .waitFor()
      })
      await drive.visit(null, link.url, async (page) => says(page, t('visit.denied.limit.title')))
    },
  )

  deepTest(
    'a folder shows its rows, a folder in it, another order and the menu of a row, and survives back and a reload',
    async () => {
      const { link, inner } = await sharedFolder()
      await drive.visit(null, link.url, async (page) => {
        await row(page, '合影.jpg').waitFor()
        assert.deepEqual([...(await names(page))].sort(), ['原图', '合影.jpg', '安排.txt'].sort())
        await button(page, t('list.sort')).tap()
        await shown(page)
          .getByRole('radio', { name: new RegExp(t('sort.order.name.desc')) })
          .tap()
        await shown(page).getByRole('dialog').waitFor({ state: 'detached' })
        assert.equal((await names(page))[0], '原图')
        await row(page, '原图').locator('.row-open').tap()
        await addressBecomes(page, `${link.url}?item=folder_${inner.id}`)
        await rowsBecome(page, ['里面.txt'])
        await page.reload()
        await rowsBecome(page, ['里面.txt'])
        await page.goBack()
        await row(page, '合影.jpg').waitFor()
        await row(page, '安排.txt').locator('.row-open').tap()
        await preview(page, '安排.txt').waitFor()
        await page.goBack()
        await row(page, '合影.jpg').waitFor()
      })
    },
  )

  deepTest(
    'the search finds items by name, in one folder or in all of the link, and a reload shows the results again',
    async () => {
      const { link, inner, user } = await sharedFolder()
      await drive.make.file({ owner: user }, { name: '里面没有分享.txt', content: '别处' })
      await drive.visit(null, link.url, async (page) => {
        await row(page, '合影.jpg').waitFor()
        await button(page, t('visit.search.action')).tap()
        await search(page).getByRole('textbox').fill('里面')
        await found(page, '里面.txt').waitFor()
        assert.equal(await search(page).locator('.row').count(), 1)
        await page.reload()
        await found(page, '里面.txt').waitFor()
        await found(page, '里面.txt')
          .getByRole('button', { name: t('row.more', { name: '里面.txt' }) })
          .tap()
        const menu = page.getByRole('dialog', { name: '里面.txt' })
        await menu.locator('.menu-label').first().waitFor()
        await page.goBack()
        await menu.waitFor({ state: 'detached' })
        await found(page, '里面.txt').locator('.row-open').tap()
        await preview(page, '里面.txt').waitFor({ timeout: 30_000 })
        await page.goBack()
        await found(page, '里面.txt').waitFor()
        await page.goBack()
        await search(page).waitFor({ state: 'detached' })
      })
      await drive.visit(null, `${link.url}?item=folder_${inner.id}`, async (page) => {
        await row(page, '里面.txt').waitFor()
        await button(page, t('visit.search.action')).tap()
        await search(page).getByRole('textbox').fill('合影')
        await says(page, words('search.none.currentText'))
        await search(page)
          .getByRole('button', { name: words('search.none.action') })
          .tap()
        await found(page, '合影.jpg').waitFor()
      })
    },
  )

  test('[PREV-06] [PREV-16] swiping turns the pictures of a folder where one of them is open', async () => {
    const { link, folder } = await sharedFolder()
    await drive.make.file({ parent: folder }, { name: '大门.jpg', content: await photo() })
    await drive.visit(null, link.url, async (page) => {
      await row(page, '合影.jpg').locator('.row-open').tap()
      await shown(page).locator('.gallery-place').nth(1).waitFor({ timeout: 30_000 })
      const place = shown(page).locator('.gallery [role=status]')
      const first = await place.textContent()
      assert.match(first!, /^[12] \/ 2$/)
      await shown(page).locator('.gallery').focus()
      await page.keyboard.press(first!.startsWith('1') ? 'ArrowRight' : 'ArrowLeft')
      await preview(page, '大门.jpg').waitFor()
      assert.notEqual(await place.textContent(), first)
      await page.goBack()
      await row(page, '大门.jpg').waitFor()
    })
  })

  deepTest('[LAND-03] nothing of a folder moves when its rows arrive', async () => {
    const { link } = await sharedFolder({ description: '请各位老师在周五前看完。' })
    await drive.visit(null, '/login', async (page) => {
      let release: () => void = () => undefined
      const free = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/file_list/**', (route) => free.then(() => route.continue()))
      await page.goto(drive.server.url + link.url)
      await shown(page).locator('.visit-sharer ~ .skeleton').waitFor()
      const topOf = (selector: string) =>
        shown(page)
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top)
      const before = [await topOf('.screen-body'), await topOf('.visit-sharer'), await topOf('.skeleton')]
      release()
      await row(page, '合影.jpg').waitFor()
      assert.deepEqual([await topOf('.screen-body'), await topOf('.visit-sharer'), await topOf('.row')], before)
    })
  })

  deepTest('on a small phone the head of a folder scrolls away with its rows', async () => {
    const { me, folder } = await sharedFolder()
    for (let at = 0; at < 30; at += 1) await drive.make.file({ parent: folder }, { name: `${at}.txt`, content: 'x' })
    const { url } = await makeLink(me, folder, { description: '请各位老师在周五前看完。'.repeat(10) })
    await drive.visit(
      null,
      url,
      async (page) => {
        await shown(page).locator('.row').first().waitFor()
        await shown(page)
          .locator('.virtual-list')
          .evaluate((list) => list.scrollTo(0, 400))
        await page.waitForFunction(() => {
          const [head, list] = ['.visit-sharer', '.virtual-list'].map((each) => document.querySelector(each))
          return head!.getBoundingClientRect().bottom <= list!.getBoundingClientRect().top
        })
      },
      { viewport: { width: 320, height: 568 } },
    )
  })

  test('[ACT-14] the menu of a row offers saving, previewing and downloading; without the right to download only previewing', async () => {
    const entries = async (page: Page, name: string) => {
      const labels = (await openMenu(page, name)).locator('.menu-label')
      await labels.first().waitFor()
      return labels.allTextContents()
    }
    const { link } = await sharedFolder()
    await drive.visit(null, link.url, async (page) => {
      await row(page, '合影.jpg').waitFor()
      assert.deepEqual(await entries(page, '合影.jpg'), [
        t('visit.save.action'),
        t('visit.preview'),
        t('visit.download'),
      ])
    })
    const { link: previewOnly } = await sharedFolder({ disable_download: true })
    await drive.visit(null, previewOnly.url, async (page) => {
      await row(page, '合影.jpg').waitFor()
      assert.deepEqual(await entries(page, '合影.jpg'), [t('visit.preview')])
      assert.equal(await shown(page).locator('.visit-buttons').count(), 0)
    })
  })

  deepTest('several items are one list, and downloading all of them makes one pack', async () => {
    const { user, me } = await sharer(drive)
    const [one, two] = [
      await drive.make.file({ owner: user }, { name: '甲.txt', content: '甲' }),
      await drive.make.file({ owner: user }, { name: '乙.txt', content: '乙' }),
    ]
    const link = await makeLink(me, one, { item_typed_ids: [`file_${one.id}`, `file_${two.id}`] })
    await drive.visit(null, link.url, async (page) => {
      await row(page, '乙.txt').waitFor()
      await shown(page)
        .getByText(t('visit.sharedItems', { name: user.name, n: 2 }))
        .waitFor()
      const [pack] = await Promise.all([page.waitForEvent('download'), button(page, t('visit.downloadAll')).tap()])
      assert.match(pack.suggestedFilename(), /\.zip$/)
    })
  })
})

describe('[LAND-01] [LAND-10] a password', () => {
  deepTest(
    'an empty password sends nothing, a wrong one says so and keeps what was typed, a right one shows the content, which a reload keeps',
    async () => {
      const { link } = await sharedFolder({ password: 'k7m3', password_protected: true })
      await drive.visit(null, link.url, async (page) => {
        const submit = button(page, t('visit.password.submit'))
        await field(page).waitFor()
        assert.equal(await submit.isDisabled(), true)
        await field(page).fill('长'.repeat(33))
        await says(page, t('visit.password.tooLong'))
        assert.equal(await submit.isDisabled(), true)
        await field(page).fill('k7m2')
        await page.keyboard.press('Enter')
        await shown(page).getByRole('alert').waitFor()
        assert.equal(await field(page).inputValue(), 'k7m2')
        await field(page).fill('k7m3')
        assert.equal(await shown(page).getByRole('alert').count(), 0)
        await submit.tap()
        await row(page, '合影.jpg').waitFor()
        await page.reload()
        await row(page, '合影.jpg').waitFor()
        assert.equal(await field(page).count(), 0)
      })
    },
  )

  deepTest('another tab asks again, and a changed password asks in the same place', async () => {
    const { link, me, inner } = await sharedFolder({ password: 'k7m3', password_protected: true })
    await drive.visit(null, `${link.url}?item=folder_${inner.id}`, async (page) => {
      await field(page).fill('k7m3')
      await page.keyboard.press('Enter')
      await rowsBecome(page, ['里面.txt'])
      const { id: _, ...known } = link
      await me.call('POST /apps/share_links/edit', {
        share_link_id: link.id,
        access: known.access,
        description: '',
        due_time: 0,
        disable_download: false,
        password_protected: true,
        password: 'neu8',
      })
      await row(page, '里面.txt').locator('.row-open').tap()
      await field(page).fill('neu8')
      await page.keyboard.press('Enter')
      await preview(page, '里面.txt').waitFor()
    })
  })
})

describe('[LAND-01] each other obstacle has words that help', () => {
  deepTest('closed, expired, used up, waiting, deleted and unknown links each have their words', async () => {
    const { closed, expired, used, waiting, unavailable } = await userWithLinks(drive)
    const told = [
      [closed.url, t('visit.denied.closed.title')],
      [expired.url, t('visit.denied.expired.title')],
      [used.url, t('visit.denied.limit.title')],
      [waiting.url, t('visit.denied.waiting.title')],
      [unavailable.url, t('visit.notFound.title')],
      [`/share/${'x'.repeat(22)}`, t('visit.notFound.title')],
      ['/share/short', t('visit.notFound.title')],
    ] as const
    for (const [url, title] of told) await drive.visit(null, url, (page) => says(page, title))
  })

  deepTest('without a network the page says so, and a retry shows the content', async () => {
    const { link } = await sharedFolder()
    await drive.visit(
      null,
      '/login',
      async (page) => {
        await page.route(/share_links\/info/, (route) => route.abort())
        await page.goto(drive.server.url + link.url)
        await says(page, t('failure.network'))
        await page.unroute(/share_links\/info/)
        await button(page, t('action.retry')).tap()
        await row(page, '合影.jpg').waitFor()
      },
      { expected: [/share_links/] },
    )
  })

  deepTest('a link for members leads to sign-in and back, and refuses others by name', async () => {
    const { link, enterprise } = await sharedFolder({ access: 'company' })
    const colleague = await drive.make.user({ enterprise })
    await drive.visit(null, link.url, async (page) => {
      await shown(page).locator('.empty-action .button').tap()
      await addressBecomes(page, `/login?redirect=${encodeURIComponent(link.url)}`)
      await signIn(page, colleague.login)
      await row(page, '合影.jpg').waitFor()
      assert.equal(address(page), link.url)
    })
    const stranger = await drive.make.user()
    await drive.visit(stranger, link.url, async (page) => {
      await says(page, t('visit.denied.forbidden.title'))
      await shown(page)
        .getByText(t('visit.denied.forbidden.text', { name: stranger.name }))
        .waitFor()
      await button(page, t('visit.ownDrive')).waitFor()
    })
  })

  deepTest('the page says what changes in the middle of a visit', async () => {
    for (const [what, ending] of Object.entries(endings)) {
      const { visitor, ...visited } = await beforeEnding(drive, ending)
      await drive.visit(
        visitor,
        visited.link.url,
        async (page) => {
          await row(page, '原图').waitFor()
          await ending.happens(drive, visited)
          await row(page, '原图').locator('.row-open').tap()
          await says(page, t(ending.title))
          assert.equal(await page.getByRole('alertdialog').count(), 0, what)
        },
        // A picture that is still loading then is refused.
        { expected: [/representations/] },
      )
    }
  })

  deepTest('a link that was reopened shows its content to a returning visitor', async () => {
    const { link, me } = await sharedFolder()
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await drive.visit(null, link.url, async (page) => {
      await says(page, t('visit.denied.closed.title'))
      await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await row(page, '合影.jpg').waitFor()
    })
  })
})

describe('[LAND-02] the control panel', () => {
  deepTest(
    'changing the language keeps the place; a signed-in visitor reaches their drive and can sign out',
    async () => {
      const { link, enterprise } = await sharedFolder()
      const colleague = await drive.make.user({ enterprise })
      await drive.visit(colleague, link.url, async (page) => {
        await row(page, '合影.jpg').waitFor()
        await button(page, t('visit.bar.account', { name: colleague.name })).tap()
        await shown(page)
          .getByRole('dialog')
          .getByRole('button', { name: t('visit.bar.signOut') })
          .waitFor()
        await shown(page)
          .getByRole('dialog')
          .getByRole('button', { name: t('visit.ownDrive') })
          .tap()
        await addressBecomes(page, '/files/frequent')
        await page.goto(drive.server.url + link.url)
        await button(page, '简体中文').tap()
        await shown(page).getByRole('dialog').getByRole('button', { name: 'English' }).tap()
        await button(page, 'Download all').or(button(page, 'Save to my drive')).first().waitFor()
        assert.equal(address(page), link.url)
      })
    },
  )
})

describe('[LAND-06] [LAND-09] [LAND-11] title, report and logo', () => {
  deepTest(
    "the enterprise's title appears, and a report reaches its administrators; the link’s maker is offered none",
    async () => {
      const { link, user, enterprise } = await sharedFolder()
      const around = { complaints: true, share_link_page_title: '明德学校云盘' }
      const { db } = drive.server.deps
      await db.updateTable('enterprises').set(around).where('id', '=', enterprise.id).execute()
      await drive.visit(null, link.url, async (page) => {
        await shown(page).locator('.visit-title').getByText('明德学校云盘').waitFor()
        await button(page, t('visit.report.title')).tap()
        const send = button(page, t('visit.report.send'))
        await send.waitFor()
        assert.equal(await send.isDisabled(), true)
        await shown(page)
          .getByRole('radio', { name: t('visit.report.reason.fraud') })
          .tap()
        await shown(page).getByLabel(t('visit.report.text')).fill('这是骗人的')
        await send.tap()
        await page
          .getByRole('status')
          .filter({ hasText: t('visit.report.sent') })
          .waitFor()
      })
      const told = await db.selectFrom('share_reports').select(['reason', 'text']).execute()
      assert.deepEqual(told, [{ reason: 'fraud', text: '这是骗人的' }])
      await drive.visit(user, link.url, async (page) => {
        await shown(page).locator('.visit-title').getByText('明德学校云盘').waitFor()
        await row(page, '合影.jpg').waitFor()
        assert.equal(await button(page, t('visit.report.title')).count(), 0)
      })
    },
  )
})

describe("[LAND-09] the enterprise's logo", () => {
  const set = async (enterprise: Awaited<ReturnType<typeof sharedFolder>>['enterprise']) => {
    const administrator = await drive.make.user({ enterprise, isAdministrator: true })
    const they = await client(drive.server).as(administrator.login)
    await they.call('POST /enterprise/set_logo', { picture: (await photo()).toString('base64') })
  }
  const logo = (page: Page) => shown(page).locator('.visit-logo-picture')
  const width = (page: Page) => logo(page).evaluate((picture) => (picture as HTMLImageElement).naturalWidth)

  deepTest('the logo precedes the title, and a letter replaces a logo that fails to load', async () => {
    const { link, enterprise } = await sharedFolder()
    await set(enterprise)
    await drive.visit(null, link.url, async (page) => {
      await logo(page).waitFor()
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.visit-logo-picture')?.complete)
      assert.ok((await width(page)) > 0)
      await page.route('**/enterprise/pic_download*', (route) => route.abort())
      await page.reload()
      await shown(page).locator('.visit-logo').waitFor()
    })
  })

  deepTest('[LAND-09] an administrator sets the logo after seeing it, and a stranger sees it', async () => {
    const { link, enterprise } = await sharedFolder()
    const administrator = await drive.make.user({ enterprise, isAdministrator: true })
    const picture = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await photo() }
    await drive.visit(administrator, '/settings/security', async (page) => {
      await shown(page).locator('.security-row').getByText(/标志$/).tap()
      const card = shown(page).locator('.logo-card').first()
      await card.locator('.logo-none').waitFor()
      await card.locator('.button').tap()
      const chooser = page.waitForEvent('filechooser')
      await shown(page).locator('.action-grid-cell').getByText(t('logo.media')).tap()
      await (await chooser).setFiles(picture)
      await card.locator('.logo-picture').waitFor()
      await assertAccessible(page)
      await card.getByRole('button', { name: t('logo.save') }).tap()
      await card.getByText(t('logo.shown')).waitFor()
    })
    await drive.visit(null, link.url, (page) => logo(page).waitFor())
  })
})

deepTest('[LAND-01] a link that opens elsewhere redirects there', async () => {
  const { link, enterprise } = await sharedFolder()
  const domain = 'https://pan.mingde.example'
  const { config, db } = drive.server.deps
  const listed = config.shareDomains
  Object.assign(config, { shareDomains: [domain] })
  await db.updateTable('enterprises').set({ share_domain: domain }).where('id', '=', enterprise.id).execute()
  await drive.visit(null, '/login', async (page) => {
    await page.route(`${domain}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>moved</h1>' }))
    await page.goto(drive.server.url + link.url)
    await page.waitForURL(`${domain}${link.url}`)
  })
  Object.assign(config, { shareDomains: listed })
})

deepTest(
  '[SHARE-01] [LAND-01] [LAND-07] [LAND-10] a link is made, passed on, opened with its password, viewed, saved after signing in, and found',
  async () => {
    const enterprise = await drive.make.enterprise()
    const [owner, saver] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
    const file = await drive.make.file({ owner }, { name: '简章.txt', content: '周六上午九点报名' })
    await drive.visit(owner, `/files/own?share=file_${file.id}`, async (page) => {
      await button(page, t('share.create')).tap()
      await shown(page).locator('.share-done').waitFor()
    })
    const me = await client(drive.server).as(owner.login)
    const [link] = (await me.call('GET /apps/share_links/get_list', {})).share_links
    const { url, password } = link!
    assert.equal(link!.password_protected, true)
    await drive.visit(null, new URL(url, drive.server.url).pathname, async (page) => {
      await field(page).fill(password)
      await page.keyboard.press('Enter')
      await shown(page).locator('.visit-inline canvas').first().waitFor({ timeout: 30_000 })
      await button(page, t('visit.save.action')).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('visit.save.login') })
        .tap()
      await signIn(page, saver.login)
      await shown(page).locator('.pick-bar button').tap()
      await shown(page).locator('.visit-saved .text-button').tap()
      await addressBecomes(page, '/files/own')
      await row(page, '简章.txt').waitFor()
    })
  },
)

describe('[LAND-07] [AH-14] saving', () => {
  deepTest('saving asks for sign-in, continues by itself, and the item is where it was put', async () => {
    const { link, enterprise } = await sharedFolder()
    const saver = await drive.make.user({ enterprise })
    await drive.visit(null, link.url, async (page) => {
      await row(page, '合影.jpg').waitFor()
      await button(page, t('visit.save.action')).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('visit.save.login') })
        .tap()
      await signIn(page, saver.login)
      await shown(page).locator('.pick-bar button').tap()
      await page
        .getByRole('status')
        .filter({ hasText: t('visit.save.done', { name: t('space.own') }) })
        .waitFor()
      await shown(page).locator('.visit-saved .text-button').tap()
      await addressBecomes(page, '/files/own')
    })
    const mine = await client(drive.server).as(saver.login)
    const { items = [] } = await mine.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.deepEqual(
      items.map(({ name }) => name),
      ['校园开放日'],
    )
  })

  deepTest('a visitor of another enterprise learns that the saving goes on in the background', async () => {
    const { link } = await sharedFolder()
    const saver = await drive.make.user()
    await drive.visit(saver, link.url, async (page) => {
      await row(page, '合影.jpg').waitFor()
      await button(page, t('visit.save.action')).tap()
      await shown(page).locator('.pick-bar button').tap()
      await page
        .getByRole('status')
        .filter({ hasText: t('visit.save.later') })
        .waitFor()
      await shown(page).locator('.pick').waitFor({ state: 'detached' })
    })
  })

  deepTest(
    '[LAND-11] the link’s maker is offered no saving, and a visitor who declines to sign in returns to the page',
    async () => {
      const { link, user } = await sharedFolder()
      await drive.visit(user, link.url, async (page) => {
        await row(page, '合影.jpg').waitFor()
        assert.equal(await button(page, t('visit.save.action')).count(), 0)
      })
      await drive.visit(null, link.url, async (page) => {
        await button(page, t('visit.save.action')).tap()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('action.cancel') })
          .tap()
        await addressBecomes(page, link.url)
        await row(page, '合影.jpg').waitFor()
      })
    },
  )
})

describe('[WX-02] [WX-01] a file as a chat opens it', () => {
  deepTest(
    'the head unfolds and folds, a double tap enlarges the picture about that point, and saving says where',
    async () => {
      const { user, me, enterprise } = await sharer(drive)
      const { db } = drive.server.deps
      await db.updateTable('enterprises').set({ complaints: true }).where('id', '=', enterprise.id).execute()
      const file = await drive.make.file(
        { owner: user },
        { name: '合影.jpg', content: await photo({ width: 480, height: 640 }) },
      )
      const link = await makeLink(me, file)
      const saver = await drive.make.user({ enterprise })
      await drive.visit(saver, `/wx/share/preview/${link.unique_name}`, async (page) => {
        const head = shown(page).locator('.chat-head-line')
        const report = button(page, t('visit.report.title'))
        await shown(page).locator('.preview-picture').waitFor({ timeout: 30_000 })
        await head.tap()
        await report.waitFor()
        assert.equal(await head.getAttribute('aria-expanded'), 'true')
        await enlarged(page)
        await head.tap()
        await report.waitFor({ state: 'detached' })
        await button(page, t('visit.save.action')).tap()
        await shown(page).locator('.pick-bar button').tap()
        await shown(page).locator('.visit-saved').waitFor()
        assert.equal(await button(page, t('visit.save.action')).count(), 0)
      })
      await drive.visit(user, `/wx/preview/${file.id}`, async (page) => {
        await shown(page).locator('.preview-picture').waitFor({ timeout: 30_000 })
        await enlarged(page)
        await button(page, t('visit.chat.toGroup')).tap()
        await shown(page).getByRole('dialog').first().waitFor()
      })
    },
  )
})

test('[WX-01] a file that a chat cannot show is offered for download', async () => {
  const { user } = await sharer(drive)
  const file = await drive.make.file({ owner: user }, { name: '数据.xyz', content: '数据' })
  await drive.visit(user, `/wx/preview/${file.id}`, async (page) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, t('menu.download')).tap()])
    assert.equal(saved.suggestedFilename(), '数据.xyz')
  })
})

test('[WX-02] [AH-06] a counted preview also waits for a tap in a chat, and the page says how many are left', async () => {
  const { user, me } = await sharer(drive)
  const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  const link = await makeLink(me, file, { is_preview_limit: true, preview_limit: 3 })
  await drive.visit(null, `/wx/share/preview/${link.unique_name}`, async (page) => {
    await shown(page)
      .getByText(t('visit.previewsLeft', { n: 3 }))
      .waitFor()
    await button(page, t('visit.preview')).tap()
    await shown(page).locator('.preview-picture').waitFor({ timeout: 30_000 })
    await page.reload()
    await shown(page)
      .getByText(t('visit.previewsLeft', { n: 2 }))
      .waitFor()
  })
})

/** Double-taps the middle of the picture and checks that the middle stays in place. */
async function enlarged(page: Page): Promise<void> {
  const middle = async (selector: string) => {
    const { x, y, width, height } = (await shown(page).locator(selector).boundingBox())!
    return { x: x + width / 2, y: y + height / 2, width }
  }
  const place = await middle('.gallery')
  await (await Fingers.on(page)).doubleTap(place)
  await until('it is twice as large', async () => (await middle('.preview-picture')).width > 1.99 * place.width)
  const { x, y } = await middle('.preview-picture')
  assert.ok(Math.abs(x - place.x) <= 1 && Math.abs(y - place.y) <= 1, `${x} ${y} for ${place.x} ${place.y}`)
}

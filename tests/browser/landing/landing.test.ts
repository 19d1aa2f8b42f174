import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/search/zhCN'
import { createWords } from '@/i18n/words'
import { deepTest } from '../../support/deep'
import { pdf, photo } from '../../support/samples/samples'
import { decideShares } from '../../support/shares/sharePolicy'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, names, openMenu, preview, row, rowsBecome, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { button, sharer } from '../rig/visits'
import { field, waitForText, sharedFolderIn } from './sharedFolder'

const drive = openDrive()
const sharedFolder = sharedFolderIn.bind(null, drive)

const words = createWords(phrases)
const search = (page: Page) => shown(page).getByRole('dialog', { name: words('search.title'), exact: true })
const found = (page: Page, name: string) => search(page).locator('.row').filter({ hasText: name })
/** The resources that the page has fetched. */
const asked = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
const files = async (page: Page) => (await asked(page)).filter((path) => /\.(js|css)$/.test(path))

describe('[AH-57] before and after the password', () => {
  test('the page names sharer and file, boxes take the code and send it, a wrong one is cleared and announced, and what was saved is a tap away', async () => {
    const { user, me, enterprise } = await sharer(drive)
    const named = { is_share_force_passwd_switch: false, is_share_shown_before_password: true }
    await decideShares(drive.server.deps, enterprise, named)
    const file = await drive.make.file({ owner: user }, { name: '简章.txt', content: '周六上午九点报名' })
    const link = await makeLink(me, file, { password_protected: true, password: 'k7m3' })
    const saver = await drive.make.user({ enterprise })
    await drive.visit(saver, link.url, async (page) => {
      await waitForText(page, t('visit.sharedFile', { name: user.name }))
      await waitForText(page, '简章.txt')
      assert.equal((await asked(page)).filter((path) => path.includes('share_links/info')).length, 1)
      await assertAccessible(page)
      const boxes = () => shown(page).locator('.code-box').allTextContents()
      // One field for screen readers, however many boxes are drawn.
      assert.equal(await shown(page).getByRole('textbox').or(field(page)).count(), 1)
      await field(page).tap()
      await page.keyboard.type('k7m')
      assert.deepEqual(await boxes(), ['k', '7', 'm', ''])
      await page.keyboard.type('2')
      await shown(page).getByRole('alert').waitFor()
      assert.deepEqual([await boxes(), await field(page).inputValue()], [['', '', '', ''], ''])
      // The field has kept the focus, and turns plain without losing it.
      await page.keyboard.type('school')
      assert.deepEqual([await boxes(), await field(page).inputValue()], [[], 'school'])
      await field(page).fill('')
      await page.keyboard.insertText('k7m3')
      await shown(page).locator('.visit-inline .reading-row').first().waitFor({ timeout: 30_000 })
      await button(page, t('visit.save.action')).tap()
      await shown(page).locator('.pick-bar button').tap()
      await waitForText(page, t('visit.save.done', { name: t('space.own') }))
      await shown(page).locator('.visit-saved .text-button').tap()
      await addressBecomes(page, '/files/own')
      await row(page, '简章.txt').waitFor()
    })
  })
})

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
        await waitForText(page, '给大家看看')
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
      await drive.visit(null, link.url, async (page) => waitForText(page, t('visit.denied.limit.title')))
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
        await waitForText(page, words('search.none.currentText'))
        await search(page)
          .getByRole('button', { name: words('search.none.action') })
          .tap()
        await found(page, '合影.jpg').waitFor()
      })
    },
  )

  deepTest('[PREV-06] [PREV-16] swiping turns the pictures of a folder where one of them is open', async () => {
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
    await drive.visit(null, nowhere, async (page) => {
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

deepTest('[WX-01] the progress of a picture can be read on the dark page of a chat', async () => {
  const { user } = await sharer(drive)
  const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  await drive.visit(user, nowhere, async (page) => {
    await page.route(/representations\/info\?/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'generating', progress: 10 } })
    })
    await page.goto(`${drive.server.url}/wx/preview/${file.id}`)
    await shown(page).locator('.preview-state-title').waitFor()
    await assertAccessible(page, '#chat-viewer')
  })
})

deepTest('[WX-01] a file that a chat cannot show is offered for download', async () => {
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

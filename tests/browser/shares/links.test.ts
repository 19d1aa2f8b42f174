import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { fillWithLinks, freeEnterprise, previewOf, userWithLinks } from '../../support/shares/linkWorld'
import { makeLink, Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { addressBecomes, openMenu, row, rowsBecome, settled, shown, t, wordsIn } from '../rig/screen'
import { dialog } from '../rig/screens'
import { shareScreens } from '../rig/shareScreens'
import { button, facts, filter, toast } from './linkRows'

const drive = openDrive()

describe('[AH-17] my shares', () => {
  test('the panel leads to the links; each state has words and counts, filters and a search narrow the list, and back ends the search', async () => {
    const { user } = await userWithLinks(drive)
    await drive.visit(user, '/files/own', async (page) => {
      await shown(page).locator('.header-press').tap()
      await dialog(page)
        .getByRole('button', { name: t('navigation.shares') })
        .tap()
      await addressBecomes(page, '/shares')
      await rowsBecome(page, [
        '招生简章（终稿）.jpg',
        '校园开放日照片',
        '删掉的.txt',
        '待审.txt',
        '宣讲会.jpg',
        '报名名单.txt',
        '去年简章.txt',
      ])
      const squeezed = async (name: string) => (await facts(page, name)).replace(/\s+/g, ' ')
      assert.equal(await squeezed('终稿'), '有效 访问 0 · 还剩 3 天')
      assert.equal(await squeezed('校园开放日'), '有效 访问 0 · 永久有效')
      assert.equal(await squeezed('删掉的'), '已失效 内容已删除，或不能再分享')
      assert.equal(await squeezed('待审'), '待审批 审批通过后才能打开')
      assert.equal(await squeezed('宣讲会'), '次数已用完 预览 1 / 1')
      assert.match(await squeezed('报名名单'), /^已关闭 \d\d-\d\d 由你关闭$/)
      assert.match(await squeezed('去年'), /^已过期 访问 0 · \d\d-\d\d 已到期$/)
      await filter(page, t('links.filters.open')).tap()
      await rowsBecome(page, ['招生简章（终稿）.jpg', '校园开放日照片', '待审.txt'])
      await filter(page, `${t('links.filters.open')} 3`).waitFor()
      await filter(page, t('links.filters.ended')).tap()
      await rowsBecome(page, ['删掉的.txt', '宣讲会.jpg', '报名名单.txt', '去年简章.txt'])
      await button(page, t('links.search')).tap()
      await shown(page).locator('.search-input').fill('简章')
      await page.keyboard.press('Enter')
      await rowsBecome(page, ['去年简章.txt'])
      await shown(page).locator('.search-input').fill('没有这个')
      await shown(page).getByText(t('links.empty.search.title')).waitFor()
      await page.goBack()
      await filter(page, t('links.filters.all')).tap()
      await until('all', async () => (await shown(page).locator('.row').count()) === 7)
      await page.goBack()
      await addressBecomes(page, '/files/own')
    })
  })

  deepTest('the details of a link without visits scroll by keyboard, also on a low screen', async () => {
    const { user, open } = await userWithLinks(drive)
    await drive.visit(user, `/shares/${open.id}`, async (page) => {
      await page.setViewportSize({ width: 390, height: 420 })
      const body = shown(page).locator('.links-use')
      await body.waitFor()
      await assertAccessible(page)
      await body.focus()
      await page.keyboard.press('End')
      await until('the end', () => body.evaluate((part) => part.scrollTop > 0))
    })
  })

  deepTest('the properties of an item count its links and lead to them', async () => {
    const { user, me, folder } = await userWithLinks(drive)
    await makeLink(me, folder, { password: 'abcd', password_protected: true })
    await drive.visit(user, '/files/own', async (page) => {
      await (await openMenu(page, '校园开放日照片')).getByRole('button', { name: t('menu.properties') }).tap()
      const line = shown(page)
        .locator('.properties-line')
        .filter({ hasText: t('properties.links') })
      assert.equal(await line.locator('.properties-value').innerText(), '2')
      await line.tap()
      await addressBecomes(page, `/shares?item=folder_${folder.id}`)
      await shown(page)
        .getByRole('heading', { name: t('links.ofItem', { name: '校园开放日照片' }) })
        .waitFor()
      await rowsBecome(page, ['校园开放日照片', '校园开放日照片'])
    })
  })

  deepTest('an empty list says so, and a failure says why and offers a retry', async () => {
    const user = await drive.make.user()
    await drive.visit(
      user,
      '/shares',
      async (page) => {
        await shown(page).getByText(t('links.empty.all.title')).waitFor()
        await page.route(/share_links\/get_list/, (route) => route.abort())
        await page.reload()
        await shown(page).getByText(t('failure.network')).waitFor()
        await page.unroute(/share_links\/get_list/)
        await button(page, t('action.retry')).tap()
        await shown(page).getByText(t('links.empty.all.title')).waitFor()
      },
      { expected: [/get_list/] },
    )
  })

  deepTest('10,000 links need few elements, and scrolling loads pages of 25', async () => {
    const user = await drive.make.user()
    await fillWithLinks(drive, user, 10_000)
    await drive.visit(user, '/shares', async (page) => {
      await filter(page, `${t('links.filters.all')} 10000`).waitFor()
      const list = shown(page).locator('.virtual-list')
      const held = () =>
        shown(page)
          .locator('.virtual-list-body')
          .evaluate((body) => body.clientHeight / 64)
      // The second page is fetched ahead.
      for (const count of [50, 75, 100, 125]) {
        await list.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
        await until(`${count}`, async () => (await held()) >= count)
      }
      const drawn = await shown(page).locator('.row').count()
      assert.ok(drawn <= 40, `${drawn} rows`)
    })
  })

  deepTest(
    'decisions 4.15: an administrator approves a waiting link and refuses another, and the maker is notified',
    async () => {
      const { enterprise, user, me, waiting } = await userWithLinks(drive)
      const other = await makeLink(me, await drive.make.file({ owner: user }, { name: '也待审.txt' }))
      await drive.server.deps.db
        .updateTable('share_links')
        .set({ approval_state: 1 })
        .where('id', '=', other.id)
        .execute()
      const administrator = await drive.make.user({ enterprise, isAdministrator: true })
      const decide = async (page: Page, word: 'approve' | 'refuse') => {
        await button(page, t('links.more')).tap()
        await dialog(page)
          .getByRole('button', { name: t(`link.${word}`), exact: true })
          .tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t(`link.${word}`), exact: true })
          .tap()
        await toast(page, t(word === 'approve' ? 'link.approved' : 'link.refused'))
      }
      await drive.visit(administrator, '/shares', async (page) => {
        await shown(page)
          .getByRole('radio', { name: t('links.enterprise'), exact: true })
          .tap()
        await row(page, '也待审').locator('.row-open').tap()
        await addressBecomes(page, `/shares/${other.id}`)
        await decide(page, 'refuse')
        await page.goBack()
        await until('refused', async () => (await facts(page, '也待审')).includes(t('links.state.refused')))
        await page.goto(`${drive.server.url}/shares/${waiting.id}`)
        await decide(page, 'approve')
        await button(page, t('links.more')).tap()
        const entry = (name: string) => dialog(page).getByRole('button', { name, exact: true })
        await entry(t('link.close')).waitFor()
        assert.equal(await entry(t('link.approve')).count(), 0)
      })
      await drive.visit(user, '/message', async (page) => {
        await shown(page).getByText(t('messages.notice.share_approved')).waitFor()
        await shown(page).getByText(t('messages.notice.share_refused')).waitFor()
      })
      await new Visitor(drive.server.url, waiting.unique_name).open()
    },
  )

  deepTest('an administrator sees the enterprise’s links, closes one, and nobody else can reopen it', async () => {
    const { enterprise, user, protectedLink } = await userWithLinks(drive)
    const administrator = await drive.make.user({ enterprise, isAdministrator: true })
    await drive.visit(administrator, '/shares', async (page) => {
      await shown(page).getByText(t('links.empty.all.title')).waitFor()
      await shown(page)
        .getByRole('radio', { name: t('links.enterprise'), exact: true })
        .tap()
      assert.match(await facts(page, '终稿'), new RegExp(t('links.by', { name: user.name })))
      await row(page, '终稿').locator('.row-open').tap()
      await addressBecomes(page, `/shares/${protectedLink.id}`)
      await shown(page).getByText(t('links.hasPassword')).waitFor()
      assert.equal(await shown(page).getByText('k7m3').count(), 0)
      await button(page, t('link.close')).tap()
      await shown(page)
        .getByRole('alertdialog')
        .getByRole('button', { name: t('link.close') })
        .tap()
      await toast(page, t('link.closed'))
    })
    await drive.visit(user, `/shares/${protectedLink.id}`, async (page) => {
      await shown(page)
        .getByText(/由管理员关闭/)
        .waitFor()
      assert.equal(await button(page, t('links.reopen')).count(), 0)
    })
    await drive.visit(administrator, `/shares/${protectedLink.id}`, async (page) => {
      await button(page, t('links.reopen')).tap()
      await toast(page, t('link.reopened'))
      await button(page, t('link.close')).waitFor()
    })
    await drive.visit(user, '/shares', async (page) => {
      await row(page, '终稿').waitFor()
      assert.equal(
        await shown(page)
          .getByRole('radio', { name: t('links.enterprise'), exact: true })
          .count(),
        0,
      )
    })
  })
})

describe('[LAND-06] reports by visitors', () => {
  const reported = async () => {
    const enterprise = await freeEnterprise(drive)
    const user = await drive.make.user({ enterprise })
    const me = await client(drive.server).as(user.login)
    const link = await makeLink(me, await drive.make.file({ owner: user }, { name: '兼职招聘说明（终稿）.txt' }))
    const report = { reason: 'fraud', text: '要我先转账再面试', contact: '', user_id: null, network: null } as const
    const rows = [0, 1].map((at) => ({ ...report, link_id: link.id, at: new Date(Date.now() - at * 3_600_000) }))
    await drive.server.deps.db.insertInto('share_reports').values(rows).execute()
    return { administrator: await drive.make.user({ enterprise, isAdministrator: true }), link }
  }
  const card = (page: Page) => shown(page).locator('.links-report')
  const openReports = async (page: Page, words = t) => {
    await shown(page).getByText(words('links.empty.all.title')).waitFor()
    await button(page, words('links.reports.title')).tap()
    await card(page).first().waitFor()
  }

  deepTest(
    'an administrator reads a report, visits the link, returns and closes it there; back leads to the links',
    async () => {
      const { administrator, link } = await reported()
      await drive.visit(administrator, '/shares', async (page) => {
        await openReports(page)
        assert.equal(await card(page).count(), 2)
        await card(page).first().getByText('要我先转账再面试').waitFor()
        await card(page).first().getByText(t('links.reports.reason.fraud'), { exact: true }).waitFor()
        await assertAccessible(page)
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/reports.png` })
        await card(page)
          .first()
          .getByRole('button', { name: t('links.reports.details') })
          .tap()
        await addressBecomes(page, `/shares/${link.id}`)
        await page.goBack()
        await card(page)
          .first()
          .getByRole('button', { name: t('link.close') })
          .tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('link.close') })
          .tap()
        await toast(page, t('link.closed'))
        await card(page).nth(1).getByText(t('links.state.closed'), { exact: true }).waitFor()
        assert.equal(
          await card(page)
            .getByRole('button', { name: t('link.close') })
            .count(),
          0,
        )
        await page.goBack()
        await card(page).first().waitFor({ state: 'detached' })
      })
    },
  )

  deepTest('text of 200 % on 320 × 568 can be read, in English and in the dark', async () => {
    const { administrator } = await reported()
    const words = wordsIn('en')
    await drive.visit(
      administrator,
      nowhere,
      async (page) => {
        await page.context().addCookies([{ name: 'lang', value: 'en', url: drive.server.url }])
        await enlargeText(page)
        await page.goto(`${drive.server.url}/shares`)
        await openReports(page, words)
        await settled(page)
        assert.deepEqual(await illegibleTexts(page), [])
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/reports-large.png` })
      },
      { viewport: { width: 320, height: 568 }, colorScheme: 'dark' },
    )
  })
})

describe('[AH-23] one’s links by keyboard, by screen reader and in large letters', () => {
  deepTest(
    'the keyboard alone opens a link, opens and closes its menu, shows its code and turns its switch',
    async () => {
      const { user, protectedLink } = await userWithLinks(drive)
      await drive.visit(user, '/shares', async (page) => {
        await row(page, '终稿').waitFor()
        await row(page, '终稿').locator('.row-open').focus()
        await page.keyboard.press('Enter')
        await addressBecomes(page, `/shares/${protectedLink.id}`)
        await button(page, t('links.more')).focus()
        await page.keyboard.press('Enter')
        await dialog(page).waitFor()
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'detached' })
        await page.keyboard.press('Enter')
        await dialog(page).waitFor()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await shown(page).locator('.qr-foot').waitFor()
        await shown(page).getByRole('switch').focus()
        await page.keyboard.press(' ')
        await shown(page).locator('.qr-password').waitFor()
        await page.keyboard.press('Escape')
        await shown(page).locator('.qr').waitFor({ state: 'detached' })
      })
    },
  )

  for (const [language, colorScheme] of [
    ['zh-CN', 'light'],
    ['en', 'dark'],
  ] as const) {
    deepTest(`axe finds nothing, in ${language}, ${colorScheme}`, async () => {
      const { user, protectedLink, brochure } = await userWithLinks(drive)
      const visitor = new Visitor(drive.server.url, protectedLink.unique_name)
      await visitor.open('k7m3')
      await previewOf(visitor, brochure)
      const words = wordsIn(language)
      await drive.visit(
        user,
        '/login',
        async (page) => {
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          for (const { name, open, close } of shareScreens(drive.server.url, protectedLink)) {
            await open(page, words)
            await assertAccessible(page).catch((cause: Error) => {
              throw new Error(`${name}: ${cause.message}`, { cause })
            })
            if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${language}-${name}.png` })
            await close(page)
          }
        },
        { colorScheme },
      )
    })
  }

  for (const language of ['zh-CN', 'en'] as const) {
    deepTest(`long names in text of 200 % on 320 × 568 can be read, in ${language}`, async () => {
      const { user, me } = await userWithLinks(drive)
      const file = await drive.make.file(
        { owner: user },
        { name: `${'2026 年秋季招生简章 Admission brochure '.repeat(4)}（终稿）.txt`, content: '欢迎' },
      )
      const link = await makeLink(me, file, { password: '长'.repeat(32), password_protected: true })
      const words = wordsIn(language)
      await drive.visit(
        user,
        '/login',
        async (page) => {
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          await enlargeText(page)
          const found: string[] = []
          for (const { name, open, close } of shareScreens(drive.server.url, link)) {
            await open(page, words)
            await settled(page)
            found.push(...(await illegibleTexts(page)).map((fault) => `${name}: ${fault}`))
            if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/large-${language}-${name}.png` })
            await close(page)
          }
          assert.deepEqual(found, [])
        },
        { viewport: { width: 320, height: 568 } },
      )
    })
  }
})

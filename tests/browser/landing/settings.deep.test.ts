import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { beforeEnding, endings } from '../../support/landing/endedVisits'
import { userWithLinks } from '../../support/shares/linkWorld'
import { photo } from '../../support/samples/samples'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { address, addressBecomes, preview, row, rowsBecome, shown, t } from '../rig/screen'
import { button, signIn } from '../rig/visits'
import { field, waitForText, sharedFolderIn } from './sharedFolder'

const drive = openDrive()
const sharedFolder = sharedFolderIn.bind(null, drive)

describe('[LAND-01] [LAND-10] a password', () => {
  deepTest(
    'an empty password sends nothing, a wrong one says so and keeps what was typed, a right one shows the content, which a reload keeps',
    async () => {
      const { link } = await sharedFolder({ password: 'school26', password_protected: true })
      await drive.visit(null, link.url, async (page) => {
        const submit = button(page, t('visit.password.submit'))
        await field(page).waitFor()
        assert.equal(await submit.isDisabled(), true)
        assert.equal(await shown(page).locator('.code-box').count(), 4)
        await field(page).fill('长'.repeat(33))
        await waitForText(page, t('visit.password.tooLong'))
        assert.equal(await submit.isDisabled(), true)
        await field(page).fill('school25')
        await page.keyboard.press('Enter')
        await shown(page).getByRole('alert').waitFor()
        assert.equal(await field(page).inputValue(), 'school25')
        await field(page).fill('school26')
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
    for (const [url, title] of told) await drive.visit(null, url, (page) => waitForText(page, title))
  })

  deepTest('without a network the page says so, and a retry shows the content', async () => {
    const { link } = await sharedFolder()
    await drive.visit(
      null,
      nowhere,
      async (page) => {
        await page.route(/share_links\/info/, (route) => route.abort())
        await page.goto(drive.server.url + link.url)
        await waitForText(page, t('failure.network'))
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
      await waitForText(page, t('visit.denied.forbidden.title'))
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
          await waitForText(page, t(ending.title))
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
      await waitForText(page, t('visit.denied.closed.title'))
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
  await drive.visit(null, nowhere, async (page) => {
    await page.route(`${domain}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>moved</h1>' }))
    await page.goto(drive.server.url + link.url)
    await page.waitForURL(`${domain}${link.url}`)
  })
  Object.assign(config, { shareDomains: listed })
})

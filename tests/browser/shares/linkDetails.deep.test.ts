import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe } from 'node:test'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createEncrypter } from '../../../server/crypto/encryption'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { freeEnterprise, previewOf, userWithLinks } from '../../support/shares/linkWorld'
import { Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, openMenu, row, settled, shown, t } from '../rig/screen'
import { dialog } from '../rig/screens'
import { button, facts, toast } from './linkRows'

const drive = openDrive()
const numbers = (page: Page) => shown(page).locator('.links-value').allInnerTexts()
const wholeUrl = ({ url }: { url: string }) => `${drive.server.url}${url}`

/** The text of the QR code in a picture. */
async function decoded(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function openCode(page: Page) {
  await button(page, t('links.more')).tap()
  await dialog(page)
    .getByRole('button', { name: t('links.qr.title'), exact: true })
    .tap()
  await shown(page).locator('.qr-foot').waitFor()
}

describe('[AH-17] the details of a link', () => {
  deepTest('the details count openings, previews and downloads, by number, by day and by name', async () => {
    const { enterprise, user, protectedLink, brochure } = await userWithLinks(drive)
    const colleague = await drive.make.user({ enterprise })
    const { headers } = await client(drive.server).as(colleague.login)
    const stranger = new Visitor(drive.server.url, protectedLink.unique_name)
    await stranger.open('k7m3')
    await previewOf(stranger, brochure)
    const known = new Visitor(drive.server.url, protectedLink.unique_name, headers)
    await known.open('k7m3')
    await known.tryDownload(brochure)
    await drive.visit(user, `/shares/${protectedLink.id}`, async (page) => {
      await shown(page).locator('.links-visit').first().waitFor()
      assert.deepEqual(await numbers(page), ['2', '2', '1', '1 / 50'])
      // One row per visitor, whatever they did.
      const names = await shown(page).locator('.links-visit-name').allInnerTexts()
      assert.deepEqual(names, [colleague.name, t('links.visitor')])
      assert.match(await shown(page).locator('.links-visit-what').first().innerText(), /^打开、下载 · /)
      const label = await shown(page).locator('.links-bars').getAttribute('aria-label')
      assert.match(label!, /^最近 30 天共 2 次访问：\d\d-\d\d 2 次$/)
      assert.match(await shown(page).locator('.links-card').first().innerText(), /公开 · 密码 k7m3 · 还剩 3 天/)
    })
  })

  deepTest(
    '[AH-09] closing asks, and the list below says so at once; undo opens the link to visitors again',
    async () => {
      const { user, open } = await userWithLinks(drive)
      const visitor = () => new Visitor(drive.server.url, open.unique_name)
      await drive.visit(user, '/shares', async (page) => {
        await row(page, '校园开放日').locator('.row-open').tap()
        await button(page, t('link.close')).tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('action.cancel') })
          .tap()
        await button(page, t('link.close')).tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('link.close') })
          .tap()
        await toast(page, t('link.closed'))
        await visitor().refusedToOpen('process_share_link_closed')
        await page.goBack()
        await until('closed in the list', async () => /由你关闭/.test(await facts(page, '校园开放日')))
        await button(page, t('action.undo')).tap()
        await toast(page, t('link.reopened'))
        await until('open in the list', async () => /永久有效/.test(await facts(page, '校园开放日')))
        await visitor().open()
      })
    },
  )

  deepTest('the page of permissions changes a setting on the server, and a reload shows the page again', async () => {
    const { user, me, protectedLink } = await userWithLinks(drive)
    await drive.visit(user, `/shares/${protectedLink.id}`, async (page) => {
      await button(page, t('links.more')).tap()
      await dialog(page)
        .getByRole('button', { name: t('links.settings'), exact: true })
        .tap()
      await addressBecomes(page, `/shares/${protectedLink.id}?changeperms=1`)
      await page.reload()
      const page2 = shown(page).locator('.permissions')
      await page2.getByRole('switch', { name: t('share.perms.previewOnly') }).tap()
      await page2.getByRole('switch', { name: t('share.perms.firstVisit') }).tap()
      await page2.getByRole('button', { name: t('action.save'), exact: true }).tap()
      await toast(page, t('link.changed'))
      await addressBecomes(page, `/shares/${protectedLink.id}`)
      await shown(page)
        .getByText(new RegExp(t('links.previewOnly')))
        .waitFor()
      const { share_link: kept } = await me.call('GET /apps/share_links/get', { share_link_id: protectedLink.id })
      assert.deepEqual([kept.disable_download, kept.is_first_visit_told, kept.password], [true, false, 'k7m3'])
    })
  })

  deepTest('a password that can no longer be shown says so, and stays when another setting changes', async () => {
    const { user, protectedLink } = await userWithLinks(drive)
    const sealed = createEncrypter(randomBytes(32)).encrypt('k7m3', `share_link:${protectedLink.unique_name}`)
    await drive.server.deps.db
      .updateTable('share_links')
      .set({ password_sealed: sealed })
      .where('id', '=', protectedLink.id)
      .execute()
    await drive.visit(user, `/shares/${protectedLink.id}?changeperms=1`, async (page) => {
      const permissions = shown(page).locator('.permissions')
      await permissions.getByText(t('share.perms.passwordKept')).waitFor()
      await permissions.getByRole('switch', { name: t('share.perms.forward') }).tap()
      await permissions.getByRole('button', { name: t('action.save'), exact: true }).tap()
      await toast(page, t('link.changed'))
      await shown(page)
        .getByText(new RegExp(t('links.hasPassword')))
        .waitFor()
    })
    await new Visitor(drive.server.url, protectedLink.unique_name).refusedToOpen('share_link_invalid_password')
    await new Visitor(drive.server.url, protectedLink.unique_name).open('k7m3')
  })

  deepTest('an unknown link, or somebody else’s, is not found and leads to the list', async () => {
    const { protectedLink } = await userWithLinks(drive)
    await drive.visit(await drive.make.user(), `/shares/${protectedLink.id}`, async (page) => {
      await shown(page).getByText(t('links.gone.title')).waitFor()
      await button(page, t('links.gone.action')).tap()
      await addressBecomes(page, '/shares')
    })
  })

  deepTest('[AH-08] copying takes name, address and password, and the address opens the link', async () => {
    const { user, protectedLink } = await userWithLinks(drive)
    await drive.visit(
      user,
      `/shares/${protectedLink.id}`,
      async (page) => {
        await button(page, t('links.copy')).tap()
        await toast(page, t('link.copiedBoth'))
        assert.equal(
          await page.evaluate(() => navigator.clipboard.readText()),
          `招生简章（终稿）.jpg\n${wholeUrl(protectedLink)}\n访问密码：k7m3`,
        )
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })

  deepTest('[SHARE-11] without a clipboard a dialog holds the selected text, and back closes it', async () => {
    const { user, open } = await userWithLinks(drive)
    await drive.visit(user, nowhere, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.execCommand = () => false
      })
      await page.goto(`${drive.server.url}/shares/${open.id}`)
      await button(page, t('links.copy')).tap()
      await shown(page)
        .getByRole('dialog', { name: t('share.byHand.title') })
        .waitFor()
      assert.equal(
        await page.evaluate(() => {
          const field = document.activeElement as HTMLTextAreaElement
          return field.value.slice(field.selectionStart, field.selectionEnd)
        }),
        `校园开放日照片\n${wholeUrl(open)}`,
      )
      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      assert.equal(
        await page
          .getByRole('status')
          .filter({ hasText: t('link.copied') })
          .count(),
        0,
      )
    })
  })
})

describe('[AH-15] the QR code and the poster', () => {
  deepTest(
    'the code on the screen and on the saved poster leads to the link; the password is printed only on request',
    async () => {
      const { user, protectedLink } = await userWithLinks(drive)
      await drive.visit(user, `/shares/${protectedLink.id}`, async (page) => {
        await openCode(page)
        await settled(page)
        assert.equal(await decoded(await shown(page).locator('.qr-card').screenshot()), wholeUrl(protectedLink))
        assert.doesNotMatch(await shown(page).locator('.qr-card').innerText(), /k7m3/)
        const save = async () => {
          const download = page.waitForEvent('download')
          await button(page, t('links.qr.save')).tap()
          const file = await download
          assert.equal(file.suggestedFilename(), '招生简章（终稿）.jpg 二维码.png')
          return readFile(await file.path())
        }
        const plain = await save()
        await toast(page, t('link.pictureSaved'))
        assert.equal(await decoded(plain), wholeUrl(protectedLink))
        await shown(page).getByRole('switch').tap()
        await shown(page).locator('.qr-password').getByText('k7m3').waitFor()
        const printed = await save()
        assert.equal(await decoded(printed), wholeUrl(protectedLink))
        assert.notDeepEqual(printed, plain)
        if (process.env.SHOTS) await sharp(printed).toFile(`${process.env.SHOTS}/poster.png`)
        await page.goBack()
        await shown(page).locator('.qr').waitFor({ state: 'detached' })
      })
    },
  )

  deepTest(
    '[AH-16] the system’s sheet receives the poster where it accepts files, and the address from the menu',
    async () => {
      const { user, open } = await userWithLinks(drive)
      await drive.visit(user, nowhere, async (page) => {
        // The helper that tsx wraps around named functions.
        await page.addInitScript('globalThis.__name ??= (made) => made')
        await page.addInitScript(() => {
          const shared: unknown[] = []
          Object.assign(window, { shared })
          Object.assign(navigator, {
            canShare: () => true,
            share: async ({ files, ...rest }: ShareData) =>
              void shared.push(files ? { files: files.map(({ name, size }) => [name, size > 1000]) } : rest),
          })
        })
        await page.goto(`${drive.server.url}/shares/${open.id}`)
        await openCode(page)
        await button(page, t('links.qr.send')).tap()
        await page.goBack()
        await button(page, t('links.more')).tap()
        await dialog(page)
          .getByRole('button', { name: t('links.share'), exact: true })
          .tap()
        await dialog(page).waitFor({ state: 'detached' })
        assert.deepEqual(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared), [
          { files: [['校园开放日照片 二维码.png', true]] },
          { title: '校园开放日照片', text: `校园开放日照片\n${wholeUrl(open)}` },
        ])
      })
    },
  )

  deepTest('a browser inside WeChat shows the poster for a long press', async () => {
    const { user, open } = await userWithLinks(drive)
    await drive.visit(
      user,
      `/shares/${open.id}`,
      async (page) => {
        await openCode(page)
        await button(page, t('links.qr.save')).tap()
        await shown(page).getByText(t('links.qr.hold')).waitFor()
        const source = await shown(page).locator('.qr-picture').getAttribute('src')
        assert.equal(await decoded(Buffer.from(source!.split(',')[1]!, 'base64')), wholeUrl(open))
      },
      { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile MicroMessenger/8.0.50' },
    )
  })

  deepTest('the popup that makes a link shows its code, too', async () => {
    const enterprise = await freeEnterprise(drive)
    const user = await drive.make.user({ enterprise })
    await drive.make.file({ owner: user }, { name: '简章.txt', content: '欢迎' })
    await drive.visit(user, '/files/own', async (page) => {
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.share') }).tap()
      await button(page, t('share.create')).tap()
      await button(page, t('share.act.qr')).tap()
      await shown(page).locator('.qr-foot').waitFor()
      await settled(page)
      const me = await client(drive.server).as(user.login)
      const { share_links: links } = await me.call('GET /apps/share_links/get_list', {})
      assert.equal(await decoded(await shown(page).locator('.qr-card').screenshot()), wholeUrl(links[0]!))
    })
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ShareLink } from '@/contract/shares/shares'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { decideShares } from '../../support/shares/sharePolicy'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, openMenu, row, settled, shown, t } from '../rig/screen'

const drive = openDrive()
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const popup = (page: Page) => shown(page).getByRole('dialog', { name: t('share.title'), exact: true })
const press = (page: Page, name: string) => popup(page).getByRole('button', { name, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const cell = (page: Page, text: string) => popup(page).locator('.share-cell').filter({ hasText: text })
const permissions = (page: Page) => popup(page).getByRole('dialog', { name: t('share.perms.title') })

/** A file of a user whose enterprise requires no password. */
async function ownFile(name = '简章.txt') {
  const enterprise = await drive.make.enterprise()
  const owner = await drive.make.user({ enterprise })
  await decideShares(drive.server.deps, enterprise, { is_share_force_passwd_switch: false, is_share_management: false })
  const file = await drive.make.file({ owner }, { name, content: '欢迎报名' })
  return { enterprise, owner, file, at: `/files/own?share=file_${file.id}` }
}

async function linksOf({ login }: { login: string }): Promise<ShareLink[]> {
  const who = await client(drive.server).as(login)
  const { share_links: links } = await who.call('GET /apps/share_links/get_list', {})
  return links.map((link) => ({ ...link, url: new URL(link.url, drive.server.url).href }))
}

/** Chooses rows of a list, in that order, and shares them together. */
async function shareBoth(page: Page, names: readonly string[]): Promise<void> {
  await row(page, names[0]!).waitFor()
  await settled(page)
  await shown(page)
    .getByRole('button', { name: t('list.select'), exact: true })
    .tap()
  for (const name of names) await row(page, name).tap()
  await shown(page)
    .locator('.select-bar')
    .getByRole('button', { name: t('many.share'), exact: true })
    .tap()
}

describe('sharing by link', () => {
  test('[SHARE-01] [SHARE-13] the popup shows item, permissions and version; creating shows address and password; copying takes both', async () => {
    const owner = await drive.make.user()
    const file = await drive.make.file({ owner }, { name: '简章.txt', content: '欢迎报名' })
    await drive.visit(
      owner,
      '/files/own',
      async (page) => {
        await row(page, '简章.txt').waitFor()
        await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.share'), exact: true }).tap()
        await addressBecomes(page, `/files/own?share=file_${file.id}`)
        await cell(page, t('share.who'))
          .getByText(`${t('share.access.public')} · ${t('share.needsPassword')}`)
          .waitFor()
        await popup(page)
          .getByRole('switch', { name: t('share.pin.title') })
          .tap()
        await press(page, t('share.create')).tap()
        await popup(page).locator('.share-done').waitFor()
        const [link] = await linksOf(owner)
        assert.match(link!.password, /^[a-hjkmnp-z1-9]{4}$/)
        assert.equal(link!.item.pinned_version, 1)
        assert.equal(await popup(page).locator('.share-password').innerText(), link!.password)
        await press(page, t('share.act.copyBoth')).tap()
        await toast(page, t('share.copiedBoth'))
        assert.equal(
          await clipboard(page),
          t('share.made.textPassword', { name: '简章.txt', url: link!.url, password: link!.password }),
        )
        await press(page, t('share.act.done')).tap()
        await addressBecomes(page, '/files/own')
      },
      withClipboard,
    )
  })

  deepTest('[AH-08] copying before there is a link makes one and copies it in the same tap', async () => {
    const { owner, at } = await ownFile()
    await drive.visit(
      owner,
      at,
      async (page) => {
        await press(page, t('share.act.copyLink')).tap()
        await toast(page, t('share.copied'))
        const [link] = await linksOf(owner)
        assert.equal(await clipboard(page), t('share.made.text', { name: '简章.txt', url: link!.url }))
      },
      withClipboard,
    )
  })

  deepTest(
    '[AH-08] [SHARE-11] where copying fails a dialog selects the link, and nothing claims that it was copied',
    async () => {
      const { owner, at } = await ownFile()
      await drive.visit(owner, at, async (page) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined })
          document.execCommand = () => false
        })
        await page.reload()
        await press(page, t('share.act.copyLink')).tap()
        const field = page.getByRole('dialog', { name: t('share.byHand.title') }).getByRole('textbox')
        const marked = await field.evaluate((area: HTMLTextAreaElement) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
        )
        assert.match(marked, /\/share\/[\w-]{22}$/)
        assert.equal(await page.getByText(t('share.copied')).count(), 0)
        await assertAccessible(page, '.dialog')
      })
    },
  )

  deepTest('[AH-16] the system’s sheet receives name and address, where there is one', async () => {
    const { owner, at } = await ownFile()
    await drive.visit(owner, at, async (page) => {
      await page.addInitScript(
        "Object.defineProperty(navigator, 'share', { value: async (data) => { window.given = data } })",
      )
      await page.reload()
      await press(page, t('share.act.more')).tap()
      await popup(page).locator('.share-done').waitFor()
      const [link] = await linksOf(owner)
      await page.waitForFunction(() => 'given' in window)
      assert.deepEqual(await page.evaluate(() => (window as unknown as { given: ShareData }).given), {
        title: '简章.txt',
        text: t('share.made.text', { name: '简章.txt', url: link!.url }),
      })
    })
  })

  deepTest('[AH-16] without a system’s sheet there is no button for the sheet', async () => {
    const { owner, at } = await ownFile()
    await drive.visit(owner, at, async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
      await page.reload()
      await press(page, t('share.act.copyLink')).waitFor()
      assert.equal(await press(page, t('share.act.more')).count(), 0)
    })
  })

  deepTest(
    '[AH-16] the menu passes the file itself to the system’s sheet; if the tap is too old, another tap does',
    async () => {
      const { owner } = await ownFile()
      await drive.make.file({ owner }, { name: '教案.docx' })
      await drive.visit(owner, nowhere, async (page) => {
        // The helper that tsx wraps around named functions.
        await page.addInitScript('globalThis.__name ??= (made) => made')
        await page.addInitScript(() => {
          const given: unknown[] = []
          const userActivation = { isActive: true }
          Object.defineProperties(navigator, {
            canShare: { value: () => true },
            userActivation: { value: userActivation },
            share: { value: async ({ files = [] }: ShareData) => given.push(files[0]?.name, await files[0]?.text()) },
          })
          Object.assign(window, { given, userActivation })
        })
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '简章.txt').waitFor()
        const send = async () => {
          const entry = (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.sendToApp') })
          await entry.tap()
        }
        const given = () => page.evaluate(() => (window as unknown as { given: unknown[] }).given)
        const tapCounts = (isActive: boolean) =>
          page.evaluate((now) => {
            Object.assign((window as unknown as { userActivation: object }).userActivation, { isActive: now })
          }, isActive)
        await send()
        await page.waitForFunction(() => (window as unknown as { given: unknown[] }).given.length > 0)
        await shown(page).locator('.sheet').waitFor({ state: 'detached' })
        await tapCounts(false)
        await send()
        const sheet = page.getByRole('dialog', { name: '简章.txt' })
        const again = sheet.getByRole('button', { name: t('outgoing.send'), exact: true })
        await again.waitFor()
        await assertAccessible(page, '.sheet')
        assert.deepEqual(await given(), ['简章.txt', '欢迎报名'])
        await tapCounts(true)
        await again.tap()
        await sheet.waitFor({ state: 'detached' })
        assert.deepEqual(await given(), ['简章.txt', '欢迎报名', '简章.txt', '欢迎报名'])
        const menu = await openMenu(page, '教案.docx')
        await menu.getByRole('button', { name: t('menu.download') }).waitFor()
        assert.equal(await menu.getByRole('button', { name: t('menu.sendToApp') }).count(), 0)
      })
    },
  )

  deepTest(
    '[SHARE-07] the link carries a message of 500 characters; a longer one is refused and makes no link',
    async () => {
      const { owner, at } = await ownFile()
      await drive.visit(owner, at, async (page) => {
        await cell(page, t('share.message.placeholder')).tap()
        const area = popup(page).getByRole('textbox', { name: t('share.message.title') })
        await area.fill('文'.repeat(501))
        await popup(page)
          .getByRole('dialog', { name: t('share.message.title') })
          .getByRole('alert')
          .filter({ hasText: t('share.fault.share_message_too_long') })
          .waitFor()
        await popup(page).getByText('501 / 500').waitFor()
        await press(page, t('share.message.done')).tap()
        await press(page, t('share.create')).tap()
        await toast(page, t('file.share.shareFieldErrorTips'))
        assert.deepEqual(await linksOf(owner), [])
        await cell(page, '文文').tap()
        await area.fill('𠮷'.repeat(500))
        await page.goBack()
        await press(page, t('share.create')).tap()
        await popup(page).locator('.share-done').waitFor()
        assert.equal((await linksOf(owner))[0]!.description, '𠮷'.repeat(500))
      })
    },
  )

  deepTest('[AH-10] several chosen items become one link, and the choice ends with it', async () => {
    const { owner } = await ownFile('甲.txt')
    await drive.make.file({ owner }, { name: '乙.txt' })
    await drive.visit(owner, '/files/own', async (page) => {
      await shareBoth(page, ['甲.txt', '乙.txt'])
      await popup(page)
        .getByText(t('share.many', { name: '甲.txt', n: 2 }))
        .waitFor()
      assert.equal(
        await popup(page)
          .getByRole('switch', { name: t('share.pin.title') })
          .count(),
        0,
      )
      await press(page, t('share.create')).tap()
      await popup(page).locator('.share-done').waitFor()
      assert.equal((await linksOf(owner))[0]!.item.item_count, 2)
      await press(page, t('share.act.done')).tap()
      await shown(page).locator('.select-bar').waitFor({ state: 'detached' })
    })
  })

  deepTest('[AH-27] a draft for several items returns when the same items are chosen after a reload', async () => {
    const { owner } = await ownFile('甲.txt')
    await drive.make.file({ owner }, { name: '乙.txt' })
    await drive.visit(owner, '/files/own', async (page) => {
      await shareBoth(page, ['甲.txt', '乙.txt'])
      await cell(page, t('share.message.placeholder')).tap()
      await popup(page).getByRole('textbox').fill('两份一起看')
      await page.goto(`${drive.server.url}/files/own`)
      await shareBoth(page, ['乙.txt', '甲.txt'])
      await popup(page).getByText(t('share.restored')).waitFor()
      await cell(page, '两份一起看').waitFor()
      await press(page, t('share.create')).tap()
      await popup(page).locator('.share-done').waitFor()
      assert.equal((await linksOf(owner))[0]!.description, '两份一起看')
    })
  })

  deepTest('[AH-27] a draft survives a reload and can be discarded', async () => {
    const { owner, at } = await ownFile()
    await drive.visit(owner, at, async (page) => {
      await cell(page, t('share.message.placeholder')).tap()
      await popup(page).getByRole('textbox').fill('请各位老师周五前看完')
      await page.reload()
      // The page of the message is open again.
      assert.equal(await popup(page).getByRole('textbox').inputValue(), '请各位老师周五前看完')
      await press(page, t('share.message.done')).tap()
      await cell(page, t('share.who')).tap()
      await permissions(page)
        .getByRole('switch', { name: t('share.perms.previewOnly') })
        .tap()
      await page.reload()
      const preview = permissions(page).getByRole('switch', { name: t('share.perms.previewOnly') })
      await preview.waitFor()
      assert.equal(await preview.getAttribute('aria-checked'), 'true')
      await permissions(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await permissions(page).waitFor({ state: 'detached' })
      await cell(page, t('share.can.previewOnly')).waitFor()
      await popup(page)
        .getByRole('button', { name: t('share.discard') })
        .tap()
      await cell(page, t('share.who'))
        .filter({ hasText: t('share.can.downloadable') })
        .waitFor()
      await cell(page, t('share.message.placeholder')).waitFor()
      await page.reload()
      await cell(page, t('share.who'))
        .filter({ hasText: t('share.can.downloadable') })
        .waitFor()
      assert.equal(await popup(page).getByText(t('share.restored')).count(), 0)
    })
  })

  deepTest('[RT-10] the app drops the flag of a popup’s page without the flag of the popup', async () => {
    const { owner } = await ownFile()
    await drive.visit(owner, '/files/own?changeperms=1', async (page) => {
      await row(page, '简章.txt').waitFor()
      await addressBecomes(page, '/files/own')
    })
  })

  deepTest('the popup passes axe, and keys alone operate it', async () => {
    const { owner, at } = await ownFile()
    await drive.visit(owner, at, async (page) => {
      await press(page, t('share.create')).waitFor()
      await assertAccessible(page, '.share')
      await press(page, t('share.create')).focus()
      await page.keyboard.press('Enter')
      await popup(page).locator('.share-done').waitFor()
      await assertAccessible(page, '.share')
      await page.keyboard.press('Escape')
      await addressBecomes(page, '/files/own')
    })
  })
})

describe('sharing with colleagues', () => {
  deepTest(
    '[SHARE-10] sharing with nobody is refused; a chosen colleague receives the item, with a message',
    async () => {
      const { enterprise, owner, at } = await ownFile()
      const department = await drive.make.department({ enterprise, name: '招生办公室' })
      const colleague = await drive.make.user({ department, name: '李蔚' })
      await drive.visit(owner, at, async (page) => {
        await popup(page)
          .getByRole('radio', { name: t('share.mode.colleagues') })
          .tap()
        await press(page, t('share.send')).tap()
        await toast(page, t('share.fault.share_receivers_missing'))
        await cell(page, t('share.people.none')).tap()
        const picker = page.getByRole('dialog', { name: t('contacts.title.share') })
        await picker.getByText('招生办公室').tap()
        await picker.getByRole('checkbox', { name: '李蔚' }).tap()
        await picker.getByRole('button', { name: t('contacts.confirm', { n: 1 }) }).tap()
        await cell(page, t('share.people.chosenPeople', { n: 1 })).tap()
        const list = popup(page).getByRole('dialog', { name: t('share.people.title') })
        await list.getByText('李蔚').waitFor()
        await assertAccessible(page, '.permissions')
        await page.goBack()
        await press(page, t('share.send')).tap()
        await popup(page)
          .locator('.share-done')
          .filter({ hasText: t('share.made.people') })
          .waitFor()
        const [link] = await linksOf(owner)
        assert.equal(link!.access, 'collaborators')
        assert.deepEqual(
          link!.receivers.map(({ name }) => name),
          [colleague.name],
        )
      })
    },
  )
})

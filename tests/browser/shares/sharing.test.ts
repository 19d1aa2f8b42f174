import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink } from '../../support/shares/shares'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, preview, row, shown, t } from '../rig/screen'

const drive = openDrive()
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const panel = (page: Page) => shown(page).getByRole('dialog', { name: t('share.title'), exact: true })
const icon = (page: Page, name: string) =>
  preview(page, name).getByRole('button', { name: t('menu.share'), exact: true })
const copy = (page: Page) => panel(page).getByRole('button', { name: t('share.inside.copy') })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function toasts(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

/** A colleague's file in a folder on which the others have these roles. */
async function sharedFile(...given: Role[]) {
  const enterprise = await drive.make.enterprise()
  const owner = await drive.make.user({ enterprise })
  const folder = await drive.make.folder({ owner }, { name: '资料' })
  const file = await drive.make.file({ parent: folder }, { name: '简章.txt', content: '欢迎报名' })
  const users = await Promise.all(
    given.map(async (role) => {
      const user = await drive.make.user({ enterprise })
      await drive.make.collab(folder, { user }, role)
      return user
    }),
  )
  return { enterprise, owner, folder, file, users }
}

describe('sharing', () => {
  test('[ACT-12] the icon opens a panel that a reload shows again and back closes; the copied address opens the file for a colleague', async () => {
    const {
      owner,
      folder,
      file,
      users: [colleague],
    } = await sharedFile('previewer')
    let copied = ''
    await drive.visit(
      owner,
      `/files/folder/${folder.id}?preview=1&file_id=${file.id}`,
      async (page) => {
        await icon(page, '简章.txt').tap()
        await addressBecomes(page, `/files/folder/${folder.id}?preview=1&file_id=${file.id}&share=file_${file.id}`)
        await panel(page).getByText('简章.txt').waitFor()
        await page.reload()
        await panel(page).getByText(t('share.inside.note')).waitFor()
        assert.match(await panel(page).innerText(), /简章\.txt\s+12 B/)
        await copy(page).tap()
        await toasts(page, t('share.inside.copied'))
        copied = await clipboard(page)
        assert.equal(copied, `${drive.server.url}/files/frequent?preview=1&file_id=${file.id}`)
        assert.equal(await panel(page).locator('.share-address').innerText(), copied)
        await page.goBack()
        await panel(page).waitFor({ state: 'detached' })
        await icon(page, '简章.txt').waitFor()
      },
      withClipboard,
    )
    await drive.visit(colleague!, copied.slice(drive.server.url.length), async (page) => {
      await preview(page, '简章.txt').waitFor()
    })
    await drive.visit(await drive.make.user(), copied.slice(drive.server.url.length), async (page) => {
      await page.getByRole('alertdialog').waitFor()
      assert.equal(await preview(page, '简章.txt').count(), 0)
    })
  })

  deepTest(
    '[ACT-12] the sheet leads there too, and a folder and a department have addresses of their own',
    async () => {
      const {
        enterprise,
        owner,
        folder,
        users: [colleague],
      } = await sharedFile('viewer')
      const department = await drive.make.department({ enterprise, name: '教务处' })
      await drive.make.member(department, colleague!)
      await drive.visit(
        colleague!,
        '/files/collab',
        async (page) => {
          await row(page, '资料').waitFor()
          await (await openMenu(page, '资料')).getByRole('button', { name: t('menu.share') }).tap()
          await copy(page).tap()
          await toasts(page, t('share.inside.copied'))
          assert.equal(await clipboard(page), `${drive.server.url}/files/folder/${folder.id}`)
          await panel(page)
            .getByRole('button', { name: t('action.back') })
            .tap()
          await addressBecomes(page, '/files/collab')
          await page.goto(`${drive.server.url}/files/dept/${department.id}`)
          await shown(page)
            .getByRole('button', { name: t('action.more') })
            .tap()
          await page
            .getByRole('dialog', { name: '教务处' })
            .getByRole('button', { name: t('menu.share') })
            .tap()
          await copy(page).tap()
          await toasts(page, t('share.inside.copied'))
          assert.equal(await clipboard(page), `${drive.server.url}/files/dept/${department.id}`)
        },
        withClipboard,
      )
      await drive.visit(owner, `/files/folder/${folder.id}`, async (page) => row(page, '简章.txt').waitFor())
      await drive.visit(colleague!, `/files/dept/${department.id}`, async (page) =>
        shown(page).getByText('教务处').first().waitFor(),
      )
    },
  )

  deepTest(
    '[ACT-12] without perm_share and perm_share_to_colleague the icon is disabled, not hidden, and a tap says why',
    async () => {
      const {
        folder,
        file,
        users: [previewer, viewer],
      } = await sharedFile('previewer', 'viewer')
      const at = `/files/folder/${folder.id}?preview=1&file_id=${file.id}`
      const refuses = (reason: string) => async (page: Page) => {
        await icon(page, '简章.txt').waitFor()
        assert.equal(await icon(page, '简章.txt').getAttribute('aria-disabled'), 'true')
        // The driver taps only enabled elements unless forced.
        await icon(page, '简章.txt').tap({ force: true })
        await toasts(page, reason)
        assert.equal(await panel(page).count(), 0)
      }
      await drive.visit(previewer!, at, refuses(t('refusal.share_forbidden')))
      await drive.visit(viewer!, at, async (page) => {
        await icon(page, '简章.txt').waitFor()
        assert.notEqual(await icon(page, '简章.txt').getAttribute('aria-disabled'), 'true')
      })
      await drive.server.deps.db
        .updateTable('items')
        .set({ share_disabled_for: 'members' })
        .where('id', '=', file.id)
        .execute()
      await drive.visit(viewer!, at, refuses(t('refusal.share_disabled_for_members')))
      await drive.visit(previewer!, `/files/folder/${folder.id}?share=file_${file.id}`, async (page) => {
        await toasts(page, t('refusal.share_forbidden'))
        await addressBecomes(page, `/files/folder/${folder.id}`)
      })
    },
  )

  deepTest(
    '[AH-08] [SHARE-11] without a clipboard the selected address is copied; if that fails too, a dialog selects it and claims no copy',
    async () => {
      const { owner, file } = await sharedFile()
      const at = `/files/own?share=file_${file.id}`
      await drive.visit(owner, at, async (page) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined })
          document.addEventListener('copy', () =>
            Object.assign(window, {
              copied: getSelection()?.toString() || (document.activeElement as HTMLTextAreaElement).value,
            }),
          )
        })
        await page.reload()
        await copy(page).tap()
        await toasts(page, t('share.inside.copied'))
        assert.equal(
          await page.evaluate(() => (window as unknown as { copied: string }).copied),
          `${drive.server.url}/files/frequent?preview=1&file_id=${file.id}`,
        )
        await page.evaluate(() => {
          document.execCommand = () => false
        })
        await copy(page).tap()
        const dialog = page.getByRole('dialog', { name: t('share.byHand.title') })
        const field = dialog.getByRole('textbox')
        const address = `${drive.server.url}/files/frequent?preview=1&file_id=${file.id}`
        assert.equal(await field.inputValue(), address)
        const marked = await field.evaluate((area: HTMLTextAreaElement) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
        )
        assert.equal(marked, address)
        await page.goBack()
        await dialog.waitFor({ state: 'detached' })
      })
    },
  )

  test('[AH-15] a poster that is saved right after the link was made has the file’s name', async () => {
    const enterprise = await freeEnterprise(drive)
    const owner = await drive.make.user({ enterprise })
    await drive.make.file({ owner }, { name: '简章.txt', content: '欢迎' })
    await drive.visit(owner, '/files/own', async (page) => {
      const press = (name: string) => shown(page).getByRole('button', { name, exact: true }).tap()
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.share') }).tap()
      await press(t('share.create'))
      await press(t('share.act.qr'))
      await shown(page).locator('.qr-foot').waitFor()
      const download = page.waitForEvent('download')
      await press(t('links.qr.save'))
      assert.equal((await download).suggestedFilename(), '简章.txt 二维码.png')
    })
  })

  deepTest('[RT-10] a flag without an item, or with one that does not exist, is dropped', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '甲.txt' })
    await drive.visit(user, '/files/own?share=everything', async (page) => {
      await row(page, '甲.txt').waitFor()
      await addressBecomes(page, '/files/own')
      await page.goto(`${drive.server.url}/files/own?share=file_9000000`)
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('action.gotIt') })
        .tap()
      await addressBecomes(page, '/files/own')
    })
  })
})

describe('[AH-48] [AH-49] sending to a colleague', () => {
  test('two taps from the menu send to a recent colleague, who finds it among what was received until it is taken back', async () => {
    const enterprise = await freeEnterprise(drive)
    const [owner, colleague] = [
      await drive.make.user({ enterprise, name: '王珂' }),
      await drive.make.user({ enterprise, name: '李蔚' }),
    ]
    await drive.make.file({ owner }, { name: '简章.txt', content: '欢迎报名' })
    const me = await client(drive.server).as(owner.login)
    const before = await drive.make.file({ owner }, { name: '旧的.txt', content: '旧' })
    await makeLink(me, before, { access: 'collaborators', invited_user_ids: [colleague.id] })
    const they = await client(drive.server).as(colleague.login)
    const received = async () =>
      (await they.call('GET /apps/share_links/received', {})).received.map(({ item }) => item.name)
    const send = (page: Page) =>
      panel(page).getByRole('button', { name: t('share.quick.sendTo', { name: '李蔚' }), exact: true })
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '简章.txt').waitFor()
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.share'), exact: true }).tap()
      await send(page).waitFor()
      await assertAccessible(page)
      await send(page).tap()
      await toasts(page, t('share.quick.sent', { name: '李蔚' }))
      const [link] = (await me.call('GET /apps/share_links/get_list', {})).share_links
      assert.deepEqual(
        [link!.access, link!.due_time, link!.password_protected, link!.receivers.map(({ name }) => name)],
        ['collaborators', 0, false, ['李蔚']],
      )
      assert.deepEqual(await received(), ['简章.txt', '旧的.txt'])
      await page.getByRole('button', { name: t('action.undo'), exact: true }).tap()
      await toasts(page, t('share.quick.takenBack', { name: '李蔚' }))
      await send(page).waitFor()
      assert.deepEqual(await received(), ['旧的.txt'])
    })
    await drive.visit(colleague, '/files/own', async (page) => {
      await shown(page).locator('.header-press').tap()
      await shown(page)
        .getByRole('button', { name: t('navigation.received') })
        .tap()
      await addressBecomes(page, '/shares/0')
      await row(page, '旧的.txt').getByText('王珂').waitFor()
      await assertAccessible(page)
      await row(page, '旧的.txt').locator('.row-open').tap()
      await shown(page).getByText('旧的.txt').first().waitFor()
    })
  })
})

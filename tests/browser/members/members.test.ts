import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest, isDeep } from '../../support/deep'
import { letInMany } from '../../support/members/manyMembers'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, row, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'

const drive = openDrive({ isLive: true, live: { gather: 20 } })

const HALF_MINUTE = { timeout: 30_000 }

const waitForText = (page: Page, text: string) =>
  shown(page).getByText(text, { exact: true }).first().waitFor(HALF_MINUTE)
const member = (page: Page, name: string) => shown(page).locator('.member-open').filter({ hasText: name }).first()
const tab = (page: Page, name: string) => shown(page).getByRole('tab', { name }).last()

/** A folder that already has a member, its owner, and a colleague who is no member. */
async function world() {
  const { user: owner, enterprise } = await sharer(drive)
  const [third, guest] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
  const folder = await drive.make.folder({ owner }, { name: '招生办公室' })
  await drive.make.collab(folder, { user: third }, 'editor')
  await drive.make.file({ parent: folder }, { name: '问答.txt', content: '第一问' })
  return { owner, guest, third, folder }
}

/** The owner gives the guest another role. */
async function change(page: Page, name: string, role: string) {
  await member(page, name).tap(HALF_MINUTE)
  await shown(page).getByRole('radio', { name: role }).tap(HALF_MINUTE)
  await waitForText(page, t('collab.roleChanged'))
  await shown(page).getByRole('radiogroup').waitFor({ state: 'detached' })
}

describe('[COLL-02] [COLL-05] [AH-20] two users in two browsers', () => {
  test('[LIST-08] a guest is invited, accepts, loses rights under an open preview and is removed during an upload, each explained', async () => {
    const { owner, guest, folder } = await world()
    const address = `/files/folder/${folder.id}`
    await drive.visit(owner, address, async (mine) => {
      await tab(mine, t('tabs.counted', { n: 2 })).tap(HALF_MINUTE)
      await addressBecomes(mine, `${address}?tab=collab`)
      await waitForText(mine, t('members.section.accepted', { n: 2 }))
      await assertAccessible(mine)
      await button(mine, t('members.invite')).tap()
      await shown(mine).locator('.contact-pick').filter({ hasText: guest.name }).tap(HALF_MINUTE)
      await button(mine, t('contacts.confirm', { n: 1 })).tap()
      await shown(mine).locator('.invite-role').tap(HALF_MINUTE)
      await shown(mine)
        .getByRole('radio', { name: t('role.editor') })
        .tap()
      await shown(mine)
        .getByRole('textbox', { name: t('invite.message') })
        .fill('一起来')
      await assertAccessible(mine)
      await button(mine, t('invite.send')).tap()
      await waitForText(mine, t('collab.invited'))
      await waitForText(mine, t('members.section.invited', { n: 1 }))
      await tab(mine, t('tabs.counted', { n: 2 })).waitFor(HALF_MINUTE)
      await waitForText(mine, t('members.section.invited', { n: 1 }))

      await drive.visit(
        guest,
        '/message',
        async (theirs) => {
          await shown(theirs).locator('.message-open').filter({ hasText: folder.name }).tap(HALF_MINUTE)
          await waitForText(
            theirs,
            t('messages.invites.said', {
              what: t('messages.invites.self', { sender: owner.name }),
              text: '一起来',
            }),
          )
          await assertAccessible(theirs)
          await button(theirs, t('messages.child.accept')).tap()
          await button(theirs, t('messages.child.view')).tap(HALF_MINUTE)
          await addressBecomes(theirs, address)
          // The owner sees it without a touch.
          await waitForText(mine, t('members.section.accepted', { n: 3 }))

          await row(theirs, '问答.txt').locator('.row-open').tap(HALF_MINUTE)
          await shown(theirs).locator('.preview').waitFor(HALF_MINUTE)
          await change(mine, guest.name, t('role.previewer'))
          // A guest who looks at the file is notified, and from now on the preview shows their name.
          await waitForText(theirs, t('preview.roleNow', { role: t('role.previewer') }))
          await change(mine, guest.name, t('role.uploader'))
          await waitForText(theirs, t('preview.reason.permission_denied'))
          // Nothing is replaced below a preview: the list refreshes once it is shown.
          const asked = theirs.waitForResponse(/file_list\//)
          await theirs.goBack()
          await shown(theirs).locator('.preview').waitFor({ state: 'detached' })
          await asked
          // Entries without a permission leave the menu without a reload.
          await shown(theirs)
            .getByRole('tab', { name: t('tabs.files') })
            .waitFor()
          const menu = await openMenu(theirs, '问答.txt')
          await menu.getByText(t('menu.access'), { exact: true }).waitFor(HALF_MINUTE)
          await menu.getByText(t('menu.download'), { exact: true }).waitFor({ state: 'detached', ...HALF_MINUTE })
          await theirs.goBack()

          let release = () => {}
          const held = new Promise<void>((resolve) => (release = resolve))
          await theirs.route('**/files/tus/**', async (route) => {
            await held
            await route.continue()
          })
          await button(theirs, t('list.add')).tap()
          const chosen = theirs.waitForEvent('filechooser')
          await button(theirs, t('upload.files')).tap()
          await (
            await chosen
          ).setFiles({ name: '作业.txt', mimeType: 'text/plain', buffer: Buffer.alloc(100_000, 'x') })
          await shown(theirs).locator('.upload-tray').waitFor(HALF_MINUTE)
          await member(mine, guest.name).tap()
          await button(mine, t('member.remove')).tap()
          await shown(mine)
            .getByRole('alertdialog')
            .getByRole('button', { name: t('collab.remove') })
            .tap()
          await waitForText(mine, t('collab.removed', { name: guest.name }))
          release()
          await waitForText(theirs, t('empty.removed.title'))
          await shown(theirs).locator('.upload-tray').tap()
          await shown(theirs).locator('.upload-row').filter({ hasText: '作业' }).waitFor(HALF_MINUTE)
          await shown(theirs).locator('.upload-row-danger').waitFor(HALF_MINUTE)
        },
        { expected: [/status of 40[34]/, /410/] },
      )
      await mine.goBack()
      await tab(mine, t('tabs.counted', { n: 2 })).waitFor(HALF_MINUTE)
    })
  })

  deepTest(
    '[COLL-02] [LIST-08] the menu of one’s own unshared folder shares it: people are chosen at once, and the folder gets members',
    async () => {
      const { user: owner, enterprise } = await sharer(drive)
      const guest = await drive.make.user({ enterprise })
      const folder = await drive.make.folder({ owner }, { name: '活动安排' })
      const address = `/files/folder/${folder.id}`
      await drive.visit(owner, '/files/own', async (page) => {
        const menu = await openMenu(page, folder.name)
        await menu.getByText(t('menu.invite'), { exact: true }).tap(HALF_MINUTE)
        await shown(page).locator('.contact-pick').filter({ hasText: guest.name }).tap(HALF_MINUTE)
        await addressBecomes(page, `${address}?tab=collab&invite=1&contactselect=invite%3Afolder_${folder.id}`)
        await button(page, t('contacts.confirm', { n: 1 })).tap()
        await button(page, t('invite.send')).tap(HALF_MINUTE)
        await waitForText(page, t('members.section.invited', { n: 1 }))
        await button(page, t('invite.send')).waitFor({ state: 'detached', ...HALF_MINUTE })
        await page.goBack()
        await addressBecomes(page, address)
        await tab(page, t('tabs.counted', { n: 1 })).waitFor(HALF_MINUTE)
        await page.goBack()
        await addressBecomes(page, '/files/own')
      })
    },
  )

  deepTest('[COLL-04] a user who quits returns to the list, which no longer contains the folder', async () => {
    const { third, folder } = await world()
    await drive.visit(
      third,
      '/files/collab',
      async (page) => {
        await row(page, folder.name).locator('.row-open').tap(HALF_MINUTE)
        await tab(page, t('tabs.counted', { n: 2 })).tap(HALF_MINUTE)
        await member(page, third.name).tap(HALF_MINUTE)
        await button(page, t('member.quit')).tap(HALF_MINUTE)
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('collab.leave') })
          .tap()
        await waitForText(page, t('collab.quit', { name: folder.name }))
        await addressBecomes(page, '/files/collab')
        await waitForText(page, t('empty.collab.title'))
      },
      { expected: [/status of 40[34]/] },
    )
  })

  deepTest('[COLL-01] thousands of members need few elements, and the last member can be opened', async () => {
    const { owner, folder } = await world()
    const count = isDeep ? 10_000 : 1200
    const asked = { enterpriseId: owner.enterprise_id, folderId: folder.id, below: [], count }
    await letInMany(drive.server.deps.db, asked)
    await drive.visit(owner, `/files/folder/${folder.id}?tab=collab`, async (page) => {
      await waitForText(page, t('members.section.accepted', { n: count + 2 }))
      const list = shown(page).locator('.members .virtual-list')
      const last = member(page, `成员${count}`)
      await until(
        'the last member',
        async () => {
          await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
          return (await last.count()) > 0
        },
        120_000,
        200,
      )
      const elements = await list.evaluate((element) => element.querySelectorAll('*').length)
      assert.ok(elements < 1000, `${elements}`)
      await assertAccessible(page)
      await last.tap()
      await shown(page).getByRole('radiogroup').waitFor(HALF_MINUTE)
      assert.equal(await shown(page).locator('.member-body .contact-title').innerText(), `成员${count}`)
    })
  })

  deepTest('[AH-45] a search finds one of many people who can see an item', async () => {
    const { user: owner, enterprise } = await sharer(drive)
    const folder = await drive.make.folder({ owner }, { name: '招生办公室' })
    const people = []
    for (let at = 0; at < 10; at += 1) people.push(await drive.make.user({ enterprise }))
    for (const user of people) await drive.make.collab(folder, { user }, 'viewer')
    const [one] = people
    await drive.visit(owner, `/files/own?access=folder_${folder.id}`, async (page) => {
      await shown(page)
        .locator('.search-bar-field')
        .filter({ hasText: t('access.search') })
        .tap(HALF_MINUTE)
      await shown(page).locator('.search input').fill(one!.login)
      await page.keyboard.press('Enter')
      const found = shown(page).locator('.people-found .member-open')
      await found.filter({ hasText: one!.name }).waitFor(HALF_MINUTE)
      assert.equal(await found.count(), 1)
      await assertAccessible(page)
    })
  })

  deepTest(
    '[AH-45] [COLL-07] the list of who can see an item, and an unknown invitation, have words and pass axe',
    async () => {
      const { owner, third, folder } = await world()
      await drive.visit(owner, '/files/own', async (page) => {
        const menu = await openMenu(page, folder.name)
        await menu.getByText(t('menu.access'), { exact: true }).tap(HALF_MINUTE)
        await member(page, third.name).waitFor(HALF_MINUTE)
        assert.equal(await member(page, third.name).locator('.member-role').innerText(), t('role.editor'))
        await assertAccessible(page)
      })
      await drive.visit(third, '/collab/accept?collab_id=999999', async (page) => {
        await waitForText(page, t('invitation.gone.title'))
        await assertAccessible(page)
      })
      await drive.visit(third, '/collab/anything', (page) => addressBecomes(page, '/files/collab'))
    },
  )
})

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { addressBecomes, row, shown, t } from '../rig/screen'
import { button, signIn } from '../rig/visits'
import { field, sharedFolderIn } from './sharedFolder'

const drive = openDrive()
const sharedFolder = sharedFolderIn.bind(null, drive)

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
      await shown(page).locator('.visit-inline .reading-row').first().waitFor({ timeout: 30_000 })
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

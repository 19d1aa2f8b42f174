import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { pdf, photo } from '../../support/samples/samples'
import type { Drive } from './drive'
import { openMe, openMenu, row, shown } from './screen'

/** A way to a screen from the list of own files, and back. */
export interface Screen {
  name: string
  open(page: Page, t: Words<PackageName>): Promise<void>
  close(page: Page, t: Words<PackageName>): Promise<void>
}

/** bytes of a shown user's space: what the screens need, but not one file more of this size */
const QUOTA = 1_048_576

export const dialog = (page: Page) => shown(page).getByRole('dialog').last()
const alert = (page: Page) => shown(page).getByRole('alertdialog')

async function back(page: Page): Promise<void> {
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
}

function navigate(page: Page, t: Words<PackageName>): Promise<void> {
  return shown(page)
    .getByRole('button', { name: t('header.chooseSpace', { name: t('space.own') }) })
    .tap()
}

async function choose(
  page: Page,
  t: Words<PackageName>,
  name: string,
  action:
    | 'menu.share'
    | 'menu.rename'
    | 'menu.properties'
    | 'menu.delete'
    | 'menu.viewVersions'
    | 'menu.move'
    | 'menu.sendToApp'
    | 'menu.keepOffline'
    | 'menu.dropOffline',
): Promise<void> {
  await (await openMenu(page, name, t)).getByRole('button', { name: t(action) }).tap()
}

/** Keeps a file on the phone and opens the list of what is kept, from the account. */
async function openKept(page: Page, t: Words<PackageName>): Promise<void> {
  await choose(page, t, '合影.jpg', 'menu.keepOffline')
  await dialog(page).waitFor({ state: 'detached' })
  await openMe(page)
  await shown(page)
    .getByRole('button', { name: t('offline.title') })
    .tap()
  await shown(page)
    .locator('.offline .row')
    .filter({ hasText: 'KB' })
    .filter({ hasNotText: t('kept.busy') })
    .waitFor()
}

/** Goes back to the list and deletes the file from the phone. @param t words of the page */
async function leaveKept(page: Page, t: Words<PackageName>): Promise<void> {
  await page.goBack()
  await shown(page).locator('.offline').waitFor({ state: 'detached' })
  await page.goBack()
  await row(page, '合影.jpg').waitFor()
  await choose(page, t, '合影.jpg', 'menu.dropOffline')
  await dialog(page).waitFor({ state: 'detached' })
}

const preview = (name: string, there: string): Screen => ({
  name: `the preview of ${name}`,
  async open(page) {
    await row(page, name).locator('.row-open').tap()
    await shown(page).locator(there).first().waitFor({ timeout: 30_000 })
  },
  async close(page) {
    await page.goBack()
    await shown(page).locator('.preview').waitFor({ state: 'detached' })
  },
})

/** Every screen and sheet of a list, in order. */
export const screens: readonly Screen[] = [
  { name: 'the list', open: async (page) => row(page, '合影.jpg').waitFor(), close: async () => undefined },
  {
    name: 'the navigation panel',
    open: async (page, t) => {
      await navigate(page, t)
      await dialog(page).waitFor()
    },
    close: back,
  },
  {
    name: 'the account',
    async open(page, t) {
      await openMe(page)
      await shown(page)
        .getByRole('heading', { name: t('me.title') })
        .waitFor()
    },
    async close(page) {
      await page.goBack()
      await row(page, '合影.jpg').waitFor()
    },
  },
  {
    name: 'the orders',
    open: async (page, t) => {
      await shown(page)
        .getByRole('button', { name: t('list.sort') })
        .tap()
      await dialog(page).waitFor()
    },
    close: back,
  },
  {
    name: 'the search',
    async open(page) {
      await shown(page).locator('.search-bar-field').tap()
      await shown(page).locator('.search-input').fill('合影')
      await shown(page).locator('.search .row').waitFor()
    },
    async close(page) {
      await page.goBack()
      await shown(page).locator('.search').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the menu of a row',
    open: async (page, t) => void (await (await openMenu(page, '合影.jpg', t)).waitFor()),
    close: back,
  },
  { name: 'what is kept offline', open: openKept, close: leaveKept },
  {
    name: 'a kept picture',
    async open(page, t) {
      await openKept(page, t)
      await shown(page).locator('.offline .row-open').tap()
      await shown(page).locator('.offline-picture').waitFor()
    },
    async close(page, t) {
      await page.goBack()
      await shown(page).locator('.offline-picture').waitFor({ state: 'detached' })
      await leaveKept(page, t)
    },
  },
  {
    name: 'what can be added',
    open: async (page, t) => {
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      await dialog(page).waitFor()
    },
    close: back,
  },
  {
    name: 'a scan',
    async open(page, t) {
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      await shown(page)
        .getByRole('button', { name: t('upload.scan.title') })
        .tap()
      const chosen = page.waitForEvent('filechooser')
      await shown(page)
        .getByRole('button', { name: t('upload.scan.media') })
        .tap()
      await (await chosen).setFiles({ name: '照片.jpg', mimeType: 'image/jpeg', buffer: await photo() })
      await shown(page).locator('.scan-thumb img').waitFor()
    },
    async close(page) {
      await shown(page).locator('.scan-discard .text-button').tap()
      await alert(page).locator('.button-danger').tap()
      await shown(page).locator('.scan-thumb').waitFor({ state: 'detached' })
      await back(page)
    },
  },
  {
    name: 'a new name, refused',
    async open(page, t) {
      await choose(page, t, '合影.jpg', 'menu.rename')
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('一'.repeat(223))
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await shown(page).getByRole('alert').waitFor()
    },
    close: back,
  },
  {
    name: 'the properties',
    open: async (page, t) => {
      await choose(page, t, '合影.jpg', 'menu.properties')
      await shown(page).locator('.properties-line').first().waitFor()
    },
    close: back,
  },
  {
    name: 'a file that the system did not take',
    async open(page, t) {
      await page.evaluate(() => {
        // Methods, because function properties would need a helper that the page lacks.
        Object.assign(navigator, {
          canShare() {
            return true
          },
          share() {
            return Promise.reject(new TypeError('refused'))
          },
        })
      })
      await choose(page, t, '合影.jpg', 'menu.sendToApp')
      await dialog(page)
        .getByRole('button', { name: t('action.retry') })
        .waitFor()
    },
    async close(page) {
      await back(page)
      await page.evaluate(
        () => void (Reflect.deleteProperty(navigator, 'canShare') && Reflect.deleteProperty(navigator, 'share')),
      )
    },
  },
  {
    name: 'the address to share',
    open: async (page, t) => {
      await choose(page, t, '合影.jpg', 'menu.share')
      await shown(page).locator('.share-address').waitFor()
    },
    close: back,
  },
  {
    name: 'the question before deleting',
    open: async (page, t) => {
      await choose(page, t, '合影.jpg', 'menu.delete')
      await alert(page).waitFor()
    },
    async close(page) {
      await page.keyboard.press('Escape')
      await alert(page).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the versions',
    async open(page, t) {
      await choose(page, t, '合影.jpg', 'menu.viewVersions')
      await shown(page).locator('.version').first().waitFor()
    },
    async close(page) {
      await page.goBack()
      await page.goBack()
      await shown(page).locator('.preview').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the way to another place',
    open: async (page, t) => {
      await choose(page, t, '合影.jpg', 'menu.move')
      await shown(page).locator('.pick .row').first().waitFor()
    },
    async close(page) {
      await page.goBack()
      await shown(page).locator('.pick').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'what is chosen',
    async open(page, t) {
      await shown(page)
        .getByRole('button', { name: t('list.select'), exact: true })
        .tap()
      await row(page, '合影.jpg').locator('.row-open').tap()
    },
    async close(page) {
      await page.goBack()
      await shown(page).locator('.select-bar').waitFor({ state: 'detached' })
    },
  },
  preview('合影.jpg', '.preview img'),
  preview('简章.pdf', '.pdf-page canvas'),
  preview('备份.zip', '[role=alert]'),
  {
    name: 'the uploads',
    async open(page, t) {
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      const chosen = page.waitForEvent('filechooser')
      await shown(page)
        .getByRole('button', { name: t('upload.files'), exact: true })
        .tap()
      await (
        await chosen
      ).setFiles([
        { name: '好.bin', mimeType: '', buffer: Buffer.from('1') },
        { name: '太大.bin', mimeType: '', buffer: Buffer.alloc(QUOTA) },
      ])
      await shown(page).locator('.upload-tray').tap()
      await shown(page).locator('.upload-row-danger').waitFor()
      await row(page, '好').waitFor()
    },
    close: back,
  },
]

/** A user with the items that these screens show, and `QUOTA` bytes for them. */
export async function makeShownUser({ make, server }: Drive) {
  const enterprise = await make.enterprise({ user_quota_bytes: QUOTA })
  const department = await make.department({ enterprise, name: '明德学校' })
  await make.department({ parent: department, name: '教务处' })
  const user = await make.user({ department })
  await make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  await make.file({ owner: user }, { name: '简章.pdf', content: await pdf() })
  const secret = await make.file({ owner: user }, { name: '备份.zip' })
  await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', secret.id).execute()
  await make.folder({ owner: user }, { name: '资料' })
  await make.message(user, { notice: { name: '2026 年秋季招生简章（终稿）.pdf', folder: '招生办公室' } })
  return user
}

import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { pdf, photo } from '../support/samples/samples'
import { assertAccessible } from './rig/axe'
import { openDrive } from './rig/drive'
import { openMenu, row, shown, wordsIn } from './rig/screen'
import { sample } from '../support/deep'

const drive = openDrive()

/** A way to a screen from the list of own files, and back. */
interface Screen {
  name: string
  open(page: Page, t: Words<PackageName>): Promise<void>
  close(page: Page): Promise<void>
}

const dialog = (page: Page) => shown(page).getByRole('dialog').last()
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
  action: 'menu.share' | 'menu.rename' | 'menu.properties' | 'menu.delete',
): Promise<void> {
  await (await openMenu(page, name, t)).getByRole('button', { name: t(action) }).tap()
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

const screens: Screen[] = [
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
      await navigate(page, t)
      await shown(page).locator('.account-bar').tap()
      await shown(page)
        .getByRole('dialog', { name: t('me.title') })
        .waitFor()
    },
    close: back,
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
      await alert(page).waitFor()
    },
    async close(page) {
      await page.keyboard.press('Escape')
      await alert(page).waitFor({ state: 'detached' })
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
        { name: '坏.', mimeType: '', buffer: Buffer.from('2') },
      ])
      await shown(page).locator('.upload-tray').tap()
      await shown(page).locator('.upload-row-danger').waitFor()
      await row(page, '好').waitFor()
    },
    close: back,
  },
]

/** Colours do not change with the language. */
const looks = { 'zh-CN': ['light', 'dark'], en: ['dark'], 'zh-TW': ['light'] } as const

for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
  describe(`axe finds nothing, ${looks[language].join(' and ')}, in ${language}`, () => {
    const t = wordsIn(language)
    const speak = (page: Page) => page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])

    async function inItsLooks(page: Page): Promise<void> {
      for (const colorScheme of looks[language]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await shown(page)
          .locator(`.screen${colorScheme === 'dark' ? '.theme-dark' : ':not(.theme-dark)'}`)
          .waitFor()
        await assertAccessible(page)
      }
    }

    test('on every screen and sheet of a list', async () => {
      const department = await drive.make.department({ name: '明德学校' })
      await drive.make.department({ parent: department, name: '教务处' })
      const user = await drive.make.user({ department })
      await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
      await drive.make.file({ owner: user }, { name: '简章.pdf', content: await pdf() })
      const secret = await drive.make.file({ owner: user }, { name: '备份.zip' })
      await drive.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', secret.id).execute()
      await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.visit(user, '/login', async (page) => {
        await speak(page)
        await page.goto(`${drive.server.url}/files/own`)
        for (const { name, open, close } of screens) {
          await open(page, t)
            .then(() => inItsLooks(page))
            .catch((cause: unknown) => {
              throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause })
            })
          await close(page)
        }
      })
    })

    test('on sign-in with its faults and languages, on empty and on broken places', async () => {
      const user = await drive.make.user()
      await drive.visit(null, '/login', async (page) => {
        await speak(page)
        await page.reload()
        await shown(page)
          .getByRole('button', { name: t('login.submit') })
          .tap()
        await shown(page).getByRole('alert').waitFor()
        await inItsLooks(page)
        await shown(page).locator('.login-foot .text-button').tap()
        await dialog(page).waitFor()
        await inItsLooks(page)
      })
      await drive.visit(
        user,
        '/login',
        async (page) => {
          await speak(page)
          for (const [place, title] of [
            ['own', 'empty.list.title'],
            ['frequent', 'empty.frequent.title'],
            ['folder/999999', 'empty.removed.title'],
          ] as const) {
            await page.goto(`${drive.server.url}/files/${place}`)
            await shown(page).getByText(t(title)).waitFor()
            await inItsLooks(page)
          }
          await page.route('**/file_list/**', (route) => route.fulfill({ status: 500, json: {} }))
          await page.goto(`${drive.server.url}/files/own`)
          await shown(page).getByText(t('empty.failed.title')).waitFor()
          await inItsLooks(page)
        },
        { expected: [/file_list/] },
      )
    })
  })
}

import type { Page } from 'playwright-core'
import type { ShareLink } from '@/contract/shares/shares'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { dialog } from './screens'
import { shown } from './screen'

/** A screen of one's links and the way back from it. */
interface ShareScreen {
  name: string
  open(page: Page, t: Words<PackageName>): Promise<void>
  close(page: Page): Promise<void>
}

const more = (page: Page, t: Words<PackageName>) =>
  shown(page)
    .getByRole('button', { name: t('links.more') })
    .tap()

const entry = async (page: Page, t: Words<PackageName>, key: 'links.qr.title' | 'links.settings' | 'link.close') => {
  await more(page, t)
  await dialog(page)
    .getByRole('button', { name: t(key), exact: true })
    .tap()
}

const back = async (page: Page, gone: string) => {
  await page.goBack()
  await shown(page).locator(gone).waitFor({ state: 'detached' })
}

/** Every screen and sheet of one's links; the first is the list, all others lie above the details of a link. */
export function shareScreens(url: string, link: ShareLink): ShareScreen[] {
  return [
    {
      name: 'the list of links',
      open: async (page) => {
        await page.goto(`${url}/shares`)
        await shown(page).locator('.row').first().waitFor()
      },
      close: async () => undefined,
    },
    {
      name: 'the search of links',
      open: async (page, t) => {
        await shown(page)
          .getByRole('button', { name: t('links.search') })
          .tap()
        await shown(page).locator('.search-input').fill('终稿')
        await shown(page).locator('.row').filter({ hasText: '报名名单' }).waitFor({ state: 'detached' })
      },
      close: (page) => back(page, '.search-input'),
    },
    {
      name: 'the details of a link',
      open: async (page) => {
        await page.goto(`${url}/shares/${link.id}`)
        await shown(page).locator('.links-visit, .links-nobody').first().waitFor()
      },
      close: async () => undefined,
    },
    {
      name: 'what can be done with a link',
      open: async (page, t) => {
        await more(page, t)
        await dialog(page).waitFor()
      },
      close: (page) => back(page, '.sheet'),
    },
    {
      name: 'the QR code of a link',
      open: async (page, t) => {
        await entry(page, t, 'links.qr.title')
        await shown(page).locator('.qr-foot').waitFor()
        await shown(page).getByRole('switch').tap()
        await shown(page).locator('.qr-password').waitFor()
      },
      close: (page) => back(page, '.qr'),
    },
    {
      name: 'the settings of a link',
      open: async (page, t) => {
        await entry(page, t, 'links.settings')
        await shown(page).getByRole('switch').first().waitFor()
      },
      close: (page) => back(page, '.permissions'),
    },
    {
      name: 'the question before closing a link',
      open: async (page, t) => {
        await entry(page, t, 'link.close')
        await shown(page).getByRole('alertdialog').waitFor()
      },
      close: async (page) => {
        await page.keyboard.press('Escape')
        await shown(page).getByRole('alertdialog').waitFor({ state: 'detached' })
      },
    },
  ]
}

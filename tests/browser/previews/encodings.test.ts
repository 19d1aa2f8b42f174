import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { deepTest } from '../../support/deep'
import { textsOfPages } from '../../support/previews/readPdf'
import { encode } from '../../support/samples/encode'
import { zip } from '../../support/samples/zip'
import { makeLink } from '../../support/shares/shares'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { preview, row, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'
import { drawn, openFile } from './openPreviews'

const drive = openDrive()
const words = phrases.preview.encoding
const NAME = '通知.txt'
const TEXT = 'Привет, мир! Это проверка кодировки.'
const bytes = encode(TEXT, 'koi8-r')
const readAs = (encoding: string) => new TextDecoder(encoding).decode(bytes).slice(0, 6)

/** The rendition that the page fetches. @param encoding null: as the server recognises the text */
function fetched(page: Page, encoding: string | null): Promise<Response> {
  return page.waitForResponse(
    (response) => {
      const { pathname, searchParams } = new URL(response.url())
      return pathname.endsWith('/representations/download') && searchParams.get('encoding') === encoding
    },
    { timeout: 30_000 },
  )
}

async function assertShows(page: Page, response: Promise<Response>, text: string): Promise<void> {
  const pages = await textsOfPages(await (await page.request.get((await response).url())).body())
  assert.ok(pages.join('').includes(text), pages.join(''))
  await drawn(page)
}

const choices = (page: Page) => shown(page).getByRole('dialog', { name: words.title, exact: true })
const choose = (page: Page, label: string) => choices(page).locator('.menu-entry').filter({ hasText: label }).tap()

describe('[PREV-02] a reader chooses the encoding of a text', () => {
  test('the menu of the preview leads to the encodings; the choice shows the text anew, and can be taken back', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: NAME, content: bytes })
    await drive.visit(user, '/files/own', async (page) => {
      const first = fetched(page, null)
      await openFile(page, NAME)
      await assertShows(page, first, TEXT)
      const open = async () => {
        await preview(page, NAME)
          .getByRole('button', { name: t('action.more') })
          .tap()
        await page.getByRole('dialog', { name: NAME, exact: true }).getByText(words.title, { exact: true }).tap()
        await choices(page).waitFor()
      }
      await open()
      await assertAccessible(page)
      const second = fetched(page, 'windows-1251')
      await choose(page, 'Windows-1251')
      await assertShows(page, second, readAs('windows-1251'))
      await open()
      assert.match(await choices(page).locator('[aria-current=true]').innerText(), /Windows-1251/)
      await choose(page, words.automatic)
      await drawn(page)
      await open()
      assert.match(await choices(page).locator('[aria-current=true]').innerText(), new RegExp(words.automatic))
      await page.goBack()
      await choices(page).waitFor({ state: 'detached' })
      await preview(page, NAME).waitFor()
    })
  })

  test('[LAND-05] a visitor of a link chooses one on the page of the text, and in a folder in its header', async () => {
    const { user, me } = await sharer(drive)
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    const file = await drive.make.file({ parent: folder }, { name: NAME, content: bytes })
    await drive.visit(null, (await makeLink(me, file, { disable_download: false })).url, async (page) => {
      await button(page, words.change).tap({ timeout: 30_000 })
      const rendition = fetched(page, 'windows-1251')
      await choose(page, 'Windows-1251')
      await assertShows(page, rendition, readAs('windows-1251'))
      await shown(page).getByText(words.now.replace('{name}', 'Windows-1251')).waitFor()
    })
    await drive.visit(null, (await makeLink(me, folder)).url, async (page) => {
      await row(page, NAME).waitFor({ timeout: 30_000 })
      await openFile(page, NAME)
      await drawn(page)
      await button(page, words.title).tap()
      const rendition = fetched(page, 'windows-1251')
      await choose(page, 'Windows-1251')
      await assertShows(page, rendition, readAs('windows-1251'))
    })
  })

  deepTest('[PREV-04] a text in an archive has the action in its header; a file that is no text has none', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '包.zip', content: zip({ 'a.txt': bytes, 'b.xyz': 'PK' }) })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '包.zip')
      await preview(page, '包.zip').getByText('a.txt').tap({ timeout: 30_000 })
      await drawn(page)
      await button(page, words.title).tap()
      const rendition = fetched(page, 'windows-1251')
      await choose(page, 'Windows-1251')
      await assertShows(page, rendition, readAs('windows-1251'))
      await page.goBack()
      await preview(page, '包.zip').getByText('b.xyz').tap()
      await preview(page, 'b.xyz').waitFor()
      await shown(page).getByText(phrases.preview.reason.not_support).waitFor()
      assert.equal(await button(page, words.title).count(), 0)
    })
  })
})

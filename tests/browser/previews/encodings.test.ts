import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { deepTest } from '../../support/deep'
import { encode } from '../../support/samples/encode'
import { zip } from '../../support/samples/zip'
import { makeLink } from '../../support/shares/shares'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { preview, row, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'
import { openFile, reads } from './openPreviews'

const drive = openDrive()
const words = phrases.preview.encoding
const NAME = '通知.txt'
const TEXT = 'Привет, мир! Это проверка кодировки.'
const bytes = encode(TEXT, 'koi8-r')
const readAs = (encoding: string) => new TextDecoder(encoding).decode(bytes).slice(0, 6)

const choices = (page: Page) => shown(page).getByRole('dialog', { name: words.title, exact: true })
const choose = (page: Page, label: string) => choices(page).locator('.menu-entry').filter({ hasText: label }).tap()

describe('[PREV-02] a reader chooses the encoding of a text', () => {
  test('the menu of the preview leads to the encodings; the choice shows the text anew, and can be taken back', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: NAME, content: bytes })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, NAME)
      await reads(page, TEXT)
      const open = async () => {
        await preview(page, NAME)
          .getByRole('button', { name: t('action.more') })
          .tap()
        await page.getByRole('dialog', { name: NAME, exact: true }).getByText(words.title, { exact: true }).tap()
        await choices(page).waitFor()
      }
      await open()
      await assertAccessible(page)
      await choose(page, 'Windows-1251')
      await reads(page, readAs('windows-1251'))
      await open()
      assert.match(await choices(page).locator('[aria-current=true]').innerText(), /Windows-1251/)
      await choose(page, words.automatic)
      await reads(page, TEXT)
      await open()
      assert.match(await choices(page).locator('[aria-current=true]').innerText(), new RegExp(words.automatic))
      await page.goBack()
      await choices(page).waitFor({ state: 'detached' })
      await preview(page, NAME).waitFor()
    })
  })

  deepTest(
    '[LAND-05] a visitor of a link chooses one on the page of the text, and in a folder in its header',
    async () => {
      const { user, me } = await sharer(drive)
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      const file = await drive.make.file({ parent: folder }, { name: NAME, content: bytes })
      await drive.visit(null, (await makeLink(me, file, { disable_download: false })).url, async (page) => {
        await button(page, words.change).tap({ timeout: 30_000 })
        await choose(page, 'Windows-1251')
        await reads(page, readAs('windows-1251'))
        await shown(page).getByText(words.now.replace('{name}', 'Windows-1251')).waitFor()
      })
      await drive.visit(null, (await makeLink(me, folder)).url, async (page) => {
        await row(page, NAME).waitFor({ timeout: 30_000 })
        await openFile(page, NAME)
        await reads(page, TEXT)
        await button(page, words.title).tap()
        await choose(page, 'Windows-1251')
        await reads(page, readAs('windows-1251'))
      })
    },
  )

  deepTest('[PREV-04] a text in an archive has the action in its header; a file that is no text has none', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '包.zip', content: zip({ 'a.txt': bytes, 'b.xyz': 'PK' }) })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '包.zip')
      await preview(page, '包.zip').getByText('a.txt').tap({ timeout: 30_000 })
      await reads(page, TEXT)
      await button(page, words.title).tap()
      await choose(page, 'Windows-1251')
      await reads(page, readAs('windows-1251'))
      await page.goBack()
      await preview(page, '包.zip').getByText('b.xyz').tap()
      await preview(page, 'b.xyz').waitFor()
      await shown(page).getByText(phrases.preview.reason.not_support).waitFor()
      assert.equal(await button(page, words.title).count(), 0)
    })
  })
})

describe('[AH-36] a text is read as text', () => {
  const { reading } = phrases.preview
  const CODE = ['// 说明', 'const answer = 42', ...Array.from({ length: 600 }, (_, at) => `call(${at})`), 'theEnd()']

  test('letters have 17 px, code has numbers and colours, words are found, and the place and the look are remembered', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '课.js', content: CODE.join('\n') })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '课.js')
      await reads(page, 'answer')
      const styleOf = (selector: string, property: 'fontSize' | 'backgroundColor' | 'color') =>
        shown(page)
          .locator(selector)
          .first()
          .evaluate((element, name) => getComputedStyle(element)[name], property)
      assert.equal(await styleOf('.reading-page', 'fontSize'), '17px')
      assert.notEqual(await styleOf('.reading-keyword', 'color'), await styleOf('.reading-page', 'color'))
      assert.equal(await shown(page).locator('.reading-line-number').nth(1).innerText(), '2')
      await assertAccessible(page)

      await button(page, reading.find).tap()
      await shown(page).getByRole('textbox', { name: reading.findHint }).fill('THEEND')
      await shown(page).getByText('1 / 1').waitFor()
      await shown(page).locator('.reading-found-now').waitFor()
      await reads(page, 'theEnd')
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await shown(page).locator('.reading-find').waitFor({ state: 'detached' })

      await button(page, reading.look).tap()
      await button(page, reading.larger).tap()
      await shown(page).getByRole('radio', { name: reading.papers.sepia }).tap()
      await assertAccessible(page)
      assert.equal(await styleOf('.reading-page', 'fontSize'), '19px')
      assert.equal(await styleOf('.reading', 'backgroundColor'), 'rgb(248, 241, 224)')

      await page.goBack()
      await preview(page, '课.js').waitFor({ state: 'detached' })
      await openFile(page, '课.js')
      await reads(page, 'theEnd')
      assert.equal(await styleOf('.reading-page', 'fontSize'), '19px')
      await button(page, reading.look).tap()
      await button(page, reading.layout).tap()
      await shown(page).locator('.pdf-page canvas').first().waitFor({ timeout: 30_000 })
      await button(page, reading.back).tap()
      await reads(page, 'theEnd')
    })
  })

  deepTest('[AH-24] a visitor who may download reads the text of a link under its watermark', async () => {
    const { user, me } = await sharer(drive)
    const file = await drive.make.file({ owner: user }, { name: '公告.md', content: '# 开放日\n\n周六上午九点' })
    const marked = { is_watermark_customize_content: true, watermark_customize_content: '内部<资料>' }
    await drive.visit(null, (await makeLink(me, file, { disable_download: false, ...marked })).url, async (page) => {
      await reads(page, '周六上午九点')
      await shown(page).getByRole('heading', { name: '开放日' }).waitFor()
      const ground = await shown(page)
        .locator('.reading-watermark')
        .evaluate((element) => decodeURIComponent(getComputedStyle(element).backgroundImage))
      assert.match(ground, /内部&lt;资料&gt;/)
    })
  })
})

import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/lazy/zhCN'
import { phrases as picks } from '@/i18n/moving/zhCN'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, row, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { becomes, documentWorld, state, text, writeAtEnd } from './documentPage'

const drive = openDrive({ connections: 10 })
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const entry = (page: Page, label: string) => page.locator('.menu-entry').filter({ hasText: label })
const toast = (page: Page, words: string) => page.getByText(words, { exact: true })
const made = (name: string) => phrases.convert.made.replace('{name}', name)
const menuOf = (page: Page, name: string) => row(page, name).getByRole('button', { name: t('row.more', { name }) })

describe('[DOC-07] files become documents, and documents files', () => {
  test('the menu of a Markdown file makes a document beside it, and the toast opens it', async () => {
    const { owner, folder } = await documentWorld(drive)
    await drive.make.file({ parent: folder }, { name: '流程.md', content: '# 流程\n\n第一项' })
    await drive.visit(owner, `/files/folder/${folder.id}`, async (page) => {
      await menuOf(page, '流程.md').tap()
      await entry(page, phrases.menu.makeDocument).tap()
      await toast(page, made('流程.ydoc')).waitFor()
      await row(page, '流程.ydoc').waitFor()
      await page.getByText(phrases.convert.show, { exact: true }).tap()
      await text(page).waitFor()
      await becomes(page, '流程\n第一项')
    })
  })

  test('the document’s own menu copies it as Markdown into a chosen folder', async () => {
    const { owner, folder, address } = await documentWorld(drive)
    await drive.visit(owner, address, async (page) => {
      await writeAtEnd(page, '第一段')
      await state(page, '已保存')
      await button(page, t('action.more')).tap()
      await entry(page, phrases.menu.copyAs).tap()
      const sheet = page.getByRole('dialog', { name: phrases.convert.title })
      await sheet.waitFor()
      await assertAccessible(page)
      await screenshot(page, 'document-copy-as')
      await entry(page, phrases.convert.formats.md).tap()
      await page.getByText(picks.pick.into.copy.replace('{name}', folder.name), { exact: true }).tap()
      await toast(page, made('会议纪要.md')).waitFor()
      await page.getByText(phrases.convert.show, { exact: true }).tap()
      await page.getByText('第一段').first().waitFor()
    })
    await drive.visit(owner, `/files/folder/${folder.id}`, (page) => row(page, '会议纪要.md').waitFor())
  })

  test('who may only preview sees neither entry', async () => {
    const { other, folder, item } = await documentWorld(drive, 'previewer')
    await drive.make.file({ parent: folder }, { name: '流程.md', content: '# 流程' })
    await drive.visit(other, `/files/folder/${folder.id}`, async (page) => {
      for (const name of ['流程.md', item.name]) {
        await menuOf(page, name).tap()
        await entry(page, phrases.menu.properties).waitFor()
        for (const label of [phrases.menu.makeDocument, phrases.menu.copyAs])
          if (await entry(page, label).count()) throw new Error(`${name} offers ${label}`)
        await page.goBack()
        await addressBecomes(page, `/files/folder/${folder.id}`)
      }
    })
  })
})

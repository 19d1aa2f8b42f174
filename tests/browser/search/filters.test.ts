import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { readContents } from '../../support/search/contents'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { addressBecomes, preview, row, shown } from '../rig/screen'
import { field, found, findsBecome, openSearch, panel, words } from './searchPanel'

let user: UserRow
let folderId: number
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))

const drive = openDrive({}, async ({ deps }) => {
  const make = factories(deps)
  user = await make.user({ name: '王珂' })
  const folder = await make.folder({ owner: user }, { name: '采购', at: minute(9) })
  folderId = folder.id
  await make.file({ parent: folder }, { name: '采购合同.docx', at: minute(8) })
  await make.file({ parent: folder }, { name: '合同扫描.zip', at: minute(7) })
  const notes = await make.file(
    { parent: folder },
    { name: '纪要.txt', at: minute(6), content: `${'开会。\n'.repeat(80)}决定采购显微镜。\n` },
  )
  await readContents(deps, notes)
})

describe('[AH-41] searching with chips', () => {
  test('pinyin finds and marks names; a kind narrows the results, lives in the address, and can be cleared', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '采购').waitFor()
      await openSearch(page)
      await field(page).fill('hetong')
      await field(page).press('Enter')
      await findsBecome(page, ['采购[合同].docx', '[合同]扫描.zip'])
      assert.match(await found(page, '采购合同').locator('.row-where').innerText(), /^采购 · /)
      const chip = panel(page).getByRole('button', { name: words('search.filter.kind') })
      await chip.tap()
      await shown(page)
        .getByRole('dialog', { name: words('search.filter.kind') })
        .getByText(words('search.kind.zip'))
        .tap()
      await findsBecome(page, ['[合同]扫描.zip'])
      const searched = '/files/own?search=1&search_in=current&search_text=hetong'
      await addressBecomes(page, `${searched}&search_filter=zip`)
      await page.reload()
      await findsBecome(page, ['[合同]扫描.zip'])
      await panel(page)
        .getByRole('button', { name: words('search.filter.clear') })
        .tap()
      await findsBecome(page, ['采购[合同].docx', '[合同]扫描.zip'])
      await addressBecomes(page, searched)
    })
  })

  deepTest('dates of one’s own and a person narrow the results, and a result opens its folder', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await openSearch(page)
      const sheet = (filter: 'period' | 'person') =>
        shown(page).getByRole('dialog', { name: words(`search.filter.${filter}`) })
      const open = (filter: 'period' | 'person') =>
        panel(page)
          .getByRole('button', { name: words(`search.filter.${filter}`) })
          .tap()
      await open('period')
      await sheet('period').getByText(words('search.period.apply')).tap()
      await sheet('period').getByRole('alert').waitFor()
      await sheet('period').getByLabel(words('search.period.from'), { exact: true }).fill('2026-01-01')
      await sheet('period').getByLabel(words('search.period.to'), { exact: true }).fill('2026-01-01')
      await sheet('period').getByText(words('search.period.apply')).tap()
      await findsBecome(page, ['采购', '采购合同.docx', '合同扫描.zip', '纪要.txt'])
      await open('person')
      await sheet('person')
        .getByText(words('search.person.me', { name: '王珂' }))
        .tap()
      await findsBecome(page, ['采购', '采购合同.docx', '合同扫描.zip', '纪要.txt'])
      await found(page, '合同扫描').locator('.row-more').tap()
      await shown(page).getByText(words('search.openPlace')).tap()
      await addressBecomes(page, `/files/folder/${folderId}`)
      await row(page, '合同扫描').waitFor()
    })
  })

  test('the last searches are repeated and removed; a text opens at the words that were found', async () => {
    await drive.visit(user, '/files/own', async (page) => {
      await openSearch(page)
      for (const text of ['显微镜', '不存在的词']) {
        await field(page).fill(text)
        await field(page).press('Enter')
        await panel(page).locator('.row, .empty').first().waitFor()
      }
      await field(page).fill('')
      const line = (text: string) => panel(page).getByRole('listitem').filter({ hasText: text })
      await line('不存在的词')
        .getByRole('button', { name: words('search.recent.remove', { words: '不存在的词' }) })
        .tap()
      await line('不存在的词').waitFor({ state: 'detached' })
      await line('显微镜').getByText('显微镜').tap()
      await found(page, '纪要.txt').locator('.row-open').tap()
      await preview(page, '纪要.txt').waitFor()
      await until('the found words', async () =>
        (await preview(page, '纪要.txt').locator('.reading-found').allInnerTexts()).includes('显微镜'),
      )
      await page.goBack()
      await findsBecome(page, ['纪要.txt'])
    })
  })
})

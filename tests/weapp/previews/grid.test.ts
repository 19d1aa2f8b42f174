import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { fullWorkbook } from '../../support/samples/workbooks'
import { openFile, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const texts = (phone: Phone) => phone.host.$$('.grid-cell').map(({ text }) => text)
const reads = (phone: Phone, text: string) => phone.until(() => texts(phone).includes(text))

describe('[AH-37] a sheet is shown as a grid', () => {
  test('a workbook has tabs; a tap shows a cell in full, words are found, and the pages are one tap away', async (t) => {
    const phone = await openFile(t, site, '成绩.xlsx', fullWorkbook('xlsx'))
    await reads(phone, '2024-03-01')
    assert.deepEqual(phone.host.openedDocuments, [])
    const cell = await phone.until(() => phone.host.$$('.grid-cell').find(({ text }) => text.startsWith('李')))
    phone.host.tap(cell)
    await phone.until(() => phone.host.$('.grid-chosen-name')?.text === 'A5')
    phone.host.tap(await phone.until(() => phone.host.$$('.grid-tab').find(({ text }) => text === '二')))
    await reads(phone, '第二张')
    phone.host.tap(await phone.until(() => phone.host.$$('.grid-tab').find(({ text }) => text === '成绩')))
    await reads(phone, '2024-03-01')
    phone.host.tap(await phone.icon('search'))
    phone.host.input(await phone.until('.reading-find-field'), '换行')
    await phone.reads('1 / 1')
    phone.host.tap(await phone.icon('file'))
    await phone.until(() => phone.host.openedDocuments[0])
    await phone.press(phone.t('preview.grid.back'))
    await reads(phone, '2024-03-01')
  })

  deepTest('a long table draws only the rows near the screen', async (t) => {
    const lines = Array.from({ length: 5000 }, (_, at) => `${at},行${at}`)
    const phone = await openFile(t, site, '长.csv', ['号,名', ...lines].join('\n'))
    await reads(phone, '行0')
    assert.ok(texts(phone).length < 400, `${texts(phone).length} cells`)
    phone.host.scroll('.grid-box', 90_000)
    await reads(phone, '行2500')
    assert.ok(texts(phone).includes('号') && !texts(phone).includes('行0'))
  })
})

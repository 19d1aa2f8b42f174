import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openOwn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const namesBecome = (phone: Phone, expected: readonly string[]) =>
  phone.until(() => String(phone.names) === String(expected))

describe('[AH-41] searching with chips in the mini-program', () => {
  test('initials find names; a kind, dates and the own person narrow the results; the last searches can be repeated', async (t) => {
    const { make } = site
    const user = await make.user({ name: '王珂' })
    const folder = await make.folder({ owner: user }, { name: '采购' })
    await make.file({ parent: folder }, { name: '采购合同.docx', at: new Date(Date.UTC(2026, 0, 1)) })
    await make.file({ parent: folder }, { name: '合同扫描.zip', at: new Date(Date.UTC(2026, 0, 2)) })
    const phone = await openOwn(t, site.wire, user)
    phone.host.tap(await phone.until('.search-bar-field'))
    const input = await phone.until('.search-input')
    phone.host.input(input, 'ht')
    phone.host.confirm(input)
    await namesBecome(phone, ['合同扫描.zip', '采购合同.docx'])
    assert.deepEqual(
      (await phone.row('合同扫描.zip')).$$('.search-hit').map(({ text }) => text),
      ['合同'],
    )
    assert.ok((await phone.row('合同扫描.zip')).$('.row-where')!.text.startsWith('采购 · '))

    await phone.press(phone.t('search.filter.kind'))
    await phone.press(phone.t('search.kind.document'))
    await namesBecome(phone, ['采购合同.docx'])
    await phone.press(phone.t('search.filter.clear'))
    await namesBecome(phone, ['合同扫描.zip', '采购合同.docx'])

    await phone.press(phone.t('search.filter.period'))
    await phone.until('.search-dates')
    phone.fill(0, '2026-01-01')
    phone.fill(1, '20260101')
    await phone.press(phone.t('search.period.apply'))
    await namesBecome(phone, ['采购合同.docx'])
    await phone.press(phone.t('search.filter.person'))
    await phone.press(phone.t('search.person.me', { name: '王珂' }))
    await phone.until(() => phone.asked('/apps/files/search').at(-1)!.includes(`user_id=${user.id}`))
    await phone.press(phone.t('search.filter.clear'))

    phone.host.input(await phone.until('.search-input'), '')
    await phone.reads(phone.t('search.recent.title'))
    await phone.press('ht')
    await namesBecome(phone, ['合同扫描.zip', '采购合同.docx'])
    await phone.menu('合同扫描.zip')
    await phone.press(phone.t('search.openPlace'))
    await phone.at('files', { space: 'folder', id: String(folder.id) })
  })
})

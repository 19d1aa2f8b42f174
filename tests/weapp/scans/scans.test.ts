import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { paperPhoto } from '../../support/scans/paperPhoto'
import { assertScan } from '../../support/scans/assertScan'
import { openOwn } from '../Phone'
import { openSite } from '../site'

const site = openSite()

describe('[AH-44] a scan on a phone', () => {
  test('photos of paper become straightened pages of one PDF in the open folder; leaving in between loses nothing', async (t) => {
    const user = await site.make.user()
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    const thumbs = () => host.$$('.scan-thumb').filter((thumb) => thumb.$('.scan-picture'))
    await phone.add('upload.scan.title')
    await phone.until('.scan')
    const photo = await paperPhoto('采购合同')
    host.pick([
      { name: '一.jpg', data: photo },
      { name: '坏.jpg', data: 'no picture' },
      { name: '二.jpg', data: photo },
    ])
    await phone.press(phone.t('upload.scan.media'))
    await phone.until('.dialog-text')
    assert.equal((await phone.dialog()).text, phone.t('upload.scan.unreadable', { n: 1 }))
    await phone.answer('action.gotIt')
    await phone.until(() => thumbs().length === 2)

    const corner = await phone.until('.scan-corner')
    const before = String(corner.attr('style'))
    host.fire(corner, 'touchstart', { clientX: 100, clientY: 200 })
    host.fire(corner, 'touchmove', { clientX: 104, clientY: 204 })
    await phone.until(() => String(host.$('.scan-corner')!.attr('style')) !== before)
    host.fire(host.$('.scan-corner')!, 'touchend', {})
    await phone.press(phone.t('upload.scan.looks.mono'))

    host.back()
    await phone.until(() => !host.$('.scan'))
    await phone.add('upload.scan.title')
    await phone.until(() => thumbs().length === 2)
    phone.fill(0, '合同?')
    await phone.press(phone.t('action.save'))
    await phone.reads(phone.t('name.fault.name_character', { character: '?' }))
    phone.fill(0, '合同')
    await phone.press(phone.t('action.save'))
    await phone.row('合同.pdf')
    assert.equal(host.$('.scan'), null)
    await assertScan(site.server, '合同.pdf', 2)
  })

  test('a phone without room for the PDF keeps the pages and no part of the PDF', async (t) => {
    const user = await site.make.user()
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    await phone.add('upload.scan.title')
    await phone.until('.scan')
    host.pick([{ name: '一.jpg', data: await paperPhoto('采购合同') }])
    await phone.press(phone.t('upload.scan.media'))
    await phone.until('.scan-thumb .scan-picture')
    host.isFull = true
    await phone.press(phone.t('action.save'))
    await phone.until('.dialog-text')
    assert.equal((await phone.dialog()).text, phone.t('upload.scan.failed'))
    await phone.answer('action.gotIt')
    assert.deepEqual(
      Object.keys(host.files).filter((name) => name.endsWith('.pdf')),
      [],
    )
    host.isFull = false
    await phone.press(phone.t('action.save'))
    await phone.until(() => !host.$('.scan'))
  })
})

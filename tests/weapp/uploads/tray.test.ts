import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endBrowserAfter } from '../../browser/rig/browser'
import { boxesOn } from '../layout'
import { openOwn } from '../Phone'
import { openSite } from '../site'

const site = openSite()
endBrowserAfter()
const content = 'POST /api/apps/files/tus/'

describe('[AH-03] the bar of uploads', () => {
  test('a toast lies above the bar and the foot of the page, and the bar leaves by itself once all is sent', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    site.wire.hold(content)
    phone.host.pick([{ name: '甲:乙.bin', data: 'x' }])
    await phone.add('upload.chat')
    await phone.until('.upload-tray')
    await phone.until('.toast')
    const [toast, tray, foot] = await boxesOn(phone, ['.toast', '.upload-tray-place', '.foot-bar'])
    assert.ok(toast!.bottom <= tray!.top && tray!.bottom <= foot!.top, JSON.stringify([toast, tray, foot]))
    assert.equal(phone.host.$('.upload-tray-place .icon-button'), null)
    site.wire.clear()
    await phone.reads(phone.t('upload.finished', { n: 1 }))
    await phone.until(() => !phone.host.$('.upload-tray'))
  })

  test('the bar of a failed upload stays until it is closed', async (t) => {
    const phone = await openOwn(t, site.wire, await site.make.user())
    const cut = site.wire.cut('presign_upload')
    phone.host.pick([{ name: '甲.bin', data: 'x' }])
    await phone.add('upload.chat')
    await phone.reads(phone.t('upload.failed', { n: 1 }))
    cut.stop()
    phone.host.tap(await phone.until('.upload-tray-place .icon-button'))
    await phone.until(() => !phone.host.$('.upload-tray'))
  })
})

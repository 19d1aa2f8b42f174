import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pdf } from '../../support/samples/samples'
import { openFile } from '../Phone'
import { openSite } from '../site'

const site = openSite()

describe('[AH-38] pages that we draw ourselves have ways of their own', () => {
  test('words are found and marked, small pictures lead to a page, slides turn by a tap and a swipe', async (t) => {
    // Too large for the phone's own viewer.
    site.wire.amend('GET /api/apps/files/get_info', ({ item }) =>
      Object.assign(item as object, { size: 201 * 2 ** 20, extension: 'pptx' }),
    )
    const pages = Array.from({ length: 30 }, (_, at) => (at === 24 ? 'a needle' : `page ${at + 1}`))
    const phone = await openFile(t, site, '宣讲.pdf', await pdf({ pages }))
    await phone.until('.pages-picture')
    const isAt = (n: number) => phone.reads(phone.t('preview.page', { n, total: 30 }))

    phone.host.tap(await phone.icon('search'))
    phone.host.input(await phone.until('.reading-find-field'), 'Needle')
    await phone.until(() => phone.host.text('.reading-find-count') === '1 / 1')
    await isAt(25)
    await phone.until('.pages-mark-now')
    phone.host.tap(await phone.icon('x'))
    await phone.until(() => !phone.host.$('.pages-mark-now'))

    phone.host.tap(await phone.icon('image'))
    const thumb = await phone.until(() =>
      phone.host.$$('.pages-thumb').find((each) => each.text === '26' && each.$('.pages-photo')),
    )
    assert.match(String(thumb.$('.pages-photo')!.attr('src')), /page=26&.*&size=64$/)
    assert.ok(phone.host.$$('.pages-thumb').length < 14)
    phone.host.tap(thumb)
    await isAt(26)
    phone.host.tap(await phone.icon('x'))

    phone.host.tap(await phone.icon('play'))
    const isOn = (n: number) => phone.until(() => phone.host.text('.slides-count') === `${n} / 30`)
    await isOn(26)
    await phone.until('.slides-turned .pages-photo')
    phone.host.tap('.slides-side-right')
    await isOn(27)
    await phone.until(() => {
      const [picture] = phone.host.$$('.slides-slide .pages-photo')
      if (picture) phone.host.fire(picture, 'error', { errMsg: 'GET failed' })
      return phone.host.text('.slides').includes(phone.t('preview.pageFailed'))
    })
    // Up on the screen of a phone held upright is to the left on the slide.
    phone.host.fingers('.slides', [{ x: 200, y: 600 }], [{ x: 200, y: 400 }], [{ x: 200, y: 300 }])
    await isOn(28)
    await phone.host.back()
    await phone.until(() => !phone.host.$('.slides'))
    await isAt(28)
    await phone.at('preview')
  })
})

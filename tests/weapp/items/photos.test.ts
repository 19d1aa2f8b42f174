import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photo } from '../../support/samples/samples'
import { openSignedIn } from '../Phone'
import { openSite } from '../site'

const site = openSite()

describe('[AH-39] the grid of pictures', () => {
  test('a folder of pictures opens as a grid by month; a pinch shows more per row, a press and a drag select, a tap opens', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '开放日' })
    const content = await photo({ width: 48, height: 64 })
    for (let n = 1; n <= 10; n += 1) {
      const at = new Date(Date.UTC(2026, n <= 6 ? 10 : 9, 28 - n, 4))
      await site.make.file({ parent: folder }, { name: `照片 ${n}.jpg`, content, at })
    }
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(folder.id) } })
    const { host } = phone
    const grid = await phone.until('.photos')
    const cell = (n: number) => phone.until(() => host.$$('.photo')[n - 1])
    const leftOf = (n: number) => /left:\s*([\d.]+)px/.exec(String(host.$$('.photo')[n - 1]?.attr('style')))?.[1]
    await cell(1)
    await phone.until(() => host.$$('.photos-month').length === 2)
    assert.match(host.$$('.photos-month')[0]!.text, /2026 年 11 月/)
    assert.equal(leftOf(4), '0')
    assert.ok(host.$$('.photo-picture').length > 0)

    host.fingers(
      grid,
      [
        { x: 100, y: 400 },
        { x: 300, y: 400 },
      ],
      [
        { x: 140, y: 400 },
        { x: 260, y: 400 },
      ],
    )
    await phone.until(() => leftOf(4) !== '0')
    assert.equal(leftOf(5), '0')

    const first = await cell(1)
    const side = Number(/width:\s*([\d.]+)px/.exec(String(first.attr('style')))![1])
    host.fire(first, 'touchstart', { clientX: 40, clientY: 300 })
    host.fire(first, 'longpress', { clientX: 40, clientY: 300 })
    await phone.until('.select-head')
    host.fire(first, 'touchmove', { clientX: 40 + 2 * (side + 2), clientY: 300 })
    await phone.until(() => host.$$('.photo-chosen').length === 3)
    host.fire(first, 'touchend', { clientX: 40, clientY: 300 })
    host.tap(await cell(2))
    await phone.until(() => host.$$('.photo-chosen').length === 2)
    host.back()
    await phone.until(() => host.$$('.photo-chosen').length === 0 && !host.$('.select-head'))

    host.tap(await cell(3))
    assert.equal((await phone.at('preview')).by, 'taken')
    await phone.titled('照片 3.jpg')
    await phone.until(() => host.$$('.strip-place').length === 8)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photo } from '../../support/samples/samples'
import { tiffOf } from '../../support/samples/pictures'
import { deepTest } from '../../support/deep'
import { openFile } from '../Phone'
import { openSite } from '../site'

const site = openSite()

describe('[PREV-06] a closer look at pictures', () => {
  test('zooming loads the larger picture, which takes the place of the small one once it is loaded', async (t) => {
    const phone = await openFile(t, site, '长截图.jpg', await photo({ width: 1080, height: 6000 }))
    const sources = () => phone.host.$$('.preview-picture').map((node) => String(node.attr('src')))
    await phone.until(() => sources().length === 1)
    phone.host.fire('.preview-picture', 'load', { width: 184, height: 1024 })
    const at = (x: number) => ({ x, y: 400 })
    phone.host.fingers('.gallery', [at(150), at(250)], [at(100), at(300)])
    await phone.until(() => sources().length === 2)
    assert.match(sources()[1]!, /kind=image_large/)
    phone.host.fire('.preview-picture-waiting', 'load', { width: 1080, height: 6000 })
    await phone.until(() => sources().length === 1)
    assert.match(sources()[0]!, /kind=image_large/)
  })

  deepTest('[PREV-02] a TIFF of three pages shows its pages', async (t) => {
    const phone = await openFile(t, site, '扫描件.tif', tiffOf(3))
    await phone.until(() => phone.host.$$('.pages-picture').length >= 2)
  })
})

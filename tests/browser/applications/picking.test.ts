import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '../../support/until'
import { endBrowserAfter } from '../rig/browser'
import { bundle } from '../rig/bundle'
import { onPhone } from '../rig/phone'
import { serveSite, type Site } from '../rig/siteServer'

let site: Site

endBrowserAfter()
before(async () => {
  site = await serveSite(await bundle(path.join(import.meta.dirname, '../fixtures/picking.tsx')))
})
after(() => site.close())

test('[PICK-02] the bar counts against a maximum, a full choice blocks more, and a file without perm_download cannot be chosen', async () => {
  await onPhone(async (page) => {
    await page.goto(site.origin)
    const box = (name: string) => page.getByRole('checkbox').filter({ hasText: name })
    const reads = (text: string) =>
      until('the count', async () => (await page.locator('.select-status').innerText()) === text)
    const confirm = page.getByRole('button', { name: 'OK' })
    await reads('0 / 3')
    assert.equal(await confirm.isDisabled(), true)
    assert.equal(await box('禁.pdf').getAttribute('aria-disabled'), 'true')
    await box('禁.pdf').tap({ force: true })
    await reads('0 / 3')
    for (const name of ['二.pdf', '一.pdf', '三.pdf']) await box(name).tap()
    await reads('3 / 3')
    assert.equal(await box('四.pdf').getAttribute('aria-disabled'), 'true')
    await box('四.pdf').tap({ force: true })
    await reads('3 / 3')
    await box('一.pdf').tap()
    await reads('2 / 3')
    await box('四.pdf').tap()
    await reads('3 / 3')
    await confirm.tap()
    await until('what was chosen', async () => (await page.locator('#chosen').innerText()) === '二.pdf 三.pdf 四.pdf')
  })
})

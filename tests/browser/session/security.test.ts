import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { TOTP, URI as TotpAddress } from 'otpauth'
import { deepTest } from '../../support/deep'
import { client, password } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { serveSite } from '../rig/siteServer'
import { addressBecomes, openMe, shown, t } from '../rig/screen'

const drive = openDrive()
const fresh = 'tangerine lamp 7'

const row = (page: Page, label: string) => shown(page).getByText(label, { exact: true })
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const button = (page: Page, label: string) => shown(page).getByRole('button', { name: label, exact: true })

test('pictures, films and files by signed addresses are shown in the page of a mini-program, which is of another origin', async () => {
  const user = await drive.make.user()
  const member = await client(drive.server).as(user.login)
  const { id } = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  const { item } = await member.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
  const { download_url: file } = await member.call('GET /apps/files/download', { file_id: id })
  const site = await serveSite(async () => '<!doctype html><title>mini-program</title>')
  await drive.visit(null, nowhere, async (page) => {
    await page.goto(site.origin.replace('127.0.0.1', 'localhost'))
    const width = (address: string) =>
      page.evaluate(async (source) => {
        const picture = new Image()
        picture.src = source
        await picture.decode().catch(() => undefined)
        return picture.naturalWidth
      }, drive.server.url + address)
    for (const address of [item!.thumbnail!, file]) assert.ok((await width(address)) > 0, address)
  })
  await site.close()
  const { headers } = await member.request('GET', '/api/apps/users/get_base_info')
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
})

describe('[CTX-03] the security settings', () => {
  test('the own name leads to signing out a device, switching on the second step, and changing the password', async () => {
    const user = await drive.make.user()
    await drive.visit(user, '/settings/security', async (page) => {
      await row(page, t('devices.here')).waitFor()
      const lost = await client(drive.server).asApplet(user.login)
      await page.reload()
      await button(page, t('devices.end')).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('devices.end') })
        .tap()
      await page.getByText(t('devices.ended')).waitFor()
      assert.equal((await lost.send('GET /apps/users/sessions', {})).status, 401)

      await row(page, t('twoStep.title')).tap()
      await field(page, t('twoStep.password')).fill(password)
      await button(page, t('twoStep.turnOn')).tap()
      const secret = (await shown(page).locator('.security-key').textContent())!.replace(/ /g, '')
      await field(page, t('security.code')).fill(new TOTP({ secret }).generate())
      await button(page, t('recovery.done')).tap()
      await row(page, t('twoStep.on')).waitFor()

      await row(page, t('password.title')).tap()
      await field(page, t('password.before')).fill(password)
      await field(page, t('password.wanted')).fill(fresh)
      await field(page, t('password.again')).fill(fresh)
      await button(page, t('password.submit')).tap()
      await page.getByText(t('password.done')).waitFor()
      await page.goto(`${drive.server.url}/files/own`)
      await addressBecomes(page, '/files/own')
      await client(drive.server).as(user.login, fresh)
    })
  })

  deepTest('a user with a second step of their own is asked for the code before anything is shown', async () => {
    const user = await drive.make.user()
    const secret = 'SATCHELTESTSECRETSATCHELTESTSECR'
    const values = { totp_secret: secret, totp_enrolled_at: new Date() }
    await drive.server.deps.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, '/files/own', async (page) => {
      const code = field(page, t('security.code'))
      await code.waitFor()
      assert.equal(await page.getByText('资料').count(), 0)
      await shown(page)
        .getByText(t('security.account', { login: user.login }))
        .waitFor()
      const asks = ['inputmode', 'autocomplete'].map((name) => code.getAttribute(name))
      assert.deepEqual(await Promise.all(asks), ['numeric', 'one-time-code'])
      assert.ok(await code.evaluate((input) => input === document.activeElement), 'the keyboard is there at once')
      await assertAccessible(page)
      await code.pressSequentially(new TOTP({ secret }).generate())
      await addressBecomes(page, '/files/frequent')
      await page.goto(`${drive.server.url}/files/own`)
      await page.getByText('资料').first().waitFor()
    })
  })

  test('[AH-55] the key is a QR code, ten codes are saved once, and one signs in on another phone', async () => {
    const user = await drive.make.user()
    let code = ''
    await drive.visit(user, '/settings/security', async (page) => {
      await row(page, t('twoStep.title')).tap()
      await field(page, t('twoStep.password')).fill(password)
      await button(page, t('twoStep.turnOn')).tap()
      await shown(page)
        .getByRole('img', { name: t('security.qr') })
        .waitFor()
      const open = shown(page).getByText(t('security.openApp'), { exact: true })
      const address = (await open.getAttribute('href'))!
      const secret = (await shown(page).locator('.security-key').textContent())!.replace(/ /g, '')
      assert.equal(TotpAddress.parse(address).secret.base32, secret)
      await assertAccessible(page)
      await field(page, t('security.code')).fill(new TOTP({ secret }).generate())
      const codes = shown(page).locator('.security-code')
      await codes.first().waitFor()
      const listed = await codes.allTextContents()
      assert.equal(listed.length, 10)
      code = listed[0]!
      await assertAccessible(page)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        shown(page).getByText(t('recovery.save'), { exact: true }).tap(),
      ])
      const text = await readFile(await saved.path(), 'utf8')
      for (const each of [...listed, user.login]) assert.ok(text.includes(each), each)
      await button(page, t('recovery.done')).tap()
      await row(page, t('twoStep.on')).waitFor()
      await page.reload()
      await row(page, t('twoStep.on')).tap()
      await shown(page)
        .getByText(t('recovery.left', { n: 10 }))
        .waitFor()
      assert.equal(await page.getByText(code).count(), 0)
    })
    await drive.visit(user, '/files/own', async (page) => {
      await button(page, t('recovery.use')).tap()
      await field(page, t('recovery.code')).fill(code.toLowerCase())
      await assertAccessible(page)
      await button(page, t('security.submit')).tap()
      await addressBecomes(page, '/files/frequent')
      await page.goto(`${drive.server.url}/message`)
      await shown(page).getByText(t('messages.security')).waitFor()
    })
  })

  test('[CTX-04] “me” leads to the settings, also on a small phone', async () => {
    const user = await drive.make.user()
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await openMe(page)
        const entry = button(page, t('me.security'))
        await entry.scrollIntoViewIfNeeded()
        await entry.tap()
        await addressBecomes(page, '/settings/security')
        await row(page, t('devices.here')).waitFor()
        await page.goBack()
        await addressBecomes(page, '/me')
        await page.goBack()
        await addressBecomes(page, '/files/own')
      },
      { viewport: { width: 320, height: 568 } },
    )
  })

  deepTest('the administrator reads the audit log', async () => {
    const administrator = await drive.make.user({ isAdministrator: true })
    await drive.visit(administrator, '/settings/security', async (page) => {
      await row(page, t('audit.title')).tap()
      await shown(page).getByText(t('audit.deeds.signed_in')).first().waitFor()
      await assertAccessible(page)
      await page.goBack()
      await row(page, t('devices.here')).waitFor()
      await assertAccessible(page)
    })
  })
})

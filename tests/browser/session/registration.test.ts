import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Configuration } from '../../../server/config/configuration'
import { sample } from '../../support/deep'
import { PostOffice } from '../../support/mail/PostOffice'
import { codeIn, PASSWORD } from '../../support/session/Registering'
import { makeLink } from '../../support/shares/shares'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'

let office: PostOffice
const config: Partial<Configuration> = { registration: 'personal' }
before(async () => {
  office = await PostOffice.open()
  config.mail = office.configuration
})
after(() => office.close())
const drive = openDrive({ config })

const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const link = (page: Page, label: string) => shown(page).getByText(label, { exact: true })

/** Fills the form in with the code that arrives, and registers. */
async function register(page: Page, address: string): Promise<void> {
  await field(page, t('login.register.address.either')).fill(address)
  await button(page, t('login.register.send')).tap()
  await shown(page).getByText(t('login.register.sent')).waitFor()
  await field(page, t('login.register.code')).fill(codeIn(await office.waitFor(address)))
  await field(page, t('login.register.name')).fill('何小北')
  await field(page, t('login.register.password')).fill(PASSWORD)
  await button(page, t('login.register.submit')).tap()
}

describe('registering in the browser', () => {
  test('[DIR-05] [LAND-02] a visitor of a link registers, returns to the link and is signed in', async () => {
    const { user, me } = await sharer(drive)
    const made = await makeLink(me, await drive.make.file({ owner: user }, { name: '简章.txt', content: '你好' }))
    await drive.visit(null, made.url, async (page) => {
      await link(page, t('visit.bar.register')).tap()
      await field(page, t('login.register.name')).waitFor()
      await register(page, 'visitor@mail.example')
      await addressBecomes(page, made.url)
      await shown(page)
        .getByLabel(t('visit.bar.account', { name: '何小北' }))
        .waitFor()
    })
  })

  test('[DIR-05] [CTX-05] from the sign-in page: a wrong code loses nothing; the list has no departments', async () => {
    await drive.visit(null, '/login?redirect=%2Ffiles%2Fown', async (page) => {
      await link(page, t('login.register.link')).tap()
      await assertAccessible(page)
      const address = 'he@mail.example'
      await field(page, t('login.register.address.either')).fill(address)
      await button(page, t('login.register.send')).tap()
      const right = codeIn(await office.waitFor(address))
      await field(page, t('login.register.code')).fill(right === '000000' ? '000001' : '000000')
      await field(page, t('login.register.name')).fill('何小北')
      await field(page, t('login.register.password')).fill(PASSWORD)
      await assertAccessible(page)
      await button(page, t('login.register.submit')).tap()
      await shown(page).getByText('验证码不正确或已过期').waitFor()
      assert.equal(await field(page, t('login.register.name')).inputValue(), '何小北')
      await field(page, t('login.register.code')).fill(right)
      await button(page, t('login.register.submit')).tap()
      await addressBecomes(page, '/files/own')
      const { enterprise_info } = await page.evaluate(async () => {
        const response = await fetch('/api/apps/users/get_base_info')
        return (await response.json()) as { enterprise_info: { is_personal_user_enterprise: boolean } }
      })
      assert.equal(enterprise_info.is_personal_user_enterprise, true)
    })
  })

  const evils = ['//evil.example', 'https://evil.example/', '/\\evil.example', '/%2F/evil.example', '/login']
  for (const evil of sample(evils, 2))
    test(`[DIR-05] after registering, ${evil} leads to the list`, async () => {
      await drive.visit(null, `/login?register=1&redirect=${encodeURIComponent(evil)}`, async (page) => {
        await register(page, `m${evil.length}${Buffer.from(evil).toString('hex').slice(0, 8)}@mail.example`)
        await page.waitForURL(({ pathname }) => pathname !== '/login')
        assert.equal(new URL(page.url()).origin, new URL(drive.server.url).origin)
      })
    })
})

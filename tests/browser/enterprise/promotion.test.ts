import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { errors } from '@/i18n/errors/zhCN'
import { deepTest } from '../../support/deep'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'
import { button } from '../rig/visits'

/** A time before the promotion ends (2§9). */
const then = new Date('2020-08-31T10:00:00+08:00')
let now = then
const codes: string[] = []
let gateway: Server

const drive = openDrive(
  {
    clock: () => now,
    config: { registerUrl: 'https://drive.example/register' },
  },
  async ({ deps }) => {
    gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        codes.push((JSON.parse(body) as { code: string }).code)
        response.end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const { openCodeSender } = await import('../../../server/remote/CodeSender')
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
    deps.codeSender = openCodeSender({ phoneCodes: { url, token: null }, demo: false }, deps.log)
  },
)
after(() => gateway?.close())

const waitForText = (page: Page, text: string) =>
  shown(page).getByText(text, { exact: true }).first().waitFor({ timeout: 30_000 })
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })

/** Opens a page whose clock also shows that time. */
async function at(login: { login: string } | null, address: string, run: (page: Page) => Promise<void>) {
  await drive.visit(login, nowhere, async (page) => {
    await page.clock.install({ time: then })
    await page.goto(drive.server.url + address)
    await run(page)
  })
}

before(() => (now = then))

describe('[PROMO-01] the page of a promotion', () => {
  test('[PROMO-01] [PROMO-02] [PROMO-03] an administrator requests a code, waits out its minute over a reload, and claims the coupon', async () => {
    const enterprise = await drive.make.enterprise()
    const they = await drive.make.user({ enterprise, isAdministrator: true })
    await at(they, '/promotion?type=1001', async (page) => {
      await waitForText(page, t('promotion.starter.title'))
      await button(page, t('promotion.starter.register')).waitFor()
      await assertAccessible(page)
      await button(page, t('promotion.starter.phone')).tap()
      await button(page, t('promotion.form.send')).tap()
      await waitForText(page, t('promotion.form.phoneMissing'))
      await shown(page).getByText('+86', { exact: true }).tap()
      await waitForText(page, t('promotion.form.region'))
      await field(page, t('promotion.form.regionSearch')).fill('852')
      await shown(page).getByText('+852', { exact: true }).tap()
      await field(page, t('promotion.form.phone')).fill('51234567')
      await button(page, t('promotion.form.send')).tap()
      await waitForText(page, t('promotion.form.again', { n: 60 }))
      await assertAccessible(page)
      await page.reload()
      await button(page, t('promotion.starter.phone')).tap()
      await shown(page)
        .getByText(/^\d+ 秒后重发$/)
        .waitFor()
      await shown(page).getByText('+86', { exact: true }).tap()
      await field(page, t('promotion.form.regionSearch')).fill('香港')
      await shown(page).getByText('+852', { exact: true }).tap()
      await field(page, t('promotion.form.phone')).fill('51234567')
      await field(page, t('promotion.form.code')).fill(codes.at(-1) === '000000' ? '000001' : '000000')
      await button(page, t('promotion.form.submit')).tap()
      await waitForText(page, errors.captcha_wrong)
      await field(page, t('promotion.form.code')).fill(codes.at(-1)!)
      await button(page, t('promotion.form.submit')).tap()
      await waitForText(page, t('promotion.finished.title'))
      await shown(page).locator('.ticket-claimed').waitFor()
      await assertAccessible(page)
      await button(page, t('promotion.home')).tap()
      await addressBecomes(page, '/files/frequent')
    })
    const [coupon] = await drive.server.deps.db.selectFrom('coupons').select('phone').execute()
    assert.equal(coupon?.phone, '+85251234567')
  })

  deepTest(
    '[PROMO-03] a member learns that only administrators claim the coupon, and the form loses nothing',
    async () => {
      const they = await drive.make.user()
      await at(they, '/promotion?type=1001', async (page) => {
        await button(page, t('promotion.starter.phone')).tap({ timeout: 30_000 })
        await field(page, t('promotion.form.phone')).fill('13800138000')
        await field(page, t('promotion.form.code')).fill('123456')
        await button(page, t('promotion.form.submit')).tap()
        await waitForText(page, t('promotion.administratorsOnly'))
        await button(page, t('action.gotIt')).tap()
        assert.equal(await field(page, t('promotion.form.phone')).inputValue(), '13800138000')
      })
    },
  )

  deepTest(
    '[PROMO-01] [PROMO-03] 1001 means ended, 110 means claimed, 1404 alerts and goes home, and other codes are unknown',
    async () => {
      const they = await drive.make.user()
      await drive.visit(they, '/promotion?type=1001', async (page) => {
        await waitForText(page, t('promotion.ended.title'))
        await page.goto(`${drive.server.url}/promotion?type=110`)
        await waitForText(page, t('promotion.finished.title'))
        await page.goto(`${drive.server.url}/promotion`)
        await waitForText(page, t('promotion.unknown.title'))
        await page.goto(`${drive.server.url}/promotion?type=1404`)
        await waitForText(page, t('promotion.prompt'))
        await button(page, t('action.gotIt')).tap()
        await addressBecomes(page, '/files/frequent')
      })
    },
  )
})

import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { errorWords } from '@/i18n/errors'
import { readConfiguration } from '../../../server/config/configuration'
import type { UserRow } from '../../../server/database/tables'
import { deepTest, everyTest } from '../../support/deep'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { assertLooks, confirm, desk, makeSchool, MOUSE, personPane, press, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, signOut, t } from '../rig/screen'

const android = 'Mozilla/5.0 (Linux; Android 14; V2309A) Chrome/126 Mobile Safari/537.36'
const inWeCom = { userAgent: `${android} wxwork/4.1.22 MicroMessenger/7.0.1 NetType/WIFI Language/zh` }

const standIn = await MessengerStandIn.start()
const { weCom } = standIn
const drive = openDrive({
  config: {
    messengers: {
      ...readConfiguration({}, '/').messengers,
      wecomUrl: standIn.url,
      wecomAuthorizeUrl: `${standIn.url}/connect/oauth2/authorize`,
      wecomQrUrl: `${standIn.url}/wwlogin/sso/login`,
    },
  },
})
after(() => standIn.close())

const SECTION = '/admin/policies?section=wecom'
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const entry = (page: Page) => shown(page).getByRole('button', { name: t('login.signOn.by', { name: '明德企业微信' }) })

describe('signing in with WeCom in the browser', () => {
  let owner: UserRow

  everyTest(
    '[DIR-03] [ADM-03] an owner connects WeCom and sends a link there; people sign in by QR code on a computer, and by themselves inside WeCom',
    async () => {
      weCom.fill()
      owner = (await makeSchool(drive)).owner
      await drive.visit(
        owner,
        SECTION,
        async (page) => {
          await field(page, t('admin.weCom.label')).fill('明德企业微信')
          await field(page, t('admin.weCom.corp_id')).fill(weCom.corpId)
          await field(page, t('admin.weCom.agent_id')).fill(String(weCom.agentId))
          await field(page, t('admin.weCom.secret')).fill('short')
          await press(page, t('admin.action.save'))
          await shown(page).getByText(errorWords['zh-CN'].sign_on_settings).first().waitFor()
          // The typed secret stays.
          assert.equal(await field(page, t('admin.weCom.corp_id')).inputValue(), weCom.corpId)
          await field(page, t('admin.weCom.secret')).fill('a-secret-of-another-app')
          await press(page, t('admin.action.save'))
          await shown(page).getByRole('alert').getByText('40001').waitFor()
          await field(page, t('admin.weCom.secret')).fill(weCom.secret)
          await press(page, t('admin.action.save'))
          await toast(page).getByText(t('admin.weCom.saved')).waitFor()
          assert.equal(await field(page, t('admin.weCom.secret')).inputValue(), '')
          await press(page, t('admin.directories.dry'))
          const added = t('admin.directories.change.added', { name: '林小满', login: 'linxiaoman' })
          await shown(page).getByText(added).waitFor()
          await press(page, t('admin.directories.sync'))
          await shown(page)
            .getByText(t('admin.directories.owned', { people: 3, places: 2 }))
            .waitFor()
          await assertLooks(page, MOUSE)
          standIn.staff.add('linxiaoman')
          await page.goto(`${drive.server.url}/admin/people?search=linxiaoman`)
          await shown(page).getByText('林小满').first().click()
          const renew = new RegExp(t('admin.person.renewLink'))
          await personPane(page, '林小满').getByRole('button', { name: renew }).click()
          const link = windowOf(page, t('admin.people.link.title', { name: '林小满' }))
          await link.getByRole('button', { name: t('admin.people.link.message', { id: 'linxiaoman' }) }).click()
          await toast(page)
            .getByText(t('admin.people.link.messaged', { id: 'linxiaoman' }))
            .waitFor()
          const url = await link.getByLabel(t('admin.people.link.label')).inputValue()
          assert.ok(JSON.stringify(standIn.sent).includes(url), 'the message has another link')
        },
        desk,
      )

      weCom.who = 'LinXiaoman'
      await drive.visit(
        null,
        `/login?redirect=${encodeURIComponent('/files/own')}`,
        async (page) => {
          await entry(page).waitFor()
          await assertAccessible(page)
          await entry(page).click()
          await addressBecomes(page, '/files/own')
        },
        desk,
      )

      await drive.visit(
        null,
        '/files/own',
        async (page) => {
          await addressBecomes(page, '/files/own')
          await until('the session', async () =>
            (await page.context().cookies()).some(({ name }) => name.endsWith('satchel_session')),
          )
          // Somebody who signed out is not signed in by itself again, also after the page is opened anew.
          await signOut(page)
          await entry(page).waitFor()
          await page.goto(`${drive.server.url}/files/own`)
          await entry(page).waitFor()
          await entry(page).tap()
          await addressBecomes(page, '/files/own')
        },
        inWeCom,
      )
    },
  )

  deepTest(
    '[DIR-03] a phone outside WeCom and a stranger inside it are not signed in, and an owner removes WeCom',
    async () => {
      // A phone cannot scan its own screen.
      await drive.visit(
        null,
        '/login',
        async (page) => {
          await shown(page).getByText(t('login.forgotten.link')).waitFor()
          assert.equal(await entry(page).count(), 0)
        },
        { userAgent: android },
      )

      weCom.who = 'stranger'
      await drive.visit(
        null,
        '/login',
        async (page) => {
          // No second attempt by itself.
          await shown(page).getByText(t('login.signOn.unknown')).waitFor()
          await entry(page).waitFor()
          await assertAccessible(page)
        },
        inWeCom,
      )

      await drive.visit(
        owner,
        SECTION,
        async (page) => {
          await press(page, t('admin.weCom.remove'))
          await confirm(page, t('admin.action.remove'))
          await toast(page).getByText(t('admin.weCom.removed')).waitFor()
        },
        desk,
      )
      await drive.visit(null, '/login', async (page) => {
        await shown(page).getByText(t('login.forgotten.link')).waitFor()
        assert.equal(await entry(page).count(), 0)
      })
    },
  )
})

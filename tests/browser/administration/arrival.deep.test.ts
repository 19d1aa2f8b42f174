import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeSetupToken } from '../../../server/services/administration/setup'
import { wordError } from '@/i18n/errors'
import { client } from '../../support/client'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'
import { button } from '../rig/visits'

const drive = openDrive()

const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const waitForText = (page: Page, text: string) =>
  shown(page).getByText(text, { exact: true }).first().waitFor({ timeout: 30_000 })
const secret = 'a long own password'

describe('before the first sign-in', () => {
  test('[ADM-01] [ADM-03] a school is set up in the browser; a teacher follows a one-time link, sets a password and is at their files', async () => {
    const token = (await makeSetupToken(drive.server.deps))!
    await drive.visit(null, `/setup#${token}`, async (page) => {
      await waitForText(page, t('arrival.setup.title'))
      await assertAccessible(page)
      await button(page, t('arrival.setup.submit')).tap()
      await waitForText(page, t('arrival.required'))
      await field(page, t('arrival.setup.school.organisation')).fill('明德学校')
      await field(page, t('arrival.setup.name')).fill('王珂')
      await field(page, t('arrival.setup.login')).fill('two words')
      await field(page, t('arrival.setup.password')).fill(secret)
      await field(page, t('arrival.setup.again')).fill(`${secret}!`)
      await field(page, t('arrival.setup.school.departments')).fill('教务处\n    考务中心\n  招生处')
      await button(page, t('arrival.setup.submit')).tap()
      await waitForText(page, t('arrival.different'))
      await field(page, t('arrival.setup.again')).fill(secret)
      await button(page, t('arrival.setup.submit')).tap()
      await waitForText(page, wordError('setup_departments', 'zh-CN', 'education', { line: 3 }))
      await field(page, t('arrival.setup.school.departments')).fill('教务处\n  考务中心')
      await button(page, t('arrival.setup.submit')).tap()
      await waitForText(page, wordError('login_invalid', 'zh-CN', 'education'))
      await field(page, t('arrival.setup.login')).fill('owner@school')
      await button(page, t('arrival.setup.submit')).tap()
      await waitForText(page, t('arrival.next.title', { name: '明德学校' }))
      await assertAccessible(page)
      await button(page, t('arrival.next.files')).tap()
      await addressBecomes(page, '/files/frequent')
    })

    const owner = await client(drive.server).as('owner@school', secret)
    const { departments } = await owner.call('GET /admin/departments/tree', {})
    assert.deepEqual(departments.map(({ name }) => name).sort(), ['教务处', '考务中心'].sort())
    const { link } = await owner.call('POST /admin/people/create', { login: 'lin@school', name: '林小满' })
    const address = link.url.slice(link.url.indexOf('/welcome'))
    await drive.visit(null, address, async (page) => {
      await waitForText(page, t('arrival.welcome.first', { name: '林小满' }))
      await assertAccessible(page)
      await field(page, t('arrival.welcome.password')).fill('12345678')
      await field(page, t('arrival.welcome.again')).fill('12345678')
      await button(page, t('arrival.welcome.submit')).tap()
      await shown(page).getByRole('alert').first().waitFor()
      await field(page, t('arrival.welcome.password')).fill(secret)
      await field(page, t('arrival.welcome.again')).fill(secret)
      await button(page, t('arrival.welcome.submit')).tap()
      await addressBecomes(page, '/files/frequent')
    })
    await drive.visit(null, address, (page) => waitForText(page, t('arrival.invalid.title')))
  })
})

import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { makeApplication } from '../../../support/applications/applications'
import { password } from '../../../support/client'
import type { Drive } from '../drive'
import { there, type Place } from './places'
import { dialog } from '../screens'
import { shown } from '../screen'

/** A time before the promotion ends (2§9). */
const then = new Date('2020-08-31T10:00:00+08:00')

/** Sign-in with its errors and its second step, the security settings, and the page of a promotion. */
export async function placesOfAccounts({ make, server }: Drive, t: Words<PackageName>): Promise<Place[]> {
  const administrator = await make.user({ isAdministrator: true })
  const careful = await make.user()
  const { clientId } = await makeApplication(server, administrator)
  await server.deps.db
    .updateTable('users')
    .set({ totp_secret: 'SATCHELTESTSECRETSATCHELTESTSECR', totp_enrolled_at: new Date() })
    .where('id', '=', careful.id)
    .execute()
  const press = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true }).tap()
  const line = (page: Page, text: string) => shown(page).getByText(text, { exact: true }).first().tap()
  const setting = (name: string, title: string, what: string): Place => ({
    name,
    address: '/settings/security',
    user: administrator,
    async show(page) {
      await line(page, title)
      await there(what)(page)
    },
  })
  const promoted = (name: string, show: Place['show']): Place => ({
    name,
    address: '/promotion?type=1001',
    user: administrator,
    async show(page) {
      await page.clock.install({ time: then })
      await page.reload()
      await shown(page).getByText(t('promotion.starter.title')).waitFor()
      await show(page)
    },
  })
  return [
    {
      name: 'sign-in, refused',
      address: '/login',
      async show(page) {
        await press(page, t('login.submit'))
        await shown(page).getByRole('alert').waitFor()
      },
    },
    {
      name: 'the languages of sign-in',
      address: '/login',
      async show(page) {
        await shown(page).locator('.login-foot .text-button').tap()
        await dialog(page).waitFor()
      },
    },
    {
      name: 'the second step',
      address: '/files/own',
      user: careful,
      show: (page) => shown(page).getByLabel(t('security.code'), { exact: true }).waitFor(),
    },
    {
      name: 'the second step by a recovery code',
      address: '/files/own',
      user: careful,
      async show(page) {
        await press(page, t('recovery.use'))
        await shown(page).getByLabel(t('recovery.code'), { exact: true }).waitFor()
      },
    },
    setting('another password', t('password.title'), 'input'),
    setting('allowed applications', t('allowed.title'), '.security-text'),
    {
      name: 'an application that asks for access',
      address: `/oauth/authorize?response_type=code&client_id=${clientId}`,
      user: administrator,
      show: there('.consent-acts'),
    },
    setting('no second step yet', t('twoStep.title'), 'input'),
    {
      name: 'the key of the second step',
      address: '/settings/security',
      user: administrator,
      async show(page) {
        await line(page, t('twoStep.title'))
        await shown(page).getByLabel(t('twoStep.password'), { exact: true }).fill(password)
        await press(page, t('twoStep.turnOn'))
        await there('.security-key')(page)
      },
    },
    setting("one's picture", t('picture.title'), '.button'),
    setting('the audit log', t('audit.title'), '.security .field'),
    setting('the logo', t('logo.title'), '.button'),
    setting('pictures of others', t('picture.others'), '.security'),
    {
      name: 'the question before signing out elsewhere',
      address: '/settings/security',
      user: administrator,
      async show(page) {
        await shown(page).getByText(t('devices.end'), { exact: true }).first().tap()
        await page.getByRole('alertdialog').waitFor()
      },
    },
    promoted('the promotion, going on', async () => undefined),
    promoted('the form of the promotion', async (page) => {
      await press(page, t('promotion.starter.phone'))
      await press(page, t('promotion.form.send'))
      await shown(page).getByRole('alert').first().waitFor()
    }),
    promoted('the regions of phones', async (page) => {
      await press(page, t('promotion.starter.phone'))
      await line(page, '+86')
      await dialog(page).waitFor()
    }),
  ]
}

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest, everyTest } from '../../support/deep'
import { CLIENT, OpenIdProvider } from '../../support/session/OpenIdProvider'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { assertLooks, confirm, desk, makeSchool, MOUSE, press, toast } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

let provider: OpenIdProvider
const drive = openDrive({ config: { signOnLoopback: true } }, async (server) => {
  provider = await OpenIdProvider.open(server.url)
})
after(() => provider.close())

const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const entry = (page: Page) => shown(page).getByRole('button', { name: t('login.signOn.by', { name: 'Campus' }) })

describe('a forgotten password in the browser', () => {
  test('[DIR-04] without an address the administrator sees the request and makes a link', async () => {
    const { owner, people } = await makeSchool(drive, ['Sun Min', 'Chen Xi'])
    const forgetful = people[0]!
    await client(drive.server).as(forgetful.login)
    await drive.visit(null, '/login', async (page) => {
      await field(page, t('login.account')).fill(forgetful.login)
      await shown(page).getByText(t('login.forgotten.link')).tap()
      assert.equal(await field(page, t('login.forgotten.name')).inputValue(), forgetful.login)
      await assertAccessible(page)
      await field(page, t('login.forgotten.name')).fill(' ')
      await shown(page)
        .getByRole('button', { name: t('login.forgotten.submit') })
        .tap()
      await shown(page).getByText(t('login.accountRequired')).waitFor()
      await field(page, t('login.forgotten.name')).fill(forgetful.login)
      await shown(page)
        .getByRole('button', { name: t('login.forgotten.submit') })
        .tap()
      await shown(page).getByText(t('login.forgotten.done')).waitFor()
      await assertAccessible(page)
      await shown(page).getByText(t('login.forgotten.back')).tap()
      await field(page, t('login.password')).waitFor()
    })
    const boss = await client(drive.server).as(owner.login)
    await until('the request', async () => {
      const { people: asked } = await boss.call('GET /admin/people/list', { has_asked: true })
      return asked.length === 1
    })
    await drive.visit(
      owner,
      '/admin/people?asked=yes',
      async (page) => {
        const table = shown(page).getByRole('grid', { name: t('admin.people.table') })
        await table.getByText('Sun Min').click()
        assert.equal(await table.getByText('Chen Xi').count(), 0)
        await shown(page).getByText(t('admin.person.asked'), { exact: true }).waitFor()
        await shown(page)
          .getByRole('button', { name: new RegExp(t('admin.person.resetPassword')) })
          .click()
        await confirm(page, t('admin.person.resetPassword'))
        await page.getByRole('dialog', { name: t('admin.people.link.title', { name: 'Sun Min' }) }).waitFor()
      },
      desk,
    )
  })
})

describe('signing on in the browser', () => {
  let connector: UserRow

  everyTest(
    '[DIR-01] an owner sets the provider up in the console; a person signs on and returns to their address; a stranger does not',
    async () => {
      const { owner, people } = await makeSchool(drive, ['Lin Xiaoman'])
      connector = owner
      const email = 'lin@school.example'
      await drive.server.deps.db.updateTable('users').set({ email }).where('id', '=', people[0]!.id).execute()
      await drive.visit(
        owner,
        '/admin/policies?section=sign-on',
        async (page) => {
          await field(page, t('admin.signOn.issuer')).fill('http://school.example')
          await field(page, t('admin.signOn.client_id')).fill(CLIENT.id)
          await field(page, t('admin.signOn.secret')).fill(CLIENT.secret)
          await field(page, t('admin.signOn.label')).fill('Campus')
          await press(page, t('admin.action.save'))
          await shown(page).getByRole('alert').waitFor()
          // The typed secret stays.
          assert.equal(await field(page, t('admin.signOn.secret')).inputValue(), CLIENT.secret)
          await field(page, t('admin.signOn.issuer')).fill(provider.issuer)
          await press(page, t('admin.action.save'))
          await toast(page).getByText(t('admin.signOn.saved')).waitFor()
          assert.equal(await field(page, t('admin.signOn.secret')).inputValue(), '')
          await assertLooks(page, MOUSE)
        },
        desk,
      )

      provider.accounts.set('lin', { email, email_verified: true })
      provider.who = 'lin'
      const deep = '/files/own'
      await drive.visit(null, `/login?redirect=${encodeURIComponent(deep)}`, async (page) => {
        await entry(page).waitFor()
        await assertAccessible(page)
        await entry(page).tap()
        await addressBecomes(page, deep)
      })

      provider.accounts.set('stranger', { email: 'stranger@elsewhere.example', email_verified: true })
      provider.who = 'stranger'
      await drive.visit(null, '/login', async (page) => {
        await entry(page).tap()
        await shown(page).getByText(t('login.signOn.unknown')).waitFor()
        await assertAccessible(page)
        await page.goto(`${drive.server.url}/login?refused=%3Cimg%20src%3Dx%3E`)
        await shown(page).getByText(t('login.signOn.failed')).waitFor()
      })
    },
  )

  deepTest('[DIR-01] the owner removes the provider, and nobody is offered it any more', async () => {
    await drive.visit(
      connector,
      '/admin/policies?section=sign-on',
      async (page) => {
        await press(page, t('admin.signOn.remove'))
        await confirm(page, t('admin.action.remove'))
        await toast(page).getByText(t('admin.signOn.removed')).waitFor()
      },
      desk,
    )
    await drive.visit(null, '/login', async (page) => {
      await shown(page).getByText(t('login.forgotten.link')).waitFor()
      assert.equal(await entry(page).count(), 0)
    })
  })

  deepTest('[DIR-01] only owners see the section', async () => {
    const { enterprise } = await makeSchool(drive)
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      '/admin/policies?section=sign-on',
      async (page) => {
        await shown(page)
          .getByRole('tab', { name: t('admin.policies.section.links') })
          .waitFor()
        assert.equal(
          await shown(page)
            .getByRole('tab', { name: t('admin.signOn.title') })
            .count(),
          0,
        )
      },
      desk,
    )
  })
})

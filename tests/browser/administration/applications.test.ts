import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest, isDeep } from '../../support/deep'
import { OpenClient } from '../../support/applications/applications'
import { keyPair } from '../../support/applications/keys'
import { until } from '../../support/until'
import {
  choose,
  confirm,
  desk,
  looksAt,
  makeSchool,
  pane,
  press,
  sizes,
  tabletSize,
  smallPhone,
  toast,
  windowOf,
} from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

const drive = openDrive()
const table = (page: Page) => shown(page).getByRole('grid', { name: t('admin.applications.table') })
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
/** The window that asks how to replace the secret has a title that contains this one. */
const secretWindow = (page: Page, name: string) =>
  page.getByRole('dialog', { name: t('admin.applications.secret.title', { name }), exact: true })
const closeWindow = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('.window-foot')
    .getByRole('button', { name: t('admin.action.close') })
    .click()

/** Fills the form of a new application and submits it. */
async function add(page: Page, name: string, origins: string) {
  await press(page, t('admin.applications.add'))
  const form = windowOf(page, t('admin.applications.form.addTitle'))
  await form.getByLabel(t('admin.applications.form.name')).fill(name)
  await form
    .locator('.toggle')
    .filter({ hasText: t('admin.applications.scopes.item_read') })
    .click()
  await form.getByLabel(t('admin.applications.form.origins')).fill(origins)
  await form.getByRole('button', { name: t('admin.applications.form.submit') }).click()
  return form
}

const statusOf = async (clientId: string, secret: string, user: string) =>
  (await new OpenClient(drive.server.url).tokenAnswer({ clientId, secret }, { user })).status

describe('the place Applications', () => {
  test('[ADM-11] an owner makes an application; a faulty origin loses nothing; the secret shows once and is copied', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/applications',
      async (page) => {
        await shown(page)
          .getByRole('heading', { name: t('admin.applications.empty') })
          .waitFor()
        const form = await add(page, 'Timetable', 'https://*.example')
        await form.getByText(/“https:\/\/\*\.example”/).waitFor()
        assert.equal(await form.getByLabel(t('admin.applications.form.name')).inputValue(), 'Timetable')
        await form.getByLabel(t('admin.applications.form.origins')).fill('https://timetable.example\n')
        await form.getByRole('button', { name: t('admin.applications.form.submit') }).click()
        await secretWindow(page, 'Timetable').waitFor()
        const secret = await field(page, t('admin.applications.secret.secret')).inputValue()
        const clientId = await field(page, t('admin.applications.secret.clientId')).inputValue()
        assert.equal(await statusOf(clientId, secret, owner.login), 200)
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: drive.server.url })
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('admin.applications.secret.copy') })
          .click()
        await toast(page).getByText(t('admin.action.copied')).waitFor()
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
        await closeWindow(page)
        await table(page).getByText('Timetable').waitFor()
        await page.reload()
        await table(page).getByText('Timetable').click()
        await pane(page, t('admin.applications.pane', { name: 'Timetable' }))
          .getByText('https://timetable.example')
          .waitFor()
        assert.ok(!(await page.content()).includes(secret), 'the page still shows the secret')
      },
      desk,
    )
  })

  test('[ADM-11] an application is changed, gets a new secret and a key, and ends', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      '/admin/applications',
      async (page) => {
        await add(page, 'Timetable', '')
        const clientId = await field(page, t('admin.applications.secret.clientId')).inputValue()
        const first = await field(page, t('admin.applications.secret.secret')).inputValue()
        await closeWindow(page)
        await table(page).getByText('Timetable').click()
        const details = pane(page, t('admin.applications.pane', { name: 'Timetable' }))

        await details.getByRole('button', { name: t('admin.action.edit') }).click()
        const form = windowOf(page, t('admin.applications.form.editTitle'))
        await choose(page, form, t('admin.applications.form.who'), t('admin.applications.form.whoSome'))
        await form.getByRole('combobox', { name: t('admin.applications.form.addUser') }).fill('chen')
        await page.getByRole('option', { name: /Chen Xi/ }).click()
        // The list stays open for the next person until something else is pressed.
        await form.getByLabel(t('admin.applications.form.name')).click()
        await form.getByRole('button', { name: t('admin.action.save') }).click()
        await toast(page).getByText(t('admin.applications.saved')).waitFor()
        await details.getByText(`Chen Xi (${people[0]!.login})`).waitFor()
        assert.equal(await statusOf(clientId, first, owner.login), 403)

        await details.getByRole('button', { name: t('admin.applications.rotate.act') }).click()
        await windowOf(page, t('admin.applications.rotate.title', { name: 'Timetable' }))
          .getByRole('button', { name: t('admin.applications.rotate.submit') })
          .click()
        await secretWindow(page, 'Timetable').waitFor()
        const second = await field(page, t('admin.applications.secret.secret')).inputValue()
        await closeWindow(page)
        for (const secret of [first, second]) assert.equal(await statusOf(clientId, secret, people[0]!.login), 200)
        await table(page).getByText(t('admin.applications.states.former')).waitFor()

        await details.getByRole('button', { name: t('admin.applications.keys.add') }).click()
        const keyForm = windowOf(page, t('admin.applications.keys.addTitle', { name: 'Timetable' }))
        await keyForm.getByLabel(t('admin.applications.keys.name')).fill('server-1')
        await keyForm.getByLabel(t('admin.applications.keys.key')).fill(keyPair().privatePem)
        await keyForm.getByRole('button', { name: t('admin.action.add') }).click()
        await keyForm.locator('.field[data-invalid]').waitFor()
        await keyForm.getByLabel(t('admin.applications.keys.key')).fill(keyPair().publicPem)
        await keyForm.getByRole('button', { name: t('admin.action.add') }).click()
        await details.getByText(/^SHA256:/).waitFor()

        await details.getByRole('button', { name: t('admin.applications.end.act') }).click()
        await confirm(page, t('admin.applications.end.act'))
        await table(page).getByText(t('admin.applications.states.ended')).waitFor()
        assert.equal(await statusOf(clientId, second, people[0]!.login), 401)
        assert.equal(await details.getByRole('button', { name: t('admin.action.edit') }).count(), 0)
      },
      desk,
    )
  })

  deepTest('[ADM-11] after Escape in the window of a new secret the focus is on the button that began', async () => {
    const { owner } = await makeSchool(drive)
    const isInWindow = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=dialog]') != null)
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
    await drive.visit(
      owner,
      '/admin/applications',
      async (page) => {
        await shown(page)
          .getByRole('button', { name: t('admin.applications.add') })
          .focus()
        await page.keyboard.press('Enter')
        const form = windowOf(page, t('admin.applications.form.addTitle'))
        await form.getByLabel(t('admin.applications.form.name')).fill('Timetable')
        await form
          .locator('.toggle')
          .filter({ hasText: t('admin.applications.scopes.item_read') })
          .click()
        await form.getByRole('button', { name: t('admin.applications.form.submit') }).click()
        await secretWindow(page, 'Timetable').waitFor()
        await until('the focus is in the window', () => isInWindow(page))
        await page.keyboard.press('Escape')
        await secretWindow(page, 'Timetable').waitFor({ state: 'detached' })
        await until('the focus is on Add', async () => (await focused(page)) === t('admin.applications.add'))

        await table(page).getByText('Timetable').click()
        const details = pane(page, t('admin.applications.pane', { name: 'Timetable' }))
        await details.getByRole('button', { name: t('admin.applications.rotate.act') }).click()
        await windowOf(page, t('admin.applications.rotate.title', { name: 'Timetable' }))
          .getByRole('button', { name: t('admin.applications.rotate.submit') })
          .click()
        await secretWindow(page, 'Timetable').waitFor()
        await until('the focus is in the window', () => isInWindow(page))
        await page.keyboard.press('Escape')
        await secretWindow(page, 'Timetable').waitFor({ state: 'detached' })
        await until('the focus is on Replace', async () =>
          (await focused(page)).startsWith(t('admin.applications.rotate.act')),
        )
      },
      desk,
    )
  })

  deepTest('[ADM-11] by keyboard alone an application is opened, its secret replaced and the pane closed', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/applications',
      async (page) => {
        await add(page, 'Timetable', '')
        await closeWindow(page)
        await table(page).getByRole('row').nth(1).focus()
        await page.keyboard.press('Enter')
        const details = pane(page, t('admin.applications.pane', { name: 'Timetable' }))
        await details.waitFor()
        await details.getByRole('button', { name: t('admin.applications.rotate.act') }).focus()
        await page.keyboard.press('Enter')
        await windowOf(page, t('admin.applications.rotate.title', { name: 'Timetable' })).waitFor()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('admin.applications.rotate.submit') })
          .focus()
        await page.keyboard.press('Enter')
        await secretWindow(page, 'Timetable').waitFor()
        await until('the focus is in the window', () =>
          page.evaluate(() => document.activeElement?.closest('[role=dialog]') != null),
        )
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await details.getByRole('heading', { name: 'Timetable' }).focus()
        await page.keyboard.press('Escape')
        await details.waitFor({ state: 'detached' })
      },
      desk,
    )
  })

  deepTest(
    '[ADM-11] an auditor reads applications on a phone and changes none; an administrator of people has no such place',
    async () => {
      const { enterprise, owner } = await makeSchool(drive)
      await drive.visit(owner, '/admin/applications', async (page) => void (await add(page, 'Timetable', '')), desk)
      const auditor = await drive.make.user({ enterprise, role: 'auditor' })
      await drive.visit(
        auditor,
        '/admin/applications',
        async (page) => {
          await table(page).getByText('Timetable').click()
          await pane(page, t('admin.applications.pane', { name: 'Timetable' })).waitFor()
          for (const label of ['admin.applications.add', 'admin.action.edit', 'admin.applications.end.act'] as const)
            assert.equal(
              await shown(page)
                .getByRole('button', { name: t(label) })
                .count(),
              0,
              label,
            )
          await page.goBack()
          await addressBecomes(page, '/admin/applications')
        },
        smallPhone,
      )
      const registrar = await drive.make.user({ enterprise, role: 'people' })
      await drive.visit(registrar, '/admin/applications', async (page) => {
        await shown(page)
          .getByRole('heading', { name: t('admin.forbidden.title') })
          .waitFor()
        await until('no link to the place', async () => {
          const links = shown(page).getByRole('link', { name: t('admin.places.applications') })
          return (await links.count()) === 0
        })
      })
    },
  )
})

const long = 'Wolfeschlegelsteinhausenbergerdorff the younger of Upper Lusatia'

for (const size of isDeep ? [...sizes, tabletSize] : sizes) {
  const [name, phone, , schemes] = size
  deepTest(
    `[ADM-11] axe finds nothing in Applications at ${name}, in ${schemes.join(' and ')}`,
    { timeout: 300_000 },
    async () => {
      const { owner } = await makeSchool(drive)
      const look = looksAt(size)
      await drive.visit(
        owner,
        '/admin/applications',
        async (page) => {
          await shown(page)
            .getByRole('heading', { name: t('admin.applications.empty') })
            .waitFor()
          await press(page, t('admin.applications.add'))
          await page.getByRole('dialog').waitFor()
          await look(page)
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'detached' })
          await add(page, long, `https://${'a'.repeat(60)}.example`)
          await secretWindow(page, long).waitFor()
          // The announcement of a pending button names the button, which is gone.
          await until(
            'nothing is announced',
            async () => (await page.locator('[data-live-announcer] [role=img]').count()) === 0,
          )
          await look(page)
          await closeWindow(page)
          await table(page).getByText(long).waitFor()
          await look(page)
          await table(page).getByText(long).click()
          const details = pane(page, t('admin.applications.pane', { name: long }))
          await details.waitFor()
          await look(page)
          for (const act of ['admin.applications.rotate.act', 'admin.applications.keys.add'] as const) {
            await details.getByRole('button', { name: t(act) }).click()
            await page.getByRole('dialog').waitFor()
            await look(page)
            await page.keyboard.press('Escape')
            await page.getByRole('dialog').waitFor({ state: 'detached' })
          }
        },
        phone,
      )
    },
  )
}

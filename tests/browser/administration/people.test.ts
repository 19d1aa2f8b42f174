import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { addressBecomes, openMe, shown, t } from '../rig/screen'
import { choose, confirm, desk, makeSchool, personPane, press, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { until } from '../../support/until'

const drive = openDrive()
const table = (page: import('playwright-core').Page) => shown(page).getByRole('grid', { name: t('admin.people.table') })

describe('the list of people', () => {
  test('[ADM-02] the account leads administrators to the console, and nobody else', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    for (const user of [owner, people[0]!])
      await drive.visit(user, '/files/own?me=1', async (page) => {
        await openMe(page)
        const entry = page
          .getByRole('menuitem', { name: t('me.administer') })
          .or(page.getByRole('button', { name: t('me.administer') }))
        await shown(page).getByText(t('me.security')).waitFor()
        assert.equal(await entry.count(), user === owner ? 1 : 0)
        if (user !== owner) return
        await entry.tap()
        await addressBecomes(page, '/admin')
        await shown(page)
          .getByRole('heading', { name: t('admin.places.overview') })
          .waitFor()
      })
  })

  deepTest('[ADM-02] a member who opens the address learns that the console is for administrators', async () => {
    const { people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(people[0]!, '/admin/people', async (page) => {
      await shown(page).getByText(t('admin.refused.title')).waitFor()
    })
  })

  test('[ADM-02] people are searched, filtered and sorted, and the address keeps all of it over a reload', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi', 'Li Wei', 'Sun Min'])
    await drive.visit(
      owner,
      '/admin/people',
      async (page) => {
        await table(page).getByText('Sun Min').waitFor()
        const asked = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        assert.ok(!(await page.evaluate(asked)).includes('/api/admin/people/list'), 'the page brings the list itself')
        await shown(page).getByRole('searchbox').fill('li')
        await addressBecomes(page, '/admin/people?q=li')
        await until('one row', async () => (await table(page).getByRole('row').count()) === 2)
        await page.reload()
        await table(page).getByText('Li Wei').waitFor()
        assert.equal(await shown(page).getByRole('searchbox').inputValue(), 'li')
        await press(page, t('admin.action.clear'))
        await addressBecomes(page, '/admin/people')
        await choose(page, shown(page), t('admin.people.filter.role'), t('admin.roles.owner'))
        await addressBecomes(page, '/admin/people?role=owner')
        await until('the owner alone', async () => (await table(page).getByRole('row').count()) === 2)
        await table(page).getByText('Wang Ke').waitFor()
        await page.goto(`${drive.server.url}/admin/people`)
        await table(page).getByText('Chen Xi').waitFor()
        await table(page)
          .getByRole('columnheader', { name: t('admin.people.columns.name') })
          .click()
        await addressBecomes(page, '/admin/people?order=name&direction=desc')
        await until('the last name first', async () =>
          (await table(page).getByRole('row').nth(1).textContent())!.includes('Wang Ke'),
        )
      },
      desk,
    )
  })

  deepTest('[ADM-02] a search without a result says so and clears; a failure offers another try', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/people?q=nobody-of-this-name',
      async (page) => {
        await shown(page)
          .getByRole('heading', { name: t('admin.people.none') })
          .waitFor()
        await press(page, t('admin.action.clearFilters'))
        await table(page).getByText('Wang Ke').waitFor()
        let isBroken = true
        await page.route('**/admin/people/list**', (route) =>
          isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
        )
        // The page itself brings the list without filters.
        await page.goto(`${drive.server.url}/admin/people?order=login`)
        await shown(page)
          .getByRole('heading', { name: t('admin.failed.title') })
          .waitFor()
        isBroken = false
        await press(page, t('admin.failed.retry'))
        await table(page).getByText('Wang Ke').waitFor()
      },
      { ...desk, expected: [/people\/list/] },
    )
  })

  test('[ADM-02] a row and a pane say once that a person has never signed in', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(owner, '/admin/people?state=new', async (page) => {
      const row = table(page).getByRole('row').filter({ hasText: 'Chen Xi' })
      await row.getByText(t('admin.people.states.new')).waitFor()
      assert.equal(await row.getByText(t('admin.never'), { exact: true }).count(), 0)
      await page.goto(`${drive.server.url}/admin/people/${people[0]!.id}`)
      const chen = personPane(page, 'Chen Xi')
      await chen.getByText(t('admin.people.states.new')).waitFor()
      assert.equal(await chen.getByText(t('admin.never'), { exact: true }).count(), 0)
    })
  })

  test('[ADM-03] a field says why its value was refused until the value changes', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(owner, '/admin/people', async (page) => {
      await press(page, t('admin.people.add'))
      const form = windowOf(page, t('admin.people.form.title'))
      const login = form.getByLabel(t('admin.people.form.login'))
      await form.getByLabel(t('admin.people.form.name')).fill('Chen Xi')
      await login.fill(owner.login)
      await form.getByRole('button', { name: t('admin.people.form.submit') }).tap()
      await form.locator('.console-field-error').waitFor()
      await login.fill(`${owner.login}-2`)
      await form.locator('.console-field-error').waitFor({ state: 'detached' })
      assert.equal(await form.locator('.field[data-invalid]').count(), 0)
    })
  })

  deepTest('[ADM-02] more than fifty people come in pages', async () => {
    const { owner } = await makeSchool(
      drive,
      Array.from({ length: 60 }, (_, index) => `Person ${String(index).padStart(2, '0')}`),
    )
    await drive.visit(
      owner,
      '/admin/people',
      async (page) => {
        await table(page).getByText('Person 00').waitFor()
        await press(page, t('admin.people.next'))
        await addressBecomes(page, '/admin/people?page=2')
        await table(page).getByText('Person 59').waitFor()
        assert.equal(
          await shown(page)
            .getByRole('button', { name: t('admin.people.next') })
            .isDisabled(),
          true,
        )
      },
      desk,
    )
  })

  deepTest('[ADM-02] the export contains the people that the filters select', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi', 'Li Wei'])
    await drive.visit(
      owner,
      '/admin/people?q=chen',
      async (page) => {
        await table(page).getByText('Chen Xi').waitFor()
        const [download] = await Promise.all([page.waitForEvent('download'), press(page, t('admin.action.export'))])
        const text = await readFile(await download.path(), 'utf8')
        assert.match(download.suggestedFilename(), /^people-.*\.csv$/)
        assert.match(text, /Chen Xi/)
        assert.doesNotMatch(text, /Li Wei/)
      },
      desk,
    )
  })

  deepTest('[ADM-03] a person is added with a department and gets a one-time link as text and QR code', async () => {
    const { owner, enterprise } = await makeSchool(drive)
    await drive.make.department({ enterprise, name: 'Admissions' })
    await drive.visit(
      owner,
      '/admin/people',
      async (page) => {
        await press(page, t('admin.people.add'))
        const form = windowOf(page, t('admin.people.form.title'))
        await form.getByLabel(t('admin.people.form.name')).fill('Li Wei')
        await form.getByLabel(t('admin.people.form.login')).fill(owner.login)
        await form.getByRole('button', { name: t('admin.people.form.departments') }).click()
        await page.getByRole('option', { name: 'Admissions' }).click()
        await page.keyboard.press('Escape')
        await form.getByRole('button', { name: t('admin.people.form.submit') }).click()
        // A login that is taken: the form says so and loses nothing.
        await form.locator('.field[data-invalid]').waitFor()
        assert.equal(await form.getByLabel(t('admin.people.form.name')).inputValue(), 'Li Wei')
        await form.getByLabel(t('admin.people.form.login')).fill(`liwei${Date.now()}`)
        await form.getByRole('button', { name: t('admin.people.form.submit') }).click()
        const link = windowOf(page, t('admin.people.link.title', { name: 'Li Wei' }))
        const address = await link.getByLabel(t('admin.people.link.label')).inputValue()
        assert.match(address, /^https?:\/\/.+#[\w-]{43}$/)
        await link.getByRole('img', { name: t('admin.people.link.qr') }).waitFor()
        await link
          .locator('.window-foot')
          .getByRole('button', { name: t('admin.action.close') })
          .click()
        const row = table(page).getByRole('row').filter({ hasText: 'Li Wei' })
        await row.getByText('Admissions').waitFor()
        await row.getByText(t('admin.people.states.new')).waitFor()
      },
      desk,
    )
  })

  deepTest('[ADM-06] several people are deactivated at once, and the toast undoes it', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi', 'Li Wei'])
    await drive.visit(
      owner,
      '/admin/people?q=i',
      async (page) => {
        for (const name of ['Chen Xi', 'Li Wei'])
          await table(page).getByRole('row').filter({ hasText: name }).locator('.tick').click()
        await press(page, t('admin.people.bulk.deactivate'))
        await confirm(page, t('admin.people.bulk.deactivate'))
        await toast(page)
          .getByText(t('admin.people.bulk.deactivated', { n: 2 }))
          .waitFor()
        await until(
          'both are deactivated',
          async () => (await table(page).getByText(t('admin.people.states.deactivated')).count()) === 2,
        )
        await toast(page).getByText(t('admin.action.undo')).click()
        await until(
          'nobody is deactivated',
          async () => (await table(page).getByText(t('admin.people.states.deactivated')).count()) === 0,
        )
      },
      desk,
    )
  })

  deepTest('[ADM-10] an auditor reads the list and a person, and finds nothing to change', async () => {
    const { enterprise, people } = await makeSchool(drive, ['Chen Xi'])
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        const shownPane = personPane(page, 'Chen Xi')
        await shownPane.waitFor()
        for (const label of ['admin.people.add', 'admin.action.edit', 'admin.person.deactivate'] as const)
          assert.equal(
            await shown(page)
              .getByRole('button', { name: t(label), exact: true })
              .count(),
            0,
            label,
          )
        assert.equal(await shown(page).locator('.tick').count(), 0)
      },
      desk,
    )
  })
})

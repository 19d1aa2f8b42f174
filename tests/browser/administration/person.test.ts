import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { client } from '../../support/client'
import { until } from '../../support/until'
import { choose, confirm, desk, makeSchool, personPane, smallPhone, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

const drive = openDrive()

describe('the page of a person', () => {
  deepTest(
    '[ADM-05] the pane has the address of the person; Escape closes it, and going back opens it again',
    async () => {
      const { owner, people } = await makeSchool(drive, ['Chen Xi'])
      const [chen] = people
      await drive.visit(
        owner,
        '/admin/people?q=chen',
        async (page) => {
          await shown(page).getByRole('row').filter({ hasText: 'Chen Xi' }).click()
          await addressBecomes(page, `/admin/people/${chen!.id}?q=chen`)
          await personPane(page, 'Chen Xi').waitFor()
          await page.keyboard.press('Escape')
          await addressBecomes(page, '/admin/people?q=chen')
          await page.goBack()
          await personPane(page, 'Chen Xi').waitFor()
          await page.reload()
          await personPane(page, 'Chen Xi').waitFor()
        },
        desk,
      )
    },
  )

  test('[ADM-05] name, departments and quota change, and a login that is taken loses nothing', async () => {
    const { owner, enterprise, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.make.department({ enterprise, name: 'Library' })
    await drive.visit(
      owner,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        await personPane(page, 'Chen Xi')
          .getByRole('button', { name: t('admin.action.edit') })
          .click()
        const form = windowOf(page, t('admin.people.form.editTitle'))
        await form.getByLabel(t('admin.people.form.name')).fill('Chen Xixi')
        const login = form.getByLabel(t('admin.people.form.login'))
        const former = await login.inputValue()
        await login.fill(owner.login)
        await form.getByRole('button', { name: t('admin.people.form.departments') }).click()
        await page.getByRole('option', { name: 'Library' }).click()
        await page.keyboard.press('Escape')
        await form.getByRole('button', { name: t('admin.action.save') }).click()
        await form.locator('.field[data-invalid]').waitFor()
        assert.equal(await form.getByLabel(t('admin.people.form.name')).inputValue(), 'Chen Xixi')
        await login.fill(former)
        await form.getByRole('button', { name: t('admin.action.save') }).click()
        const renamed = personPane(page, 'Chen Xixi')
        await renamed.getByText('Library').waitFor()
        await renamed.getByRole('button', { name: '50 GB' }).click()
        await until(
          'the quota is set',
          async () => (await renamed.getByRole('button', { name: '50 GB' }).getAttribute('aria-pressed')) === 'true',
        )
      },
      desk,
    )
  })

  for (const [width, phone] of [
    ['390 px', undefined],
    ['1440 px', desk],
  ] as const)
    test(`[ADM-06] the message about a deactivated person covers no button of the pane, at ${width}`, async () => {
      const { owner, people } = await makeSchool(drive, ['Chen Xi'])
      await drive.visit(
        owner,
        `/admin/people/${people[0]!.id}`,
        async (page) => {
          const chen = personPane(page, 'Chen Xi')
          await chen.getByRole('button', { name: t('admin.person.deactivate'), exact: true }).click()
          const question = windowOf(page, t('admin.person.deactivateTitle', { name: 'Chen Xi' }))
          await question.getByRole('button', { name: t('admin.person.deactivate') }).click()
          await chen.getByRole('button', { name: t('admin.person.restore') }).waitFor()
          await question.waitFor({ state: 'detached' })
          const message = (await toast(page).boundingBox())!
          for (const button of await shown(page).locator('.pane').getByRole('button').all()) {
            const box = (await button.boundingBox())!
            const isCovered =
              box.x < message.x + message.width &&
              message.x < box.x + box.width &&
              box.y < message.y + message.height &&
              message.y < box.y + box.height
            assert.ok(!isCovered, await button.innerText())
          }
        },
        phone,
      )
    })

  deepTest('[ADM-05] resetting a password gives a link and ends the sessions of the person', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    const session = await client(drive.server).as(people[0]!.login)
    await drive.visit(
      owner,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        const chen = personPane(page, 'Chen Xi')
        await chen.getByRole('tab', { name: new RegExp(t('admin.person.tabs.devices')) }).click()
        await chen.locator('.line').first().waitFor()
        await chen.getByRole('tab', { name: t('admin.person.tabs.data') }).click()
        await chen.getByRole('button', { name: new RegExp(t('admin.person.resetPassword')) }).click()
        await confirm(page, t('admin.person.resetPassword'))
        const link = windowOf(page, t('admin.people.link.title', { name: 'Chen Xi' }))
        assert.match(await link.getByLabel(t('admin.people.link.label')).inputValue(), /#[\w-]{43}$/)
        await link.locator('.window-foot').getByRole('button').click()
        await chen.getByText(t('admin.person.openLink'), { exact: true }).waitFor()
      },
      desk,
    )
    const answer = await fetch(`${drive.server.url}/api/apps/users/sessions`, {
      headers: { cookie: session.headers.cookie! },
    })
    assert.equal(((await answer.json()) as { success: boolean }).success, false)
  })

  test('[ADM-06] a person is deactivated, the files are handed over, the handing over is undone, the person is restored', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi', 'Li Wei'])
    const [chen] = people
    await drive.make.folder({ owner: chen! }, { name: 'Plans' })
    await drive.visit(
      owner,
      `/admin/people/${chen!.id}`,
      async (page) => {
        const shownPane = personPane(page, 'Chen Xi')
        await shownPane.getByRole('button', { name: t('admin.person.deactivate'), exact: true }).click()
        const question = windowOf(page, t('admin.person.deactivateTitle', { name: 'Chen Xi' }))
        await question.getByRole('button', { name: t('admin.person.deactivate') }).click()
        await shownPane.getByText(t('admin.people.states.deactivated')).waitFor()
        await shownPane.getByRole('button', { name: t('admin.person.deleteFirst') }).waitFor()
        await shownPane.getByRole('button', { name: new RegExp(t('admin.person.handOver')) }).click()
        const form = windowOf(page, t('admin.person.handover.title', { name: 'Chen Xi' }))
        await form.getByRole('combobox', { name: t('admin.person.handover.files') }).fill('Li Wei')
        await page.getByRole('option', { name: /Li Wei/ }).click()
        await form.getByRole('button', { name: t('admin.person.handover.submit') }).click()
        await form.waitFor({ state: 'detached' })
        await shownPane.getByRole('tab', { name: t('admin.person.tabs.files') }).click()
        await shownPane.getByText(t('admin.person.handover.filesTo', { name: 'Li Wei' })).waitFor()
        await shownPane.getByRole('button', { name: t('admin.person.handover.undo') }).click()
        await shownPane.getByText(t('admin.person.handover.filesTo', { name: 'Li Wei' })).waitFor({ state: 'detached' })
        await shownPane.getByRole('button', { name: t('admin.person.restore') }).click()
        await toast(page)
          .getByText(t('admin.person.restored', { name: 'Chen Xi' }))
          .waitFor()
      },
      desk,
    )
  })

  deepTest('[ADM-06] a person without belongings is deleted, and the toast undoes it', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        const shownPane = personPane(page, 'Chen Xi')
        await shownPane.getByRole('button', { name: t('admin.person.deactivate'), exact: true }).click()
        await windowOf(page, t('admin.person.deactivateTitle', { name: 'Chen Xi' }))
          .getByRole('button', { name: t('admin.person.deactivate') })
          .click()
        await shownPane.getByRole('button', { name: t('admin.person.delete'), exact: true }).click()
        await confirm(page, t('admin.person.delete'))
        await shownPane.getByText(t('admin.people.states.deleted')).waitFor()
        await toast(page).getByText(t('admin.action.undo')).click()
        await shownPane.getByText(t('admin.people.states.deleted')).waitFor({ state: 'detached' })
      },
      desk,
    )
  })

  test('[ADM-10] an owner gives a role, and the last owner stays', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        await choose(page, personPane(page, 'Chen Xi'), t('admin.person.role'), t('admin.roles.auditor'))
        await until('the role is given', async () => {
          const row = await drive.server.deps.db
            .selectFrom('users')
            .select('administrator_role')
            .where('id', '=', people[0]!.id)
            .executeTakeFirst()
          return row?.administrator_role === 'auditor'
        })
        await page.goto(`${drive.server.url}/admin/people/${owner.id}`)
        await personPane(page, 'Wang Ke').getByText(t('admin.person.created')).waitFor()
        assert.equal(
          await personPane(page, 'Wang Ke')
            .getByRole('button', { name: t('admin.person.deactivate') })
            .count(),
          0,
        )
      },
      desk,
    )
  })

  deepTest('[ADM-05] on a phone, the person fills the screen, and going back shows the list', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      '/admin/people',
      async (page) => {
        await shown(page).getByRole('row').filter({ hasText: 'Chen Xi' }).tap()
        const box = await personPane(page, 'Chen Xi').boundingBox()
        assert.equal(box?.width, 360)
        await page.goBack()
        await personPane(page, 'Chen Xi').waitFor({ state: 'detached' })
      },
      smallPhone,
    )
  })
})

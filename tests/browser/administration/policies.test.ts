import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { VERSION } from '../../../server/config/version'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import { choose, desk, makeSchool, pane, personPane, press, toast } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

const drive = openDrive()

const enterpriseRow = (id: number) =>
  drive.server.deps.db.selectFrom('enterprises').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const toggle = (page: Page, label: string) => shown(page).getByRole('switch', { name: new RegExp(label) })

describe('policies', () => {
  test('[ADM-09] changes are listed before they are saved, are in force at once, and are undone', async () => {
    const { owner, enterprise } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/policies?section=retention',
      async (page) => {
        const days = shown(page).getByRole('textbox', { name: t('admin.policies.fields.trash_period_days.label') })
        const before = Number(await days.inputValue())
        await days.fill('45')
        await days.blur()
        const list = shown(page).getByRole('complementary', { name: t('admin.policies.after') })
        await list.getByText(t('admin.policies.fields.trash_period_days.label')).waitFor()
        assert.equal((await enterpriseRow(enterprise.id)).trash_period_days, before)
        await press(page, t('admin.action.save'))
        await toast(page).getByText(t('admin.policies.saved')).waitFor()
        assert.equal((await enterpriseRow(enterprise.id)).trash_period_days, 45)
        await toast(page).getByText(t('admin.action.undo')).click()
        await until('undone', async () => (await enterpriseRow(enterprise.id)).trash_period_days === before)
      },
      desk,
    )
  })

  deepTest('[ADM-09] a switch and a choice change, and discarding brings the saved values back', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/policies',
      async (page) => {
        const label = t('admin.policies.fields.is_share_force_passwd_switch.label')
        const was = await toggle(page, label).isChecked()
        await shown(page).locator('.toggle').filter({ hasText: label }).click()
        await choose(
          page,
          shown(page),
          t('admin.policies.fields.share_default_access.label'),
          t('admin.policies.access.company'),
        )
        await shown(page)
          .getByText(t('admin.policies.changes', { n: 2 }))
          .or(shown(page).getByText(t('admin.policies.changes', { n: 1 })))
          .waitFor()
        await press(page, t('admin.policies.discard'))
        assert.equal(await toggle(page, label).isChecked(), was)
      },
      desk,
    )
  })

  deepTest(
    '[ADM-09] an owner without a second step cannot demand it: the refusal is shown and nothing is lost',
    async () => {
      const { owner } = await makeSchool(drive)
      await drive.visit(
        owner,
        '/admin/policies?section=security',
        async (page) => {
          await choose(
            page,
            shown(page),
            t('admin.policies.fields.second_step_for.label'),
            t('admin.policies.step.everybody'),
          )
          await press(page, t('admin.action.save'))
          await shown(page).locator('.save-bar').getByRole('alert').waitFor()
          await shown(page)
            .getByText(t('admin.policies.changes', { n: 1 }))
            .first()
            .waitFor()
        },
        desk,
      )
    },
  )

  test('[ADM-09] a setting that another one overrules says so', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(owner, '/admin/policies', async (page) => {
      const row = shown(page)
        .locator('.form-row')
        .filter({ hasText: t('admin.policies.fields.share_default_access.label') })
      await row.getByText(t('admin.policies.fields.share_default_access.text')).waitFor()
      const label = t('admin.policies.fields.is_share_link_public_access_disabled.label')
      await shown(page).locator('.toggle').filter({ hasText: label }).tap()
      await row.getByText(t('admin.policies.overruled', { name: label })).waitFor()
    })
  })

  deepTest('[ADM-10] an administrator of people cannot open policies', async () => {
    const { enterprise } = await makeSchool(drive)
    const they = await drive.make.user({ enterprise, role: 'people' })
    await drive.visit(they, '/admin/policies', async (page) => {
      await shown(page)
        .getByRole('heading', { name: t('admin.forbidden.title') })
        .waitFor()
      assert.equal(
        await shown(page)
          .getByRole('link', { name: t('admin.places.policies') })
          .count(),
        0,
      )
    })
  })

  deepTest('[ADM-10] an auditor reads policies and cannot change them', async () => {
    const { enterprise } = await makeSchool(drive)
    const they = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      they,
      '/admin/policies',
      async (page) => {
        await shown(page).getByText(t('admin.policies.ownersOnly')).waitFor()
        assert.equal(
          await toggle(page, t('admin.policies.fields.is_share_force_passwd_switch.label')).isDisabled(),
          true,
        )
      },
      desk,
    )
  })

  deepTest('[ADM-09] the name of the organisation changes in its place', async () => {
    const { owner, enterprise } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/appearance',
      async (page) => {
        await shown(page).getByLabel(t('admin.policies.appearance.name')).fill('Mingde Middle School')
        await press(page, t('admin.action.save'))
        await toast(page).getByText(t('admin.policies.saved')).waitFor()
        assert.equal((await enterpriseRow(enterprise.id)).name, 'Mingde Middle School')
      },
      desk,
    )
  })
})

describe('overview and audit', () => {
  test('[ADM-12] each figure leads to its list', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      '/admin',
      async (page) => {
        await shown(page)
          .getByRole('link', { name: new RegExp(t('admin.overview.active')) })
          .click()
        await addressBecomes(page, '/admin/people?state=active')
        await page.goBack()
        await shown(page).getByText(t('admin.overview.configured')).waitFor()
        const version = shown(page).locator('dt', { hasText: t('admin.overview.version') })
        assert.equal(await version.locator('xpath=following-sibling::dd').innerText(), VERSION)
      },
      desk,
    )
  })

  test('[ADM-14] the log is filtered by person and event, shows details, and is exported', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      `/admin/people/${people[0]!.id}`,
      async (page) => {
        const chen = pane(page, t('admin.person.pane', { name: 'Chen Xi' }))
        await chen.getByRole('button', { name: '50 GB' }).click()
        await toast(page).getByText(t('admin.person.saved')).waitFor()
        await page.goto(`${drive.server.url}/admin/audit?person=${people[0]!.id}`)
        await shown(page)
          .getByRole('row')
          .filter({ hasText: `${t('audit.deeds.person_changed')} · Chen Xi` })
          .first()
          .click()
        const event = pane(page, t('admin.overview.audit.pane'))
        await event.getByText(t('admin.overview.audit.before')).waitFor()
        const [download] = await Promise.all([page.waitForEvent('download'), press(page, t('admin.action.export'))])
        const [headings = '', ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n')
        assert.ok(headings.startsWith(`\ufeff${t('admin.overview.audit.time')} (UTC`), headings)
        const changed = lines.find((line) => line.includes(t('audit.deeds.person_changed'))) ?? ''
        assert.match(changed, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,.*Chen Xi/)
        await choose(page, shown(page), t('admin.overview.audit.event'), t('audit.deeds.item_purged'))
        await shown(page)
          .getByRole('heading', { name: t('admin.overview.audit.none') })
          .waitFor()
      },
      desk,
    )
  })

  test('[ADM-14] the log names uploads and new folders, and both names of a renamed item', async () => {
    const { owner, people } = await makeSchool(drive, ['Chen Xi'])
    const chen = await client(drive.server).as(people[0]!.login)
    const { item } = await chen.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'Plans' })
    await upload(chen, 'plan.txt', Buffer.from('1'))
    await chen.call('POST /apps/files/edit', { item_typed_id: item.typed_id, name: 'Lessons' })
    const lines = [
      `${t('audit.deeds.item_created')} · Plans`,
      `${t('audit.deeds.item_uploaded')} · plan.txt`,
      `${t('audit.deeds.item_renamed')} · Plans → Lessons`,
    ]
    await drive.visit(owner, `/admin/audit?person=${people[0]!.id}`, async (page) => {
      for (const line of lines) await shown(page).getByText(line).waitFor()
      await page.goto(`${drive.server.url}/admin/people/${people[0]!.id}?view=events`)
      for (const line of lines) await personPane(page, 'Chen Xi').getByText(line).waitFor()
    })
  })
})

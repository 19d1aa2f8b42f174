import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { ADMIN, BASE, Slapd, withoutSlapd } from '../../support/directories/Slapd'
import { assertLooks, confirm, desk, makeSchool, MOUSE, press, toast } from '../rig/console'
import { openDrive } from '../rig/drive'
import { shown, t } from '../rig/screen'

let ldap: Slapd
const drive = openDrive({ config: { signOnLoopback: true } })
before(async () => {
  if (!withoutSlapd) ldap = await Slapd.start()
})
after(async () => {
  if (!withoutSlapd) await ldap.stop()
})

const PLACE = '/admin/policies?section=directory'
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })

describe('the directory in the console', { skip: withoutSlapd }, () => {
  test('[DIR-02] an owner sets it up, tries it, syncs, and confirms that many go; the page of a person says who manages them', async () => {
    const { owner } = await makeSchool(drive)
    const staff = await ldap.addUnit('Staff')
    const people = ['lin', 'zhao', 'wang']
    for (const uid of people) await ldap.addPerson(`${uid}.ldap`, { above: staff, name: `Person ${uid}` })
    await drive.visit(
      owner,
      PLACE,
      async (page) => {
        await field(page, t('admin.directories.label')).fill('Campus')
        await field(page, t('admin.directories.url')).fill('ldap://dc.school.example')
        await field(page, t('admin.directories.bind_dn')).fill(ADMIN.dn)
        await field(page, t('admin.directories.password')).fill(ADMIN.password)
        await field(page, t('admin.directories.base_dn')).fill(BASE)
        await press(page, t('admin.action.save'))
        await shown(page).getByRole('alert').waitFor()
        // What was typed stays.
        assert.equal(await field(page, t('admin.directories.password')).inputValue(), ADMIN.password)
        await field(page, t('admin.directories.url')).fill(ldap.url)
        await press(page, t('admin.action.save'))
        await toast(page).getByText(t('admin.directories.saved')).waitFor()
        assert.equal(await field(page, t('admin.directories.password')).inputValue(), '')
        await press(page, t('admin.directories.dry'))
        await shown(page)
          .getByText(t('admin.directories.change.added', { name: 'Person lin', login: 'lin.ldap' }))
          .waitFor()
        await press(page, t('admin.directories.sync'))
        await shown(page)
          .getByText(t('admin.directories.owned', { people: 3, places: 1 }))
          .waitFor()
        await assertLooks(page, MOUSE)
        await ldap.remove(`uid=wang.ldap,${staff}`)
        await press(page, t('admin.directories.sync'))
        await press(page, t('admin.directories.confirm'))
        await confirm(page, t('admin.directories.confirm'))
        await shown(page)
          .getByText(t('admin.directories.change.deactivated', { name: 'Person wang', login: 'wang.ldap' }))
          .waitFor()
      },
      desk,
    )
    const { id } = await drive.server.deps.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'lin.ldap')
      .executeTakeFirstOrThrow()
    await drive.visit(
      owner,
      `/admin/people/${id}`,
      async (page) => {
        await shown(page)
          .getByText(t('admin.directories.managed', { name: 'Campus' }))
          .waitFor()
        await press(page, t('admin.action.edit'))
        await field(page, t('admin.people.form.name')).waitFor()
        assert.equal(await field(page, t('admin.people.form.name')).isDisabled(), true)
        assert.equal(await field(page, t('admin.people.form.login')).isDisabled(), true)
      },
      desk,
    )
  })

  deepTest('[DIR-02] only owners see the section', async () => {
    const { enterprise } = await makeSchool(drive)
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      PLACE,
      async (page) => {
        await shown(page).getByRole('tab').first().waitFor()
        assert.equal(
          await shown(page)
            .getByRole('tab', { name: t('admin.directories.title') })
            .count(),
          0,
        )
      },
      desk,
    )
  })
})

import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isDeep } from '../../support/deep'
import { assertLooks, makeSchool, press, sizes, statesIn, tabletSize } from '../rig/console'
import { nowhere, openDrive } from '../rig/drive'
import { shown, t } from '../rig/screen'

const drive = openDrive()

/** An organisation with long names in every list. */
async function makeLong() {
  const long = 'Wolfeschlegelsteinhausenbergerdorff the younger of Upper Lusatia'
  const school = await makeSchool(drive, ['Chen Xi', long])
  const { enterprise, people } = school
  const parent = await drive.make.department({ enterprise, name: `Department of ${long}` })
  const child = await drive.make.department({ enterprise, parent, name: 'Admissions' })
  const group = await drive.make.group({ enterprise, members: people })
  return { ...school, child, group }
}

for (const [name, phone, touch, schemes] of isDeep ? [...sizes, tabletSize] : sizes)
  describe(`the console at ${name}`, () => {
    test(
      `[ADM-02] [ADM-05] [ADM-07] [ADM-08] [ADM-09] [ADM-12] [ADM-14] axe finds nothing in the places at ${name}, in ${schemes.join(' and ')}`,
      { timeout: 600_000 },
      async () => {
        const { owner, people, child, group } = await makeLong()
        const places = [
          ['/admin', t('admin.overview.configured')],
          ['/admin/people', 'Chen Xi'],
          ['/admin/people?q=nobody-of-this-name', t('admin.people.none')],
          [`/admin/people/${people[0]!.id}`, t('admin.person.created')],
          [`/admin/people/${people[1]!.id}?view=files`, t('admin.person.sharedFolders')],
          ['/admin/import', t('admin.import.template')],
          ['/admin/departments', 'Admissions'],
          [`/admin/departments/${child.id}`, t('admin.departments.memberList')],
          [`/admin/groups/${group.id}`, t('admin.departments.memberList')],
          ['/admin/policies', t('admin.policies.after')],
          ['/admin/appearance', t('admin.policies.appearance.wording')],
          ['/admin/audit', t('admin.overview.audit.event')],
          ['/admin/people', t('admin.people.add'), openForm],
        ] as const
        await drive.visit(
          owner,
          nowhere,
          async (page) => {
            for (const [address, text, open] of statesIn(name, places)) {
              await page.goto(drive.server.url + address)
              await shown(page).getByText(text).filter({ visible: true }).first().waitFor()
              await open?.(page)
              await assertLooks(page, touch, schemes)
            }
          },
          phone,
        )
      },
    )
  })

/** The form of a new person. */
async function openForm(page: Page): Promise<void> {
  await press(page, t('admin.people.add'))
  await page.getByRole('dialog').waitFor()
}

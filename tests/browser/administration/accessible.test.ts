import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isDeep } from '../../support/deep'
import { assertLooks, makeSchool, press, sizes, statesIn, tabletSize } from '../rig/console'
import { nowhere, openDrive } from '../rig/drive'
import { shown, t } from '../rig/screen'

const drive = openDrive()

/** Its address, a text that it shows, and what opens the state to look at. */
type Place = readonly [address: string, text: string, open?: (page: Page) => Promise<void>]

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
      `[ADM-02] [ADM-05] [ADM-07] [ADM-08] [ADM-09] [ADM-11] [ADM-12] [ADM-14] [ADM-15] axe finds nothing in the places at ${name}, in ${schemes.join(' and ')}`,
      { timeout: 600_000 },
      async () => {
        const { owner, people, child, group } = await makeLong()
        const places: readonly Place[] = [
          ['/admin', t('admin.overview.configured')],
          ['/admin/people', 'Chen Xi'],
          [`/admin/people/${people[0]!.id}`, t('admin.person.created')],
          ['/admin/import', t('admin.import.template')],
          ['/admin/departments', 'Admissions'],
          ['/admin/policies', t('admin.policies.after')],
          ['/admin/appearance', t('admin.policies.appearance.wording')],
          ['/admin/audit', t('admin.overview.audit.event')],
          ['/admin/people', t('admin.people.add'), openFormOf('admin.people.add')],
          ['/admin/applications', t('admin.applications.empty'), openFormOf('admin.applications.add')],
          ['/admin/sharing?q=nothing-of-this-name', t('admin.sharing.none.links')],
        ]
        const further: readonly Place[] = [
          ['/admin/people?q=nobody-of-this-name', t('admin.people.none')],
          [`/admin/people/${people[1]!.id}?view=files`, t('admin.person.sharedFolders')],
          [`/admin/departments/${child.id}`, t('admin.departments.memberList')],
          [`/admin/groups/${group.id}`, t('admin.departments.memberList')],
        ]
        await drive.visit(
          owner,
          nowhere,
          async (page) => {
            for (const [address, text, open] of statesIn(name, isDeep ? [...places, ...further] : places)) {
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

/** Opens the form that the button begins. */
function openFormOf(button: 'admin.people.add' | 'admin.applications.add') {
  return async (page: Page): Promise<void> => {
    await press(page, t(button))
    await page.getByRole('dialog').waitFor()
  }
}

import { describe, test } from 'node:test'
import { desk, makeSchool, personPane, smallPhone } from '../browser/rig/console'
import { openDrive } from '../browser/rig/drive'
import { shown, t } from '../browser/rig/screen'
import { endEnginesAfter, engines, missing } from './rig/engines'
import { onEngine } from './rig/engineDrive'

const drive = openDrive()
endEnginesAfter()

for (const engine of engines)
  describe(engine, () => {
    const there = missing[engine] ? drive : onEngine(drive, engine)
    for (const [size, phone] of [
      ['a desk', desk],
      ['a phone', smallPhone],
    ] as const)
      test(
        `[ADM-02] [ADM-07] [ADM-09] [ADM-11] [ADM-12] [ADM-14] ${engine} opens every place of the console on ${size}`,
        { skip: missing[engine], timeout: 600_000 },
        async () => {
          const { enterprise, owner, people } = await makeSchool(drive, ['Chen Xi'])
          const department = await drive.make.department({ enterprise, name: 'Admissions' })
          const group = await drive.make.group({ enterprise, members: people })
          const places = [
            ['/admin', t('admin.overview.configured')],
            ['/admin/people', 'Chen Xi'],
            ['/admin/import', t('admin.import.template')],
            ['/admin/departments', 'Admissions'],
            [`/admin/departments/${department.id}`, t('admin.departments.memberList')],
            [`/admin/groups/${group.id}`, t('admin.departments.memberList')],
            ['/admin/policies', t('admin.policies.after')],
            ['/admin/appearance', t('admin.policies.appearance.wording')],
            ['/admin/sharing', t('admin.sharing.none.links')],
            ['/admin/applications', t('admin.applications.empty')],
            ['/admin/audit', t('admin.overview.audit.event')],
          ] as const
          await there.visit(
            owner,
            '/login',
            async (page) => {
              for (const [address, text] of places) {
                await page.goto(there.server.url + address)
                await shown(page).getByText(text).first().waitFor()
              }
              await page.goto(`${there.server.url}/admin/people/${people[0]!.id}`)
              await personPane(page, 'Chen Xi').waitFor()
            },
            phone,
          )
        },
      )
  })

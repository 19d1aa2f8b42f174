import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeSetupToken } from '../../../server/services/administration/setup'
import { deepTest } from '../../support/deep'
import { client } from '../../support/client'
import { excelFile, thirtyPeople } from '../../support/administration/importFiles'
import { until } from '../../support/until'
import { assertLooks, desk, FINGER, makeSchool, MOUSE, press, smallPhone } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, row, shown, t } from '../rig/screen'
import { button } from '../rig/visits'
import { pick, text } from '../uploads/pickedFiles'

const drive = openDrive()
const secret = 'a long own password'
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })
const says = (page: Page, words: string) => shown(page).getByText(words, { exact: true }).first().waitFor()
const figure = (page: Page, name: 'new' | 'changed' | 'unchanged' | 'faulty') =>
  shown(page)
    .locator('.figure')
    .filter({ hasText: t(`admin.import.figures.${name}`) })
    .locator('b')

/** Chooses a file as an administrator does. */
async function chooseFile(page: Page, name: string, bytes: Buffer | string) {
  const chosen = page.waitForEvent('filechooser')
  await press(page, t('admin.import.choose'))
  await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
}

/** Saves a file that the page offers, and reads it. */
async function saved(page: Page, label: string): Promise<string> {
  const download = page.waitForEvent('download')
  await press(page, label)
  return readFile(await (await download).path(), 'utf8')
}

const addressIn = (csv: string, login: string) => {
  const line = csv.split('\r\n').find((each) => each.startsWith(`${login},`))
  assert.ok(line, `${login} is in the file of links`)
  return line.slice(line.indexOf('/welcome#'))
}

/** Follows a one-time link and sets a password. */
async function arrive(page: Page, name: string) {
  await says(page, t('arrival.welcome.first', { name }))
  await field(page, t('arrival.welcome.password')).fill(secret)
  await field(page, t('arrival.welcome.again')).fill(secret)
  await button(page, t('arrival.welcome.submit')).tap()
  await addressBecomes(page, '/files/frequent')
}

describe('importing people', () => {
  deepTest(
    '[ADM-01] [ADM-03] [ADM-04] from an empty server to a shared file: set-up, import of 30 people from Excel in GBK, a link, a password, an upload, a share',
    async () => {
      const token = (await makeSetupToken(drive.server.deps))!
      let links = ''
      await drive.visit(
        null,
        `/setup#${token}`,
        async (page) => {
          await field(page, t('arrival.setup.school.organisation')).fill('明德学校')
          await field(page, t('arrival.setup.name')).fill('王珂')
          await field(page, t('arrival.setup.login')).fill('owner@school')
          await field(page, t('arrival.setup.password')).fill(secret)
          await field(page, t('arrival.setup.again')).fill(secret)
          await button(page, t('arrival.setup.submit')).click()
          await says(page, t('arrival.next.title', { name: '明德学校' }))
          await page.goto(`${drive.server.url}/admin/people`)
          await press(page, t('admin.places.import'))
          await addressBecomes(page, '/admin/import')
          await chooseFile(page, '教职工.csv', excelFile())
          await figure(page, 'new').waitFor()
          assert.equal(await figure(page, 'new').textContent(), '30')
          await assertLooks(page, MOUSE)
          await press(page, t('admin.import.run', { n: 30 }))
          await says(page, t('admin.import.done'))
          links = await saved(page, t('admin.import.links.save'))
          await assertLooks(page, MOUSE)
        },
        desk,
      )
      assert.ok(links.startsWith('\ufeff'), 'a spreadsheet reads the file of links as UTF-8')
      const [login, name] = thirtyPeople[11]!
      await drive.visit(null, addressIn(links, login!), async (page) => {
        await arrive(page, name!)
        await page.goto(`${drive.server.url}/files/own`)
        await pick(page, text('教案.txt', '第一课'))
        await row(page, '教案.txt').waitFor()
        await (await openMenu(page, '教案.txt')).getByRole('button', { name: t('menu.share'), exact: true }).tap()
        await shown(page)
          .getByRole('dialog', { name: t('share.title'), exact: true })
          .getByRole('button', { name: t('share.create'), exact: true })
          .tap()
        await shown(page).locator('.share-done').waitFor()
      })
      const teacher = await client(drive.server).as(login!, secret)
      assert.equal((await teacher.call('GET /apps/share_links/get_list', {})).share_links.length, 1)
    },
  )

  test('[ADM-04] faults are listed with line, name, column and reason; the good lines are imported; the same file again changes nothing', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi'])
    const file = `login,name,部门\nnew1@faults,安,一部\ntwo words,贝,一部\nnew2@faults,丙,一部/二部`
    await drive.visit(
      owner,
      '/admin/import',
      async (page) => {
        await chooseFile(page, 'people.csv', file)
        const cells = shown(page).getByRole('table').locator('tbody tr').first().locator('td')
        await cells.first().waitFor()
        assert.deepEqual((await cells.allTextContents()).slice(0, 5), ['3', '', '贝', 'login', 'two words'])
        assert.notEqual((await cells.allTextContents())[5], '')
        assert.match(await saved(page, t('admin.import.saveFaults')), /3,,贝,login,two words,/)
        await press(page, t('admin.import.runGood', { n: 2 }))
        await says(page, t('admin.import.done'))
        await page.reload()
        await says(page, t('admin.import.done'))
        await press(page, t('admin.import.another'))
        await chooseFile(page, 'people.csv', file)
        await until('nothing to change', async () => (await figure(page, 'unchanged').textContent()) === '2')
        await says(page, t('admin.import.allFaulty'))
        await press(page, t('admin.import.another'))
        await chooseFile(page, 'picture.csv', Buffer.from('89504e470d0a1a0a00000000', 'hex'))
        await shown(page).getByRole('alert').first().waitFor()
      },
      desk,
    )
    const they = await client(drive.server).as(owner.login)
    const { departments } = await they.call('GET /admin/departments/tree', {})
    assert.deepEqual(departments.map(({ name }) => name).sort(), ['一部', '二部'].sort())
  })

  deepTest('[ADM-04] the place works at 360 px by a finger', async () => {
    const { owner } = await makeSchool(drive)
    await drive.visit(
      owner,
      '/admin/import',
      async (page) => {
        await says(page, t('admin.import.intro'))
        await assertLooks(page, FINGER)
        await chooseFile(page, 'people.csv', 'login,name\nphone@x,安\nbad one,贝')
        await figure(page, 'faulty').waitFor()
        await assertLooks(page, FINGER)
      },
      smallPhone,
    )
  })

  test('[ADM-04] the choice of a file mentions dropping only where there is a mouse', async () => {
    const { owner } = await makeSchool(drive)
    for (const [phone, isSaid] of [
      [undefined, false],
      [desk, true],
    ] as const)
      await drive.visit(
        owner,
        '/admin/import',
        async (page) => {
          await shown(page)
            .getByRole('button', { name: t('admin.import.choose') })
            .waitFor()
          assert.equal(await shown(page).getByText(t('admin.import.drop')).isVisible(), isSaid)
        },
        phone,
      )
  })

  deepTest('[ADM-04] auditors see no import', async () => {
    const { enterprise } = await makeSchool(drive)
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      '/admin/import',
      async (page) => {
        await says(page, t('admin.forbidden.title'))
        assert.equal(
          await shown(page)
            .getByRole('link', { name: t('admin.places.import') })
            .count(),
          0,
        )
      },
      desk,
    )
  })
})

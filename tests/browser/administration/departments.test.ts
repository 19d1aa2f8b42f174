import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { choose, confirm, desk, makeSchool, pane, press, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { shown, t } from '../rig/screen'

const drive = openDrive()
const tree = (page: Page) => shown(page).getByRole('treegrid', { name: t('admin.departments.tree') })
const item = (page: Page, name: string) => tree(page).getByRole('row', { name })
const departmentPane = (page: Page, name: string) => pane(page, t('admin.departments.pane', { name }))

/** The department above another one; null at the top. */
async function parentOf(id: number): Promise<number | null> {
  const row = await drive.server.deps.db
    .selectFrom('departments')
    .select('parent_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.parent_id ?? null
}

const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Presses the arrow until the target with the label has the focus. React Aria names the targets in the language of the page. */
async function chooseTarget(page: Page, label: string): Promise<void> {
  const seen: string[] = []
  for (let before = await focusedLabel(page); before !== label; before = await focusedLabel(page)) {
    assert.ok(!seen.includes(before), `${label} is no target; the targets are: ${seen.join('; ')}`)
    seen.push(before)
    await page.keyboard.press('ArrowUp')
    await until('the focus moves on', async () => (await focusedLabel(page)) !== before)
  }
}

async function makeTree() {
  const school = await makeSchool(drive, ['Chen Xi', 'Li Wei'])
  const { enterprise } = school
  const office = await drive.make.department({ enterprise, name: 'Office' })
  const admissions = await drive.make.department({ enterprise, parent: office, name: 'Admissions' })
  const finance = await drive.make.department({ enterprise, name: 'Finance' })
  return { ...school, office, admissions, finance }
}

describe('departments', () => {
  test('[ADM-07] a department is added below another one, renamed, and a taken name is refused beside the field', async () => {
    const { owner } = await makeTree()
    await drive.visit(
      owner,
      '/admin/departments',
      async (page) => {
        await item(page, 'Office').waitFor()
        await press(page, t('admin.departments.add'))
        const form = windowOf(page, t('admin.departments.form.title'))
        await form.getByLabel(t('admin.departments.form.name')).fill('Finance')
        await form.getByRole('button', { name: t('admin.action.add') }).click()
        await form.locator('.field[data-invalid]').waitFor()
        await form.getByLabel(t('admin.departments.form.name')).fill('Library')
        await choose(page, form, t('admin.departments.form.parent'), 'Office')
        await form.getByRole('button', { name: t('admin.action.add') }).click()
        await item(page, 'Library').waitFor()
        const library = departmentPane(page, 'Library')
        await library.getByRole('button', { name: t('admin.action.edit') }).click()
        const edit = windowOf(page, t('admin.departments.form.editTitle'))
        await edit.getByLabel(t('admin.departments.form.name')).fill('Reading room')
        await edit.getByRole('button', { name: t('admin.action.save') }).click()
        await item(page, 'Reading room').waitFor()
      },
      desk,
    )
  })

  deepTest('[ADM-07] a department moves by drag and by keyboard', async () => {
    const { owner, admissions, finance, office } = await makeTree()
    await drive.visit(
      owner,
      '/admin/departments',
      async (page) => {
        await item(page, 'Admissions').waitFor()
        await item(page, 'Admissions').dragTo(item(page, 'Finance'))
        await until('dragging moved it', async () => (await parentOf(admissions.id)) === finance.id)
        await toast(page)
          .getByText(t('admin.departments.moved', { name: 'Admissions' }))
          .waitFor()
        // By keyboard: Enter on the handle starts, the arrows choose the target, Enter drops.
        const handle = tree(page).getByRole('button', { name: t('admin.departments.drag', { name: 'Finance' }) })
        await handle.focus()
        const handleLabel = await focusedLabel(page)
        await page.keyboard.press('Enter')
        await until('a target has the focus', async () => (await focusedLabel(page)) !== handleLabel)
        await chooseTarget(page, '放置于 Office')
        await page.keyboard.press('Enter')
        await until('the keyboard moved it', async () => (await parentOf(finance.id)) === office.id)
        assert.equal(await parentOf(admissions.id), finance.id)
        assert.equal(await parentOf(office.id), null)
      },
      desk,
    )
  })

  for (const [width, phone] of [
    ['390 px', undefined],
    ['1440 px', desk],
  ] as const)
    test(`[ADM-07] a department stands to the right of the one above it, also without departments below it, at ${width}`, async () => {
      const { owner, enterprise, admissions } = await makeTree()
      await drive.make.department({ enterprise, parent: admissions, name: 'Open days' })
      await drive.visit(
        owner,
        '/admin/departments',
        async (page) => {
          await item(page, 'Admissions').waitFor()
          const opener = item(page, 'Admissions').locator('button.tree-chevron')
          if (!(await item(page, 'Open days').isVisible())) await opener.click()
          await item(page, 'Open days').waitFor()
          const left = async (name: string) => (await tree(page).getByText(name, { exact: true }).boundingBox())!.x
          const [top, alone, below, leaf] = await Promise.all(
            ['Office', 'Finance', 'Admissions', 'Open days'].map(left),
          )
          assert.equal(alone, top)
          assert.ok(below! > top!, `Admissions at ${below}, Office at ${top}`)
          assert.ok(leaf! > below!, `Open days at ${leaf}, Admissions at ${below}`)
        },
        phone,
      )
    })

  test('[ADM-07] a department moves by a form, for people who neither drag nor use the handle', async () => {
    const { owner, admissions, finance } = await makeTree()
    await drive.visit(owner, `/admin/departments/${admissions.id}`, async (page) => {
      await departmentPane(page, 'Admissions')
        .getByRole('button', { name: t('admin.departments.move') })
        .tap()
      const form = windowOf(page, t('admin.departments.moveTitle', { name: 'Admissions' }))
      await choose(page, form, t('admin.departments.moveTo'), 'Finance')
      await form.getByRole('button', { name: t('admin.departments.move'), exact: true }).tap()
      await until('the form moved it', async () => (await parentOf(admissions.id)) === finance.id)
    })
  })

  test('[ADM-07] [ADM-08] on a phone a button in words makes a member a manager; a complete list offers no longer one', async () => {
    const { owner, enterprise, finance, people } = await makeTree()
    const group = await drive.make.group({ enterprise, members: people })
    await drive.make.member(finance, people[0]!)
    await drive.visit(owner, `/admin/departments/${finance.id}`, async (page) => {
      const members = departmentPane(page, 'Finance')
      await members.getByText(t('admin.departments.makeManager'), { exact: true }).tap()
      await members.getByText(t('admin.departments.endManager'), { exact: true }).waitFor()
      assert.equal(await members.getByText(t('admin.departments.all', { n: 1 })).count(), 0)
      await page.goto(`${drive.server.url}/admin/groups/${group.id}`)
      const open = pane(page, t('admin.departments.groups.pane', { name: group.name }))
      await open.getByText('Li Wei').waitFor()
      assert.equal(await open.getByText(t('admin.departments.all', { n: 2 })).count(), 0)
    })
  })

  deepTest('[ADM-07] members are added and removed, and become managers', async () => {
    const { owner, finance } = await makeTree()
    await drive.visit(
      owner,
      `/admin/departments/${finance.id}`,
      async (page) => {
        const shownPane = departmentPane(page, 'Finance')
        await shownPane.getByRole('button', { name: t('admin.departments.addMembers') }).click()
        const form = windowOf(page, t('admin.departments.addMembers'))
        await form.getByRole('combobox').fill('Chen')
        await page.getByRole('option', { name: /Chen Xi/ }).click()
        await form.getByRole('button', { name: t('admin.action.add'), exact: true }).click()
        await shownPane.getByText('Chen Xi').waitFor()
        await shownPane.getByRole('button', { name: `${t('admin.departments.makeManager')} · Chen Xi` }).click()
        await item(page, 'Finance').getByText('Chen Xi').waitFor()
        await shownPane.getByRole('button', { name: `${t('admin.action.remove')} · Chen Xi` }).click()
        await confirm(page, t('admin.action.remove'))
        await shownPane.getByText(t('admin.departments.memberNone')).waitFor()
      },
      desk,
    )
  })

  deepTest('[ADM-07] an administrator decides who may share the folder of a department', async () => {
    const { owner, finance } = await makeTree()
    await drive.visit(
      owner,
      `/admin/departments/${finance.id}`,
      async (page) => {
        const shownPane = departmentPane(page, 'Finance')
        await shownPane.getByText(t('admin.departments.sharing.everybody')).waitFor()
        await shownPane.getByRole('button', { name: t('admin.action.edit') }).click()
        const edit = windowOf(page, t('admin.departments.form.editTitle'))
        await choose(page, edit, t('admin.departments.sharing.label'), t('admin.departments.sharing.members'))
        await edit.getByRole('button', { name: t('admin.action.save') }).click()
        await shownPane.getByText(t('admin.departments.sharing.members')).waitFor()
        const { share_disabled_for } = await drive.server.deps.db
          .selectFrom('items')
          .select('share_disabled_for')
          .where('department_id', '=', finance.id)
          .executeTakeFirstOrThrow()
        assert.equal(share_disabled_for, 'members')
      },
      desk,
    )
  })

  deepTest('[ADM-07] departments merge, and one is deleted once its members and files have a destination', async () => {
    const { owner, admissions } = await makeTree()
    await drive.visit(
      owner,
      `/admin/departments/${admissions.id}`,
      async (page) => {
        await departmentPane(page, 'Admissions')
          .getByRole('button', { name: t('admin.departments.merge') })
          .click()
        const merging = windowOf(page, t('admin.departments.mergeTitle', { name: 'Admissions' }))
        await choose(page, merging, t('admin.departments.moveTo'), 'Finance')
        await merging.getByRole('button', { name: t('admin.departments.mergeSubmit') }).click()
        await departmentPane(page, 'Finance').waitFor()
        assert.equal(await item(page, 'Admissions').count(), 0)
        await item(page, 'Office').click()
        await departmentPane(page, 'Office')
          .getByRole('button', { name: t('admin.departments.delete') })
          .click()
        const deleting = windowOf(page, t('admin.departments.deleteTitle', { name: 'Office' }))
        await choose(page, deleting, t('admin.departments.filesTo'), 'Finance')
        await deleting.getByRole('button', { name: t('admin.departments.delete'), exact: true }).click()
        await item(page, 'Office').waitFor({ state: 'detached' })
        await page.reload()
        await item(page, 'Finance').waitFor()
        assert.equal(await tree(page).getByRole('row').count(), 1)
      },
      desk,
    )
  })
})

describe('groups', () => {
  test('[ADM-08] a group is added, gets members, is renamed and deleted', async () => {
    const { owner } = await makeSchool(drive, ['Chen Xi'])
    await drive.visit(
      owner,
      '/admin/groups',
      async (page) => {
        await shown(page)
          .getByRole('heading', { name: t('admin.departments.groups.empty') })
          .waitFor()
        await press(page, t('admin.departments.groups.add'))
        const form = windowOf(page, t('admin.departments.groups.addTitle'))
        await form.getByLabel(t('admin.departments.groups.name')).fill('Open day')
        await page.keyboard.press('Enter')
        const group = pane(page, t('admin.departments.groups.pane', { name: 'Open day' }))
        await group.getByRole('button', { name: t('admin.departments.addMembers') }).click()
        const adding = windowOf(page, t('admin.departments.addMembers'))
        await adding.getByRole('combobox').fill('Chen')
        await page.getByRole('option', { name: /Chen Xi/ }).click()
        await adding.getByRole('button', { name: t('admin.action.add'), exact: true }).click()
        await group.getByText('Chen Xi').waitFor()
        await group.getByRole('button', { name: t('admin.action.rename') }).click()
        const renaming = windowOf(page, t('admin.departments.groups.renameTitle'))
        await renaming.getByLabel(t('admin.departments.groups.name')).fill('Open days')
        await page.keyboard.press('Enter')
        await pane(page, t('admin.departments.groups.pane', { name: 'Open days' }))
          .getByRole('button', { name: t('admin.action.delete') })
          .click()
        await confirm(page, t('admin.action.delete'))
        await shown(page)
          .getByRole('heading', { name: t('admin.departments.groups.empty') })
          .waitFor()
      },
      desk,
    )
  })
})

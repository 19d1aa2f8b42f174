import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest, isDeep } from '../../support/deep'
import { updateLink } from '../../../server/queries/shares/links'
import { client } from '../../support/client'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { freePolicy } from '../../support/shares/shareTable'
import { savePolicy } from '../../../server/queries/shares/policies'
import { makeLink, Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'
import {
  assertLooks,
  choose,
  confirm,
  desk,
  makeSchool,
  MOUSE,
  pane,
  press,
  sizes,
  smallPhone,
  statesIn,
  tabletSize,
  toast,
} from '../rig/console'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

const drive = openDrive()
const table = (page: Page, view: 'links' | 'collecting' | 'reported' | 'approvals' = 'links') =>
  shown(page).getByRole('grid', { name: t(`admin.sharing.table.${view}`) })
const rows = async (page: Page) => (await table(page).getByRole('row').count()) - 1
const secret = { password: 'k7m3', password_protected: true }

/** A school where Chen Xi shares three files, one by a link with a password. */
async function makeSharing() {
  const school = await makeSchool(drive, ['Chen Xi'])
  const { enterprise, people } = school
  const { is_share_company_allowed: _, ...policy } = { ...freePolicy, is_share_management: true }
  await savePolicy(drive.server.deps.db, enterprise.id, policy)
  const teacher = people[0]!
  const me = await client(drive.server).as(teacher.login)
  const file = (name: string) => drive.make.file({ owner: teacher }, { name })
  const links = {
    flyer: await makeLink(me, await file('flyer.txt')),
    list: await makeLink(me, await file('list.txt'), { ...secret, due_time: Math.floor(Date.now() / 1000) + 86_400 }),
    photos: await makeLink(me, await file('photos.txt')),
  }
  return { ...school, teacher, me, links }
}

describe('the place Sharing', () => {
  deepTest(
    '[ADM-12] [ADM-15] the figures of open links and of those without a password lead to their lists',
    async () => {
      const { owner } = await makeSharing()
      await drive.visit(
        owner,
        '/admin',
        async (page) => {
          await shown(page)
            .getByRole('link', { name: new RegExp(`^${t('admin.overview.open')}`) })
            .click()
          await addressBecomes(page, '/admin/sharing?state=open')
          await until('three links', async () => (await rows(page)) === 3)
          await page.goBack()
          await shown(page)
            .getByRole('link', { name: t('admin.overview.openText', { n: 2 }) })
            .click()
          await addressBecomes(page, '/admin/sharing?state=open&only=without_password')
          await until('two links', async () => (await rows(page)) === 2)
          await choose(page, shown(page), t('admin.sharing.filter.only'), t('admin.sharing.filter.any'))
          await until('three links again', async () => (await rows(page)) === 3)
        },
        desk,
      )
    },
  )

  test('[ADM-15] links are searched and filtered, and several are closed at once', async () => {
    const { owner, links } = await makeSharing()
    await drive.visit(
      owner,
      '/admin/sharing',
      async (page) => {
        await until('three links', async () => (await rows(page)) === 3)
        await shown(page).getByRole('searchbox').fill('flyer')
        await addressBecomes(page, '/admin/sharing?q=flyer')
        await until('one link', async () => (await rows(page)) === 1)
        await press(page, t('admin.action.clear'))
        await until('all links', async () => (await rows(page)) === 3)
        for (const name of ['flyer', 'photos'])
          await table(page).getByRole('row').filter({ hasText: name }).locator('.tick').click()
        await press(page, t('admin.sharing.close'))
        await confirm(page, t('admin.sharing.close'))
        await toast(page)
          .getByText(t('admin.sharing.closed', { n: 2 }))
          .waitFor()
        await choose(page, shown(page), t('admin.sharing.filter.only'), t('admin.sharing.filter.closed'))
        await until('two closed links', async () => (await rows(page)) === 2)
        const found = await drive.server.deps.db
          .selectFrom('share_links')
          .select('closed_by_administrator_at')
          .where('id', 'in', [links.flyer.id, links.photos.id])
          .execute()
        assert.ok(
          found.every((row) => row.closed_by_administrator_at !== null),
          'a link is open',
        )
      },
      desk,
    )
  })

  deepTest('[ADM-15] a link’s details lead to its maker, and an owner closes and reopens it, by keyboard', async () => {
    const { owner, links } = await makeSharing()
    await drive.visit(
      owner,
      '/admin/sharing',
      async (page) => {
        const row = table(page).getByRole('row').filter({ hasText: 'list.txt' })
        await row.focus()
        await page.keyboard.press('Enter')
        await addressBecomes(page, `/admin/sharing/${links.list.id}`)
        const details = pane(page, t('admin.sharing.pane', { name: 'list.txt' }))
        await details.getByText(links.list.serial_number).waitFor()
        assert.ok(!(await details.textContent())!.includes('k7m3'), 'the password of another person’s link shows')
        await details.getByRole('button', { name: t('admin.sharing.close') }).focus()
        await page.keyboard.press('Enter')
        await confirm(page, t('admin.sharing.close'))
        await details.getByRole('button', { name: t('admin.sharing.reopen') }).click()
        await details.getByRole('button', { name: t('admin.sharing.close') }).waitFor()
        await details.getByRole('button', { name: t('admin.sharing.all') }).click()
        await shown(page)
          .getByRole('button', { name: t('admin.sharing.filter.owner') })
          .waitFor()
        await until('the links of the maker', async () => (await rows(page)) === 3)
      },
      desk,
    )
  })

  test('[ADM-15] waiting links are approved and rejected, reports lead to their links', async () => {
    const { owner, links, enterprise } = await makeSharing()
    const { db } = drive.server.deps
    for (const { id } of [links.flyer, links.photos]) await updateLink(db, id, { approval_state: 1 })
    await db.updateTable('enterprises').set({ complaints: true }).where('id', '=', enterprise.id).execute()
    const visitor = new Visitor(drive.server.url, links.list.unique_name)
    await visitor.open('k7m3')
    await visitor.client.call('POST /apps/share_links/report', {
      scenario: 'share',
      share_link_token: links.list.unique_name,
      reason: 'privacy',
      text: 'My phone number is in it',
    })
    await drive.visit(
      owner,
      '/admin/sharing?view=approvals',
      async (page) => {
        await until('two links wait', async () => (await table(page, 'approvals').getByRole('row').count()) === 3)
        await table(page, 'approvals').getByRole('row').filter({ hasText: 'flyer' }).locator('.tick').click()
        await press(page, t('admin.sharing.approve'))
        await toast(page)
          .getByText(t('admin.sharing.approved', { n: 1 }))
          .waitFor()
        await table(page, 'approvals').getByText('photos.txt').click()
        const details = pane(page, t('admin.sharing.pane', { name: 'photos.txt' }))
        await details.getByRole('button', { name: t('admin.sharing.refuse') }).click()
        await confirm(page, t('admin.sharing.refuse'))
        await shown(page)
          .getByRole('heading', { name: t('admin.sharing.none.approvals') })
          .waitFor()
        await shown(page)
          .getByRole('tab', { name: t('admin.sharing.views.reported') })
          .click()
        await table(page, 'reported').getByText('My phone number is in it').click()
        await pane(page, t('admin.sharing.pane', { name: 'list.txt' })).waitFor()
      },
      desk,
    )
  })

  deepTest('[ADM-15] an auditor reads links and collecting links on a phone and closes none', async () => {
    const { enterprise, teacher, me } = await makeSharing()
    await makeFileRequest(me, await drive.make.folder({ owner: teacher }, { name: 'Homework' }), { title: 'Essay' })
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      '/admin/sharing',
      async (page) => {
        await table(page).getByText('flyer.txt').click()
        await pane(page, t('admin.sharing.pane', { name: 'flyer.txt' })).waitFor()
        assert.equal(
          await shown(page)
            .getByRole('button', { name: t('admin.sharing.close') })
            .count(),
          0,
        )
        assert.equal(await shown(page).locator('.tick').count(), 0)
        await page.goBack()
        await shown(page)
          .getByRole('tab', { name: t('admin.sharing.views.collecting') })
          .click()
        await table(page, 'collecting').getByText('Essay').click()
        await pane(page, t('admin.sharing.collectingPane', { name: 'Essay' }))
          .getByText('Homework')
          .waitFor()
      },
      smallPhone,
    )
  })

  deepTest('[ADM-15] an owner closes a collecting link of somebody and reopens it; an auditor cannot', async () => {
    const { owner, enterprise, teacher, me } = await makeSharing()
    const link = await makeFileRequest(me, await drive.make.folder({ owner: teacher }), { title: 'Essay' })
    const stateNow = async () => (await me.call('GET /apps/collects/get', { collect_id: link.id })).collect.state
    const details = (page: Page) => pane(page, t('admin.sharing.collectingPane', { name: 'Essay' }))
    const act = (page: Page, name: 'close' | 'reopen') =>
      details(page).getByRole('button', { name: t(`admin.sharing.${name}`), exact: true })
    await drive.visit(
      owner,
      `/admin/sharing/${link.id}?view=collecting`,
      async (page) => {
        await act(page, 'close').click()
        await confirm(page, t('admin.sharing.close'))
        await toast(page)
          .getByText(t('admin.sharing.closed', { n: 1 }))
          .waitFor()
        await act(page, 'reopen').waitFor()
        assert.equal(await stateNow(), 'closed')
        await assertLooks(page, MOUSE)
        await act(page, 'reopen').click()
        await act(page, 'close').waitFor()
        assert.equal(await stateNow(), 'open')
      },
      desk,
    )
    const auditor = await drive.make.user({ enterprise, role: 'auditor' })
    await drive.visit(
      auditor,
      `/admin/sharing/${link.id}?view=collecting`,
      async (page) => {
        await details(page).getByText(t('admin.sharing.readOnly')).waitFor()
        assert.equal(await act(page, 'close').count(), 0)
      },
      desk,
    )
  })
})

for (const [name, phone, touch, schemes] of isDeep ? [...sizes, tabletSize] : sizes)
  deepTest(
    `[ADM-15] axe finds nothing in Sharing at ${name}, in ${schemes.join(' and ')}`,
    { timeout: 300_000 },
    async () => {
      const { owner, teacher, me, links } = await makeSharing()
      const { db } = drive.server.deps
      await makeFileRequest(me, await drive.make.folder({ owner: teacher }), {
        title: `Essays of ${'all '.repeat(12)}`,
      })
      await updateLink(db, links.flyer.id, { approval_state: 1 })
      await db.insertInto('share_reports').values(reportOf(links.list.id)).execute()
      const places = [
        ['/admin/sharing', 'photos.txt'],
        ['/admin/sharing?q=nothing-of-this-name', t('admin.sharing.none.links')],
        [`/admin/sharing/${links.list.id}`, links.list.serial_number],
        ['/admin/sharing?view=collecting', 'Essays'],
        ['/admin/sharing?view=reported', 'It tells'],
        ['/admin/sharing?view=approvals', 'flyer.txt'],
        ['/admin', t('admin.overview.configured')],
        ['/admin/sharing', 'photos.txt', select],
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

/** Selects a link. */
async function select(page: Page): Promise<void> {
  await table(page).locator('.tick').nth(1).click()
  await shown(page)
    .getByText(t('admin.sharing.selected', { n: 1 }))
    .waitFor()
}

const reportOf = (link_id: number) => ({
  link_id,
  at: new Date(),
  reason: 'privacy' as const,
  text: `It tells ${'names and numbers '.repeat(20)}`,
  contact: 'someone@example.org',
  user_id: null,
  network: null,
})

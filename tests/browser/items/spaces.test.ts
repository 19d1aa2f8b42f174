import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { address, addressBecomes, openMenu, preview, row, rowsBecome, settled, shown, t } from '../rig/screen'
import { withoutRows } from '../rig/withoutRows'
import { panel, look, reads } from './spacePanel'

const HOTLINE = '400-820-0000'
const drive = openDrive({ config: { customerServiceHotline: HOTLINE } })
const day = 86_400_000
const places = (page: Page) => panel(page).locator('.navigation-label').allInnerTexts()
/** Waits until the panel lists these spaces, and below them what the user received and shared. */
const placesBecome = async (page: Page, spaces: string[]) => {
  const expected = [...spaces, t('navigation.received'), t('navigation.shares')]
  let seen: string[] = []
  await until('places', async () => {
    seen = await places(page)
    return seen.join() === expected.join()
  }).catch(() => assert.deepEqual(seen, expected))
}

/** A department in a department, three deep, with a member in each. */
async function threeDeep(values: Parameters<typeof drive.make.enterprise>[0] = {}) {
  const enterprise = await drive.make.enterprise(values)
  const school = await drive.make.department({ enterprise, name: '明德学校' })
  const office = await drive.make.department({ parent: school, name: '教务处' })
  const admissions = await drive.make.department({ parent: office, name: '招生办公室' })
  const user = await drive.make.user({ department: school })
  for (const department of [office, admissions]) await drive.make.member(department, user)
  return { enterprise, admissions, user }
}

describe('the navigation panel', () => {
  test('[LIST-02] the panel lists all spaces, departments to depth 2 and deeper on demand, and external enterprises; each opens', async () => {
    const { admissions, user } = await threeDeep()
    const outside = await drive.make.user({ enterprise: await drive.make.enterprise({ name: '云舟科技' }) })
    await drive.make.collab(await drive.make.folder({ owner: outside }), { user }, 'viewer')
    const rest = [t('space.own'), t('space.collab'), t('navigation.external', { name: '云舟科技' }), t('space.trash')]
    await drive.visit(user, '/files/frequent?filenav=1', async (page) => {
      await placesBecome(page, [t('space.frequent'), '明德学校', '教务处', ...rest])
      const trees: string[] = []
      page.on(
        'request',
        (request) => request.url().includes('find_user_in_departments_tree') && trees.push(request.url()),
      )
      await panel(page)
        .getByRole('button', { name: t('navigation.expand', { name: '教务处' }) })
        .tap()
      await placesBecome(page, [t('space.frequent'), '明德学校', '教务处', '招生办公室', ...rest])
      assert.equal(trees.length, 1)
      await panel(page).getByText('招生办公室').tap()
      await addressBecomes(page, `/files/dept/${admissions.id}`)
      await shown(page).getByRole('heading', { name: '招生办公室' }).waitFor()
      for (const name of [
        t('space.own'),
        t('space.collab'),
        t('navigation.external', { name: '云舟科技' }),
        t('space.trash'),
        t('space.frequent'),
      ]) {
        await shown(page).locator('.header-press').tap()
        await panel(page).getByText(name, { exact: true }).tap()
        await shown(page)
          .getByRole('heading', { name: name.split(' · ').pop()! })
          .waitFor()
      }
    })
  })

  deepTest(
    '[LIST-02] a department that cannot be opened is muted and only unfolds; its address says whose files they are',
    async () => {
      const school = await drive.make.department({ name: '明德学校' })
      const office = await drive.make.department({ parent: school, name: '教务处' })
      const user = await drive.make.user({ department: office })
      await drive.visit(user, '/files/frequent?filenav=1', async (page) => {
        const top = panel(page).getByRole('button', { name: '明德学校' })
        await top.waitFor()
        const asked: string[] = []
        page.on('request', (request) => request.url().includes('file_list') && asked.push(request.url()))
        assert.equal(await top.getAttribute('aria-expanded'), 'true')
        const colour = (name: string) =>
          panel(page)
            .getByText(name, { exact: true })
            .evaluate((label) => getComputedStyle(label).color)
        assert.notEqual(await colour('明德学校'), await colour('教务处'))
        await assertAccessible(page)
        await top.tap()
        await panel(page).getByText('教务处', { exact: true }).waitFor({ state: 'detached' })
        await top.tap()
        assert.equal(address(page), '/files/frequent?filenav=1')
        assert.deepEqual(asked, [])
        await panel(page).getByText('教务处', { exact: true }).tap()
        await addressBecomes(page, `/files/dept/${office.id}`)

        await page.goto(`${drive.server.url}/files/dept/${school.id}`)
        await shown(page)
          .getByText(t('empty.forbidden.title', { name: '明德学校' }))
          .waitFor()
        await shown(page).getByRole('heading', { name: '明德学校' }).waitFor()
        await assertAccessible(page)
        await page.goto(`${drive.server.url}/files/dept/999999`)
        await shown(page).getByText(t('empty.removed.title')).waitFor()
      })
    },
  )

  const closedNames: [string, Parameters<typeof threeDeep>[0], string[]][] = [
    ['a closed personal space hides personal files', { is_personal_space_closed: true }, ['space.own']],
    ['a personal user has neither departments nor “collaborated with me”', { is_personal: true }, ['space.collab']],
  ]
  for (const [sentence, values, hidden] of closedNames) {
    deepTest(`[LIST-02] [CTX-05] ${sentence}`, async () => {
      const user = await drive.make.user({ enterprise: await drive.make.enterprise(values) })
      const names = (['space.frequent', 'space.own', 'space.collab', 'space.trash'] as const).filter(
        (name) => !hidden.includes(name),
      )
      await drive.visit(user, '/files/trash?filenav=1', async (page) =>
        placesBecome(
          page,
          names.map((name) => t(name)),
        ),
      )
    })
  }
})

describe('[LIST-05] an empty place says why', () => {
  deepTest(
    'an empty folder offers adding only where the user may add; the empty frequent, collaboration and trash spaces have texts of their own',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [owner, user] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const lent = await drive.make.folder({ owner })
      const stranger = await drive.make.user({ enterprise })
      await drive.make.collab(lent, { user }, 'viewer')
      await drive.visit(user, '/files/own', async (page) => {
        await reads(page, t('empty.list.title'), t('empty.list.text'))
        await shown(page)
          .locator('.empty')
          .getByRole('button', { name: t('empty.list.action') })
          .tap()
        await shown(page)
          .getByRole('dialog', { name: t('list.add') })
          .waitFor()
        await page.goto(`${drive.server.url}/files/folder/${lent.id}`)
        await reads(page, t('empty.list.title'), t('empty.list.readOnly'))
        assert.equal(await shown(page).locator('.empty').getByRole('button').count(), 0)
      })
      await drive.visit(stranger, '/files/frequent', async (page) => {
        for (const space of ['frequent', 'collab', 'trash'] as const) {
          await page.goto(`${drive.server.url}/files/${space}`)
          await reads(page, t(`empty.${space}.title`), t(`empty.${space}.text`))
        }
      })
    },
  )

  deepTest('[CTX-05] a closed personal space says so and offers no adding', async () => {
    const user = await drive.make.user({ enterprise: await drive.make.enterprise({ is_personal_space_closed: true }) })
    await drive.make.file({ owner: user }, { name: '旧的.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await reads(page, t('empty.closed.title'), t('empty.closed.text'))
      await look(page, 'closed')
      assert.equal(
        await shown(page)
          .getByRole('button', { name: t('list.add') })
          .count(),
        0,
      )
    })
  })

  test('[ERR-03] an expired enterprise shows the hotline, which a tap calls; without a hotline it names the administrator', async () => {
    const user = await drive.make.user({
      enterprise: await drive.make.enterprise({ expires_at: new Date(Date.now() - day) }),
    })
    await drive.visit(
      user,
      '/files/frequent',
      async (page) => {
        for (const place of ['frequent', 'own', 'collab', 'trash']) {
          await page.goto(`${drive.server.url}/files/${place}`)
          await reads(page, t('empty.expired.title'), t('empty.expired.hotline'))
        }
        await look(page, 'expired')
        const browser = await page.context().newCDPSession(page)
        await browser.send('Page.enable')
        const gone: string[] = []
        browser.on('Page.frameRequestedNavigation', ({ url }) => gone.push(url))
        await shown(page)
          .getByRole('button', { name: t('empty.expired.call', { number: HOTLINE }) })
          .tap()
        await until('the call', () => gone.includes('tel:4008200000'))
      },
      { expected: [/tel:/] },
    )
    drive.server.deps.config.customerServiceHotline = null
    await drive.visit(user, '/files/own', async (page) => {
      await reads(page, t('empty.expired.title'), t('empty.expired.noHotline'))
      assert.equal(await shown(page).locator('.empty').getByRole('button').count(), 0)
    })
    drive.server.deps.config.customerServiceHotline = HOTLINE
  })

  deepTest('[ERR-03] a place that is gone, deleted or forbidden says so and offers the way home', async () => {
    const [user, other] = [await drive.make.user(), await drive.make.user()]
    const foreign = await drive.make.folder({ owner: other })
    const mine = await drive.make.folder({ owner: user })
    await (
      await client(drive.server).as(user.login)
    ).call('POST /apps/files/delete', { item_typed_ids: [`folder_${mine.id}`] })
    await drive.visit(user, '/files/own', async (page) => {
      for (const place of [
        `folder/${foreign.id}`,
        `folder/${mine.id}`,
        'folder/999999',
        'dept/999999',
        'external/enterprise_999999',
      ]) {
        await page.goto(`${drive.server.url}/files/${place}`)
        await reads(page, t('empty.removed.title'), t('empty.removed.text'))
        await look(page, 'removed')
        await shown(page)
          .getByRole('button', { name: t('empty.removed.action') })
          .tap()
        await addressBecomes(page, '/files/frequent')
      }
    })
  })

  deepTest('[ERR-03] a list that fails says why and offers a retry', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt' })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await withoutRows(page)
        await page.route('**/file_list/**', (route) => route.abort())
        await page.goto(`${drive.server.url}/files/own`)
        await reads(page, t('empty.failed.title'), t('failure.network'))
        await look(page, 'failed')
        await page.unrouteAll()
        await shown(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await rowsBecome(page, ['说明.txt'])
      },
      { expected: [/file_list/] },
    )
  })
})

describe('[CTX-05] settings of the enterprise take effect', () => {
  deepTest('downloads can be hidden, and encrypted files move only where leak prevention allows it', async () => {
    const strict = await drive.make.enterprise({ hide_share_link_download: true, data_leak_prevention: true })
    for (const [enterprise, isStrict] of [
      [strict, true],
      [await drive.make.enterprise(), false],
    ] as const) {
      const user = await drive.make.user({ enterprise })
      await drive.make.file({ owner: user }, { name: '公开.txt' })
      const sealed = await drive.make.file({ owner: user }, { name: '加密.txt' })
      await drive.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', sealed.id).execute()
      await drive.visit(user, '/files/own', async (page) => {
        const plain = await openMenu(page, '公开.txt')
        await plain.getByText(t('menu.properties')).waitFor()
        assert.deepEqual(
          [await plain.getByText(t('menu.download')).count(), await plain.getByText(t('menu.move')).count()],
          [isStrict ? 0 : 1, 1],
        )
        await page.goBack()
        const menu = await openMenu(page, '加密.txt')
        await menu.getByText(t('menu.properties')).waitFor()
        assert.equal(await menu.getByText(t('menu.move')).count(), isStrict ? 0 : 1)
        if (!isStrict) {
          await menu.getByText(t('menu.move')).tap({ force: true })
          await page
            .getByRole('status')
            .filter({ hasText: t('refusal.encrypted') })
            .waitFor()
        }
      })
    }
  })
})

describe('state in the address', () => {
  test('[RT-05] the address contains the chosen order, also after a reload, going back and another list, and applies it when opened', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    for (const [name, content] of [
      ['a', 'xx'],
      ['b', 'xxx'],
      ['c', 'x'],
    ] as const) {
      await drive.make.file(
        { owner: user },
        { name: `${name}.txt`, content, at: new Date(Date.UTC(2026, 0, 1, 0, content.length)) },
      )
    }
    const bySize = ['资料', 'b.txt', 'a.txt', 'c.txt']
    const byName = ['资料', 'c.txt', 'b.txt', 'a.txt']
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      assert.equal(address(page), '/files/own')
      await shown(page)
        .getByRole('button', { name: t('list.sort') })
        .tap()
      await page.getByRole('radio', { name: new RegExp(`${t('sort.by.name')}\\s*${t('sort.order.name.desc')}`) }).tap()
      await rowsBecome(page, byName)
      const chosen = '/files/own?sort_by=name&sort_direction=desc'
      await addressBecomes(page, chosen)
      await page.reload()
      await rowsBecome(page, byName)
      assert.equal(address(page), chosen)
      await settled(page)
      await row(page, '资料').locator('.row-open').tap()
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await page.goBack()
      await addressBecomes(page, chosen)

      const asked: string[] = []
      page.on(
        'request',
        (request) => request.url().includes('/file_list/') && asked.push(new URL(request.url()).search),
      )
      await page.goto(`${drive.server.url}/files/own?sort_by=size&sort_direction=desc`)
      await rowsBecome(page, bySize)
      assert.deepEqual(asked, ['?folder_type=own&offset=0&limit=25&sort_by=size&sort_direction=desc'])
      await page.goto(`${drive.server.url}/files/own?sort_by=colour&sort_direction=up`)
      await rowsBecome(page, bySize)
    })
  })

  deepTest(
    'the address keeps the words and scope of a search, and a file’s preview with its list of versions',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
      await drive.visit(user, '/files/own?search=1&search_in=current&search_text=说明', async (page) => {
        await shown(page).locator('.search .row').waitFor()
        await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}&tab=version`)
        await preview(page, '说明.txt').waitFor()
        await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}&tab=version`)
      })
    },
  )
})

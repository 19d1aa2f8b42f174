import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, openMenu, preview, row, shown, t } from '../rig/screen'

const drive = openDrive()

test('[RT-01] the root opens the frequent space, and below /h5/ all addresses keep /h5/', async () => {
  const user = await drive.make.user()
  await drive.make.folder({ owner: user }, { name: '资料' })
  for (const base of ['', '/h5']) {
    await drive.visit(user, base + '/', async (page) => {
      await addressBecomes(page, `${base}/files/frequent`)
      await shown(page).getByText(t('empty.frequent.title')).waitFor()
      await shown(page)
        .getByRole('button', { name: t('header.chooseSpace', { name: t('space.frequent') }) })
        .tap()
      await addressBecomes(page, `${base}/files/frequent?filenav=1`)
      await shown(page)
        .getByRole('button', { name: t('space.own') })
        .tap()
      await addressBecomes(page, `${base}/files/own`)
      await row(page, '资料').waitFor()
      await page.reload()
      await row(page, '资料').waitFor()
      assert.equal(address(page), `${base}/files/own`)
    })
  }
})

test('[RT-02] every space has an address, search opens above the frequent space, and other addresses lead to the frequent space', async () => {
  const enterprise = await drive.make.enterprise()
  const owner = await drive.make.user({ enterprise })
  const department = await drive.make.department({ enterprise, name: '教务处' })
  const user = await drive.make.user({ department })
  const folder = await drive.make.folder({ owner: user }, { name: '资料' })
  const shared = await drive.make.folder({ owner }, { name: '共享' })
  await drive.make.collab(shared, { user }, 'viewer')
  const outside = await drive.make.enterprise()
  await drive.make.collab(
    await drive.make.folder({ owner: await drive.make.user({ enterprise: outside }) }),
    { user },
    'viewer',
  )
  const spaces = {
    '/files/frequent': t('space.frequent'),
    '/files/own': t('space.own'),
    '/files/collab': t('space.collab'),
    '/files/trash': t('space.trash'),
    [`/files/folder/${folder.id}`]: '资料',
    [`/files/dept/${department.id}`]: '教务处',
    [`/files/external/enterprise_${outside.id}`]: outside.name,
  }
  await drive.visit(user, '/', async (page) => {
    for (const [place, title] of Object.entries(spaces)) {
      await page.goto(drive.server.url + place)
      await shown(page).getByRole('heading', { name: title }).waitFor()
      assert.equal(address(page), place)
    }
    await page.goto(`${drive.server.url}/files/search`)
    await addressBecomes(page, '/files/frequent?search=1&search_in=all')
    for (const nowhere of [
      '/files/folder',
      '/files/folder/x',
      '/files/dept/-1',
      '/files/trash/7',
      '/nowhere',
      '/files/frequent/3/4',
    ]) {
      await page.goto(drive.server.url + nowhere)
      await shown(page)
        .getByRole('heading', { name: t('space.frequent') })
        .waitFor()
      await addressBecomes(page, '/files/frequent')
    }
  })
})

interface Overlay {
  flag: string
  open(page: Page): Promise<void>
  isThere(page: Page): ReturnType<Page['locator']>
}

describe('overlays: opening adds a flag, back closes exactly one, and a reload shows it again', () => {
  const overlays: Overlay[] = [
    {
      flag: 'filenav=1',
      open: (page) =>
        shown(page)
          .getByRole('button', { name: t('header.chooseSpace', { name: t('space.own') }) })
          .tap(),
      isThere: (page) => shown(page).getByRole('dialog', { name: t('navigation.title') }),
    },
    {
      flag: 'sort=1',
      open: (page) =>
        shown(page)
          .getByRole('button', { name: t('list.sort') })
          .tap(),
      isThere: (page) => shown(page).getByRole('dialog', { name: t('sort.title') }),
    },
    {
      flag: 'search=1&search_in=current',
      open: (page) => shown(page).locator('.search-bar-field').tap(),
      isThere: (page) => shown(page).locator('.search'),
    },
    {
      flag: 'actionsheet=ID',
      open: async (page) => void (await openMenu(page, '资料')),
      isThere: (page) => shown(page).getByRole('dialog', { name: '资料' }),
    },
    {
      flag: 'createrename=new',
      async open(page) {
        await shown(page)
          .getByRole('button', { name: t('list.add') })
          .tap()
        await shown(page)
          .getByRole('button', { name: t('name.newFolder'), exact: true })
          .tap()
      },
      isThere: (page) => shown(page).getByRole('dialog', { name: t('name.newFolder') }),
    },
    {
      flag: 'createrename=ID',
      open: async (page) => (await openMenu(page, '资料')).getByRole('button', { name: t('menu.rename') }).tap(),
      isThere: (page) => shown(page).getByRole('dialog', { name: t('name.rename') }),
    },
    {
      flag: 'preview=1&file_id=FILE',
      open: (page) => row(page, '说明.zip').locator('.row-open').tap(),
      isThere: (page) => preview(page, '说明.zip'),
    },
  ]
  for (const { flag, open, isThere } of overlays) {
    deepTest(flag, async () => {
      const user = await drive.make.user()
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      const file = await drive.make.file({ owner: user }, { name: '说明.zip' })
      const expected = `/files/own?${flag.replace('ID', `folder_${folder.id}`).replace('FILE', String(file.id))}`
      await drive.visit(user, '/files/own', async (page) => {
        await row(page, '资料').waitFor()
        await open(page)
        await addressBecomes(page, expected)
        await isThere(page).waitFor()
        await page.reload()
        await isThere(page).waitFor()
        assert.equal(address(page), expected)
        await page.goBack()
        await isThere(page).waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
        await row(page, '资料').waitFor()
      })
      // A fresh deep link opens above its page.
      await drive.visit(user, expected, async (page) => {
        await isThere(page).waitFor()
        await page.goBack()
        await isThere(page).waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
        await row(page, '资料').waitFor()
      })
    })
  }

  deepTest('back closes an overlay that only memory holds, and a reload drops it', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, '/files/own', async (page) => {
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      const sheet = shown(page).getByRole('dialog', { name: t('list.add') })
      await sheet.waitFor()
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
      await shown(page)
        .getByRole('button', { name: t('list.add') })
        .tap()
      await sheet.waitFor()
      await page.reload()
      await row(page, '资料').waitFor()
      assert.equal(await sheet.count(), 0)
    })
  })

  deepTest('a flag without its companion, or about something that is not here, is dropped', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    for (const flags of ['preview=1', 'actionsheet=file_999999', 'createrename=file_999999']) {
      await drive.visit(user, `/files/own?${flags}`, async (page) => {
        await row(page, '资料').waitFor()
        await addressBecomes(page, '/files/own')
        assert.equal(await shown(page).getByRole('dialog').count(), 0)
      })
    }
  })
})

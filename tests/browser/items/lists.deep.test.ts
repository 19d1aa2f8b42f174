import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { folderName, userWithFoldersIn } from '../rig/many'
import { drag, names, openMenu, row, rowsBecome, shown, t } from '../rig/screen'

const drive = openDrive()
const userWithFolders = userWithFoldersIn.bind(null, drive)
const scroller = (page: Page) => shown(page).locator('.virtual-list')
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))

/** A user with a few files; the file with the highest number is the newest. */
async function userWithFiles(count: number) {
  const user = await drive.make.user()
  for (let n = 1; n <= count; n += 1) await drive.make.file({ owner: user }, { name: fileName(n), at: minute(n) })
  return user
}

const fileName = (n: number) => `文件${n}.txt`

/** The queries of list requests while the page is open, in order. */
function asksOf(page: Page): URLSearchParams[] {
  const asks: URLSearchParams[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/apps\/files\/file_list|\/frequently_used_items\/get_list$/.test(pathname)) asks.push(searchParams)
  })
  return asks
}
const rowCount = (page: Page) =>
  shown(page)
    .locator('.virtual-list-body')
    .evaluate((body) => body.clientHeight / 64)

/** Scrolls until so many px are left below the visible part. */
function scrollToWithin(page: Page, distance: number) {
  return scroller(page).evaluate((list, left) => {
    const body = list.querySelector('.virtual-list-body')!
    list.scrollTop =
      body.getBoundingClientRect().bottom - list.getBoundingClientRect().top + list.scrollTop - list.clientHeight - left
  }, distance)
}

describe('paging', () => {
  deepTest(
    '[LIST-03] a page has 25 rows, the next is requested only near the end, and the frequent list requests 100',
    async () => {
      const user = await userWithFolders(130)
      await drive.visit(user, '/files/own', async (page) => {
        await until('two screens of rows', async () => (await rowCount(page)) === 50)
        const asks = asksOf(page)
        await page.reload()
        await row(page, folderName(130)).waitFor()
        const pages = () => asks.map((ask) => [Number(ask.get('offset')), Number(ask.get('limit'))])
        await until('two screens of rows', async () => (await rowCount(page)) === 50)
        for (const held of [50, 75, 100, 125]) {
          assert.deepEqual(pages()[pages().length - 1], [held - 25, 25])
          await scrollToWithin(page, 100)
          await until('the next page', async () => (await rowCount(page)) > held)
        }
        // The page itself contained the first 25.
        assert.deepEqual(
          pages(),
          [25, 50, 75, 100, 125].map((offset) => [offset, 25]),
        )
        await scrollToWithin(page, 0)
        await row(page, folderName(1)).waitFor()
        assert.equal(await shown(page).locator('.page-foot').innerText(), '')

        const button = (name: string) => shown(page).getByRole('button', { name })
        await button(t('header.chooseSpace', { name: t('space.own') })).tap()
        await button(t('space.frequent')).tap()
        await until('the frequent list', () => asks.length === 6)
        assert.deepEqual([asks[5]!.get('page_size'), asks[5]!.get('offset')], ['100', null])
      })
    },
  )

  deepTest('a refresh from the top replaces the rows by the answer', async () => {
    const user = await userWithFiles(3)
    await drive.visit(user, '/files/own', async (page) => {
      await rowsBecome(page, [fileName(3), fileName(2), fileName(1)])
      await drive.make.file({ owner: user }, { name: fileName(4), at: minute(4) })
      await drive.server.deps.db
        .updateTable('items')
        .set({ name: '改名.txt' })
        .where('name', '=', fileName(2))
        .execute()
      await pull(page)
      await rowsBecome(page, [fileName(4), fileName(3), '改名.txt', fileName(1)])
    })
  })

  deepTest('10,000 rows need few elements: only rows near the screen exist, at every position', async () => {
    const user = await userWithFolders(10_000)
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, folderName(10_000)).waitFor()
      for (const held of [50, 75, 100, 125, 150]) {
        await until('the next page', async () => (await rowCount(page)) >= held)
        await scrollToWithin(page, 0)
      }
      await row(page, folderName(9_860)).waitFor()
      assert.ok((await names(page)).length <= 30)
      assert.equal(await row(page, folderName(9_860)).getAttribute('aria-setsize'), '10000')
    })
  })
})

async function pull(page: Page): Promise<void> {
  // The code for pulling loads after the first rows, and then sets how the content moves.
  await shown(page).locator('.h5-scroll-content[style*="transition"]').waitFor()
  const box = (await scroller(page).boundingBox())!
  await drag(page, { x: box.x + 120, y: box.y + 60 }, { y: 160 })
}

describe('sorting', () => {
  deepTest(
    '[LIST-04] six orders each have their toast, the server reports the order in force, and frequent has no sort button',
    async () => {
      const user = await drive.make.user()
      await drive.make.file({ owner: user }, { name: 'b.txt', at: minute(1), content: 'xxx' })
      await drive.make.file({ owner: user }, { name: 'a.txt', at: minute(3), content: 'xx' })
      await drive.make.file({ owner: user }, { name: 'c.txt', at: minute(2), content: 'x' })
      const orders = [
        ['date', 'asc', 'b c a'],
        ['date', 'desc', 'a c b'],
        ['name', 'asc', 'a b c'],
        ['name', 'desc', 'c b a'],
        ['size', 'asc', 'c a b'],
        ['size', 'desc', 'b a c'],
      ] as const
      await drive.visit(user, '/files/own', async (page) => {
        await rowsBecome(page, ['a.txt', 'c.txt', 'b.txt'])
        for (const [by, way, expected] of orders) {
          await page.getByRole('button', { name: t('list.sort') }).tap()
          const name = `${t(`sort.by.${by}`)} ${t(`sort.order.${by}.${way}`)}`
          await page.getByRole('radio', { name: new RegExp(name.replace(' ', '\\s*')) }).tap()
          await page
            .getByRole('status')
            .filter({ hasText: t(`sort.toast.${by}.${way}`) })
            .waitFor()
          await rowsBecome(
            page,
            expected.split(' ').map((stem) => `${stem}.txt`),
          )
          await page
            .getByRole('button', { name: `${t('list.sort')}: ${t(`sort.by.${by}`)} · ${t(`sort.order.${by}.${way}`)}` })
            .waitFor()
        }
        await page.route('**/file_list/**', async (route) => {
          const answer = await route.fetch()
          await route.fulfill({
            response: answer,
            json: { ...(await answer.json()), sort_by: 'name', sort_direction: 'asc' },
          })
        })
        await pull(page)
        await page
          .getByRole('button', { name: `${t('list.sort')}: ${t('sort.by.name')} · ${t('sort.order.name.asc')}` })
          .waitFor()
        await page.unrouteAll()
        await page.goto(`${drive.server.url}/files/frequent`)
        await shown(page).getByText(t('empty.frequent.title')).waitFor()
        assert.equal(await page.getByRole('button', { name: t('list.sort') }).count(), 0)
      })
    },
  )

  deepTest('a new order starts at its top', async () => {
    const user = await userWithFolders(60)
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, folderName(60)).waitFor()
      await scroller(page).evaluate((list) => {
        list.scrollTop = 1200
      })
      await row(page, folderName(40)).waitFor()
      await page.getByRole('button', { name: t('list.sort') }).tap()
      await page.getByRole('radio', { name: new RegExp(`${t('sort.by.name')}\\s*${t('sort.order.name.asc')}`) }).tap()
      await row(page, folderName(1)).waitFor()
      assert.equal(await scroller(page).evaluate((list) => list.scrollTop), 0)
    })
  })
})

describe('changes in place', () => {
  deepTest(
    '[LIST-06] rename, delete and favourite change rows in place, un-favourite in frequent removes the row, and a new folder comes on top',
    async () => {
      const user = await userWithFiles(4)
      await drive.visit(user, '/files/own', async (page) => {
        const asks = asksOf(page)
        await rowsBecome(page, [4, 3, 2, 1].map(fileName))
        const before = asks.length

        await (await openMenu(page, fileName(3))).getByText(t('menu.rename')).tap()
        await page.getByRole('textbox', { name: t('name.label') }).fill('新名')
        await page.getByRole('button', { name: t('action.save') }).tap()
        await rowsBecome(page, [fileName(4), '新名.txt', fileName(2), fileName(1)])

        await (await openMenu(page, fileName(2))).getByText(t('menu.delete')).tap()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('remove.confirm') })
          .tap()
        await rowsBecome(page, [fileName(4), '新名.txt', fileName(1)])

        await (await openMenu(page, '新名.txt')).getByText(t('menu.favourite')).tap()
        await page
          .getByRole('status')
          .filter({ hasText: t('favourite.added') })
          .waitFor()
        await (await openMenu(page, '新名.txt')).getByText(t('menu.unfavourite')).waitFor()
        await page.goBack()
        await rowsBecome(page, [fileName(4), '新名.txt', fileName(1)])

        await page.getByRole('button', { name: t('list.add') }).tap()
        await page.getByRole('button', { name: t('name.newFolder'), exact: true }).tap()
        await page.getByRole('textbox', { name: t('name.label') }).fill('资料')
        await page.getByRole('button', { name: t('action.save') }).tap()
        await rowsBecome(page, ['资料', fileName(4), '新名.txt', fileName(1)])
        assert.equal(asks.length, before)

        await page.goto(`${drive.server.url}/files/frequent`)
        await rowsBecome(page, ['新名.txt'])
        await (await openMenu(page, '新名.txt')).getByText(t('menu.unfavourite')).tap()
        await shown(page).getByText(t('empty.frequent.title')).waitFor()
      })
    },
  )
})

describe('pulling', () => {
  deepTest('pulling down refreshes a list, dragging up does not', async () => {
    const user = await userWithFiles(2)
    await drive.visit(user, '/files/own', async (page) => {
      await rowsBecome(page, [fileName(2), fileName(1)])
      const asks = asksOf(page)
      await pull(page)
      await until('a refresh', () => asks.length === 1)
      await until('the rows are back up', () =>
        shown(page)
          .locator('.h5-pulled')
          .count()
          .then((count) => count === 0),
      )
      const box = (await scroller(page).boundingBox())!
      await drag(page, { x: 120, y: box.y + 300 }, { y: -160 })
      await drag(page, { x: 120, y: box.y + 60 }, { y: 30 })
      assert.equal(asks.length, 1)
      assert.deepEqual(await names(page), [fileName(2), fileName(1)])
    })
  })
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sample } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { desk, MOUSE } from '../rig/console'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, preview, row as narrowRow, shown, t } from '../rig/screen'

const drive = openDrive()

let folder: string
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'satchel-dropped-'))))
after(() => rm(folder, { recursive: true }))

const rows = (page: Page) => shown(page).locator('.wide-rows .wide-row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const rail = (page: Page) => shown(page).getByRole('navigation', { name: t('wide.places'), exact: true })
const sheet = (page: Page) => shown(page).getByRole('dialog').last()
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const title = (page: Page) => shown(page).getByRole('heading', { level: 1 })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function namesBecome(page: Page, expected: readonly string[]): Promise<void> {
  let seen: string[] = []
  await until('rows', async () => {
    seen = await rows(page)
      .locator('.wide-name')
      .evaluateAll((all) => all.map((each) => each.textContent ?? ''))
    return JSON.stringify(seen) === JSON.stringify(expected)
  }).catch(() => assert.deepEqual(seen, expected))
}

async function chosenBecomes(page: Page, expected: readonly string[]): Promise<void> {
  const chosen = () =>
    shown(page)
      .locator('.wide-row[aria-selected=true] .wide-name')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')))
  await until('the selection', async () => JSON.stringify(await chosen()) === JSON.stringify(expected)).catch(
    async () => assert.deepEqual(await chosen(), expected),
  )
}

/** Holds dragged things over a point until something shows, as a browser does while the pointer rests. */
async function hold(event: () => Promise<unknown>, expected: Locator): Promise<void> {
  await until('what lies below the pointer', async () => {
    await event()
    return expected.isVisible()
  })
}

/** A user with two folders and three files, of different names, dates and sizes. */
async function makeOwner() {
  const department = await drive.make.department({ name: '教务处' })
  const user = await drive.make.user({ department })
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  await drive.make.folder({ owner: user }, { name: '往年', at: day(2) })
  const into = await drive.make.folder({ owner: user }, { name: '招生', at: day(1) })
  await drive.make.file({ owner: user }, { name: 'b.txt', content: 'x'.repeat(2000), at: day(5) })
  await drive.make.file({ owner: user }, { name: 'a.txt', content: 'x'.repeat(9000), at: day(4) })
  await drive.make.file({ owner: user }, { name: 'c.txt', content: 'x', at: day(3) })
  await drive.make.file({ parent: into }, { name: '简章.txt' })
  return user
}

const byDate = ['往年', '招生', 'b.txt', 'a.txt', 'c.txt']

describe('[AH-43] a wide window', () => {
  test('has places in a rail, columns that sort, menus at the pointer and a pane of details; axe finds nothing', async () => {
    const [colorScheme] = sample(['light', 'dark'] as const, 1)
    await drive.visit(
      await makeOwner(),
      '/files/own',
      async (page) => {
        await namesBecome(page, byDate)
        const present = rail(page).locator('[aria-current=page]')
        assert.equal(await present.innerText(), t('space.own'))
        await assertAccessible(page, 'body', MOUSE)

        const head = (name: string) => shown(page).getByRole('columnheader', { name, exact: true })
        assert.equal(await head(t('sort.by.date')).getAttribute('aria-sort'), 'descending')
        await button(head(t('sort.by.name')), t('sort.by.name')).click()
        await namesBecome(page, ['往年', '招生', 'a.txt', 'b.txt', 'c.txt'])
        assert.equal(await head(t('sort.by.name')).getAttribute('aria-sort'), 'ascending')
        await button(head(t('sort.by.name')), t('sort.by.name')).click()
        await until('the last name first', async () => (await rows(page).nth(2).textContent())!.includes('c.txt'))
        await button(head(t('sort.by.size')), t('sort.by.size')).click()
        const third = () => rows(page).nth(2).locator('.wide-name').textContent()
        await until('the largest file first', async () => (await third()) === 'a.txt')
        assert.match(address(page), /sort_by=size&sort_direction=desc/)

        const { x, y } = (await row(page, 'c.txt').boundingBox())!
        await row(page, 'c.txt').click({ button: 'right', position: { x: 300, y: 20 } })
        await button(sheet(page), t('menu.rename')).waitFor()
        const menu = (await sheet(page).boundingBox())!
        assert.ok(
          Math.abs(menu.x - x - 300) < 5 && menu.y + menu.height < 900 && menu.width < 400,
          JSON.stringify(menu),
        )
        assert.ok(Math.abs(menu.y - y - 20) < 5 || menu.y < y, JSON.stringify(menu))
        await assertAccessible(page, 'body', MOUSE)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Escape')
        await sheet(page).waitFor({ state: 'detached' })
        await chosenBecomes(page, ['c.txt'])

        await button(shown(page), t('wide.details')).click()
        const pane = shown(page).getByRole('region', { name: t('wide.details'), exact: true })
        await pane.getByText('c.txt').first().waitFor()
        await row(page, '招生').click({ position: { x: 600, y: 20 } })
        await pane.getByRole('heading', { name: '招生' }).waitFor()
        await assertAccessible(page, 'body', MOUSE)

        await row(page, 'c.txt').locator('.wide-name').click()
        await preview(page, 'c.txt').waitFor()
        const beside = (await preview(page, 'c.txt').boundingBox())!
        assert.deepEqual([beside.x + beside.width, beside.width], [1440, 640])
        await row(page, 'b.txt').locator('.wide-name').click()
        await preview(page, 'b.txt').waitFor()
        await chosenBecomes(page, ['b.txt'])
        await page.keyboard.press('Escape')
        await preview(page, 'b.txt').waitFor({ state: 'detached' })

        await button(rail(page), '教务处').click()
        await title(page).getByText('教务处').waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await shown(page).locator('.wide').waitFor({ state: 'detached' })
        await button(shown(page), t('header.chooseSpace', { name: '教务处' })).waitFor()
      },
      { ...desk, colorScheme },
    )
  })

  test('a file opened by its address lies beside the list, and the list stays when the file is closed', async () => {
    const owner = await makeOwner()
    const { id, name } = await drive.make.file({ owner }, { name: 'd.txt', at: new Date(0) })
    await drive.visit(
      owner,
      `/files/own?preview=1&file_id=${id}`,
      async (page) => {
        await preview(page, name).waitFor()
        await namesBecome(page, [...byDate, name])
        const beside = (await preview(page, name).boundingBox())!
        assert.deepEqual([beside.x + beside.width, beside.width], [1440, 640])
        await page.keyboard.press('Escape')
        await preview(page, name).waitFor({ state: 'detached' })
        await namesBecome(page, [...byDate, name])
      },
      desk,
    )
  })

  test('a double click stays with its row: selecting moves no row, and a preview beside the list opens no other item', async () => {
    await drive.visit(
      await makeOwner(),
      '/files/own',
      async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await namesBecome(page, byDate)
        const top = async () => (await row(page, 'b.txt').boundingBox())!.y
        const before = await top()
        await row(page, 'b.txt').locator('.wide-name').dblclick()
        await preview(page, 'b.txt').waitFor()
        await until('the selection', async () => (await shown(page).locator('.wide-count').count()) === 1)
        assert.deepEqual(
          [await top(), await shown(page).locator('.wide-title').textContent()],
          [before, t('space.own')],
        )
      },
      desk,
    )
  })

  test('where nothing can be added, the button of the rail asks for a folder first', async () => {
    await drive.visit(
      await makeOwner(),
      '/files/frequent',
      async (page) => {
        await button(rail(page), t('foot.add')).click()
        await sheet(page).getByText('招生').waitFor()
      },
      desk,
    )
  })

  test('is operated by the keyboard alone: select, open, rename, delete with undo, search, help', async () => {
    await drive.visit(
      await makeOwner(),
      '/files/own',
      async (page) => {
        const press = (...keys: string[]) =>
          keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
        await namesBecome(page, byDate)
        await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown')
        await chosenBecomes(page, ['b.txt', 'a.txt'])
        await press('Escape')
        await chosenBecomes(page, [])
        await press('Control+a')
        await chosenBecomes(page, byDate)

        await press('Home', 'ArrowDown', 'Enter')
        await title(page).getByText('招生').waitFor()
        await namesBecome(page, ['简章.txt'])
        await press('ArrowDown', 'F2')
        await shown(page)
          .getByRole('textbox', { name: t('name.label') })
          .waitFor()
        await page.keyboard.type('?/新简章')
        assert.equal(
          await shown(page)
            .getByRole('textbox', { name: t('name.label') })
            .inputValue(),
          '?/新简章',
        )
        await page.keyboard.press('Control+a')
        await page.keyboard.type('新简章')
        await press('Enter')
        await namesBecome(page, ['新简章.txt'])

        await sheet(page).waitFor({ state: 'detached' })
        await press('Delete')
        await page.getByRole('alertdialog').waitFor()
        await until('the focus', () =>
          page.evaluate(() => document.activeElement?.matches('.dialog .button-danger') ?? false),
        )
        await press('Enter')
        await namesBecome(page, [])
        // A deleted item is selected no longer.
        await shown(page).locator('.wide-count').waitFor({ state: 'detached' })
        await button(page, t('action.undo')).click()
        await namesBecome(page, ['新简章.txt'])

        await press('?')
        await shown(page)
          .getByRole('dialog', { name: t('keys.title') })
          .getByText('F2')
          .waitFor()
        await press('Escape')
        await sheet(page).waitFor({ state: 'detached' })
        await press('/')
        await shown(page).locator('.search-input').waitFor()
      },
      desk,
    )
  })

  test('rows are dragged into folders and places and back by undo; a whole folder is dropped onto a folder that lights up', async () => {
    const from = path.join(folder, '开放日')
    await mkdir(path.join(from, '照片'), { recursive: true })
    await mkdir(path.join(from, '以后'))
    await writeFile(path.join(from, '安排.txt'), '九点')
    await writeFile(path.join(from, '照片', '说明.txt'), '合影')
    await drive.visit(
      await makeOwner(),
      '/files/own',
      async (page) => {
        await namesBecome(page, byDate)
        await row(page, 'a.txt').click({ position: { x: 500, y: 20 } })
        await row(page, 'b.txt').click({ position: { x: 500, y: 20 }, modifiers: ['Shift'] })
        await chosenBecomes(page, ['b.txt', 'a.txt'])
        await row(page, 'a.txt').dragTo(row(page, '往年'), { sourcePosition: { x: 500, y: 20 } })
        await toast(page, t('move.done', { name: '往年' }))
        await namesBecome(page, ['往年', '招生', 'c.txt'])
        await button(page, t('action.undo')).click()
        await until('both are back', async () => (await rows(page).count()) === 5)
        await row(page, 'c.txt').dragTo(button(rail(page), '教务处'), { sourcePosition: { x: 500, y: 20 } })
        await toast(page, t('move.done', { name: '教务处' }))
        await until('it is gone', async () => (await row(page, 'c.txt').count()) === 0)

        const target = row(page, '招生')
        const box = (await target.boundingBox())!
        const mouse = await page.context().newCDPSession(page)
        const at = { x: box.x + 400, y: box.y + 20 }
        const data = { items: [], files: [from], dragOperationsMask: 1 }
        const drag = (type: 'dragEnter' | 'dragOver' | 'drop', below = 0) =>
          mouse.send('Input.dispatchDragEvent', { type, ...at, y: at.y + below, data })
        const lit = shown(page).locator('.wide-row[data-lit]').filter({ hasText: '招生' })
        await drag('dragEnter')
        await hold(() => drag('dragOver'), lit)
        await hold(() => drag('dragOver'), shown(page).getByText(t('wide.drop.files', { n: 1, name: '招生' })))
        await hold(() => drag('dragOver', 200), shown(page).locator('.wide-main[data-lit]'))
        await hold(() => drag('dragOver'), lit)
        await drag('drop')
        await target.locator('.wide-name').click()
        await row(page, '开放日').locator('.wide-name').click()
        await until('the whole folder', async () => (await rows(page).count()) === 3)
        await row(page, '以后').waitFor()
        await row(page, '安排.txt').waitFor()
        await row(page, '照片').locator('.wide-name').click()
        await row(page, '说明.txt').waitFor()
      },
      desk,
    )
  })

  test('is not loaded by a phone, whose list stays as it was', async () => {
    const parts: string[] = []
    await drive.visit(await makeOwner(), 'about:blank', async (page) => {
      page.on('request', (request) => parts.push(request.url()))
      await page.goto(`${drive.server.url}/files/own`)
      await narrowRow(page, 'a.txt').waitFor()
      await button(shown(page), t('list.add')).tap()
      await sheet(page).waitFor()
      const { x, width } = (await sheet(page).boundingBox())!
      assert.deepEqual([x, width], [0, 390])
      assert.equal(await shown(page).locator('.wide, [data-wide]').count(), 0)
      assert.deepEqual(
        parts.filter((each) => /\/wide\b/.test(each)),
        [],
      )
      await page.goBack()
      await addressBecomes(page, '/files/own')
    })
  })
})

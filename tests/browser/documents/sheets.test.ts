import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '@/contract/entities'
import { phrases } from '@/i18n/documents/zhCN'
import { phrases as previews } from '@/i18n/previews/zhCN'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { field as passwordField } from '../landing/sharedFolder'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, row, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { documentWorld, onWire, state } from './documentPage'
import { cell, choose, chosenName, composeIn, field, open, paste, reads, texts, write } from './sheetPage'

const words = phrases.document
const sheetWords = words.sheet
const drive = openDrive({ connections: 10 })
const workbook = (role: Role = 'editor') => documentWorld(drive, role, 'yxls')
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const numbered = (text: string, n: number) => text.replace('{n}', String(n))
const tabs = (page: Page) => shown(page).getByRole('tab').allTextContents()

describe('[DOC-01] a workbook is made and opened', () => {
  test('＋ makes a workbook and opens it at once; back shows it in the list, where a tap opens it', async () => {
    const { owner, folder } = await workbook()
    const list = `/files/folder/${folder.id}`
    await drive.visit(owner, list, async (page) => {
      await button(page, t('list.add')).tap()
      await button(page, t('name.newWorkbook')).tap()
      await cell(page, 'A1').waitFor()
      const made = address(page)
      await write(page, 'A1', '预算')
      await state(page, words.state.saved)
      await shown(page)
        .getByRole('heading', { name: t('name.untitledWorkbook') })
        .waitFor()
      await button(page, t('action.back')).tap()
      await addressBecomes(page, list)
      await row(page, `${t('name.untitledWorkbook')}.yxls`)
        .locator('.row-open')
        .tap()
      await addressBecomes(page, made)
      await reads(page, 'A1', '预算')
    })
  })

  test('the page of a text loads nothing of workbooks, and the other way round', async () => {
    const [text, book] = [await documentWorld(drive), await workbook()]
    for (const [world, part, place] of [
      [text, 'sheet', '.document-text'],
      [book, 'text', '.book-table'],
    ] as const)
      await drive.visit(world.owner, world.address, async (page) => {
        await shown(page).locator(place).waitFor()
        const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
        const parts = loaded
          .filter((name) => /\.(js|css)$/.test(name))
          .map((name) => name.split('/').pop()!.split('.')[0])
        assert.ok(parts.includes('document'), parts.join(' '))
        assert.equal(parts.includes(part), false)
      })
  })
})

describe('[DOC-02] two people write in one workbook', () => {
  test('Chinese in composition stays in its cell while the other inserts rows above it', async () => {
    const { owner, other, address: place } = await workbook()
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await write(mine, 'A1', '姓名')
        await reads(theirs, 'A1', '姓名')
        await open(mine, 'A2')
        await composeIn(mine, ['c', 'chen', 'chen xi'], '陈希', async () => {
          await choose(theirs, 'A1')
          await button(theirs, sheetWords.lines).tap()
          await button(theirs, numbered(sheetWords.rows.before, 1)).tap()
          await reads(mine, 'A2', '姓名')
          await write(theirs, 'B3', '90')
          await reads(mine, 'B3', '90')
        })
        assert.equal(await chosenName(mine), 'A3')
        await mine.keyboard.press('Enter')
        for (const page of [mine, theirs]) {
          await reads(page, 'A3', '陈希')
          assert.deepEqual(await texts(page, 'A1', 'A2', 'B3'), ['', '姓名', '90'])
        }
        await button(mine, words.tools.undo).tap()
        await reads(theirs, 'A3', '')
        assert.deepEqual(await texts(theirs, 'A2', 'B3'), ['姓名', '90'])
        await button(mine, words.tools.redo).tap()
        await reads(theirs, 'A3', '陈希')
      }),
    )
  })

  test('each sees the other’s cell with their name', async () => {
    const { owner, other, address: place } = await workbook()
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await choose(theirs, 'B3')
        const name = shown(mine).locator('.book-cursor-name', { hasText: other.name })
        await name.waitFor()
        // As if time had passed.
        const opacity = await name.evaluate((label) => {
          for (const animation of label.getAnimations()) animation.finish()
          return getComputedStyle(label).opacity
        })
        assert.equal(opacity, '0', 'the name leaves the cell above free')
        const [frame, place3] = [
          await shown(mine).locator('.book-cursor').boundingBox(),
          await cell(mine, 'B3').boundingBox(),
        ]
        assert.deepEqual([frame!.x, frame!.y], [place3!.x, place3!.y])
        await theirs.goto('about:blank')
        await shown(mine).locator('.book-cursor').waitFor({ state: 'detached' })
      }),
    )
  })

  test('results follow what both write, and a deleted row is back after undo', async () => {
    const { owner, other, address: place } = await workbook()
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await choose(mine, 'A1')
        await paste(mine, '语文\t90\r\n数学\t72\r\n英语\t60\r\n')
        await choose(mine, 'B4')
        await button(mine, sheetWords.sum).tap()
        await mine.keyboard.press('Enter')
        for (const page of [mine, theirs]) await reads(page, 'B4', '222')
        await write(theirs, 'B2', '80')
        await reads(mine, 'B4', '230')
        await choose(mine, 'B2')
        await button(mine, sheetWords.lines).tap()
        await button(mine, numbered(sheetWords.rows.delete, 1)).tap()
        await reads(theirs, 'B3', '150')
        await choose(theirs, 'B3')
        assert.equal(await field(theirs).inputValue(), '=SUM(B1:B2)')
        await button(mine, words.tools.undo).tap()
        await reads(theirs, 'B4', '230')
        assert.deepEqual(await texts(theirs, 'A2', 'B2'), ['数学', '80'])
      }),
    )
  })

  test('words for a cell that the other deletes wait for another cell', async () => {
    const { owner, other, address: place } = await workbook()
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await open(mine, 'A2')
        await mine.keyboard.insertText('还要')
        await choose(theirs, 'A2')
        await button(theirs, sheetWords.lines).tap()
        await button(theirs, numbered(sheetWords.rows.delete, 1)).tap()
        await shown(mine).getByRole('alert').filter({ hasText: sheetWords.cellGone }).waitFor()
        await cell(mine, 'B5').tap()
        await mine.keyboard.press('Enter')
        await reads(theirs, 'B5', '还要')
      }),
    )
  })
})

describe('[DOC-03] rights on a workbook', () => {
  test('a writer who may only view from now on reads at once, and learns which cells were not saved', async () => {
    const { other, address: place, setRole } = await workbook()
    await onWire(drive, other, place, async (page, wire) => {
      await write(page, 'A1', '已保存的')
      await state(page, words.state.saved)
      wire.isHeld = true
      await write(page, 'A2', '没保存的')
      await open(page, 'A3')
      await page.keyboard.insertText('正在写的')
      await setRole('viewer')
      await state(page, words.state.reading)
      await shown(page)
        .locator('.document-lost-text')
        .filter({ hasText: /没保存的\s+正在写的/ })
        .waitFor()
      assert.equal(await field(page).evaluate((element: HTMLTextAreaElement) => element.readOnly), true)
      assert.equal(await shown(page).getByRole('toolbar').count(), 0)
    })
  })

  test('a previewer reads below a watermark, and taps change nothing', async () => {
    const { owner, other, address: place } = await workbook('previewer')
    await drive.visit(owner, place, async (mine) => {
      await write(mine, 'A1', '只给看')
      await drive.visit(other, place, async (page) => {
        await reads(page, 'A1', '只给看')
        await cell(page, 'A1').tap()
        await cell(page, 'A1').tap()
        await page.keyboard.press('x')
        assert.equal(await field(page).inputValue(), '只给看')
        const image = await shown(page)
          .locator('.document-watermark')
          .evaluate((element) => getComputedStyle(element).backgroundImage)
        assert.ok(decodeURIComponent(image).includes(other.login))
        await write(mine, 'A1', '还是看')
        await reads(page, 'A1', '还是看')
      })
    })
  })

  test('a visitor of a link reads the workbook', async () => {
    const { me, owner, item, address: place } = await workbook()
    const link = await makeLink(me, { id: item.id, is_folder: false }, { password_protected: true, password: 'k7m3' })
    await drive.visit(owner, place, async (mine) => {
      await write(mine, 'A1', '公开的')
      await drive.visit(null, link.url, async (page) => {
        await passwordField(page).tap()
        await page.keyboard.type('k7m3')
        await button(page, t('visit.preview')).tap()
        await button(page, previews.preview.openDocument).tap()
        await addressBecomes(page, place)
        await reads(page, 'A1', '公开的')
        assert.equal(await shown(page).locator('.book-cursor').count(), 0)
      })
    })
  })
})

describe('[DOC-04] a cut stops nobody from writing cells', () => {
  test('what both write and insert during a cut is there for both afterwards', async () => {
    const { owner, other, address: place } = await workbook()
    await drive.visit(other, place, (theirs) =>
      onWire(
        drive,
        owner,
        place,
        async (mine, wire) => {
          await write(mine, 'A1', '一')
          await write(mine, 'A2', '二')
          await reads(theirs, 'A2', '二')
          await wire.cut()
          await state(mine, words.state.offline)
          await write(mine, 'B2', '离线写的')
          await choose(theirs, 'A2')
          await button(theirs, sheetWords.lines).tap()
          await button(theirs, numbered(sheetWords.rows.before, 1)).tap()
          await write(theirs, 'A2', '插进来的')
          await state(theirs, words.state.saved)
          wire.mend()
          await state(mine, words.state.saved)
          for (const page of [mine, theirs]) {
            await reads(page, 'B3', '离线写的')
            assert.deepEqual(await texts(page, 'A1', 'A2', 'A3'), ['一', '插进来的', '二'])
          }
        },
        { expected: [/WebSocket/] },
      ),
    )
  })
})

describe('[DOC-09] a workbook on a phone', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`cells get a look, sheets get names, and all is accessible (${colorScheme})`, async () => {
      const { owner, address: place } = await workbook()
      await drive.visit(
        owner,
        place,
        async (page) => {
          await choose(page, 'A1')
          await paste(
            page,
            '项目\t预算（元）\t已用\n招生宣传\t86000\t61420\n校园开放日\t45000\t47260\n教学设备\t320000\t298000',
          )
          await button(page, words.tools.bold).tap()
          await button(page, sheetWords.look).tap()
          await button(page, sheetWords.formats.grouped).tap()
          await reads(page, 'B2', '86,000')
          await choose(page, 'C3')
          await shown(page)
            .getByRole('group', { name: sheetWords.color })
            .getByRole('button', { name: sheetWords.colors.red })
            .tap()
          await shown(page)
            .getByRole('group', { name: sheetWords.fill })
            .getByRole('button', { name: sheetWords.colors.yellow })
            .tap()
          await button(page, sheetWords.align.center).tap()
          assert.equal(await cell(page, 'C3').evaluate((element) => getComputedStyle(element).textAlign), 'center')
          await assertAccessible(page)
          await screenshot(page, `sheet-look-${colorScheme}`)
          await button(page, sheetWords.look).tap()
          await write(page, 'D3', '=B3-C3')
          await reads(page, 'D3', '-2260')
          await write(page, 'D4', '=B4/0')
          await choose(page, 'D4')
          await shown(page).getByText(sheetWords.errors.div0).waitFor()
          await button(page, sheetWords.add).tap()
          await until('two sheets', async () => (await tabs(page)).length === 2)
          await cell(page, 'A1').waitFor()
          assert.deepEqual(await texts(page, 'A1'), [''])
          await button(page, sheetWords.menu).tap()
          await shown(page).getByRole('textbox', { name: sheetWords.name }).fill('明细')
          await button(page, sheetWords.rename).tap()
          await until('the name', async () => (await tabs(page))[1] === '明细')
          await shown(page).getByRole('tab').first().tap()
          await reads(page, 'A2', '招生宣传')
          await shown(page).getByRole('tab', { name: '明细' }).tap()
          await button(page, sheetWords.menu).tap()
          await button(page, sheetWords.remove).tap()
          await page.getByRole('alertdialog').getByRole('button').last().tap()
          await until('one sheet', async () => (await tabs(page)).length === 1)
          await reads(page, 'A2', '招生宣传')
          await choose(page, 'C3')
          await state(page, words.state.saved)
          await screenshot(page, `sheet-${colorScheme}`)
          await assertAccessible(page)
        },
        { colorScheme },
      )
    })

  test('a handle chooses several cells, which are copied with their formulas', async () => {
    const { owner, address: place } = await workbook()
    await drive.visit(owner, place, async (page) => {
      await choose(page, 'A1')
      await paste(page, '1\t=A1*10\n2\t\n3\t')
      await reads(page, 'B1', '10')
      await choose(page, 'B1')
      const text = await copied(page)
      assert.equal(text, '10')
      await choose(page, 'B2')
      await drag(page, '.book-handle-last', 'B3')
      await paste(page, text)
      await reads(page, 'B2', '20')
      await reads(page, 'B3', '30')
    })
  })
})

/** What the table gives to the clipboard. */
function copied(page: Page): Promise<string> {
  return field(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })
}

/** Drags a handle onto a cell, by a finger. */
async function drag(page: Page, handle: string, to: string): Promise<void> {
  const [from, target] = [await shown(page).locator(handle).boundingBox(), await cell(page, to).boundingBox()]
  const phone = await page.context().newCDPSession(page)
  const at = (x: number, y: number) => [{ x, y }]
  const start = [from!.x + from!.width / 2, from!.y + from!.height / 2] as const
  const end = [target!.x + target!.width / 2, target!.y + target!.height / 2] as const
  await phone.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(...start) })
  await phone.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(start[0] + 4, start[1] + 20) })
  await phone.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(...end) })
  await phone.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { phrases as previews } from '@/i18n/previews/zhCN'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { field } from '../landing/sharedFolder'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, row, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { becomes, compose, documentWorld, onWire, state, text, writeAtEnd, written } from './documentPage'

const words = phrases.document
const previewWords = previews.preview
const drive = openDrive({ connections: 10 })
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const isEditable = (page: Page) => text(page).evaluate((element) => (element as HTMLElement).isContentEditable)
const editable = (page: Page, expected: boolean) =>
  until('the right to write', async () => (await isEditable(page)) === expected)

describe('[DOC-01] a document is made and opened', () => {
  test('＋ makes a document and opens it at once; back shows it in the list, where a tap opens it', async () => {
    const { owner, folder } = await documentWorld(drive)
    const list = `/files/folder/${folder.id}`
    await drive.visit(owner, list, async (page) => {
      await button(page, t('list.add')).tap()
      await button(page, t('name.newDocument')).tap()
      await text(page).waitFor()
      assert.match(address(page), /^\/documents\/\d+$/)
      const made = address(page)
      await writeAtEnd(page, '第一段')
      await state(page, words.state.saved)
      await shown(page)
        .getByRole('heading', { name: t('name.untitled') })
        .waitFor()
      await button(page, t('action.back')).tap()
      await addressBecomes(page, list)
      await row(page, `${t('name.untitled')}.ydoc`)
        .locator('.row-open')
        .tap()
      await addressBecomes(page, made)
      await becomes(page, '第一段')
      await page.goBack()
      await addressBecomes(page, list)
      assert.equal(await shown(page).locator('.preview').count(), 0)
      await page.goForward()
      await becomes(page, '第一段')
    })
  })

  test('its menu renames and shares it, and the new name is there at once', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await drive.visit(other, place, (theirs) =>
      drive.visit(owner, place, async (page) => {
        await button(page, t('action.more')).tap()
        await button(page, t('menu.rename')).tap()
        await page.getByRole('textbox', { name: t('name.label'), exact: true }).fill('宣讲会流程')
        await button(page, t('action.save')).tap()
        for (const each of [page, theirs]) await shown(each).getByRole('heading', { name: '宣讲会流程' }).waitFor()
        await button(page, t('menu.share')).tap()
        await page.getByRole('dialog').first().waitFor()
        await page.goBack()
        await writeAtEnd(page, '还在')
        await becomes(theirs, '还在')
      }),
    )
  })

  test('the address with a token opens without a session, and loses the token', async () => {
    const { me, item } = await documentWorld(drive)
    const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: item.id })
    await drive.visit(null, access_url.slice(drive.server.url.length), async (page) => {
      await writeAtEnd(page, '没有登录')
      await state(page, words.state.saved)
      assert.equal(new URL(page.url()).hash, '')
      await page.reload()
      await becomes(page, '没有登录')
    })
  })

  test('without a session and a token the page leads to sign-in', async () => {
    const { address: page } = await documentWorld(drive)
    await drive.visit(null, page, async (phone) => {
      await shown(phone)
        .getByRole('button', { name: t('login.submit'), exact: true })
        .waitFor()
    })
  })
})

describe('[DOC-02] two people write in one paragraph', () => {
  test('Chinese in composition, while the other writes beside it, ends the same for both', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await text(mine).tap()
        await compose(mine, ['n', 'ni', 'ni h', 'ni hao'], '你好')
        for (const page of [mine, theirs]) await becomes(page, '你好')
        await mine.keyboard.press('Home')
        await compose(mine, ['z', 'zhong'], '中', async () => {
          await writeAtEnd(theirs, '，世界')
          await until('the other’s words', async () => (await written(mine)).includes('世界'))
        })
        for (const page of [mine, theirs]) await becomes(page, '中你好，世界')
        await mine.keyboard.press('End')
        await compose(mine, ['a', 'a a'], '啊', async () => {
          await text(theirs).locator('p').tap()
          await theirs.keyboard.press('Home')
          await theirs.keyboard.insertText('前')
          await until('the other’s word', async () => (await written(mine)).startsWith('前'))
        })
        for (const page of [mine, theirs]) await becomes(page, '前中你好，世界啊')
        await button(mine, words.tools.undo).tap()
        await until('one’s own words undone', async () => !(await written(theirs)).includes('啊'))
        assert.ok((await written(theirs)).includes('，世界'))
      }),
    )
  })

  test('each sees the other’s name at the caret and among those who are there', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await writeAtEnd(theirs, '你好')
        const name = shown(mine).locator('.document-caret-name', { hasText: other.name })
        await name.waitFor()
        const [label, column] = [await name.boundingBox(), await shown(mine).locator('.document-column').boundingBox()]
        assert.ok(label!.y >= column!.y, 'the name above the first line is whole')
        await shown(mine).getByRole('img', { name: other.name }).waitFor()
        await state(mine, words.people.count.replace('{n}', '2'))
        await theirs.goto('about:blank')
        await shown(mine).locator('.document-people').waitFor({ state: 'detached' })
      }),
    )
  })
})

describe('[DOC-03] rights are live on the page', () => {
  test('a writer who may only view from now on reads at once, and learns what was not saved', async () => {
    const { other, address: place, setRole } = await documentWorld(drive)
    await onWire(drive, other, place, async (page, wire) => {
      await writeAtEnd(page, '已保存的')
      await state(page, words.state.saved)
      wire.isHeld = true
      await writeAtEnd(page, '没保存的')
      await setRole('viewer')
      await editable(page, false)
      await state(page, words.state.reading)
      await shown(page).getByText(words.reading.permission_denied).waitFor()
      const lost = shown(page).getByRole('alert')
      await lost.getByText('没保存的', { exact: true }).waitFor()
      assert.equal(await shown(page).getByRole('toolbar').count(), 0)
      await lost.getByText(words.lost.close).tap()
      await lost.waitFor({ state: 'detached' })
      wire.isHeld = false
      await setRole('editor')
      await editable(page, true)
      await writeAtEnd(page, '又能写')
      await state(page, words.state.saved)
    })
  })

  test('a writer who may write again loses nothing of what was refused meanwhile, without another change', async () => {
    const { owner, other, address: place, setRole } = await documentWorld(drive)
    await onWire(drive, other, place, async (page, wire) => {
      await writeAtEnd(page, '一')
      await state(page, words.state.saved)
      wire.isHeld = true
      await writeAtEnd(page, '二')
      await setRole('viewer')
      const lost = shown(page).getByRole('alert')
      await lost.getByText('二', { exact: true }).waitFor()
      wire.isHeld = false
      await setRole('editor')
      await lost.waitFor({ state: 'detached' })
      await state(page, words.state.saved)
      await drive.visit(owner, place, async (theirs) => void (await becomes(theirs, '一二')))
    })
  })

  test('a person who is removed sees why the document closed, and their unsaved words', async () => {
    const { other, address: place, remove } = await documentWorld(drive)
    await onWire(drive, other, place, async (page, wire) => {
      await writeAtEnd(page, '大家的')
      await state(page, words.state.saved)
      wire.isHeld = true
      await writeAtEnd(page, '我的')
      await remove()
      await shown(page).getByText(words.ended.item_not_found).waitFor()
      assert.equal(await text(page).count(), 0)
      await shown(page).getByRole('alert').getByText('我的', { exact: true }).waitFor()
      assert.equal((await shown(page).locator('.document').textContent())!.includes('大家的'), false)
    })
  })

  test('a previewer reads below a watermark', async () => {
    const { owner, other, address: place } = await documentWorld(drive, 'previewer')
    await drive.visit(owner, place, async (mine) => {
      await writeAtEnd(mine, '只给看')
      await drive.visit(other, place, async (page) => {
        await becomes(page, '只给看')
        assert.equal(await isEditable(page), false)
        const image = await shown(page)
          .locator('.document-watermark')
          .evaluate((element) => getComputedStyle(element).backgroundImage)
        assert.ok(decodeURIComponent(image).includes(other.login))
      })
    })
  })

  test('a visitor of a link opens it by a tap, reads, and goes back to the link', async () => {
    const { me, owner, item, address: place } = await documentWorld(drive)
    const link = await makeLink(me, { id: item.id, is_folder: false }, { password_protected: true, password: 'k7m3' })
    await drive.visit(owner, place, async (mine) => {
      await writeAtEnd(mine, '公开的')
      await drive.visit(null, link.url, async (page) => {
        await field(page).tap()
        await page.keyboard.type('k7m3')
        await button(page, t('visit.preview')).tap()
        const { x, width } = (await button(page, previewWords.openDocument).boundingBox())!
        const screen = page.viewportSize()!.width
        assert.ok(x >= 16 && x + width <= screen - 16, `${x} + ${width} of ${screen}`)
        await shown(page).locator('.preview-state-title').getByText(item.name).waitFor()
        await button(page, previewWords.openDocument).tap()
        await addressBecomes(page, place)
        await becomes(page, '公开的')
        assert.deepEqual([await isEditable(page), await shown(page).locator('.document-people').count()], [false, 0])
        await writeAtEnd(mine, '，还有')
        await becomes(page, '公开的，还有')
        await button(page, t('action.back')).tap()
        await button(page, previewWords.openDocument).waitFor()
      })
    })
  })

  test('a session that ends closes the document and asks for sign-in', async () => {
    const { owner, address: place } = await documentWorld(drive)
    await drive.visit(owner, place, async (page) => {
      await text(page).waitFor()
      await drive.server.deps.db.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
      await shown(page)
        .getByRole('button', { name: t('login.submit'), exact: true })
        .waitFor()
    })
  })
})

describe('[DOC-04] a cut stops nobody from writing', () => {
  test('what both write during a cut is there for both afterwards', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await drive.visit(other, place, (theirs) =>
      onWire(
        drive,
        owner,
        place,
        async (mine, wire) => {
          await writeAtEnd(mine, '一')
          await becomes(theirs, '一')
          await wire.cut()
          await state(mine, words.state.offline)
          await writeAtEnd(mine, '离线写的')
          await writeAtEnd(theirs, '同时写的')
          await state(theirs, words.state.saved)
          assert.equal(await written(mine), '一离线写的')
          wire.mend()
          await state(mine, words.state.saved)
          const both = await written(mine)
          assert.ok(both.includes('离线写的') && both.includes('同时写的'), both)
          await becomes(theirs, both)
        },
        { expected: [/WebSocket/] },
      ),
    )
  })
})

describe('[DOC-09] writing on a phone', () => {
  /** px of the keyboard; as on iOS, only the visual viewport shrinks */
  const KEYBOARD = 346

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the tools lie above the keyboard, switch what they say, and are accessible (${colorScheme})`, async () => {
      const { owner, address: place } = await documentWorld(drive)
      await drive.visit(
        owner,
        place,
        async (page) => {
          await text(page).tap()
          await page.evaluate((covered) => {
            const view = window.visualViewport!
            Object.defineProperty(view, 'height', { value: innerHeight - covered, configurable: true })
            view.dispatchEvent(new Event('resize'))
          }, KEYBOARD)
          const tools = shown(page).getByRole('toolbar', { name: words.tools.label })
          await until('the tools above the keyboard', async () => {
            const box = await tools.boundingBox()
            return box && Math.abs(box.y + box.height - (844 - KEYBOARD)) < 1
          })
          const tool = (name: string) => tools.getByRole('button', { name, exact: true })
          await tool(words.tools.heading).tap()
          await page.keyboard.insertText('宣讲会流程')
          assert.equal(await tool(words.tools.heading).getAttribute('aria-pressed'), 'true')
          await page.keyboard.press('Enter')
          await tool(words.tools.bold).tap()
          await page.keyboard.insertText('重点')
          await tool(words.tools.bold).tap()
          await page.keyboard.press('Enter')
          await tool(words.tools.tasks).tap()
          await page.keyboard.insertText('印简章')
          const task = text(page).getByRole('checkbox')
          await task.tap()
          await page.keyboard.press('Enter')
          await page.keyboard.press('Enter')
          await tool(words.tools.table).tap()
          await text(page).locator('th').first().waitFor()
          await assertAccessible(page)
          await page.keyboard.insertText('项目')
          await until('a header', async () => (await text(page).getByRole('columnheader').count()) === 1)
          await tool(words.tools.row).tap()
          await tool(words.tools.column).tap()
          for (const head of ['时间', '地点', '备注']) {
            await page.keyboard.press('Tab')
            await page.keyboard.insertText(head)
          }
          assert.deepEqual(
            [await text(page).locator('tr').count(), await text(page).locator('tr').first().locator('th').count()],
            [4, 4],
          )
          assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('document-text')))
          await state(page, words.state.saved)
          assert.equal(await text(page).locator('h1').textContent(), '宣讲会流程')
          assert.equal(await text(page).locator('strong').textContent(), '重点')
          assert.equal(await task.isChecked(), true)
          await screenshot(page, `document-${colorScheme}`)
          await assertAccessible(page)
        },
        { colorScheme },
      )
    })
})

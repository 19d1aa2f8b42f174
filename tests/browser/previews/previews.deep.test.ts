import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import type { UserRow } from '../../../server/database/tables'
import { addVersion } from '../../../server/queries/items/newItems'
import { docx, heic, pdf, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isBlue, isRed, pixels } from '../rig/pixels'
import { address, addressBecomes, drag, dragAndHold, openMenu, preview, row, shown, t } from '../rig/screen'
import { openFile, drawn, outcomeIn, reads } from './openPreviews'

const drive = openDrive()
const outcome = outcomeIn.bind(null, drive)

const words = phrases.preview

describe('files that open', () => {
  deepTest('[AH-12] an iPhone’s HEIC photo opens, a format that no other phone knows', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: 'IMG_2.HEIC', content: heic() })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, 'IMG_2.HEIC')
      const picture = preview(page, 'IMG_2.HEIC').locator('img')
      await picture.waitFor({ timeout: 30_000 })
      await until('its pixels', async () => {
        const [left, right] = await pixels(picture, [
          [0.2, 0.5],
          [0.8, 0.5],
        ])
        return isRed(left) && isBlue(right)
      })
    })
  })

  deepTest(
    '[PREV-01] a picture opens upright and in the right colours, a tap shows its full name, and back closes it',
    async () => {
      const user = await drive.make.user()
      const name = `${'校园开放日合影'.repeat(12)}.jpg`
      await drive.make.file(
        { owner: user },
        { name, content: await photo({ width: 640, height: 480, orientation: 3 }) },
      )
      await drive.visit(user, '/files/own', async (page) => {
        await openFile(page, name)
        const picture = preview(page, name).locator('img')
        await picture.waitFor()
        await until('its pixels', async () => {
          const [left, right] = await pixels(picture, [
            [0.2, 0.5],
            [0.8, 0.5],
          ])
          return isBlue(left) && isRed(right)
        })
        await preview(page, name)
          .getByRole('button', { name: `${name} · ${words.fullName}` })
          .tap()
        const popup = shown(page).getByRole('alertdialog', { name: words.fullName })
        assert.match(await popup.innerText(), new RegExp(name))
        await page.goBack()
        await popup.waitFor({ state: 'detached' })
        await preview(page, name)
          .getByRole('button', { name: t('action.back') })
          .tap()
        await preview(page, name).waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
      })
    },
  )

  for (const [name, content] of [
    ['说明.txt', '你好，世界'],
    ['读我.md', '# 标题\n\n正文'],
  ] as const) {
    deepTest(`[AH-36] ${name} opens as text`, async () => {
      const user = await drive.make.user()
      await drive.make.file({ owner: user }, { name, content })
      await drive.visit(user, '/files/own', async (page) => {
        await openFile(page, name)
        await reads(page, content.slice(-2))
      })
    })
  }

  deepTest('a docx opens as pages where the server can convert it, and otherwise says that it cannot', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '通知.docx', content: docx('放假通知') })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '通知.docx')
      const { reason } = await outcome(user, file.id)
      if (reason === null) return drawn(page)
      assert.equal(reason, 'not_support')
      await preview(page, '通知.docx').getByText(words.reason.not_support).waitFor()
    })
  })

  deepTest(
    'a damaged archive, a broken picture, a truncated PDF and an empty file say why they cannot be shown',
    async () => {
      const user = await drive.make.user()
      const whole = await pdf({ pages: ['One', 'Two'] })
      const files = {
        '备份.zip': 'PK',
        '坏了.jpg': 'no picture',
        '断了.pdf': whole.subarray(0, 400),
        '空的.txt': '',
      }
      const made = new Map<string, number>()
      for (const [name, content] of Object.entries(files))
        made.set(name, (await drive.make.file({ owner: user }, { name, content })).id)
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          for (const [name, id] of made) {
            await openFile(page, name)
            const message = preview(page, name).getByRole('alert')
            await message.waitFor({ timeout: 30_000 })
            const { reason } = await outcome(user, id)
            assert.ok(reason, name)
            assert.match(await message.innerText(), new RegExp(words.reason[reason]), name)
            await page.goBack()
          }
        },
        { expected: [/representations\/download/] },
      )
    },
  )
})

describe('the top bar', () => {
  deepTest(
    '[PREV-01] only the current version has the buttons “share” and “more”, and the menu acts on the file shown',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
      const { db } = drive.server.deps
      const first = await db.selectFrom('versions').selectAll().where('item_id', '=', file.id).executeTakeFirstOrThrow()
      await addVersion(db, {
        itemId: file.id,
        creatorId: user.id,
        at: new Date(),
        bodyId: first.body_id,
        size: first.size,
      })
      const more = (page: Page) => preview(page, '说明.txt').getByRole('button', { name: t('action.more') })
      const share = (page: Page) =>
        preview(page, '说明.txt').getByRole('button', { name: t('menu.share'), exact: true })
      await drive.visit(user, `/files/own?preview=1&file_id=${file.id}&version=${first.id}`, async (page) => {
        await reads(page, '一')
        assert.deepEqual([await share(page).count(), await more(page).count()], [0, 0])
        await page.goto(`${drive.server.url}/files/own?preview=1&file_id=${file.id}`)
        await reads(page, '一')
        await share(page).waitFor()
        await more(page).tap()
        const sheet = shown(page).getByRole('dialog', { name: '说明.txt' })
        await sheet.getByRole('button', { name: t('menu.rename') }).tap()
        await shown(page)
          .getByRole('textbox', { name: t('name.label') })
          .fill('改名')
        await shown(page)
          .getByRole('button', { name: t('action.save') })
          .tap()
        await preview(page, '改名.txt').waitFor()
        await page.goBack()
        await row(page, '改名.txt').waitFor()
      })
    },
  )

  deepTest('deleting the file shown closes the preview and removes the row', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '一' })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '说明.txt')
      await preview(page, '说明.txt')
        .getByRole('button', { name: t('action.more') })
        .tap()
      await shown(page)
        .getByRole('dialog', { name: '说明.txt' })
        .getByRole('button', { name: t('menu.delete') })
        .tap()
      await shown(page)
        .getByRole('alertdialog')
        .getByRole('button', { name: t('remove.confirm') })
        .tap()
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await addressBecomes(page, '/files/own')
    })
  })
})

describe('[PREV-15] a preview whose data cannot be loaded closes with its message', () => {
  async function told(page: Page, text: RegExp): Promise<void> {
    const dialog = shown(page).getByRole('alertdialog')
    await dialog.waitFor()
    assert.match(await dialog.innerText(), text)
    await dialog.getByRole('button', { name: t('action.gotIt') }).tap()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.preview').waitFor({ state: 'detached' })
  }

  deepTest('opened by its address, the preview closes onto the list and a clean address', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt' })
    await drive.visit(user, '/files/own?preview=1&file_id=999999', async (page) => {
      await told(page, /已被移除|不存在/)
      await row(page, '说明.txt').waitFor()
      await addressBecomes(page, '/files/own')
    })
  })

  for (const [sentence, breakIt, text, expected] of [
    ['its file is gone', (page) => page.evaluate(() => undefined), /已被移除|不存在/, []],
    [
      'the server reports an error',
      (page) => page.route('**/representations/info**', (route) => route.fulfill({ status: 500, body: '' })),
      /服务器/,
      [/500/],
    ],
  ] as [string, (page: Page) => Promise<unknown>, RegExp, RegExp[]][]) {
    deepTest(
      `a preview that a tap opened closes when ${sentence}; the list keeps its place, and back leaves the list`,
      async () => {
        const user = await drive.make.user()
        const folder = await drive.make.folder({ owner: user }, { name: '资料' })
        const file = await drive.make.file({ parent: folder }, { name: '说明.txt', content: '一' })
        await drive.visit(
          user,
          '/files/own',
          async (page) => {
            await row(page, '资料').locator('.row-open').tap()
            await row(page, '说明.txt').waitFor()
            const place = address(page)
            const list = await shown(page).elementHandle()
            await breakIt(page)
            if (sentence === 'its file is gone')
              await drive.server.deps.db.deleteFrom('items').where('id', '=', file.id).execute()
            await openFile(page, '说明.txt')
            await told(page, text)
            await addressBecomes(page, place)
            await row(page, '说明.txt').waitFor()
            assert.ok(await shown(page).evaluate((now, before) => now === before, list))
            await page.goBack()
            await row(page, '资料').waitFor()
            assert.equal(address(page), '/files/own')
            assert.equal(await page.locator('.preview').count(), 0)
          },
          { expected },
        )
      },
    )
  }
})

deepTest('[AH-11] pulling down refreshes a list, but not below a viewer or a sheet', async () => {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: '简章.pdf', content: await pdf({ pages: ['One', 'Two'] }) })
  await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
  await drive.visit(user, '/files/own', async (page) => {
    const asks: string[] = []
    page.on('request', (request) => {
      if (/file_list|representations\/info/.test(request.url())) asks.push(request.url())
    })
    await row(page, '简章.pdf').waitFor()
    const before = asks.length
    // Lists can be pulled a moment after the first page.
    await until('a pulled list', async () => {
      const lift = await dragAndHold(page, { x: 100, y: 200 }, { y: 200 })
      const isPulled = (await shown(page).locator('.h5-pulled').count()) > 0
      await lift()
      return isPulled
    })
    await until('a refresh', () => asks.length === before + 1)
    for (const name of ['简章.pdf', '合影.jpg']) {
      await openFile(page, name)
      if (name.endsWith('pdf')) await drawn(page)
      else await preview(page, name).locator('img').waitFor()
      const opened = asks.length
      await drag(page, { x: 100, y: 200 }, { y: 300 })
      assert.equal(await shown(page).locator('.h5-pulled').count(), 0)
      assert.deepEqual(asks.slice(opened), [])
      // Pulling has already closed a picture.
      if (name.endsWith('pdf')) await page.goBack()
      await preview(page, name).waitFor({ state: 'detached' })
    }
    // After a drag the browser takes a tap for the end of the fling.
    await page.touchscreen.tap(150, 600)
    await (await openMenu(page, '简章.pdf')).waitFor()
    const opened = asks.length
    await drag(page, { x: 100, y: 200 }, { y: 300 })
    assert.deepEqual(asks.slice(opened), [])
  })
})

describe('[CTX-10] the log receives the result of a preview once', () => {
  const logOf = ({ id }: UserRow) =>
    drive.server.deps.db.selectFrom('action_log').selectAll().where('user_id', '=', id).execute()

  deepTest('a picture and a PDF are logged when they are seen, a failure with its reason', async () => {
    const user = await drive.make.user()
    const files = [
      { name: '合影.jpg', content: await photo() },
      { name: '手册.pdf', content: await pdf() },
      { name: '包.xyz', content: 'x' },
    ]
    for (const file of files) await drive.make.file({ owner: user }, file)
    const expected: [string, string | null, string][] = [
      ['合影.jpg', null, 'image_1024'],
      ['手册.pdf', null, 'pdf'],
      ['包.xyz', 'not_support', 'unsupported'],
    ]
    await drive.visit(user, '/files/own', async (page) => {
      for (const [n, [name, why, kind]] of expected.entries()) {
        await openFile(page, name)
        await preview(page, name).waitFor()
        const told = await until(`the log of ${name}`, async () => (await logOf(user))[n], 60_000)
        assert.deepEqual(
          [told.action, told.fail_reason, (told.additional_info as { kind: string }).kind],
          ['preview_complete', why, kind],
        )
        await page.goBack()
        await preview(page, name).waitFor({ state: 'detached' })
      }
      assert.equal((await logOf(user)).length, 3)
    })
  })
})

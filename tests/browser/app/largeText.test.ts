import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { row, settled, shown, wordsIn } from '../rig/screen'
import { dialog, makeShownUser, screens } from '../rig/screens'
import { deepTest, sample } from '../../support/deep'

const drive = openDrive()

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]

/** Collects the illegible texts of all screens that were looked at. */
class Faults {
  private readonly found: string[] = []

  constructor(private readonly of: string) {}

  async look(page: Page, name: string): Promise<void> {
    await settled(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${this.of}-${name.replaceAll('/', '-')}.png` })
    this.found.push(...(await illegibleTexts(page)).map((fault) => `${name}: ${fault}`))
  }

  none(): void {
    assert.deepEqual(this.found, [])
  }
}

for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
  for (const viewport of phones) {
    describe(`[ROW-01] text of 200 % in ${language} on ${viewport.width} × ${viewport.height}`, () => {
      const words = wordsIn(language)
      const prepare = async (page: Page) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
        await enlargeText(page)
      }

      deepTest('every screen and sheet of a list can be read', async () => {
        const user = await makeShownUser(drive)
        const faults = new Faults(`${language}-${viewport.width}`)
        await drive.visit(
          user,
          nowhere,
          async (page) => {
            await prepare(page)
            await page.goto(`${drive.server.url}/files/own`)
            for (const { name, open, close } of screens) {
              await open(page, words)
              await faults.look(page, name)
              await close(page, words)
            }
            // The recent files stand above the frequent ones.
            for (const [place, there] of [
              ['files/frequent', '.recent-item'],
              ['message', '.message'],
            ] as const) {
              await page.goto(`${drive.server.url}/${place}`)
              await shown(page).locator(there).first().waitFor()
              await faults.look(page, place)
            }
          },
          { viewport },
        )
        faults.none()
      })

      deepTest('sign-in, settings, messages, empty and broken places can be read', async () => {
        const user = await drive.make.user()
        const faults = new Faults(`${language}-${viewport.width}`)
        await drive.visit(
          null,
          '/login',
          async (page) => {
            await prepare(page)
            await page.reload()
            await shown(page)
              .getByRole('button', { name: words('login.submit') })
              .tap()
            await shown(page).getByRole('alert').waitFor()
            await faults.look(page, 'sign-in')
            await shown(page).locator('.login-foot .text-button').tap()
            await dialog(page).waitFor()
            await faults.look(page, 'the languages')
          },
          { viewport },
        )
        await drive.visit(
          user,
          nowhere,
          async (page) => {
            await prepare(page)
            for (const [address, there] of [
              ['files/own', words('empty.list.title')],
              ['files/frequent', words('empty.frequent.title')],
              ['files/trash', words('empty.trash.title')],
              ['files/collab', words('empty.collab.title')],
              ['files/folder/999999', words('empty.removed.title')],
              ['settings/security', words('security.title')],
              ['message', words('messages.kind.all')],
            ] as const) {
              await page.goto(`${drive.server.url}/${address}`)
              await shown(page).getByText(there).first().waitFor()
              await faults.look(page, address)
            }
          },
          { viewport },
        )
        faults.none()
      })
    })
  }
}

describe('[ROW-02] rows in text of 200 %', () => {
  test('[COLL-01] a short mark stays whole beside a long name, in rows and in plain text', async () => {
    const owner = await drive.make.user()
    const far = await drive.make.user({
      enterprise: await drive.make.enterprise(),
      name: '欧阳慕容上官司徒诸葛夏侯东方皇甫尉迟公孙',
    })
    const folder = await drive.make.folder({ owner })
    await drive.make.collab(folder, { user: far }, 'editor')
    await drive.visit(
      owner,
      `/files/folder/${folder.id}?tab=collab`,
      async (page) => {
        const mark = shown(page).locator('.member-open').filter({ hasText: far.name }).locator('.contact-mark')
        const isCut = () => mark.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        await mark.waitFor()
        assert.equal(await isCut(), false, 'plain')
        await enlargeText(page)
        await settled(page)
        assert.equal(await isCut(), false, '200 %')
      },
      { viewport: { width: 320, height: 568 } },
    )
  })

  deepTest('rows grow with their lines, tags give way to time and size, and the name keeps its end', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file(
      { owner: user },
      { name: '2026 年秋季招生简章（终稿）.pdf', content: 'x'.repeat(4096) },
    )
    await drive.make.tags(file, ['招生', '对外', '重要', '存档'])
    await drive.visit(user, '/files/own', async (page) => {
      const tags = row(page, '终稿').locator('.row-tag')
      await row(page, '终稿').waitFor()
      const seen = () =>
        tags.evaluateAll(
          (marks) =>
            marks.filter(
              (mark) => mark.getBoundingClientRect().top < mark.parentElement!.getBoundingClientRect().bottom,
            ).length,
        )
      assert.equal((await row(page, '终稿').boundingBox())!.height, 64)
      assert.equal(await seen(), 3)

      await page.evaluate(() => document.body.style.setProperty('-webkit-text-size-adjust', '200%'))
      await until('the row has grown', async () => (await row(page, '终稿').boundingBox())!.height === 104)
      assert.ok((await seen()) < 3, 'tags give way')
      assert.deepEqual(await illegibleTexts(page), [])
      const meta = row(page, '终稿').locator('.row-detail')
      // Both figures are rounded, each its own way.
      assert.ok(await meta.evaluate((line) => line.scrollWidth <= line.clientWidth + 1), 'time and size are whole')
    })
  })

  deepTest('rows never overlap, down to the last, and shrink again with the text', async () => {
    const user = await drive.make.user()
    for (let n = 10; n < 40; n += 1) await drive.make.file({ owner: user }, { name: `${n}.txt` })
    await drive.visit(user, '/files/own?sort_by=name&sort_direction=asc', async (page) => {
      await row(page, '10.txt').waitFor()
      await page.evaluate(() => document.body.style.setProperty('-webkit-text-size-adjust', '200%'))
      const list = shown(page).locator('.virtual-list')
      await until('the end', async () => {
        await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
        return row(page, '39.txt').isVisible()
      })
      // Once the list stands still, its elements are in the order of the rows.
      await until('one below the other', async () => {
        const tops = await shown(page)
          .locator('.row')
          .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().top))
        return tops.length > 1 && tops.slice(1).every((top, at) => top - tops[at]! === 104)
      })
      assert.deepEqual(await illegibleTexts(page), [])
      await page.evaluate(() => document.body.style.removeProperty('-webkit-text-size-adjust'))
      await until('rows of 64 px', async () => (await row(page, '39.txt').boundingBox())?.height === 64)
    })
  })
})

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { ItemRow } from '../../../server/database/tables'
import { readContents } from '../../support/search/contents'
import { deepTest } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { words, found } from './searchPanel'

const drive = openDrive()

describe('searching', () => {
  deepTest(
    '[SRCH-03] matches are marked in content, description, tags, creator and editor, and all are counted',
    async () => {
      const { db } = drive.server.deps
      const owner = await drive.make.user({ name: '周报告' })
      const editor = await drive.make.user({ name: '报告人' })
      const files = []
      const creator = await drive.make.user({ name: '某某' })
      for (const [name, content] of [
        ['甲.txt', `开头${'很长的一段话，'.repeat(60)}这份报告写得好，报告完。`],
        ['乙.txt', '别的'],
      ] as const) {
        files.push(await drive.make.file({ owner }, { name, content, creator }))
      }
      const [inside, around] = files as [ItemRow, ItemRow]
      await readContents(drive.server.deps, inside, around)
      await db
        .updateTable('items')
        .set({ description: '年度报告', creator_id: owner.id, updater_id: editor.id })
        .where('id', '=', around.id)
        .execute()
      const tag = await db
        .insertInto('tags')
        .values({ enterprise_id: owner.enterprise_id, name: '报告类' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('item_tags').values({ item_id: around.id, tag_id: tag.id }).execute()
      await drive.visit(
        owner,
        `/files/own?search=1&search_in=all&search_text=${encodeURIComponent('报告')}`,
        async (page) => {
          const line = found(page, '甲.txt').locator('.row-hits')
          await line.waitFor()
          const hit = (await line.locator('.search-hit').first().boundingBox())!
          assert.ok(hit.x + hit.width < 390, 'the match is in sight')
          assert.match(await line.innerText(), new RegExp(`^${words('search.field.content')} ….*这份报告写得好`))
          assert.deepEqual(await line.locator('.search-hit').allInnerTexts(), ['报告', '报告'])
          await found(page, '甲.txt')
            .getByText(words('search.hits', { n: 2 }), { exact: true })
            .waitFor()
          const parts = found(page, '乙.txt').locator('.search-part')
          const labels = (['description', 'tags', 'creator', 'editor'] as const).map((field) =>
            words(`search.field.${field}`),
          )
          assert.deepEqual(await parts.evaluateAll((each) => each.map((part) => part.textContent)), [
            `${labels[0]} 年度报告`,
            `${labels[1]} 报告类`,
            `${labels[2]} 周报告`,
            `${labels[3]} 报告人`,
          ])
          assert.equal(await parts.locator('.search-hit').count(), 4)
          await found(page, '乙.txt')
            .getByText(words('search.hits', { n: 4 }), { exact: true })
            .waitFor()
        },
      )
    },
  )

  deepTest('results that arrive before the words of the search are marked once', async () => {
    const owner = await drive.make.user({ name: '月报告' })
    const file = await drive.make.file({ owner }, { name: '乙.txt' })
    await drive.server.deps.db.updateTable('items').set({ description: '年度报告' }).where('id', '=', file.id).execute()
    await drive.visit(owner, '/login', async (page) => {
      const parts = found(page, '乙.txt').locator('.search-part')
      await page.route('**/js/words-search-*', async (route) => {
        await page.locator('.search-part').first().waitFor()
        await route.continue()
      })
      await page.goto(`${drive.server.url}/files/own?search=1&search_in=all&search_text=${encodeURIComponent('报告')}`)
      await parts.first().getByText(words('search.field.description')).waitFor()
      assert.deepEqual(await parts.evaluateAll((each) => each.map((part) => part.textContent)), [
        `${words('search.field.description')} 年度报告`,
        `${words('search.field.creator')} 月报告`,
      ])
    })
  })

  deepTest('a long name stays on one line with its match and its extension in sight', async () => {
    const owner = await drive.make.user()
    await drive.make.file({ owner }, { name: `${'很长的名称，'.repeat(15)}招生${'，还有很多'.repeat(15)}.pdf` })
    await drive.visit(
      owner,
      `/files/own?search=1&search_in=all&search_text=${encodeURIComponent('招生')}`,
      async (page) => {
        const name = found(page, '招生').locator('.row-name')
        await name.waitFor()
        assert.equal((await name.boundingBox())!.height, 22)
        const hit = (await name.locator('.search-hit').boundingBox())!
        assert.ok(hit.x > 0 && hit.x + hit.width < 300, JSON.stringify(hit))
        assert.match(await name.locator('.row-tail').innerText(), /\.pdf$/)
      },
    )
  })
})

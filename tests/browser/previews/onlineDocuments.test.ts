import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '@/contract/entities'
import { phrases } from '@/i18n/previews/zhCN'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { paper, playOffice, posts } from '../rig/officeService'
import { addressBecomes, preview, row, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'

const NAME = '共享纪要.ydoc'
const words = phrases.preview
const editor = await playOffice()
const stranger = await playOffice()
after(() => Promise.all([editor.close(), stranger.close()]))
beforeEach(() => Object.assign(editor, { script: paper, files: [] }))

const drive = openDrive(
  { config: { documentEditorUrl: `${editor.origin}/view?src={access}` } },
  async ({ deps, url }) => {
    deps.config.baseUrl = url
  },
)
const without = openDrive()

/** A member of an enterprise with an editor for its documents. */
const member = async (on = drive) =>
  on.make.user({ enterprise: await on.make.enterprise({ collaborative_document: true }) })
const element = (page: Page, name = NAME) => preview(page, name).locator('iframe')
const reads = (page: Page, text: string, name = NAME) =>
  preview(page, name).getByRole('alert').filter({ hasText: text }).waitFor()

async function open(page: Page, name: string) {
  await row(page, name).locator('.row-open').tap()
  await preview(page, name).waitFor()
}

describe('[PREV-11] a collaborative document in the frame of its editor', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    deepTest(
      `the frame appears once it has loaded, though it reports nothing, and back leaves it (${colorScheme})`,
      async () => {
        const user = await member()
        const { id } = await drive.make.file({ owner: user }, { name: NAME })
        await drive.visit(
          user,
          '/files/own',
          async (page) => {
            await open(page, NAME)
            await page.frameLocator('iframe').getByRole('heading', { name: 'Shown by the office service' }).waitFor()
            await until('the frame seen', () => element(page).isVisible())
            assert.equal(await element(page).getAttribute('title'), NAME)
            assert.equal(await preview(page, NAME).locator('.pdf-loading').count(), 0)
            const { top, bottom } = await element(page).evaluate((frame) => {
              const { y, height } = frame.getBoundingClientRect()
              return { top: y, bottom: innerHeight - y - height }
            })
            assert.deepEqual([top > 0 && top < 100, bottom], [true, 0])
            await screenshot(page, `online-document-${colorScheme}`)
            await assertAccessible(page)

            const told = (await (
              await fetch(editor.files[0] ?? assert.fail('the editor was given no address'))
            ).json()) as object
            assert.deepEqual(
              { ...told, permissions: null },
              { file_id: id, name: NAME, user: { id: user.id, name: user.name }, permissions: null },
            )
            await shown(page)
              .getByRole('button', { name: t('action.back') })
              .tap()
            await addressBecomes(page, '/files/own')
          },
          { colorScheme },
        )
      },
    )
  }

  test('the page accepts later messages of the frame, and ignores others', async () => {
    const strange = JSON.stringify(`${stranger.origin}/view?script=${encodeURIComponent(posts({ fail: true }))}`)
    editor.script = `${paper}; addEventListener('message', () => ${posts({ fail: true })});
      document.body.append(Object.assign(document.createElement('iframe'), { src: ${strange}, onload: () => ${posts({ loaded: true })} }))`
    const user = await member()
    await drive.make.file({ owner: user }, { name: NAME })
    await drive.visit(user, '/files/own', async (page) => {
      await page.evaluate(() => {
        const heard: unknown[] = []
        Object.assign(window, { heard })
        window.addEventListener('message', ({ data }) => heard.push(data))
      })
      await open(page, NAME)
      await until('both spoke', () =>
        page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length >= 2),
      )
      await until('the frame seen', () => element(page).isVisible())
      await element(page).evaluate((frame: HTMLIFrameElement) => frame.contentWindow!.postMessage('go', '*'))
      await reads(page, words.reason.unknown)
      editor.script = paper
      await preview(page, NAME).getByRole('button', { name: words.regenerate }).tap()
      await until('the frame seen', () => element(page).isVisible())
    })
  })

  deepTest('a frame that does not load is reported after 60 s, with a retry', async () => {
    const user = await member()
    await drive.make.file({ owner: user }, { name: NAME })
    await drive.visit(user, '/files/own', async (page) => {
      await page.clock.install()
      await page.reload()
      await page.route(`${editor.origin}/**`, () => {})
      await open(page, NAME)
      await element(page).waitFor({ state: 'attached' })
      assert.equal(await element(page).isVisible(), false)
      await page.clock.fastForward(60_000)
      await reads(page, words.reason.timeout)
      await page.unrouteAll()
      await preview(page, NAME).getByRole('button', { name: words.reload }).tap()
      await until('the frame seen', () => element(page).isVisible())
    })
  })

  deepTest('the frame cannot navigate the app', async () => {
    editor.script = `try { top.location.href = 'about:blank' } catch {} ${paper}`
    const user = await member()
    await drive.make.file({ owner: user }, { name: NAME })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await open(page, NAME)
        await until('the frame seen', () => element(page).isVisible())
        assert.match(page.url(), /preview=/)
      },
      { expected: [/sandboxed|Unsafe attempt/] },
    )
  })

  deepTest(
    'an encrypted document says so, and without an editor it can be neither previewed nor downloaded',
    async () => {
      const user = await member()
      const { id } = await drive.make.file({ owner: user }, { name: NAME })
      await drive.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', id).execute()
      await drive.visit(user, '/files/own', async (page) => {
        await open(page, NAME)
        await reads(page, words.reason.encrypt_yiqixie)
        assert.equal(await preview(page, NAME).locator('.preview-state-actions button').count(), 0)
      })
      const other = await member(without)
      for (const name of [NAME, '预算.yxls']) await without.make.file({ owner: other }, { name })
      await without.visit(other, '/files/own', async (page) => {
        for (const name of [NAME, '预算.yxls']) {
          await open(page, name)
          await reads(page, words.reason.not_support, name)
          assert.equal(
            await preview(page, name)
              .getByRole('button', { name: t('menu.download') })
              .count(),
            0,
          )
          await page.goBack()
        }
      })
    },
  )
})

describe('[PREV-02] [PREV-05] a file without a viewer says so and offers itself', () => {
  const kinds = ['体育馆.rvt', '楼层.dwg', '平面.dxf', '程序.exe', '没有扩展名']

  deepTest('the offer reaches users who may download', async () => {
    const user = await without.make.user()
    for (const name of kinds) await without.make.file({ owner: user }, { name, content: name })
    await without.visit(user, '/files/own', async (page) => {
      for (const name of kinds) {
        await open(page, name)
        await reads(page, words.reason.not_support, name)
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          preview(page, name)
            .getByRole('button', { name: t('menu.download') })
            .tap(),
        ])
        assert.equal(file.suggestedFilename(), name)
        if (name === kinds[1]) {
          await screenshot(page, 'not-supported')
          await assertAccessible(page)
        }
        await page.goBack()
        await preview(page, name).waitFor({ state: 'detached' })
      }
    })
  })

  deepTest('the offer is missing for users who may only preview, and for encrypted files', async () => {
    const [owner, user] = [await without.make.user(), await without.make.user()]
    const folder = await without.make.folder({ owner }, { name: '资料' })
    await without.make.collab(folder, { user }, 'previewer' satisfies Role)
    const { id } = await without.make.file({ parent: folder }, { name: kinds[0]! })
    const quiet = async (page: Page) => {
      await open(page, kinds[0]!)
      await reads(page, words.reason.not_support, kinds[0]!)
      assert.equal(await preview(page, kinds[0]!).locator('.preview-state-actions button').count(), 0)
    }
    await without.visit(user, `/files/folder/${folder.id}`, quiet)
    await without.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', id).execute()
    await without.visit(owner, `/files/folder/${folder.id}`, quiet)
  })
})

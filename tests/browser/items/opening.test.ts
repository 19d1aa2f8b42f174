import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import * as Y from 'yjs'
import { deepTest } from '../../support/deep'
import { writeParagraph } from '../../support/documents/writers'
import { until } from '../../support/until'
import { reads } from '../previews/openPreviews'
import { nowhere, openDrive } from '../rig/drive'
import { folderName, userWithFoldersIn } from '../rig/many'
import { addressBecomes, openMenu, row, rowsBecome, settled, shown, t } from '../rig/screen'

const drive = openDrive()
const userWithFolders = userWithFoldersIn.bind(null, drive)
const scroller = (page: Page) => shown(page).locator('.virtual-list')

describe('opening', () => {
  test('[CTX-09] opening an item marks it as used, and a failure of that call disturbs nobody', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    const file = await drive.make.file({ owner: user }, { name: '说明.xyz' })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        const marked: unknown[] = []
        page.on('request', (request) => {
          if (request.url().endsWith('/recent_items/mark_as_used')) marked.push(request.postDataJSON())
        })
        await row(page, '资料').locator('.row-open').tap()
        await addressBecomes(page, `/files/folder/${folder.id}`)
        await until('a mark', () => marked.length === 1)
        assert.deepEqual(marked[0], { item_typed_id: `folder_${folder.id}` })
        await page.goBack()
        await page.route('**/mark_as_used', (route) => route.fulfill({ status: 500, json: {} }))
        await row(page, '说明.xyz').locator('.row-open').tap()
        await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}`)
        await until('a second mark', () => marked.length === 2)
        await page.getByText('无法预览').waitFor()
        assert.equal(await page.getByRole('alertdialog').count(), 0)
      },
      { expected: [/mark_as_used/] },
    )
  })

  test('[ACT-15] a tapped file is read although the list’s facts about it are still being refreshed', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '欢迎报名' })
    await drive.visit(user, '/files/own', async (page) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/files/get_info**', async (route) => {
        await held
        await route.continue()
      })
      await row(page, '说明.txt').locator('.row-open').tap()
      await reads(page, '欢迎报名')
      const refreshed = page.waitForResponse('**/files/get_info**')
      release()
      await refreshed
      await reads(page, '欢迎报名')
    })
  })

  test('[ACT-15] the preview is requested before the code of its screen has arrived', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '欢迎报名' })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        let release = () => {}
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.context().route('**/js/preview.*', async (route) => {
          await held
          await route.continue()
        })
        const loaded = page.waitForResponse('**/js/lazy-ahead.*')
        await page.goto(`${drive.server.url}/files/own`)
        await loaded
        const asked = page.waitForRequest('**/representations/info**')
        await row(page, '说明.txt').locator('.row-open').tap()
        await asked
        release()
        await reads(page, '欢迎报名')
      },
      { isNew: true, serviceWorkers: 'block' },
    )
  })

  test('[ACT-15] the code of the preview arrives while nobody does anything, so that no tap waits for it', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '欢迎报名' })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        const code = page.waitForResponse('**/js/preview.*')
        const words = page.waitForResponse('**/js/words-preview-*')
        await page.goto(`${drive.server.url}/files/own`)
        await Promise.all([code, words])
        await page.context().route('**/js/preview.*', (route) => route.abort())
        await row(page, '说明.txt').locator('.row-open').tap()
        await reads(page, '欢迎报名')
      },
      { isNew: true, serviceWorkers: 'block' },
    )
  })

  test('[ACT-15] [DOC-01] the editor of a tapped document arrives while the server looks for the document', async () => {
    const user = await drive.make.user({ enterprise: await drive.make.enterprise({ collaborative_document: true }) })
    const document = new Y.Doc()
    writeParagraph(document, '第一课')
    const content = Buffer.from(Y.encodeStateAsUpdate(document))
    await drive.make.file({ owner: user }, { name: '教案.ydoc', content })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        await page.goto(`${drive.server.url}/files/own`)
        await page.waitForResponse('**/js/preview.*')
        let release = () => {}
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route('**/representations/info**', async (route) => {
          await held
          await route.continue()
        })
        const editor = Promise.all(['document', 'text'].map((name) => page.waitForResponse(`**/js/${name}.*`)))
        await row(page, '教案.ydoc').locator('.row-open').tap()
        await editor
        release()
        await shown(page).locator('.document-text').getByText('第一课').waitFor()
      },
      { isNew: true, serviceWorkers: 'block' },
    )
  })

  deepTest('a double tap opens one page', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, '/files/own', async (page) => {
      const target = row(page, '资料').locator('.row-open')
      await target.waitFor()
      await target.evaluate((element: HTMLElement) => {
        element.click()
        element.click()
      })
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await page.goBack()
      await addressBecomes(page, '/files/own')
      await rowsBecome(page, ['资料'])
    })
  })

  deepTest(
    'a list that has just appeared ignores taps, because they may be the second half of a double tap on the page before',
    async () => {
      const user = await drive.make.user()
      const outer = await drive.make.folder({ owner: user }, { name: '外层' })
      await drive.make.folder({ parent: outer }, { name: '里层' })
      await drive.visit(user, '/files/own', async (page) => {
        const target = row(page, '外层').locator('.row-open')
        await target.waitFor()
        await settled(page)
        const { x, y } = (await target.boundingBox())!
        const hit = () =>
          page.evaluate(
            (at) =>
              document
                .elementFromPoint(...at)
                ?.closest('.row')
                ?.textContent?.slice(0, 2),
            [x + 40, y + 10] as const,
          )
        await page.evaluate(() =>
          new MutationObserver(() => {
            for (const each of document.querySelectorAll('.h5-scroll-content'))
              each.getAnimations().forEach((animation) => animation.pause())
          }).observe(document.body, { childList: true, subtree: true }),
        )
        assert.equal(await hit(), '外层')
        await page.touchscreen.tap(x + 40, y + 10)
        await row(page, '里层').waitFor()
        assert.equal(await hit(), undefined)
        await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
        assert.equal(await hit(), '里层')
      })
    },
  )

  deepTest('a page that was scrolled and left keeps its place', async () => {
    const user = await userWithFolders(60)
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, folderName(60)).waitFor()
      await settled(page)
      await scroller(page).evaluate((list) => {
        list.scrollTop = 640
      })
      await row(page, folderName(50)).waitFor()
      const stands = () => scroller(page).evaluate((list) => list.scrollTop)
      await row(page, folderName(50)).locator('.row-open').tap()
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await page.goBack()
      await row(page, folderName(50)).waitFor()
      assert.equal(await stands(), 640)
      await settled(page)
      await openMenu(page, folderName(50))
      await page.goBack()
      assert.equal(await stands(), 640)
      await page.reload()
      await until('the place', async () => (await stands()) === 640)
      await row(page, folderName(50)).waitFor()
    })
  })
})

describe('the header of a tapped folder', () => {
  deepTest('[LIST-01] the header shows the folder’s name while it loads, and where it fails', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '招生资料' })
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        const answers: (() => void)[] = []
        await page.route(`**/file_list/${folder.id}**`, async (route) => {
          await new Promise<void>((answer) => answers.push(answer))
          await route.abort()
        })
        await row(page, '招生资料').locator('.row-open').tap()
        await addressBecomes(page, `/files/folder/${folder.id}`)
        await until('the list was asked for', () => answers.length === 1)
        const heading = shown(page).getByRole('heading', { name: '招生资料' })
        await heading.waitFor()
        answers[0]!()
        await shown(page).getByText(t('empty.failed.title')).waitFor()
        assert.equal(await heading.innerText(), '招生资料')
      },
      { expected: [/ERR_FAILED/] },
    )
  })

  deepTest('[LIST-01] the header shows the name of a department that refuses', async () => {
    const department = await drive.make.department({ name: '招生办公室' })
    const user = await drive.make.user({ department })
    await drive.visit(user, '/files/frequent?filenav=1', async (page) => {
      const place = shown(page).getByRole('dialog').getByText('招生办公室', { exact: true })
      await place.waitFor()
      await drive.server.deps.db.deleteFrom('department_members').where('user_id', '=', user.id).execute()
      await place.tap()
      await shown(page).getByText(t('empty.removed.title')).waitFor()
      await shown(page).getByRole('heading', { name: '招生办公室' }).waitFor()
    })
  })
})

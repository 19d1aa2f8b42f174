import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { HostClient } from '../../support/office/HostClient'
import { PlayedOffice } from '../../support/office/PlayedOffice'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, preview, row, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'

const NAME = '年度报告.docx'
const office = await PlayedOffice.open()
after(() => office.close())
beforeEach(() => Object.assign(office, { script: '' }))

const drive = openDrive({ config: { wopiUrl: office.url } }, async ({ deps, url }) => {
  deps.config.baseUrl = url
  await until('the discovery', () => deps.office?.canEdit('docx'))
})

/** The service for the browser that has opened it last. */
function service(): HostClient {
  const { address, form } = office.opened.at(-1)!
  return new HostClient(office, new URL(address).searchParams.get('WOPISrc') ?? '', form.get('access_token') ?? '')
}

const entry = (menu: Awaited<ReturnType<typeof openMenu>>) => menu.getByRole('button', { name: t('menu.editOnline') })
const editor = (page: Page) => page.frameLocator('iframe').getByRole('heading', { name: 'The editor' })

describe('[DOC-10] editing online', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the menu opens the service in a page, which posts its token; what it saves is in the list (${colorScheme})`, async () => {
      const user = await drive.make.user()
      const { id } = await drive.make.file({ owner: user }, { name: NAME, content: 'first' })
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await entry(await openMenu(page, NAME)).tap()
          await editor(page).waitFor()
          assert.equal(new URL(page.url()).pathname, `/office/${id}`)
          const { address, form } = office.opened.at(-1)!
          assert.ok(Number(form.get('access_token_ttl')) > Date.now())
          assert.equal(new URL(address).searchParams.get('ui'), 'zh-CN')
          assert.ok(!address.includes(form.get('access_token')!))
          assert.equal(await page.title(), NAME)
          await screenshot(page, `office-${colorScheme}`)
          await assertAccessible(page)

          const host = service()
          assert.equal((await host.info()).UserFriendlyName, user.name)
          assert.equal((await host.lock('A')).status, 200)
          assert.equal((await host.put('x'.repeat(2048), 'A')).status, 200)
          await page.getByRole('button', { name: '返回' }).tap()
          await addressBecomes(page, '/files/own')
          await row(page, NAME).filter({ hasText: '2 KB' }).waitFor()
        },
        { colorScheme },
      )
    })

  test('the service closes its page by a message; messages of others are ignored', async () => {
    office.script = `parent.postMessage(JSON.stringify({ MessageId: 'App_LoadingStatus' }), '*');
      addEventListener('message', ({ data }) => { document.title = data; document.querySelector('h1').textContent = JSON.parse(data).MessageId })`
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: NAME })
    await drive.visit(user, '/files/own', async (page) => {
      await entry(await openMenu(page, NAME)).tap()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Host_PostmessageReady' }).waitFor()
      await page.evaluate(() => {
        for (const data of ['{', '"x"', 'null', JSON.stringify({ MessageId: 'UI_Close' })])
          window.postMessage(data, '*')
      })
      const frame = page.frames().find((each) => each.url().startsWith(office.origin))!
      await frame.evaluate(() => parent.postMessage('{"MessageId":"Other"}', '*'))
      assert.match(page.url(), /\/office\//)
      await frame.evaluate(() => parent.postMessage({ MessageId: 'UI_Close' }, '*'))
      await addressBecomes(page, '/files/own')
    })
  })

  test('the preview offers it; other file types, and people who may only read, have no such entry', async () => {
    const owner = await drive.make.user()
    const user = await drive.make.user({ enterprise: { id: owner.enterprise_id } })
    const folder = await drive.make.folder({ owner })
    await drive.make.collab(folder, { user }, 'viewer')
    for (const name of [NAME, '说明.pdf']) await drive.make.file({ parent: folder }, { name })
    const offers = async (page: Page, name: string) => {
      const menu = await openMenu(page, name)
      await menu.getByRole('button', { name: t('menu.properties') }).waitFor()
      const count = await entry(menu).count()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      return count
    }
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      assert.equal(await offers(page, NAME), 0)
    })
    await drive.visit(owner, `/files/folder/${folder.id}`, async (page) => {
      assert.deepEqual([await offers(page, NAME), await offers(page, '说明.pdf')], [1, 0])
      await row(page, NAME).locator('.row-open').tap()
      await preview(page, NAME)
        .getByRole('button', { name: t('action.more') })
        .tap()
      await entry(shown(page).locator('.sheet')).waitFor()
    })
  })

  test('a file that a colleague has locked meanwhile says by whom, with a way back', async () => {
    const owner = await drive.make.user({ name: '李蔚' })
    const user = await drive.make.user({ enterprise: { id: owner.enterprise_id } })
    const folder = await drive.make.folder({ owner })
    await drive.make.collab(folder, { user }, 'editor')
    const { id } = await drive.make.file({ parent: folder }, { name: NAME })
    await drive.visit(
      user,
      `/files/folder/${folder.id}`,
      async (page) => {
        const menu = await openMenu(page, NAME)
        await (
          await client(drive.server).as(owner.login)
        ).call('POST /apps/files/lock', { item_typed_id: `file_${id}` })
        await entry(menu).tap()
        await page.getByRole('alert').filter({ hasText: '李蔚' }).waitFor()
        await assertAccessible(page)
        await page.getByRole('button', { name: '返回' }).tap()
        await addressBecomes(page, `/files/folder/${folder.id}`)
      },
      { expected: [/403 \(Forbidden\)/] },
    )
  })
})

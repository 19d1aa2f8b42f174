import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { names, openMenu, row, rowsBecome, shown, t } from '../rig/screen'

const drive = openDrive({ isLive: true, live: { gather: 20 } })

/** Waits until this page is connected to the server's events. */
async function listens(before: number): Promise<void> {
  await until('the stream stands', () => drive.server.deps.live.size() === before + 1)
}

const listsAsked = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /file_list/.test(name)).length)

/** A department with one member who watches and one who acts. */
async function two() {
  const department = await drive.make.department()
  const [looks, acts] = [await drive.make.user({ department }), await drive.make.user({ department })]
  await drive.server.deps.db
    .updateTable('department_members')
    .set({ role: 'coowner' })
    .where('user_id', '=', acts.id)
    .execute()
  const folder = await drive.make.folder({ department })
  const file = await drive.make.file({ parent: folder }, { name: '旧.txt' })
  return { looks, folder, file, they: await client(drive.server).as(acts.login) }
}

describe('[AH-20] the open list changes when others act', () => {
  test('a folder, a rename and a deletion by somebody else appear without a touch', async () => {
    const { looks, folder, file, they } = await two()
    const before = drive.server.deps.live.size()
    await drive.visit(looks, `/files/folder/${folder.id}`, async (page) => {
      await rowsBecome(page, ['旧.txt'])
      await listens(before)
      await they.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '别人的' })
      await row(page, '别人的').waitFor()
      await they.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: '新名.txt' })
      await row(page, '新名.txt').waitFor()
      await they.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
      await rowsBecome(page, ['别人的'])
    })
    await until('the stream is forgotten', () => drive.server.deps.live.size() === before)
  })

  deepTest('an open sheet and the list below it stay as they are; the list follows when the sheet closes', async () => {
    const { looks, folder, they } = await two()
    const before = drive.server.deps.live.size()
    await drive.visit(looks, `/files/folder/${folder.id}`, async (page) => {
      await rowsBecome(page, ['旧.txt'])
      await listens(before)
      const menu = await openMenu(page, '旧.txt')
      const told = page.evaluate(
        (place) =>
          new Promise<void>((done) => {
            const ear = new EventSource(`/api/events?watch=${place}`)
            ear.addEventListener('changed', () => {
              ear.close()
              done()
            })
          }),
        `folder_${folder.id}`,
      )
      await listens(before + 1)
      await they.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '别人的' })
      await told
      assert.deepEqual([await row(page, '别人的').count(), await menu.isVisible()], [0, true])
      await page.keyboard.press('Escape')
      await row(page, '别人的').waitFor()
    })
  })

  deepTest('a list scrolled far down keeps its place', async () => {
    const { looks, folder, they } = await two()
    for (let n = 0; n < 60; n += 1) await drive.make.file({ parent: folder }, { name: `第${n}份.txt` })
    const before = drive.server.deps.live.size()
    await drive.visit(looks, `/files/folder/${folder.id}`, async (page) => {
      await listens(before)
      const list = shown(page).locator('.virtual-list').first()
      await list.evaluate((element) => element.scrollTo(0, 1400))
      await until('the second page', async () => (await listsAsked(page)) >= 2)
      const top = await list.evaluate((element) => element.scrollTop)
      const asked = await listsAsked(page)
      await they.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '别人的' })
      await until('the list is asked for', async () => (await listsAsked(page)) > asked)
      assert.equal(await list.evaluate((element) => element.scrollTop), top)
      assert.ok((await names(page)).length > 0)
    })
  })

  deepTest('the unread badge follows a message', async () => {
    const { looks } = await two()
    const before = drive.server.deps.live.size()
    await drive.visit(looks, '/files/frequent', async (page) => {
      await listens(before)
      await drive.make.message(looks)
      await until('the badge', async () => (await shown(page).getByText('1', { exact: true }).count()) > 0)
    })
  })

  deepTest('a covered or hidden page disconnects', async () => {
    const { looks, folder } = await two()
    const below = await drive.make.folder({ parent: folder }, { name: '里面' })
    assert.ok(below)
    const before = drive.server.deps.live.size()
    await drive.visit(looks, `/files/folder/${folder.id}`, async (page) => {
      await listens(before)
      await row(page, '里面').getByRole('button').first().tap()
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await until('one stream, that of the page on top', () => drive.server.deps.live.size() === before + 1)
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await until('no stream', () => drive.server.deps.live.size() === before)
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: false, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await listens(before)
    })
  })
})

describe('[AH-20] the user’s own changes stay where they appeared', () => {
  /** The server's events that a page receives from now on. */
  async function marksOf(page: Page): Promise<string[]> {
    const marks: string[] = []
    const network = await page.context().newCDPSession(page)
    network.on('Network.eventSourceMessageReceived', ({ eventName, data }) => void marks.push(`${eventName} ${data}`))
    await network.send('Network.enable')
    return marks
  }

  async function put(page: Page, name: string): Promise<void> {
    await shown(page)
      .getByRole('button', { name: t('list.add') })
      .tap()
    const chosen = page.waitForEvent('filechooser')
    await shown(page)
      .getByRole('button', { name: t('upload.files'), exact: true })
      .tap()
    await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    await row(page, name).waitFor()
  }

  deepTest(
    '[LIST-06] the user’s upload and rename stay in place, another tab sorts them, and a colleague’s change sorts the list anew',
    async () => {
      const { looks, folder, they } = await two()
      await drive.server.deps.db
        .updateTable('department_members')
        .set({ role: 'coowner' })
        .where('user_id', '=', looks.id)
        .execute()
      const second = await drive.make.file({ parent: folder }, { name: '乙.txt' })
      const address = `/files/folder/${folder.id}?sort_by=name&sort_direction=asc`
      const before = drive.server.deps.live.size()
      await drive.visit(looks, address, async (page) => {
        await rowsBecome(page, ['旧.txt', '乙.txt'])
        const marks = await marksOf(page)
        await listens(before)
        const other = await page.context().newPage()
        await other.goto(drive.server.url + address)
        await rowsBecome(other, ['旧.txt', '乙.txt'])
        await listens(before + 1)
        await page.bringToFront()

        await put(page, '终.txt')
        await rowsBecome(other, ['旧.txt', '乙.txt', '终.txt'])
        const menu = await openMenu(page, '旧.txt')
        await menu.getByRole('button', { name: t('menu.rename'), exact: true }).tap()
        await page.getByRole('textbox', { name: t('name.label') }).fill('醉')
        await page.getByRole('button', { name: t('action.save'), exact: true }).tap()
        await rowsBecome(other, ['乙.txt', '终.txt', '醉.txt'])
        await drive.make.message(looks)
        await until('all marks have come', () => marks.includes('unread 1'))
        assert.deepEqual(
          marks.filter((mark) => mark.startsWith('changed')),
          [],
        )
        await rowsBecome(page, ['终.txt', '醉.txt', '乙.txt'])

        await they.call('POST /apps/files/edit', { item_typed_id: `file_${second.id}`, name: '周.txt' })
        await rowsBecome(page, ['终.txt', '周.txt', '醉.txt'])
        assert.deepEqual(
          marks.filter((mark) => mark.startsWith('changed')),
          [`changed folder_${folder.id}`],
        )
        await other.close()
      })
    },
  )
})

test('[AH-20] [AH-50] what somebody types to ask for access stays while the app looks for the folder again', async () => {
  const enterprise = await drive.make.enterprise()
  const [owner, asker] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
  const folder = await drive.make.folder({ owner })
  await drive.visit(asker, `/files/folder/${folder.id}`, async (page) => {
    await shown(page).getByText(t('ask.roles.editor')).tap()
    await shown(page).getByPlaceholder(t('ask.hint')).fill('要改教案')
    const before = await listsAsked(page)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await until('the folder to be asked for again', async () => (await listsAsked(page)) > before)
    await page.waitForLoadState('networkidle')
    await shown(page)
      .getByRole('button', { name: t('ask.action') })
      .tap()
    await shown(page).getByText(t('ask.sent')).waitFor()
  })
  const [asked] = await drive.server.deps.db
    .selectFrom('access_requests')
    .select(['role', 'message'])
    .where('asker_id', '=', asker.id)
    .execute()
  assert.deepEqual(asked, { role: 'editor', message: '要改教案' })
})

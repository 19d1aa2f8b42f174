import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { deepTest } from '../../support/deep'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, row, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'

const drive = openDrive()

const HALF_MINUTE = { timeout: 30_000 }

const waitForText = (page: Page, text: string) =>
  shown(page).getByText(text, { exact: true }).first().waitFor(HALF_MINUTE)
const field = (page: Page, label: string) => shown(page).getByLabel(label, { exact: true })

async function world() {
  const { user, me, enterprise } = await sharer(drive)
  const folder = await drive.make.folder({ owner: user }, { name: '作业' })
  return { user, me, enterprise, folder }
}

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** Chooses files as a user does. */
async function pick(page: Page, press: () => Promise<void>, files: ReturnType<typeof text>[]): Promise<void> {
  await press()
  const chosen = page.waitForEvent('filechooser')
  await button(page, t('upload.files')).tap()
  await (await chosen).setFiles(files)
}

const add = (page: Page) => button(page, t('collect.page.add')).tap()

describe('[AH-25] collecting files', () => {
  test('[AH-25] [AH-54] the add button of a folder leads to kinds, end and people, then to the list of who is missing, and to the link', async () => {
    const { user, folder } = await world()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, folder.name).waitFor(HALF_MINUTE)
      await row(page, folder.name).locator('.row-open').tap()
      await shown(page).getByRole('heading', { name: folder.name }).waitFor(HALF_MINUTE)
      await button(page, t('list.add')).tap()
      await button(page, t('menu.collect')).tap()
      await button(page, t('collect.new')).tap(HALF_MINUTE)
      await button(page, t('collect.form.create')).tap()
      await waitForText(page, t('collect.form.titleMissing'))
      await field(page, t('collect.form.title')).fill('第三章作业')
      await field(page, t('collect.form.names')).fill('周舟\n何小北')
      await assertAccessible(page)
      await button(page, t('collect.form.create')).tap()
      await addressBecomes(page, '/collects/1').catch(() => undefined)
      await waitForText(page, t('collect.progress', { n: 0, max: 2 }))
      await waitForText(page, '周舟')
      await assertAccessible(page)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await button(page, t('collect.copyMissing')).tap()
      await waitForText(page, t('collect.missingCopied', { n: 2 }))
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '何小北\n周舟')
      await button(page, t('collect.copy')).tap()
      await waitForText(page, t('link.copied'))
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(copied, /^第三章作业\nhttp.*\/collect\/[\w-]{22}$/)
      await page.goBack()
      await waitForText(page, '第三章作业')
    })
  })

  deepTest(
    '[AH-25] people chosen from the address book, over the form of a new link and of a changed one, are on the list and reminded',
    async () => {
      const { user, me, enterprise, folder } = await world()
      const office = await drive.make.department({ enterprise, name: '教务处' })
      await drive.make.member(office, user)
      for (const name of ['林一', '赵敏']) await drive.make.member(office, await drive.make.user({ enterprise, name }))
      const link = await makeFileRequest(me, folder, { names: ['周舟'] })
      const choose = async (page: Page, name: string) => {
        await shown(page).getByText(t('collect.form.people'), { exact: true }).tap(HALF_MINUTE)
        const picker = shown(page).locator('.contacts')
        const entry = (text: string) => picker.locator('.row').filter({ hasText: text })
        await entry('教务处').locator('.contact-enter').tap(HALF_MINUTE)
        await entry(name).getByRole('checkbox').tap()
        await picker.getByText(t('contacts.confirm', { n: 1 }), { exact: true }).tap()
        await picker.waitFor({ state: 'detached' })
        await waitForText(page, t('collect.form.peopleOnly', { n: 1 }))
      }
      await drive.visit(user, `/collects/${link.id}`, async (page) => {
        await button(page, t('collect.more')).tap(HALF_MINUTE)
        await button(page, t('collect.edit')).tap()
        await waitForText(page, t('collect.form.onList', { n: 1 }))
        await waitForText(page, '周舟')
        await choose(page, '林一')
        await button(page, t('collect.form.save')).tap()
        await button(page, t('collect.remind', { n: 1 })).tap(HALF_MINUTE)
        await waitForText(page, t('collect.reminded', { n: 1 }))
        await page.goto(`${drive.server.url}/collects?folder=${folder.id}`)
        await button(page, t('collect.new')).tap(HALF_MINUTE)
        await field(page, t('collect.form.title')).fill('第四章作业')
        await choose(page, '赵敏')
        await button(page, t('collect.form.create')).tap()
        await button(page, t('collect.remind', { n: 1 })).waitFor(HALF_MINUTE)
      })
    },
  )

  test('[AH-25] [AH-54] a hand-in ends with the word that it was received, which stays after a reload, and a file can be taken back', async () => {
    const { user, me, folder } = await world()
    const link = await makeFileRequest(me, folder, { names: ['周舟'] })
    await drive.visit(null, `/collect/${link.unique_name}`, async (page) => {
      await field(page, t('collect.page.name')).fill('周舟', HALF_MINUTE)
      await pick(page, () => add(page), [text('一.txt', 'one'), text('二.txt', 'two')])
      await button(page, t('collect.page.submit')).tap()
      await waitForText(page, t('collect.page.done', { n: 2 }))
      await page.reload()
      await waitForText(page, t('collect.page.done', { n: 2 }))
      await assertAccessible(page)
      await pick(page, () => add(page), [text('三.txt', 'three')])
      await shown(page)
        .getByText(t('collect.page.done', { n: 2 }))
        .waitFor({ state: 'detached' })
      await button(page, t('collect.page.takeBack', { name: '一.txt' })).tap()
      await button(page, t('collect.page.takeBackConfirm')).tap()
      await waitForText(page, t('collect.page.takenBack', { name: '一.txt' }))
      const [person] = await everybody(me, link.id, 'done')
      assert.deepEqual(
        person!.files.map(({ name }) => name),
        ['周舟 - 二.txt'],
      )
    })
    await drive.visit(user, '/files/trash', async (page) => {
      const words = t('trash.takenBack', { name: '周舟' })
      await row(page, '周舟 - 一.txt').getByText(words).waitFor(HALF_MINUTE)
    })
  })

  deepTest(
    '[AH-25] a contributor without an account chooses a listed name, hands in two files, and replaces one after a reload',
    async () => {
      const { me, folder } = await world()
      const link = await makeFileRequest(me, folder, {
        names: ['周舟', '何小北'],
        is_listed_only: true,
        kinds: ['document'],
      })
      await drive.visit(null, `/collect/${link.unique_name}`, async (page) => {
        await waitForText(page, link.title)
        await shown(page).locator('.collect-chip').filter({ hasText: '周舟' }).tap(HALF_MINUTE)
        await pick(page, () => add(page), [text('一.txt', 'one'), text('二.txt', 'two'), text('坏.exe', 'x')])
        await waitForText(page, t('collect.page.wrongKind', { name: '坏.exe' }))
        await assertAccessible(page)
        await button(page, t('collect.page.submit')).tap()
        await waitForText(page, t('collect.page.submitted', { n: 2 }))
        await assertAccessible(page)
        await page.reload()
        await waitForText(page, t('collect.page.mine'))
        await waitForText(page, '一.txt')
        const replace = () => button(page, t('collect.page.replace', { name: '一.txt' })).tap()
        await pick(page, replace, [text('新.txt', 'three')])
        await waitForText(page, `5 B · ${t('collect.page.replacing', { name: '一.txt' })}`)
        await button(page, t('collect.page.submit')).tap()
        await waitForText(page, t('collect.page.submitted', { n: 1 }))
      })
      const [person] = await everybody(me, link.id, 'done')
      assert.deepEqual(
        person!.files.map(({ name, size }) => [name, size]),
        [
          ['周舟 - 一.txt', 5],
          ['周舟 - 二.txt', 3],
        ],
      )
    },
  )

  deepTest(
    '[AH-25] the owner sees who has handed in, opens it, releases a name to another device, closes and reopens',
    async () => {
      const { user, me, folder } = await world()
      const link = await makeFileRequest(me, folder, { names: ['周舟', '何小北'] })
      await drive.visit(null, `/collect/${link.unique_name}`, async (page) => {
        await field(page, t('collect.page.name')).fill('周舟', HALF_MINUTE)
        await pick(page, () => add(page), [text('一.txt', 'one')])
        await button(page, t('collect.page.submit')).tap()
        await waitForText(page, t('collect.page.submitted', { n: 1 }))
      })
      await drive.visit(user, `/collects/${link.id}`, async (page) => {
        await waitForText(page, t('collect.progress', { n: 1, max: 2 }))
        await shown(page)
          .getByRole('tab', { name: t('collect.tabs.done', { n: 1 }) })
          .tap()
        await shown(page).locator('.collect-row').filter({ hasText: '周舟' }).tap()
        await shown(page).getByRole('dialog').getByText('周舟 - 一.txt', { exact: true }).waitFor()
        await assertAccessible(page)
        await button(page, t('collect.person.release')).tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('action.confirm') })
          .tap()
        await waitForText(page, t('collect.person.released'))
        await button(page, t('collect.more')).tap()
        await button(page, t('collect.close')).tap()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: t('collect.close') })
          .tap()
        await waitForText(page, t('collect.why.closed'))
        await button(page, t('collect.more')).tap()
        await button(page, t('collect.reopen')).tap()
        await waitForText(page, t('collect.state.open'))
      })
    },
  )

  deepTest(
    '[AH-25] a name in use elsewhere, an ended, a closed and an unknown link each have their message',
    async () => {
      const { me, folder } = await world()
      const { db } = drive.server.deps
      const link = await makeFileRequest(me, folder, { names: ['周舟'] })
      const set = (values: object) => db.updateTable('collect_links').set(values).where('id', '=', link.id).execute()
      const path = `/collect/${link.unique_name}`
      await db.updateTable('collect_people').set({ claimed_at: new Date() }).where('link_id', '=', link.id).execute()
      await drive.visit(null, path, async (page) => {
        await field(page, t('collect.page.name')).fill('周舟', HALF_MINUTE)
        await pick(page, () => add(page), [text('一.txt', 'one')])
        await button(page, t('collect.page.submit')).tap()
        await shown(page).getByRole('alert').filter({ hasText: '另一台设备' }).waitFor()
        await set({ due_at: new Date(Date.now() - 60_000) })
        await page.reload()
        await waitForText(page, t('collect.page.ended.title'))
        await assertAccessible(page)
        await set({ due_at: null, closed_at: new Date() })
        await page.reload()
        await waitForText(page, t('collect.page.closed.title'))
        await page.goto(`${drive.server.url}/collect/${'A'.repeat(22)}`)
        await waitForText(page, t('collect.page.notFound.title'))
        await page.goto(`${drive.server.url}/collect/short`)
        await waitForText(page, t('collect.page.notFound.title'))
      })
    },
  )

  deepTest('[AH-25] a reminder in the message centre leads to where files are handed in', async () => {
    const { me, folder, enterprise } = await world()
    const colleague = await drive.make.user({ enterprise, name: '许知远' })
    const link = await makeFileRequest(me, folder, { user_ids: [colleague.id] })
    await me.call('POST /apps/collects/remind', { collect_id: link.id })
    await drive.visit(colleague, '/message', async (page) => {
      await waitForText(page, t('messages.notice.collect_reminder'))
      await shown(page).locator('.message-open').first().tap()
      await waitForText(page, link.title)
      assert.equal(await field(page, t('collect.page.name')).inputValue(), '许知远')
      await pick(page, () => add(page), [text('一.txt', 'one')])
      await button(page, t('collect.page.submit')).tap()
      await waitForText(page, t('collect.page.submitted', { n: 1 }))
    })
    const { collect } = await me.call('GET /apps/collects/get', { collect_id: link.id })
    assert.deepEqual([collect.listed_done_count, collect.remindable_count], [1, 0])
  })
})

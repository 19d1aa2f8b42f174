import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../server/database/tables'
import { openDrive } from '../browser/rig/drive'
import { addressBecomes, shown, t as say } from '../browser/rig/screen'
import { client } from '../support/client'
import { until } from '../support/until'
import { openSignedIn, type Phone } from '../weapp/Phone'
import { origin } from '../weapp/site'
import { Wire } from '../weapp/Wire'

// Registered before the server's own hook, because connections to the server end first.
after(() => wire.close())
// A host that both ends name; browsers send a cookie over http.
const drive = openDrive({ isLive: true, live: { gather: 20 }, config: { baseUrl: origin.replace('https', 'http') } })
let wire: Wire
before(async () => {
  wire = await Wire.open(drive.server.url)
})

/** ms between two polls of the mini-program without a stream: of a list, of comments, of messages */
const LOOKS = [20_000, 10_000, 30_000]
/** Whether the mini-program would poll. */
const asksByClock = (phone: Phone) => LOOKS.some((look) => phone.host.waits(look) > 0)

const panel = (page: Page) => page.locator('.comments')
const texts = (page: Page) => panel(page).locator('.comment-text').allTextContents()
const textsOn = (phone: Phone) => phone.host.$$('.comment-text').map(({ text }) => text)
const icon = (page: Page) => shown(page).locator('.foot-messages')
const badge = async (page: Page) => (await icon(page).locator('.icon-button-badge').allTextContents()).join()
const badgeOn = (phone: Phone) => phone.host.$('.icon-button-badge')?.text ?? ''

async function unreadOf({ login }: UserRow): Promise<number> {
  const own = await client(drive.server).as(login)
  return (await own.call('GET /apps/users/get_base_info', {})).unread_messages_count
}

async function world() {
  const enterprise = await drive.make.enterprise()
  const person = (name: string) => drive.make.user({ enterprise, name })
  const [speaker, reader, walker] = [await person('王珂'), await person('李蔚'), await person('陈希')]
  const folder = await drive.make.folder({ owner: speaker }, { name: '宣讲' })
  const file = await drive.make.file({ parent: folder }, { name: '宣讲会.txt' })
  for (const user of [reader, walker]) await drive.make.collab(folder, { user }, 'viewer')
  return { speaker, reader, walker, file, at: `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}` }
}

/** Mentions people by the picker and comments. @returns when it was sent, ms */
async function speak(page: Page, names: readonly string[], words: string): Promise<number> {
  const field = page.getByRole('textbox', { name: say('comments.placeholder') })
  for (const name of names) {
    await field.pressSequentially(`@${name[0]}`)
    await panel(page).locator('.mention').filter({ hasText: name }).tap()
  }
  await field.pressSequentially(words)
  const button = panel(page).getByRole('button', { name: say('comments.submit') })
  const sent = performance.now()
  await button.tap()
  return sent
}

/** Waits until somebody sees it, and reports the duration, which no run asserts. */
async function sees(t: TestContext, what: string, sent: number, look: () => Promise<boolean>): Promise<void> {
  await until(what, look)
  t.diagnostic(`${what}: ${Math.round(performance.now() - sent)} ms after it was sent`)
}

test('[COMM-05] [MSG-09] [AH-20] two browsers and a mini-program agree on mentions, badges and messages, also after two were offline', async (t) => {
  const { speaker, reader, walker, file, at } = await world()
  const both = [reader.name, walker.name]
  const expected = ['@李蔚 @陈希 第 8 页', '@李蔚 @陈希 第 9 页', '@李蔚 @陈希 第 10 页']
  const offline = { expected: [/ERR_INTERNET_DISCONNECTED/] }

  const phone = await openSignedIn(t, wire, walker)
  await phone.until('.foot-messages')
  await phone.listens(drive.server.deps)
  await drive.visit(
    reader,
    '/files/frequent',
    async (theirs) => {
      await until('their stream stands', () => drive.server.deps.live.size() === 2)
      await drive.visit(speaker, at, async (mine) => {
        await panel(mine).getByText(say('comments.empty')).waitFor()
        assert.deepEqual([await badge(theirs), badgeOn(phone)], ['', ''])

        const first = await speak(mine, both, '第 8 页')
        await sees(t, 'the badge of a browser', first, async () => (await badge(theirs)) === '1')
        await sees(t, 'the badge of the mini-program', first, async () => badgeOn(phone) === '1')
        assert.equal(asksByClock(phone), false)
        assert.deepEqual([await unreadOf(reader), await unreadOf(walker), await unreadOf(speaker)], [1, 1, 0])

        await icon(theirs).tap()
        await shown(theirs).locator('.message').filter({ hasText: file.name }).tap()
        await until('the message opens it', async () => (await texts(theirs)).join() === expected[0])
        await until('it is read', async () => (await unreadOf(reader)) === 0)
        assert.equal(await unreadOf(walker), 1)

        const second = await speak(mine, both, '第 9 页')
        await sees(t, 'a comment in a browser', second, async () => (await texts(theirs)).length === 2)
        await phone.tapBar('messages')
        await phone.at('message')
        phone.host.tap(await phone.until('.message-open'))
        await phone.at('comments', { typed_id: `file_${file.id}` })
        await phone.until(() => textsOn(phone).length === 2)
        await phone.until(() => phone.asked('/api/events').at(-1)!.includes('watch=comments_'))
        await until('both are read', async () => (await unreadOf(walker)) + (await unreadOf(reader)) === 0)

        await theirs.context().setOffline(true)
        await theirs.waitForFunction(() => !navigator.onLine)
        const cut = wire.cut('/api/')
        phone.host.setNetwork('none')
        await speak(mine, both, '第 10 页')
        await until('it stands there', async () => (await texts(mine)).length === 3)
        assert.deepEqual([textsOn(phone).length, await unreadOf(reader), await unreadOf(walker)], [2, 1, 1])
        await theirs.context().setOffline(false)
        cut.stop()
        phone.host.setNetwork('wifi')
        await until('it came to the browser', async () => (await texts(theirs)).length === 3)
        await phone.until(() => textsOn(phone).length === 3)
        assert.deepEqual([await texts(mine), await texts(theirs), textsOn(phone)], [expected, expected, expected])
        await until('all is read', async () => (await unreadOf(walker)) + (await unreadOf(reader)) === 0)

        const own = await client(drive.server).as(speaker.login)
        const { comments } = await own.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
        const { id } = comments.find(({ content }) => content.includes('第 8 页'))!
        await own.call('POST /apps/comments/delete', { comment_id: id })
        const left = expected.slice(1).join()
        await until('a deleted one goes from browsers', async () =>
          [await texts(mine), await texts(theirs)].every((all) => all.join() === left),
        )
        await phone.until(() => textsOn(phone).join() === left)

        const said = await speak(mine, both, '第 11 页')
        await sees(
          t,
          'a comment in the mini-program',
          said,
          async () => textsOn(phone).at(-1) === '@李蔚 @陈希 第 11 页',
        )
        await until('all is read again', async () => (await unreadOf(walker)) + (await unreadOf(reader)) === 0)
        assert.equal(asksByClock(phone), false)
      })
      await theirs.goBack()
      await addressBecomes(theirs, '/message')
      await theirs.goBack()
      await addressBecomes(theirs, '/files/frequent')
      await until('no badge', async () => (await badge(theirs)) === '')
    },
    offline,
  )
  phone.host.back()
  await phone.at('message')
  phone.host.back()
  await phone.at('files')
  await phone.until(() => badgeOn(phone) === '')
})

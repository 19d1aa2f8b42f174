import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, openMenu, preview, shown, t } from '../rig/screen'

const drive = openDrive({ isLive: true, live: { gather: 20 } })
const panel = (page: Page) => page.locator('.comments')
const texts = (page: Page) => panel(page).locator('.comment-text').allTextContents()

async function world() {
  const enterprise = await drive.make.enterprise()
  const [owner, colleague] = [
    await drive.make.user({ enterprise, name: '王珂', login: `wang${enterprise.id}@test` }),
    await drive.make.user({ enterprise, name: '李蔚', login: `li${enterprise.id}@test` }),
  ]
  const folder = await drive.make.folder({ owner }, { name: '宣讲' })
  const file = await drive.make.file({ parent: folder }, { name: '宣讲会.txt' })
  await drive.make.collab(folder, { user: colleague }, 'viewer')
  return { owner, colleague, folder, file }
}

const open = (page: Page, folder: ItemRow, file: ItemRow) =>
  page.goto(`${drive.server.url}/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`)

async function unreadOf(user: UserRow): Promise<number> {
  const own = await client(drive.server).as(user.login)
  return (await own.call('GET /apps/users/get_base_info', {})).unread_messages_count
}

describe('two users', () => {
  test('[COMM-02] [COMM-03] [COMM-05] [MSG-09] [AH-20] a comment with a mention arrives live, and reading its message opens it', async () => {
    const { owner, colleague, folder, file } = await world()
    await drive.visit(colleague, `/files/folder/${folder.id}`, async (theirs) => {
      await drive.visit(owner, `/files/folder/${folder.id}`, async (mine) => {
        await openMenu(mine, file.name)
        await mine
          .getByRole('dialog')
          .getByRole('button', { name: t('menu.comment') })
          .tap()
        await addressBecomes(mine, `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`)
        await open(theirs, folder, file)
        await panel(theirs).getByText(t('comments.empty')).waitFor()
        const field = mine.getByRole('textbox', { name: t('comments.placeholder') })
        await field.pressSequentially('请看@李')
        await panel(mine).locator('.mention').filter({ hasText: '李蔚' }).tap()
        await field.pressSequentially('第 8 页')
        await panel(mine)
          .getByRole('button', { name: t('comments.submit') })
          .tap()
        await until('it stands there', async () => (await texts(mine))[0] === '请看@李蔚 第 8 页')
        const [toast, comment] = await Promise.all([
          mine.locator('.toast').boundingBox(),
          panel(mine).locator('.comment').first().boundingBox(),
        ])
        assert.ok(toast!.y + toast!.height <= comment!.y, JSON.stringify([toast, comment]))
        await until('it arrives', async () => (await texts(theirs))[0] === '请看@李蔚 第 8 页')
      })
      await until('it is read', async () => (await unreadOf(colleague)) === 0)
      const own = await client(drive.server).as(owner.login)
      await own.call('POST /apps/comments/create', {
        item_typed_id: `file_${file.id}`,
        content: `@[${colleague.id}:x] 再看`,
      })
      await theirs.goto(`${drive.server.url}/message`)
      await shown(theirs).locator('.message').filter({ hasText: file.name }).tap()
      await until('the comment', async () => (await texts(theirs)).includes('@李蔚 再看'))
      const card = panel(theirs).locator('.comments-card').getByText(file.name)
      await card.waitFor()
      const reader = await client(drive.server).as(colleague.login)
      const { id } = (await reader.call('GET /apps/messages/get_list', {})).messages[0]!
      await addressBecomes(theirs, `/message?comment=1&typed_id=file_${file.id}&message_id=${id}`)
      await theirs.reload()
      await card.waitFor()
      await until('the comment again', async () => (await texts(theirs)).includes('@李蔚 再看'))
      await until('it is read, too', async () => (await unreadOf(colleague)) === 0)
      // A tap reaches only what lies on top: the file over its comments, and the comments again.
      await card.tap()
      await preview(theirs, file.name)
        .getByRole('button', { name: t('action.back') })
        .tap()
      await preview(theirs, file.name).waitFor({ state: 'detached' })
      await card.tap({ trial: true })
      await until('the mark of the message goes', async () => (await theirs.locator('.message-dot').count()) === 0)
    })
  })

  deepTest(
    '[AH-20] [MSG-10] messages reach an open message centre; those sent while the reader was offline appear after a reload',
    async () => {
      const { owner, colleague, file } = await world()
      const own = await client(drive.server).as(owner.login)
      const say = (content: string) =>
        own.call('POST /apps/comments/create', {
          item_typed_id: `file_${file.id}`,
          content: `@[${colleague.id}:x] ${content}`,
        })
      await drive.visit(
        colleague,
        '/message',
        async (page) => {
          const reads = (text: string) =>
            until(text, async () =>
              (await shown(page).locator('.message-text').allTextContents()).join().includes(text),
            )
          await shown(page).getByText(t('messages.empty.all.title')).waitFor()
          await say('一')
          await reads('一')
          await page.context().setOffline(true)
          await say('二')
          await page.context().setOffline(false)
          await page.reload()
          await reads('二')
          assert.equal(await unreadOf(colleague), 2)
          await shown(page).getByText(t('messages.markAll')).tap()
          await until('all is read', async () => (await unreadOf(colleague)) === 0)
          await until('no mark', async () => (await page.locator('.message-dot').count()) === 0)
        },
        { expected: [/ERR_INTERNET_DISCONNECTED/] },
      )
    },
  )

  deepTest(
    '1,000 comments of differing height create few elements, show the one that a message names, and keep the place',
    async () => {
      const { owner, colleague, file } = await world()
      const long = (n: number) => `${n} ${'很长的一段话'.repeat((n * 7) % 60)}`
      let spoken = 0
      for (let n = 1; n <= 1000; n += 1) {
        const told = n === 500 ? colleague : undefined
        const { notice } = await drive.make.comment(file, owner, { content: long(n), told })
        spoken = notice?.message_id ?? spoken
      }
      const at = `/files/folder/${file.parent_id}?comment=1&typed_id=file_${file.id}`
      await drive.visit(colleague, `${at}&message_id=${spoken}`, async (page) => {
        const row = panel(page).locator('.comment', { hasText: /500 / })
        await row.waitFor()
        const [box, list] = [await row.boundingBox(), await panel(page).locator('.measured').boundingBox()]
        assert.ok(box!.y >= list!.y && box!.y < list!.y + list!.height / 2, JSON.stringify([box, list]))
        assert.equal(await panel(page).locator('.measured-row').count(), 48)
      })
      await drive.visit(colleague, at, async (page) => {
        const list = panel(page).locator('.measured')
        await panel(page)
          .getByText(/^1000 /)
          .waitFor()
        const count = () => panel(page).locator('.measured-row').count()
        assert.equal(await count(), 48)
        const seen = () =>
          list.evaluate((box) => {
            const { top, bottom } = box.getBoundingClientRect()
            const rows = [...box.querySelectorAll('.measured-row')].map(
              (row) => [row, row.getBoundingClientRect()] as const,
            )
            const [row, bounds] = rows.find(([, { bottom: end }]) => end > top + 1)!
            const last = rows.at(-1)![1]
            return { id: row.id, place: bounds.top - top, isFull: last.bottom >= bottom - 1 }
          })
        assert.equal((await seen()).isFull, true)
        for (let step = 0; step < 30; step += 1) {
          const before = await seen()
          const moved = await list.evaluate(async (box) => {
            const from = box.scrollTop
            box.scrollTop -= 300
            const by = from - box.scrollTop
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
            return by
          })
          const place = await page.evaluate((id) => {
            const row = document.getElementById(id)!.getBoundingClientRect()
            return row.top - document.querySelector('.measured')!.getBoundingClientRect().top
          }, before.id)
          assert.ok(
            Math.abs(place - before.place - moved) < 2,
            `step ${step}: ${place} after ${before.place} and ${moved}`,
          )
          assert.ok((await count()) <= 48 && (await seen()).isFull)
        }
      })
    },
  )

  deepTest('[COMM-04] [AH-18] the row shows the comment count; users delete their own after confirming', async () => {
    const { owner, folder, file } = await world()
    await drive.make.comment(file, owner, { content: '一' })
    await drive.make.comment(file, owner, { content: '二' })
    await drive.visit(owner, `/files/folder/${folder.id}`, async (page) => {
      await shown(page)
        .getByText(t('row.comments', { n: 2 }))
        .waitFor()
      await open(page, folder, file)
      const remove = { name: t('comments.removeOf', { name: owner.name }) }
      await panel(page).locator('.comment').filter({ hasText: '二' }).getByRole('button', remove).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('remove.confirm') })
        .tap()
      await until('it is gone', async () => (await texts(page)).join() === '一')
      await assertAccessible(page)
      await page.goBack()
    })
  })
})

/** Plays a microphone that the user refuses at first and that then hums. A headless browser has none. */
function fakeMicrophone() {
  let asked = 0
  navigator.mediaDevices.getUserMedia = async () => {
    asked += 1
    if (asked === 1) throw new DOMException('Permission denied', 'NotAllowedError')
    const sound = new AudioContext()
    const out = sound.createMediaStreamDestination()
    const hum = sound.createOscillator()
    hum.connect(out)
    hum.start()
    return out.stream
  }
}

deepTest('[COMM-06] a refused microphone is explained, and an allowed one records a voice that plays', async () => {
  const { owner, folder, file } = await world()
  await drive.visit(owner, '/files/frequent', async (page) => {
    await page.addInitScript(fakeMicrophone)
    await open(page, folder, file)
    const voice = page.getByRole('dialog', { name: t('comments.voice.title') })
    const seconds = /0:0[2-9]/
    await page.getByRole('button', { name: t('comments.voice.record') }).tap()
    await voice.getByText(t('comments.voice.allow')).waitFor()
    await assertAccessible(page)
    await voice.getByRole('button', { name: t('comments.voice.again') }).tap()
    await voice.locator('.voice-time', { hasText: seconds }).waitFor()
    await assertAccessible(page)
    await voice.getByRole('button', { name: t('comments.submit') }).tap()
    await panel(page).locator('.comment-voice', { hasText: seconds }).waitFor()
    await voice.waitFor({ state: 'detached' })
    await addressBecomes(page, `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`)
    const own = await client(drive.server).as(owner.login)
    const { comments } = await own.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
    const sound = await fetch(drive.server.url + comments[0]!.voice_url!)
    assert.deepEqual([sound.status, sound.headers.get('content-type')], [200, 'audio/mpeg'])
  })
})

deepTest(
  '[COMM-06] holding the microphone draws the voice; sliding up discards it, lifting sends it, and a later tap works',
  async () => {
    const { owner, folder, file } = await world()
    await drive.visit(owner, '/files/frequent', async (page) => {
      await page.addInitScript(fakeMicrophone)
      await page.addInitScript(() => void navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => {}))
      await open(page, folder, file)
      const voice = page.getByRole('dialog', { name: t('comments.voice.title') })
      const mic = page.getByRole('button', { name: t('comments.voice.record') })
      // A page plays and records no sound before the first tap.
      await panel(page).locator('.header-text').tap()
      const box = (await mic.boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const hand = await page.context().newCDPSession(page)
      const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
        hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - up }] })
      const loudest = () =>
        voice
          .locator('.voice-bar')
          .evaluateAll((bars) => Math.max(...bars.map((bar) => bar.getBoundingClientRect().height)))

      await finger('touchStart')
      await voice.getByText(t('comments.voice.hold.on')).waitFor()
      await until('the hum is drawn', async () => (await loudest()) > 20)
      await assertAccessible(page)
      await finger('touchMove', 120)
      await voice.getByText(t('comments.voice.hold.away')).waitFor()
      await finger('touchEnd')
      await voice.waitFor({ state: 'detached' })
      assert.equal(await panel(page).locator('.comment-voice').count(), 0)

      await finger('touchStart')
      await voice.locator('.voice-time', { hasText: /0:0[2-9]/ }).waitFor()
      await finger('touchEnd')
      await panel(page).locator('.comment-voice').waitFor()
      await voice.waitFor({ state: 'detached' })

      await mic.tap()
      await voice.getByRole('button', { name: t('action.cancel') }).tap()
      await voice.waitFor({ state: 'detached' })
      assert.equal(await panel(page).locator('.comment-voice').count(), 1)
    })
  },
)

deepTest('[COMM-01] the comments of a deleted item are an error view that leads home', async () => {
  const { owner, folder, file } = await world()
  const own = await client(drive.server).as(owner.login)
  await own.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
  await drive.visit(owner, `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`, async (page) => {
    await panel(page).getByText(t('comments.gone')).waitFor()
    assert.equal(await panel(page).locator('.comments-form').count(), 0)
    await panel(page)
      .getByRole('button', { name: t('comments.home') })
      .tap()
    await addressBecomes(page, '/files/frequent')
  })
})

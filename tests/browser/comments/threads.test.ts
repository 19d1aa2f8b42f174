import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { MOUSE } from '../rig/console'
import { openDrive } from '../rig/drive'
import { addressBecomes, t } from '../rig/screen'

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
  const { comment } = await drive.make.comment(file, colleague, { content: '第 8 页的数对吗？' })
  return { owner, colleague, folder, file, comment }
}

test('[AH-53] a comment is answered, its thread resolved, shown and reopened, and the other reader follows live', async () => {
  const { owner, colleague, folder, file } = await world()
  const at = `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`
  await drive.visit(colleague, at, async (theirs) => {
    await drive.visit(owner, at, async (mine) => {
      const press = (name: string) => panel(mine).getByRole('button', { name }).first().tap()
      await press(t('comments.answerOf', { name: '李蔚' }))
      await panel(mine)
        .getByText(t('comments.answering', { name: '李蔚' }))
        .waitFor()
      // The field has the focus without a tap.
      await mine.keyboard.type('核对过了')
      await press(t('comments.submit'))
      const quote = panel(theirs).locator('.comment-quote')
      await until('the answer arrives', async () => (await texts(theirs))[1] === '核对过了')
      assert.equal(await quote.textContent(), '李蔚第 8 页的数对吗？')
      assert.equal(await panel(mine).locator('.comments-answering').count(), 0)
      await assertAccessible(mine)

      await press(t('comments.resolveOf', { name: '李蔚' }))
      const folded = (page: Page) => panel(page).locator('.comment-resolved')
      await folded(theirs)
        .getByText(t('comments.resolved', { n: 2 }))
        .waitFor()
      for (const page of [mine, theirs]) await until('it is folded', async () => (await texts(page)).length === 0)
      await assertAccessible(mine)
      await folded(mine).tap()
      await until('it is shown', async () => (await texts(mine)).length === 2)
      assert.equal(await folded(mine).getAttribute('aria-expanded'), 'true')
      await press(t('comments.reopenOf', { name: '李蔚' }))
      await until('it is open for both', async () => (await texts(theirs)).length === 2)
      assert.equal(await folded(mine).count(), 0)
    })
  })
})

deepTest(
  '[AH-53] on a wide screen the comments lie beside the document, which stays usable; on a phone over it',
  async () => {
    const { owner, folder, file } = await world()
    const at = `/files/folder/${folder.id}?preview=1&file_id=${file.id}`
    await drive.visit(owner, at, async (page) => {
      const preview = page.locator('.preview')
      const boxes = async () => [(await preview.boundingBox())!, (await panel(page).boundingBox())!] as const
      const toggle = preview.getByRole('button', { name: t('menu.comment') })
      await preview.locator('.header-text', { hasText: file.name }).waitFor()
      await page.setViewportSize({ width: 1280, height: 800 })
      // Beside the list, the preview is another one than above it.
      await preview.locator('.header-text', { hasText: file.name }).waitFor()
      const { width } = (await preview.boundingBox())!
      await toggle.click()
      await panel(page).getByText('第 8 页的数对吗？').waitFor()
      const [document, comments] = await boxes()
      assert.ok(document.x >= 0 && document.x + document.width <= comments.x + 1, JSON.stringify([document, comments]))
      assert.ok(comments.x + comments.width <= 1280 && comments.width >= 300 && document.width === width)
      assert.equal(await panel(page).getAttribute('aria-modal'), 'false')
      await assertAccessible(page, 'body', MOUSE)
      await page.reload()
      await panel(page).getByText('第 8 页的数对吗？').waitFor()

      await page.setViewportSize({ width: 900, height: 800 })
      const [narrow, beside] = await boxes()
      assert.ok(beside.x - narrow.x >= 590 && beside.x + beside.width <= 901, JSON.stringify([narrow, beside]))
      await page.setViewportSize({ width: 390, height: 844 })
      const [under, over] = await boxes()
      assert.deepEqual([over.x, over.width], [under.x, under.width])
      await page.setViewportSize({ width: 1280, height: 800 })

      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'detached' })
      await preview.locator('.header-text', { hasText: file.name }).waitFor()
      await toggle.click()
      await panel(page).waitFor()
      await toggle.click()
      await panel(page).waitFor({ state: 'detached' })
      await addressBecomes(page, at)
    })
  },
)

deepTest('[AH-53] a recording is heard, recorded anew and sent as an answer', async () => {
  const { owner, folder, file, comment } = await world()
  await drive.visit(owner, '/files/frequent', async (page) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const sound = new AudioContext()
        const out = sound.createMediaStreamDestination()
        const hum = sound.createOscillator()
        hum.connect(out)
        hum.start()
        return out.stream
      }
    })
    await page.goto(`${drive.server.url}/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}`)
    await panel(page)
      .getByRole('button', { name: t('comments.answerOf', { name: '李蔚' }) })
      .tap()
    await page.getByRole('button', { name: t('comments.voice.record') }).tap()
    const voice = page.getByRole('dialog', { name: t('comments.voice.title') })
    const press = (name: string) => voice.getByRole('button', { name }).tap()
    await voice.locator('.voice-time', { hasText: /0:0[2-9]/ }).waitFor()
    await press(t('comments.voice.listen'))
    await voice.getByText(t('comments.voice.kept.ready')).waitFor()
    await voice.locator('.comment-voice').tap()
    await voice.getByRole('button', { name: t('comments.pause') }).waitFor()
    await assertAccessible(page)
    await press(t('comments.voice.anew'))
    await voice.locator('.voice-time', { hasText: /0:0[2-9]/ }).waitFor()
    await press(t('comments.submit'))
    await panel(page).locator('.comment-voice').waitFor()
    const own = await client(drive.server).as(owner.login)
    const { comments } = await own.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
    assert.deepEqual([comments.length, comments[1]!.is_voice, comments[1]!.answer_to?.id], [2, true, comment.id])
  })
})

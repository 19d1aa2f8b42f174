import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { until } from '../../support/until'
import { bringSession, openDrive } from '../rig/drive'
import { shown, signOut, t } from '../rig/screen'
import { becomes, documentWorld, onWire, state, text, writeAtEnd, written, type Wire } from './documentPage'

const words = phrases.document
const drive = openDrive({ connections: 10 })
const cutOff = { expected: [/WebSocket/] }
const lost = (page: Page) => shown(page).getByRole('alert')

/** What the phone keeps of a document, for any user. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('satchel.unsent')).length)

/** Writes while the connection is cut, until the phone keeps it. */
async function writeOffline(page: Page, wire: Wire, letters: string) {
  await state(page, words.state.saved)
  await wire.cut()
  await state(page, words.state.offline)
  await writeAtEnd(page, letters)
  await until('the words on the phone', async () => (await kept(page)) === 1)
}

/** Everything that the phone has stored in the page's origin, as one text. */
const everythingStored = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))

describe('[DOC-04] what was written during a cut survives a reload', () => {
  test('and is stored and shown to everybody once the network is back; then the phone keeps nothing', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await drive.visit(other, place, (theirs) =>
      onWire(
        drive,
        owner,
        place,
        async (mine, wire) => {
          await writeAtEnd(mine, '一')
          await state(mine, words.state.saved)
          assert.equal(await kept(mine), 0)
          await writeOffline(mine, wire, '，离线写的')
          await writeAtEnd(theirs, '同时写的')
          await state(theirs, words.state.saved)
          wire.mend()
          await mine.reload()
          await state(mine, words.state.saved)
          const both = await written(mine)
          assert.ok(both.includes('，离线写的') && both.includes('同时写的'), both)
          await becomes(theirs, both)
          assert.equal(await kept(mine), 0)
          await mine.reload()
          await becomes(mine, both)
        },
        cutOff,
      ),
    )
  })

  test('the page that is left says that the words stay on the device, and sends them when it is opened again', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await onWire(
      drive,
      owner,
      place,
      async (mine, wire) => {
        await writeOffline(mine, wire, '写到一半')
        await shown(mine)
          .getByRole('button', { name: t('action.back'), exact: true })
          .tap()
        await shown(mine).getByText(words.leave.kept).waitFor()
        assert.equal(await kept(mine), 1)
        wire.mend()
        await mine.goto(`${drive.server.url}${place}`)
        await becomes(mine, '写到一半')
        await state(mine, words.state.saved)
      },
      cutOff,
    )
    await drive.visit(other, place, async (theirs) => void (await becomes(theirs, '写到一半')))
  })

  test('a writer who may only view by then is told what is not stored, and it is thrown away', async () => {
    const { other, address: place, setRole } = await documentWorld(drive)
    await onWire(
      drive,
      other,
      place,
      async (page, wire) => {
        await writeAtEnd(page, '大家的')
        await state(page, words.state.saved)
        await writeOffline(page, wire, '没赶上的')
        await setRole('viewer')
        wire.mend()
        await page.reload()
        await state(page, words.state.reading)
        await lost(page).getByText('没赶上的', { exact: true }).waitFor()
        assert.equal(await written(page), '大家的')
        await page.reload()
        await lost(page).getByText('没赶上的', { exact: true }).waitFor()
        await lost(page).getByText(words.lost.close).tap()
        await lost(page).waitFor({ state: 'detached' })
        assert.equal(await kept(page), 0)
        await setRole('editor')
        await page.reload()
        await state(page, words.state.saved)
        assert.equal(await written(page), '大家的')
      },
      cutOff,
    )
  })

  test('a writer who may write again before they have read it loses nothing', async () => {
    const { other, address: place, setRole } = await documentWorld(drive)
    await onWire(
      drive,
      other,
      place,
      async (page, wire) => {
        await writeOffline(page, wire, '还来得及')
        await setRole('viewer')
        wire.mend()
        await page.reload()
        await lost(page).getByText('还来得及', { exact: true }).waitFor()
        await setRole('editor')
        await becomes(page, '还来得及')
        await state(page, words.state.saved)
        assert.deepEqual([await lost(page).count(), await kept(page)], [0, 0])
      },
      cutOff,
    )
  })

  test('a person who is removed meanwhile gets their own words to copy, and nothing stays on the phone', async () => {
    const { other, address: place, remove } = await documentWorld(drive)
    await onWire(
      drive,
      other,
      place,
      async (page, wire) => {
        await writeAtEnd(page, '大家的')
        await state(page, words.state.saved)
        await writeOffline(page, wire, '我的')
        await remove()
        wire.mend()
        await page.reload()
        await lost(page).getByText('我的', { exact: true }).waitFor()
        assert.equal(await text(page).count(), 0)
        assert.equal(await kept(page), 0)
        assert.equal((await shown(page).textContent())!.includes('大家的'), false)
      },
      cutOff,
    )
  })
})

describe('[DOC-04] what a phone keeps belongs to one user', () => {
  test('signing out erases it, and the next user of the browser neither sees nor sends it', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await onWire(
      drive,
      owner,
      place,
      async (page, wire) => {
        await writeOffline(page, wire, '我一个人的')
        await page.goto(`${drive.server.url}/files/own`)
        await signOut(page)
        assert.equal(await kept(page), 0)
        assert.equal((await everythingStored(page)).includes('unsent'), false)
        wire.mend()
        await bringSession(page, drive.server, other.login)
        await page.goto(`${drive.server.url}${place}`)
        await state(page, words.state.saved)
        assert.equal(await written(page), '')
      },
      cutOff,
    )
  })

  test('another user who signs in without a sign-out finds nothing, either', async () => {
    const { owner, other, address: place } = await documentWorld(drive)
    await onWire(
      drive,
      owner,
      place,
      async (page, wire) => {
        await writeOffline(page, wire, '我一个人的')
        wire.mend()
        await bringSession(page, drive.server, other.login)
        await page.evaluate(() => sessionStorage.clear())
        await page.goto(`${drive.server.url}${place}`)
        await state(page, words.state.saved)
        assert.deepEqual([await written(page), await kept(page)], ['', 0])
      },
      cutOff,
    )
  })

  test('somebody who writes by a token alone keeps nothing', async () => {
    const { me, item } = await documentWorld(drive)
    const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: item.id })
    await onWire(
      drive,
      null,
      access_url.slice(drive.server.url.length),
      async (page, wire) => {
        await writeAtEnd(page, '一')
        await state(page, words.state.saved)
        await wire.cut()
        await state(page, words.state.offline)
        await writeAtEnd(page, '二')
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        assert.equal(await kept(page), 0)
      },
      cutOff,
    )
  })
})

import { afterEach, describe, expect, test } from '@jest/globals'
import { runInAction } from 'mobx'
import { createElement as h } from 'react'
import type { Item } from '@/contract/entities'
import { DocumentRefused, type DocumentRequest, type HandOver, type Outgoing } from '@/platform/Platform'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { makeLazy } from '@/stores/app/LazyStores'
import { makeFolder, makeItem } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type Mounted } from '../rig'

let mounted: Mounted
afterEach(() => mounted.close())

const LABEL = '发送到其他应用'
const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

/** The menu of an item in a browser whose sheet accepts PDF files. */
async function openMenu(item: Item, ends: (HandOver | Error)[] = [], { comes = Promise.resolve() } = {}) {
  const { app, platform, server } = await startApp()
  server.on('GET /apps/files/download', { download_url: '/api/signed' })
  const asked: DocumentRequest[] = []
  let handed = 0
  const outgoing: Outgoing = {
    largest: 50 * 1024 * 1024,
    targetsOf: ({ extension }) => (extension === 'pdf' ? ['app'] : []),
    async fetch(document) {
      asked.push(document)
      await comes
      return 'bytes'
    },
    async handOver() {
      handed += 1
      const end = ends.shift() ?? 'done'
      if (end instanceof Error) throw end
      return end
    },
  }
  runInAction(() => makeLazy(app, 'outgoing', () => outgoing))
  const overlays = app.createOverlays()
  overlays.show('actionsheet', item.typed_id)
  mounted = await mountScreen(app, h(ItemOverlays, { item, context: 'list', overlays }))
  return { app, platform, asked, overlays, handed: () => handed }
}

async function send(...given: Parameters<typeof openMenu>) {
  const rig = await openMenu(...given)
  await tap(mounted.box, '.menu-entry', LABEL)
  return rig
}

const pdf = (fields: Partial<Item> = {}) => makeItem({ name: '简章.PDF', extension: 'PDF', ...fields })

describe('[AH-16] the menu offers a file to other apps', () => {
  test('the entry is the first below the round buttons, of which the download is one, where the browser accepts the file', async () => {
    await openMenu(pdf())
    expect([texts('.menu-round')[0], texts('.menu-group .menu-label')[0]]).toStrictEqual(['下载', LABEL])
  })

  test.each([
    ['a file that the browser does not take', makeItem({ name: '教案.docx', extension: 'docx' })],
    ['a folder', makeFolder({ name: '资料.pdf', extension: 'pdf' })],
    ['a file that may only be seen', pdf({ permissions: ['item_view', 'item_preview'] })],
    ['an online document', pdf({ extension_category: 'ydoc' })],
  ])('the entry is missing %s', async (_what, item) => {
    await openMenu(item)
    expect(texts('.menu-label')).not.toContain(LABEL)
  })

  test('a file that may not be downloaded is refused in the words of a download', async () => {
    const { app, asked } = await send(pdf({ is_encrypted: true }))
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'refusal.encrypted' })
    expect([asked, texts('.outgoing')]).toStrictEqual([[], []])
  })
})

describe('[AH-16] the sheet of a file on its way to another app', () => {
  test('the sheet shows the progress, and cancelling stops it', async () => {
    const { asked, overlays, handed } = await send(pdf(), [], { comes: new Promise(() => undefined) })
    doing(() => asked[0]!.onProgress(40.4))
    expect([texts('.outgoing-text'), texts('.outgoing .button')]).toStrictEqual([['正在准备文件，40%'], ['取消']])
    await tap(mounted.box, '.outgoing .button', '取消')
    expect([asked[0]!.canceler.canceled, overlays.depth, handed()]).toStrictEqual([true, 0, 0])
  })

  test('the sheet closes when the file is gone, and says nothing of a cancelled one', async () => {
    const { app, overlays } = await send(pdf(), ['canceled'])
    expect([overlays.depth, app.feedback.currentToast, app.feedback.dialog]).toStrictEqual([0, null, null])
  })

  test('the sheet asks for another tap where the first one is too old', async () => {
    const { overlays, handed } = await send(pdf(), ['tap'])
    expect([texts('.outgoing .button'), handed()]).toStrictEqual([['发送'], 1])
    await tap(mounted.box, '.outgoing .button', '发送')
    expect([overlays.depth, handed()]).toStrictEqual([0, 2])
  })

  test('the sheet says that the system refused, and offers a retry or a download', async () => {
    const { platform, overlays } = await send(pdf(), [new DocumentRefused('viewer'), new DocumentRefused('viewer')])
    expect(texts('.outgoing-text')).toStrictEqual(['系统没有接收这个文件。可以重试，或下载后再发送。'])
    await tap(mounted.box, '.outgoing .button', '重试')
    expect(texts('.outgoing .button')).toStrictEqual(['重试', '下载'])
    await tap(mounted.box, '.outgoing .button', '下载')
    await answered()
    expect([platform.saved, overlays.depth]).toStrictEqual([['/api/apps/files/save?to=%2Fapi%2Fsigned'], 0])
  })

  test('a file too large for a phone is not fetched, and can be downloaded', async () => {
    const { asked } = await send(pdf({ size: 50 * 1024 * 1024 + 1 }))
    expect([texts('.outgoing-text'), texts('.outgoing .button')]).toStrictEqual([
      ['超过 50 MB 的文件不能直接发送，请下载后再发'],
      ['下载'],
    ])
    expect(asked).toStrictEqual([])
  })
})

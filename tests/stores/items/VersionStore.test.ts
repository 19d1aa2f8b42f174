import { describe, expect, test } from '@jest/globals'
import type { FileVersion } from '@/contract/items/versions'
import { VersionStore } from '@/stores/items/VersionStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const LIST = 'GET /apps/files/versions'
const CHOOSE = 'POST /apps/file_versions/make_current'
const DESCRIBE = 'POST /apps/file_versions/edit'

const version = (number: number, current: boolean, remark = ''): FileVersion => ({
  id: number * 10,
  file_id: 1,
  version: number,
  modified_at: 1_790_000_000 + number,
  updater: { id: 7, name: '王珂' },
  current,
  name: '报告.txt',
  size: 3,
  extension: 'txt',
  extension_category: 'text',
  type_icon: 'txt',
  file_version_key: `k${number}`,
  remark,
  may_edit_remark: true,
  permissions: ['item_view', 'item_upload'],
})

/** Two versions, the newer of which is current. */
async function start() {
  const rig = await startApp()
  const item = makeItem({ id: 1, name: '报告.txt' })
  let current = 2
  const listed = () => [2, 1].map((number) => version(number, number === current))
  rig.server.on(LIST, () => ({ file_versions: listed() }))
  rig.server.on(CHOOSE, ({ file_version_id: id }) => {
    current = id / 10
    return { item: { ...item, file_version_id: id, version: current } }
  })
  const store = new VersionStore(rig.app, item)
  await store.open()
  const currentOnes = () => store.versions!.flatMap((each) => (each.current ? each.version : []))
  return { ...rig, store, listed, currentOnes }
}

describe('[AH-52] the current version', () => {
  test('an older version becomes the current one, and undo makes the former one current again', async () => {
    const { app, server, store, currentOnes } = await start()
    expect(await store.makeCurrent(store.versions![1]!)).toBe(true)
    await settled()
    expect(currentOnes()).toStrictEqual([1])
    app.feedback.currentToast!.action!.run()
    await settled()
    expect(currentOnes()).toStrictEqual([2])
    expect(
      server.callsOf(CHOOSE).map(({ request }) => [request.file_version_id, request.current_version_id]),
    ).toStrictEqual([
      [10, 20],
      [20, 10],
    ])
  })

  test('a choice that another version has overtaken says so, offers no undo and loads the list again', async () => {
    const { app, server, store } = await start()
    server.on(CHOOSE, refusal('version_outdated'))
    expect(await store.makeCurrent(store.versions![1]!)).toBe(false)
    await settled()
    expect([app.feedback.dialog?.text, app.feedback.currentToast, server.countOf(LIST)]).toStrictEqual([
      { text: '说明：version_outdated' },
      null,
      2,
    ])
  })

  test('a remark is sent trimmed; an unchanged one is not sent', async () => {
    const { server, store, listed } = await start()
    server.on(DESCRIBE, ({ remark }) => ({ file_versions: [listed()[0]!, version(1, false, remark)] }))
    store.describe(store.versions![1]!)
    expect([await store.setRemark('  '), server.countOf(DESCRIBE)]).toStrictEqual([true, 0])
    expect(await store.setRemark(' 初稿 ')).toBe(true)
    expect([server.callsOf(DESCRIBE)[0]!.request, store.versions![1]!.remark]).toStrictEqual([
      { file_id: 1, file_version_id: 10, remark: '初稿' },
      '初稿',
    ])
  })

  test('describing a version releases a picked file that was left, and picking one ends the describing', async () => {
    const { platform, store } = await start()
    platform.picked = [{ name: '定稿.txt', size: 1, source: 'x' }]
    await store.pick('files')
    store.describe(store.versions![1]!)
    expect([store.draft, platform.released, store.described?.version]).toStrictEqual([null, platform.picked, 1])
    await store.pick('files')
    expect([store.draft?.name, store.described]).toStrictEqual(['定稿.txt', null])
  })
})

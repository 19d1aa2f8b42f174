import { describe, expect, test } from '@jest/globals'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { copyAs, makeDocument } from '@/stores/documents/convert'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const IMPORT = 'POST /apps/documents/import'
const COPY = 'POST /apps/documents/copy_as'

async function start() {
  const rig = await startApp()
  const changes: ItemChange[] = []
  rig.app.changes.subscribe((change) => changes.push(change))
  return { ...rig, changes }
}

describe('[DOC-07] the app waits for a conversion', () => {
  test('it asks again until the file is there, announces it and offers to open it', async () => {
    const { app, platform, server, changes } = await start()
    const made = makeItem({ id: 70, name: '计划.ydoc' })
    let asked = 0
    server.on(IMPORT, () => ({ item: (asked += 1) < 3 ? null : made }))
    const done = makeDocument(app, { id: 7 })
    for (let round = 0; round < 3; round += 1) {
      await settled()
      expect(app.feedback.currentToast?.message).toStrictEqual(
        round < 2 ? { key: 'convert.running' } : { key: 'convert.made', params: { name: '计划.ydoc' } },
      )
      platform.clock.pass(1000)
    }
    await done
    expect(server.callsOf(IMPORT).map(({ request }) => request)).toStrictEqual([
      { file_id: 7, continues: false },
      { file_id: 7, continues: true },
      { file_id: 7, continues: true },
    ])
    expect(changes).toStrictEqual([{ type: 'added', row: made }])
    app.feedback.currentToast?.action?.run()
    await settled()
    expect(platform.navigate.stack.at(-1)).toStrictEqual({ page: 'preview', fileId: 70 })
  })

  test('a refusal ends it, and the app shows why', async () => {
    const { app, server, changes } = await start()
    server.on(COPY, refusal('conversion_too_large'))
    await copyAs(app, { id: 7 }, 'docx', { folderId: 0, departmentId: 3, name: '教务处' })
    await settled()
    expect(app.feedback.dialog?.kind).toBe('alert')
    expect([server.callsOf(COPY).map(({ request }) => request), changes]).toStrictEqual([
      [{ file_id: 7, format: 'docx', parent_folder_id: 0, department_id: 3, continues: false }],
      [],
    ])
  })
})

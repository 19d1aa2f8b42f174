import { expect, test } from '@jest/globals'
import { TrashActions } from '@/stores/trash/TrashActions'
import { makeFolder, makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const RESTORE = 'POST /apps/files/restore_from_trash'

test('[ERR-04] an item whose folder is deleted, too, is restored together with the folder after a question', async () => {
  const { app, server } = await startApp()
  const trash = new TrashActions(app)
  const answer = (agreed: boolean) => app.feedback.answer(app.feedback.dialog!.id, agreed)
  const item = makeItem({ name: '旧.pdf' })
  const failure = refusal('target_folder_not_deleted')
  const folders = [{ typed_id: 'folder_12', name: '作业' }]
  const entry = { error_code: 'target_folder_not_deleted', error_tr_msg: '说明', folders }
  const body = { success: false, errors: { validation_errors: [entry] }, request_id: 'r-1' }
  server.on(RESTORE, ({ item_typed_ids: ids }) =>
    ids.length === 1 ? { ...failure, body } : { items: [makeFolder({ id: 12, name: '作业' }), item] },
  )
  const refused = trash.restore(item)
  await settled()
  expect(app.feedback.dialog?.text).toStrictEqual({
    key: 'trash.withFolder.text',
    params: { name: '旧.pdf', folder: '作业' },
  })
  answer(false)
  expect([await refused, server.countOf(RESTORE)]).toStrictEqual([false, 1])
  const done = trash.restore(item)
  await settled()
  answer(true)
  expect(await done).toBe(true)
  expect(server.callsOf(RESTORE).at(-1)!.request).toStrictEqual({ item_typed_ids: [item.typed_id, 'folder_12'] })
  expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'trash.restored', params: { name: '旧.pdf' } })
})

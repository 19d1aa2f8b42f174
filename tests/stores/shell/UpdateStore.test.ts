import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UpdateStore } from '@/stores/shell/UpdateStore'
import { uploadsOf } from '@/stores/transfer/UploadStore'
import { makeFile } from '../support/factories'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'

async function running(build = 'b1', isGone = async (error: unknown) => error === 'gone') {
  const rig = await startApp()
  const { app, platform } = rig
  const update = new UpdateStore({
    feedback: app.feedback,
    late: app.late,
    build,
    isGone,
    restart: () => platform.navigate.restart(),
  })
  const answer = async (agreed: boolean) => {
    await until(() => app.feedback.dialog !== null)
    const { text, id } = app.feedback.dialog!
    app.feedback.answered(id, agreed)
    await settled()
    return 'key' in text ? text.key : text.text
  }
  const upload = () => {
    platform.server.on('POST /apps/files/presign_upload', () => new Promise(() => {}))
    uploadsOf(app).add([makeFile('大.zip')], 'folder_0')
  }
  return { ...rig, update, answer, upload, restarts: () => platform.navigate.restarts }
}

describe('[AH-32] a new version', () => {
  test('is offered when the server serves another build than runs; put away, not again, but the next one is', async () => {
    const { update, restarts } = await running()
    for (const [build, isOffered] of [
      ['b1', false],
      ['', false],
      ['b2', true],
    ] as const) {
      update.told(build)
      assert.equal(update.isOffered, isOffered, build)
    }
    update.put()
    for (const build of ['b2', '']) {
      update.told(build)
      assert.equal(update.isOffered, false, build)
    }
    update.told('b3')
    assert.equal(update.isOffered, true)
    update.told('b1')
    assert.deepEqual([update.isOffered, restarts()], [false, 0])
  })

  test('is not, where nobody says which build runs', async () => {
    const { update } = await running('')
    update.told('b2')
    assert.equal(update.isOffered, false)
  })

  test('begins at once, but asks first where something is being uploaded', async () => {
    const { update, answer, upload, restarts } = await running()
    await update.begin()
    assert.equal(restarts(), 1)
    upload()
    void update.begin()
    assert.equal(await answer(false), 'update.uploading')
    assert.equal(restarts(), 1)
    void update.begin()
    await answer(true)
    assert.equal(restarts(), 2)
  })

  test('is asked about where a part is gone; where it is out of reach it is not', async () => {
    const { app, update, answer, restarts } = await running()
    assert.equal(await update.isLost('out of reach'), false)
    assert.equal(app.feedback.dialog, null)
    const declined = update.isLost('gone')
    assert.equal(await answer(false), 'update.lost')
    assert.deepEqual([await declined, restarts()], [true, 0])
    const agreed = update.isLost('gone')
    await answer(true)
    assert.deepEqual([await agreed, restarts()], [true, 1])
  })

  test('of the mini-program is asked about when it lies ready, in other words while something is being uploaded', async () => {
    const { update, answer, upload } = await running('')
    let applied = 0
    const apply = () => {
      applied += 1
    }
    void update.ready(apply)
    assert.equal(await answer(false), 'update.ready')
    assert.equal(applied, 0)
    upload()
    for (const agreed of [false, true]) {
      void update.ready(apply)
      assert.equal(await answer(agreed), 'update.uploading')
      assert.equal(applied, agreed ? 1 : 0)
    }
  })
})

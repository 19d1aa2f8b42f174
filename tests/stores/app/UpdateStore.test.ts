import { describe, expect, test } from '@jest/globals'
import { UpdateStore } from '@/stores/app/UpdateStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { makeFile } from '../support/factories'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'

async function running(build = 'b1', isGone = async (error: unknown) => error === 'gone') {
  const rig = await startApp()
  const { app, platform } = rig
  const update = new UpdateStore({
    feedback: app.feedback,
    lazy: app.lazy,
    build,
    isGone,
    restart: () => platform.navigate.restart(),
  })
  const answer = async (agreed: boolean) => {
    await until(() => app.feedback.dialog !== null)
    const { text, id } = app.feedback.dialog!
    app.feedback.answer(id, agreed)
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
  test('a newer build on the server is offered; a dismissed one is not, but the next one is', async () => {
    const { update, restarts } = await running()
    for (const [build, isOffered] of [
      ['b1', false],
      ['', false],
      ['b2', true],
    ] as const) {
      update.setServedBuild(build)
      expect([build, update.isOffered]).toStrictEqual([build, isOffered])
    }
    update.dismiss()
    for (const build of ['b2', '']) {
      update.setServedBuild(build)
      expect([build, update.isOffered]).toStrictEqual([build, false])
    }
    update.setServedBuild('b3')
    expect(update.isOffered).toBe(true)
    update.setServedBuild('b1')
    expect([update.isOffered, restarts()]).toStrictEqual([false, 0])
  })

  test('nothing is offered where the running build is unknown', async () => {
    const { update } = await running('')
    update.setServedBuild('b2')
    expect(update.isOffered).toBe(false)
  })

  test('accepting restarts at once, but asks first while something is being uploaded', async () => {
    const { update, answer, upload, restarts } = await running()
    await update.begin()
    expect(restarts()).toBe(1)
    upload()
    void update.begin()
    expect(await answer(false)).toBe('update.uploading')
    expect(restarts()).toBe(1)
    void update.begin()
    await answer(true)
    expect(restarts()).toBe(2)
  })

  test('a missing part offers the update, and an unreachable one does not', async () => {
    const { app, update, answer, restarts } = await running()
    expect(await update.handleMissingPart('out of reach')).toBe(false)
    expect(app.feedback.dialog).toBeNull()
    const declined = update.handleMissingPart('gone')
    expect(await answer(false)).toBe('update.lost')
    expect([await declined, restarts()]).toStrictEqual([true, 0])
    const agreed = update.handleMissingPart('gone')
    await answer(true)
    expect([await agreed, restarts()]).toStrictEqual([true, 1])
  })

  test('the mini-program offers a downloaded version, in other words while something is being uploaded', async () => {
    const { update, answer, upload } = await running('')
    let applied = 0
    const apply = () => {
      applied += 1
    }
    void update.offerRestart(apply)
    expect(await answer(false)).toBe('update.ready')
    expect(applied).toBe(0)
    upload()
    for (const agreed of [false, true]) {
      void update.offerRestart(apply)
      expect(await answer(agreed)).toBe('update.uploading')
      expect(applied).toBe(agreed ? 1 : 0)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApp } from '@/stores/app/AppServices'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { password } from '../support/client'
import { sample } from '../support/deep'
import { until } from '../stores/support/until'
import { HttpPlatform } from './httpPlatform'
import { ListStore } from '@/stores/items/lists/ListStore'
import { agree, make, names, picked, server, signedIn, startStoreServer } from './storeServer'

startStoreServer()

// The tests of the compiled mini-program take the same paths.
for (const phone of sample(['h5', 'weapp'] as const, 1)) {
  describe(`the stores on ${phone}, against the real server`, () => {
    test('[CTX-04] a stranger is sent to sign-in and back to the same page, with base info and space info', async () => {
      const user = await make.user()
      const platform = new HttpPlatform(server.url, phone)
      platform.navigate.stack = [{ page: 'files', space: 'collab' }]
      const app = createApp(platform)
      await app.session.start()
      assert.equal(app.session.phase, 'signedOut')
      await app.session.openSignIn()
      assert.deepEqual(platform.navigate.top, { page: 'login', redirect: '/files/collab' })
      assert.equal(await app.session.signIn(user.login, password, '/files/collab'), true)
      assert.deepEqual(platform.navigate.visits, ['replace /login', 'resume /files/collab'])
      assert.deepEqual(
        [app.session.user?.login, typeof app.session.enterprise?.name, app.session.space?.used],
        [user.login, 'string', 0],
      )
    })

    test('signing out leaves nothing behind', async () => {
      const { app, platform } = await signedIn(phone)
      await new ListStore(app, { space: 'own' }).open()
      assert.equal(platform.kept.has('lastList'), true)
      await app.session.signOut()
      assert.deepEqual(
        [app.session.phase, platform.kept.has('authToken'), platform.kept.has('lastList')],
        ['signedOut', false, false],
      )
      const stranger = createApp(platform)
      await stranger.session.start()
      assert.equal(stranger.session.phase, 'signedOut')
    })

    test('a second visit needs no password, and a wrong password is reported', async () => {
      const { platform, user } = await signedIn(phone)
      const again = createApp(platform)
      await again.session.start()
      assert.deepEqual([again.session.phase, again.session.user?.id], ['signedIn', user.id])

      const other = createApp(new HttpPlatform(server.url, phone))
      await other.session.start()
      assert.equal(await other.session.signIn(user.login, 'wrong'), false)
      assert.equal(other.session.attempt.phase, 'refused')
      assert.equal(other.feedback.dialog, null)
    })

    test('[CTX-03] an expiring session causes one prompt and returns to the same place; lists and uploads continue', async () => {
      const user = await make.user()
      await make.file({ owner: user }, { name: '课表.txt' })
      const { app, platform } = await signedIn(phone, user)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      await server.deps.db.deleteFrom('sessions').execute()
      const visits = platform.navigate.visits.length
      const other = new ListStore(app, { space: 'frequent' })
      const opened = Promise.all([list.pages.refresh(), other.open()])
      uploadsOf(app).add([picked('照片.txt', '一张')], 'folder_0')
      await until(() => app.session.phase === 'expired')
      if (phone === 'weapp') {
        await until(() => app.feedback.dialog !== null)
        assert.deepEqual(
          app.feedback.dialogs.map(({ text }) => text),
          [{ key: 'failure.sessionExpired' }],
        )
        await agree(app)
      }
      await until(() => platform.navigate.visits.length > visits)
      assert.equal(uploadsOf(app).entries[0]?.upload.state, 'paused')
      assert.equal(await app.session.signIn(user.login, password), true)
      await opened
      assert.deepEqual(platform.navigate.visits.slice(visits), ['push /login', 'back'])
      await until(() => uploadsOf(app).summary.done === 1)
      assert.deepEqual([list.phase, other.phase], ['ready', 'ready'])
      assert.ok(names(list).includes('照片.txt'))
      assert.deepEqual(app.feedback.dialogs, [])
    })

    test('offline, seen lists stay, and an upload explains its failure and continues by a tap', async () => {
      const { app, platform, user } = await signedIn(phone)
      await make.file({ owner: user }, { name: '课表.txt' })
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      platform.isOffline = true
      uploadsOf(app).add([picked('照片.txt', '一张')], 'folder_0')
      await list.pages.refresh()
      await until(() => uploadsOf(app).summary.failed === 1)
      assert.deepEqual(
        [list.phase, names(list), uploadsOf(app).entries[0]?.message],
        ['ready', ['课表.txt'], { key: 'upload.fault.network' }],
      )
      platform.isOffline = false
      uploadsOf(app).retry()
      await until(() => uploadsOf(app).summary.done === 1)
      assert.deepEqual(names(list), ['照片.txt', '课表.txt'])
    })

    test('invalid input is explained, and nothing is half-done', async () => {
      const { app, user } = await signedIn(phone)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      // Shorter than the phone announced: the file changed after it was picked.
      uploadsOf(app).add([{ name: 'a.txt', size: 9, source: new TextEncoder().encode('short') }], 'folder_0')
      await until(() => uploadsOf(app).summary.failed === 1)
      assert.deepEqual(uploadsOf(app).entries[0]?.message, { key: 'upload.fault.changed' })
      await list.pages.refresh()
      assert.equal(list.pages.isEmpty, true)
      uploadsOf(app).add([picked('a/b.txt', 'x')], 'folder_0')
      await until(() => uploadsOf(app).summary.done === 1)
      await list.pages.refresh()
      assert.deepEqual(names(list), ['a／b.txt'])
      const file = await make.file({ owner: user })
      const gone = new PreviewStore(app, { fileId: file.id + 1000 })
      await gone.open()
      assert.equal(gone.phase, 'closed')
    })
  })
}

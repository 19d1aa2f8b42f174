import { describe, expect, test } from '@jest/globals'
import type { Item } from '@/contract/entities'
import { GalleryStore } from '@/stores/previews/GalleryStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { makeFile, makeItem, makePreviewInfo } from './support/factories'
import { platformSignedIn, startApp, type Rig } from './support/startApp'
import { settled } from './support/until'

const bug = new TypeError('a bug')
const fails = () => Promise.reject(bug)

/** The error that the platform receives to report as uncaught. */
function reported({ platform }: Pick<Rig, 'platform'>): unknown {
  try {
    platform.clock.pass(0)
  } catch (error) {
    return error
  }
  return undefined
}

describe('[UPL-02] a programming error in the upload queue', () => {
  async function uploading() {
    const rig = await startApp()
    const { app, server } = rig
    server.on('POST /apps/files/presign_upload', ({ name }) => {
      if (name === 'bug.txt') throw bug
      return { upload_url: '/api/upload/1' }
    })
    server.onUpload(() => makeItem())
    const uploads = uploadsOf(app)
    return { ...rig, uploads, states: () => uploads.entries.map(({ upload }) => upload.state) }
  }

  test('the error fails its row and frees its slot', async () => {
    const { uploads, states } = await uploading()
    uploads.add([makeFile('bug.txt'), makeFile('bug.txt'), makeFile('good.txt')], 'folder_0')
    await settled()
    expect(states()).toStrictEqual(['failed', 'failed', 'uploaded'])
    expect(uploads.entries[0]?.message).toStrictEqual({ key: 'upload.fault.unknown' })
  })

  test('the error is reported', async () => {
    const rig = await uploading()
    rig.uploads.add([makeFile('bug.txt')], 'folder_0')
    await settled()
    expect(reported(rig)).toBe(bug)
  })

  test('an error of a list that adds the new file is reported, and the row stays uploaded', async () => {
    const rig = await uploading()
    rig.app.changes.subscribe(() => {
      throw bug
    })
    rig.uploads.add([makeFile('good.txt')], 'folder_0')
    await settled()
    expect(rig.states()).toStrictEqual(['uploaded'])
    expect(reported(rig)).toBe(bug)
  })
})

describe('a programming error in a call whose failure is silent', () => {
  test('an error of resumed uploads is reported', async () => {
    const platform = platformSignedIn()
    const upload = { uploadId: 'u-1', path: '/tus/u-1', name: 'a.txt', size: 3, target: 'folder_0' }
    platform.storage.write('uploads', { userId: 1, uploads: [upload] })
    const rig = await startApp(platform)
    platform.storage.write('uploads', { userId: rig.app.session.user?.id, uploads: [upload] })
    rig.server.on('GET /apps/files/uploads', fails)
    await uploadsOf(rig.app).loadUnfinished()
    expect(reported(rig)).toBe(bug)
  })

  test('an error of the gallery is reported', async () => {
    const rig = await startApp(platformSignedIn('h5'))
    const item: Item = makeItem({ id: 1, name: '1.jpg', extension: 'jpg', extension_category: 'image' })
    rig.server.on('GET /apps/files/get_info', { item })
    rig.server.on('GET /apps/representations/info', () => makePreviewInfo({ status: 'generated' }))
    rig.server.on('POST /apps/files/get_sibling', fails)
    const gallery = new GalleryStore(rig.app, { fileId: 1 })
    await gallery.show({ fileId: 1 })
    await settled()
    expect(reported(rig)).toBe(bug)
    gallery.dispose()
  })

  test('an error of the space is reported, and the start says that it failed', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/frequently_used_items/get_space_info', fails)
    const rig = await startApp(platform)
    expect(rig.app.session.phase).toBe('unreachable')
    expect(reported(rig)).toBe(bug)
  })

  test('an error of choosing files is reported', async () => {
    const rig = await startApp()
    rig.platform.picked = bug
    await uploadsOf(rig.app).pick('files', 'folder_0')
    expect(reported(rig)).toBe(bug)
  })
})

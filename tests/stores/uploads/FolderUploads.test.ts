import { describe, expect, test } from '@jest/globals'
import { FOLDER_UPLOAD_MAX } from '@/domain/uploads/folders'
import type { FoundTree } from '@/platform/Platform'
import { FolderUploads, type UploadPlace } from '@/stores/uploads/FolderUploads'
import { makeFile, makeFolder } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { settled } from '../support/until'
import { PRESIGN, start as startUploads } from './startUploads'

const CREATE = 'POST /apps/files/new_folder'
const place: UploadPlace = { target: 'department_5', parent: { parentFolderId: 9, departmentId: 5 } }

function treeOf(paths: readonly string[], found: Partial<FoundTree> = {}): FoundTree {
  const entries = paths.map((each) => {
    const path = each.replace(/\/$/, '').split('/')
    return { path, file: each.endsWith('/') ? null : makeFile(path[path.length - 1]!) }
  })
  return { entries, unreadable: [], isTooMany: false, ...found }
}

async function start() {
  const rig = await startUploads()
  const { app, server, uploads } = rig
  const reader = { canPick: true, pick: async () => treeOf([]), take: () => async () => treeOf([]) }
  const folders = new FolderUploads(app, reader, async () => uploads)
  let lastId = 100
  server.on(CREATE, ({ name }) => {
    lastId += 1
    const folder = makeFolder({ id: lastId, typed_id: `folder_${lastId}`, name })
    return { new_folder: folder, item: folder }
  })
  const created = () => server.callsOf(CREATE).map(({ request }) => request)
  const queued = () => uploads.entries.map(({ file, target }) => `${target}/${file.name}`)
  return { ...rig, folders, created, queued }
}

describe('[AH-43] whole folders', () => {
  test('folders are created below each other, each file is queued for its own, and each joins the list of the folder above it', async () => {
    const { added, created, folders, queued } = await start()
    await folders.upload(treeOf(['招生/照片/合影.jpg', '招生/简章.pdf', '招生/空/', '散页.txt']), place)
    expect(created()).toStrictEqual([
      { parent_folder_id: 9, department_id: 5, name: '招生' },
      { parent_folder_id: 101, department_id: undefined, name: '照片' },
      { parent_folder_id: 101, department_id: undefined, name: '空' },
    ])
    expect(queued()).toStrictEqual(['department_5/散页.txt', 'folder_101/简章.pdf', 'folder_102/合影.jpg'])
    expect(added).toStrictEqual(['招生', '照片', '空'])
  })

  test('a taken name gets a number, and a folder that the server refuses ends the upload', async () => {
    const { app, created, folders, platform, queued, server } = await start()
    server.on(CREATE, ({ name }) => {
      if (name === '招生') return refusal('name_taken')
      if (name === '照片') return refusal('permission_denied')
      const folder = makeFolder({ id: 7, typed_id: 'folder_7', name })
      return { new_folder: folder, item: folder }
    })
    const upload = folders.upload(treeOf(['招生/一.txt', '招生/照片/二.txt', '招生/以后/三.txt']), place)
    await settled()
    await upload
    expect(created().map(({ name }) => name)).toStrictEqual(['招生', '招生 (2)', '照片'])
    expect(queued()).toStrictEqual(['folder_7/一.txt'])
    expect(app.feedback.dialog?.kind).toBe('alert')
    expect(platform.released.map(({ name }) => name)).toStrictEqual(['二.txt', '三.txt'])
  })

  test('too many entries, too deep folders and a place without the right are refused before anything is created', async () => {
    const { app, created, folders, platform, queued } = await start()
    const told = async (tree: FoundTree, at = place) => {
      const upload = folders.upload(tree, at)
      await settled()
      const { dialog } = app.feedback
      app.feedback.answer(dialog!.id, true)
      await upload
      return dialog!.text
    }
    expect(await told(treeOf([], { isTooMany: true }))).toStrictEqual({
      key: 'upload.folders.tooMany',
      params: { n: FOLDER_UPLOAD_MAX },
    })
    expect(await told(treeOf([`${'d/'.repeat(101)}f`]))).toMatchObject({ key: 'upload.folders.tooDeep' })
    expect(await told(treeOf(['d/f']), { ...place, parent: null })).toStrictEqual({
      key: 'upload.folders.noPermission',
    })
    expect([created(), queued(), platform.released.length]).toStrictEqual([[], [], 2])
  })

  test('names that mean nothing, and what the browser could not read, are named; the rest is uploaded', async () => {
    const { app, folders, queued, server } = await start()
    const upload = folders.upload(treeOf(['a/../b', 'a/c'], { unreadable: ['a/gone'] }), place)
    await settled()
    expect(app.feedback.dialog).toMatchObject({
      text: { key: 'upload.folders.leftOut', params: { n: 2 } },
      items: [{ text: 'a/../b' }, { text: 'a/gone' }],
    })
    app.feedback.answer(app.feedback.dialog!.id, true)
    await upload
    expect(queued()).toStrictEqual(['folder_101/c'])
    expect(server.countOf(PRESIGN)).toBe(1)
  })
})

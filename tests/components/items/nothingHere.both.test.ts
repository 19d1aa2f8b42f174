import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import NothingHere from '@/pages/files/top/NothingHere'
import { createOverlayHost } from '@/platform/weapp/overlays'
import { OverlayStore } from '@/stores/app/OverlayStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { ListStore } from '@/stores/items/lists/ListStore'
import { FILES } from '../../stores/items/lists/ownList'
import { makeFile, makeFolderReply } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { doing, mountScreen } from '../rig'

test('[LIST-05] [UPL-02] an empty place is not called empty while its first files are uploaded', async () => {
  const { app, server } = await startApp()
  server.on(FILES, makeFolderReply({ items: [], total_count: 0 }))
  server.on('POST /apps/files/presign_upload', () => new Promise(() => {}) as never)
  const list = new ListStore(app, { space: 'own' })
  await list.open()
  const uploads = uploadsOf(app)
  const overlays = new OverlayStore(createOverlayHost())
  const { box, close } = await mountScreen(app, h(NothingHere, { list, overlays }))
  const titles = () => [...box.querySelectorAll('.empty-title')].map(({ textContent }) => textContent)
  expect(titles()).toHaveLength(1)
  doing(() => uploads.add([makeFile('一.pdf', 1000)], 'folder_8'))
  expect(titles()).toHaveLength(1)
  doing(() => uploads.add([makeFile('二.pdf', 1000)], list.uploadTarget!))
  expect(titles()).toHaveLength(0)
  close()
})

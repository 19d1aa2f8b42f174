import type { Item } from '@/contract/entities'
import type { HttpAnswer, NoAnswer, UploadRequest } from '@/platform/Platform'
import type { FileUnreadable } from '@/platform/fileFailures'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { platformSignedIn, startApp } from '../support/startApp'

export const PRESIGN = 'POST /apps/files/presign_upload'

export type Outcome = Item | HttpAnswer | NoAnswer | FileUnreadable

/** Uploads that end when the test says so. */
export async function start(platform = platformSignedIn()) {
  const rig = await startApp(platform)
  const { app, server } = rig
  const running: { upload: UploadRequest; end(outcome: Outcome): void }[] = []
  server.on(PRESIGN, ({ name }) => ({ upload_url: `/api/upload/${encodeURIComponent(name ?? '')}` }))
  server.onUpload((upload) => new Promise((resolve) => running.push({ upload, end: resolve })))
  const added: string[] = []
  app.changes.subscribe((change) => change.type === 'added' && added.push(change.row.name))
  const uploads = uploadsOf(app)
  const states = () => uploads.entries.map(({ upload }) => upload.state)
  return { ...rig, added, running, states, uploads }
}

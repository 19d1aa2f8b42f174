import { NoAnswer, type PartAnswer, type PartRequest } from '@/platform/Platform'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

export const MB = 1024 * 1024
export const PRESIGN = 'POST /apps/files/presign_upload'
export const FINISH = 'POST /apps/files/upload_finish'

export type Answer = PartAnswer | NoAnswer

/** A server that stores parts of 1 MB; the test may change its next answer. */
export async function start(platform = platformSignedIn()) {
  const rig = await startApp(platform)
  const { app, server } = rig
  const held = new Map<string, number>()
  const sizes = new Map<string, number>()
  const asked: string[] = []
  const bent: ((request: PartRequest, answer: () => Answer) => Answer | Promise<Answer>)[] = []
  server.on(PRESIGN, ({ file_size: size }) => {
    const id = `u${held.size + 1}`
    held.set(id, 0)
    sizes.set(id, size)
    return { upload_url: '/api/upload/x', tus_url: `/api/tus/${id}`, upload_id: id }
  })
  server.on(FINISH, ({ upload_id: id }) =>
    held.get(id) === sizes.get(id) ? { new_file: makeItem({ name: id }) } : refusal('upload_length'),
  )
  server.onPart((request) => {
    const id = request.path.split('/').pop()!
    const { part } = request
    asked.push(part ? `${request.method} ${part.from / MB}-${part.to / MB}` : request.method)
    const answer = (): Answer => {
      const at = held.get(id)
      if (at === undefined) return { status: 410, body: '' }
      if (request.method === 'DELETE') held.delete(id)
      if (part && part.from !== at) return { status: 409, body: '', offset: at }
      if (part) held.set(id, part.to)
      return { status: 204, body: '', offset: held.get(id) }
    }
    const bend = bent.shift()
    return bend ? bend(request, answer) : answer()
  })
  const uploads = uploadsOf(app)
  const states = () => uploads.entries.map(({ upload }) => upload.state)
  return { ...rig, asked, bent, held, states, uploads }
}

export const lost = () => new NoAnswer('network')

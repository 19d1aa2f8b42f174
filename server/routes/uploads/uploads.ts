import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { uploadCalls } from '@/contract/uploads'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { actorKey } from '../../actors/actor'
import { tusAddress, UPLOAD, uploadAddress } from '../../crypto/signedAddresses'
import { secondsOf } from '../../time/clock'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { discardRest, limitStall } from '../../http/bodies'
import { requireUser, userOf, type Handlers } from '../../http/handler'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { createFinisher } from '../../services/uploads/finish'
import { receiveUpload, type ReceivedBlob } from '../../services/uploads/receive'
import { announceUpload, resumableUploads } from '../../services/uploads/announce'
import { viewItem } from '../../services/items/viewing'
import { WrongLength, type BlobStorage, type StoredBlob } from '../../storage/BlobStorage'

type Needs = Omit<Dependencies, 'live' | 'lease'>
type UploadRequest = FastifyRequest<{ Querystring: { upload_id?: string } }>

/** Announces uploads, lists resumable uploads, and finishes uploads that were sent in parts. */
export function uploadRoutes(ports: Needs): Handlers<typeof uploadCalls> {
  const finish = createFinisher(ports)
  return {
    'POST /apps/files/presign_upload': requireUser(async ({ actor }, input) => {
      const id = await announceUpload(ports, actor, input)
      return { upload_url: uploadAddress(ports.sign, id, actorKey(actor)), tus_url: tusAddress(id), upload_id: id }
    }),

    'POST /apps/files/upload_finish': requireUser(async ({ actor }, { upload_id: id }) => ({
      new_file: itemPresenter(actor, ports)(await viewItem(ports, actor, await finish(actor, id))),
    })),

    'GET /apps/files/uploads': requireUser(async ({ actor }) => {
      const uploads = await resumableUploads(ports, actor)
      return {
        uploads: uploads.map(({ id, size, name, received, folder_id, target_file_id, created_at, expires_at }) => ({
          upload_id: id,
          tus_url: tusAddress(id),
          name,
          file_size: size,
          received,
          folder_id,
          target_file_id,
          created_at: secondsOf(created_at),
          expires_at: secondsOf(expires_at),
        })),
      }
    }),
  }
}

export function registerUploads(app: FastifyInstance, ports: Needs): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await uploads.register(multipart, {
      limits: { fileSize: UPLOAD_SIZE_LIMIT, files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21 },
    })
    uploads.post<{ Querystring: { upload_id?: string } }>(UPLOAD, { config: { isStream: true } }, (request) =>
      receive(request, ports),
    )
  })
}

async function receive(request: UploadRequest, ports: Needs) {
  const { actor } = userOf(request.context)
  const endWatch = limitStall(request.raw)
  try {
    ports.sign.verify(request.url)
    const store = (size: number) => receiveBody(request, size, ports.storage)
    const item = await receiveUpload({ ...ports, log: request.log }, actor, request.query.upload_id ?? '', store)
    return { success: true, new_file: itemPresenter(actor, ports)(await viewItem(ports, actor, item.id)) }
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    endWatch()
  }
}

async function receiveBody(request: FastifyRequest, size: number, storage: BlobStorage): Promise<ReceivedBlob> {
  const headerName = readHeaderName(request.headers['x-file-name'])
  if (request.isMultipart()) {
    const { blob, sentName } = await receiveForm(request, size, storage)
    return { blob, sentName: headerName ?? sentName }
  }
  const length = request.headers['content-length']
  if (length !== undefined && Number(length) !== size) throw new WrongLength(size, Number(length))
  return { blob: await storage.write(request.raw, { size }), sentName: headerName }
}

/** Receives a file in a form, because `wx.uploadFile` of the mini-program sends only forms. Fields may precede or follow the file. */
async function receiveForm(request: FastifyRequest, size: number, storage: BlobStorage): Promise<ReceivedBlob> {
  let blob: StoredBlob | undefined
  let partName: string | undefined
  let fieldName: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'name' && typeof part.value === 'string') fieldName = part.value
      } else if (part.fieldname === 'file') {
        partName = part.filename
        blob = await storage.write(part.file, { size })
      } else {
        part.file.resume()
      }
    }
  } catch (error) {
    if (blob !== undefined) await storage.delete(blob.key)
    throw error
  }
  if (blob === undefined) throw invalidRequest('file')
  return { blob, sentName: fieldName ?? partName }
}

function readHeaderName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    throw invalidRequest('X-File-Name')
  }
}

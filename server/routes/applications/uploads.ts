import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import type { ApplicationActor } from '../../actors/actor'
import { OPEN_UPLOAD } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, tokenInvalid } from '../../errors'
import { discardRest, limitStall } from '../../http/bodies'
import { registerOpenFailures } from '../../http/openRefusal'
import { applicationOfAddress, requireApplication } from '../../services/applications/tokens'
import { viewItem } from '../../services/items/viewing'
import { presentOpenOne } from './presenting'
import { receiveUpload, type ReceivedBlob } from '../../services/uploads/receive'
import type { BlobStorage, StoredBlob } from '../../storage/BlobStorage'

type Ports = Omit<Dependencies, 'live' | 'lease' | 'messengers'>
type FormRequest = FastifyRequest<{ Querystring: { upload_id?: string } }>

/** Receives an announced file in a form. The signed address authorises one upload (decisions 49). */
export function registerOpenUploads(app: FastifyInstance, ports: Ports): void {
  app.register(async (uploads) => {
    registerOpenFailures(uploads)
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart, {
      limits: { fileSize: UPLOAD_SIZE_LIMIT, files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21 },
    })
    const config = { isOpen: true, isStream: true } as const
    uploads.post<{ Querystring: { upload_id?: string } }>(OPEN_UPLOAD, { config }, (request) =>
      receiveForm(request, ports),
    )
  })
}

/** Receives the file of a form. A token in the form's field `token` must belong to the user and application that announced the file. */
async function receiveForm(request: FormRequest, ports: Ports) {
  const endWatch = limitStall(request.raw)
  try {
    const actor = await applicationOfAddress(ports, ports.sign.verify(request.url))
    if (actor === null) throw tokenInvalid()
    const length = request.headers['content-length']
    const ofActor = { ...actor, address: request.ip }
    const item = await receiveUpload(
      { ...ports, log: request.log },
      ofActor,
      request.query.upload_id ?? '',
      (size, isKnown) => receiveFile(request, ports, ofActor, isKnown ? { exactly: size } : { atMost: size }),
      { most: length === undefined ? undefined : Number(length) },
    )
    return presentOpenOne(ports, ofActor, await viewItem(ports, ofActor, item.id))
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    endWatch()
  }
}

type Length = { exactly: number } | { atMost: number }

async function receiveFile(
  request: FastifyRequest,
  ports: Ports,
  actor: ApplicationActor,
  length: Length,
): Promise<ReceivedBlob> {
  if (!request.isMultipart()) throw invalidRequest('file')
  let blob: StoredBlob | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname === 'file' && blob === undefined) blob = await store(ports.storage, part.file, length)
        else part.file.resume()
      } else if (part.fieldname === 'token') {
        await requireSame(ports, actor, part.value)
      }
    }
  } catch (error) {
    if (blob !== undefined) await ports.storage.delete(blob.key)
    throw error
  }
  if (blob === undefined) throw invalidRequest('file')
  return { blob }
}

/** @throws Refused token_invalid for a token of another user or application */
async function requireSame(ports: Ports, actor: ApplicationActor, token: unknown): Promise<void> {
  const { actor: other } = await requireApplication(ports, token, undefined)
  const isSame = other.client.id === actor.client.id && other.onBehalfOf.user.id === actor.onBehalfOf.user.id
  if (!isSame) throw tokenInvalid()
}

async function store(storage: BlobStorage, file: NodeJS.ReadableStream, length: Length): Promise<StoredBlob> {
  if ('exactly' in length) return storage.write(file as never, { size: length.exactly })
  const key = await storage.begin()
  const hash = createHash('sha1')
  const touch = (chunk: Buffer) => void hash.update(chunk)
  try {
    let size = 0
    const onProgress = async (received: number) => {
      size = received
    }
    await storage.append(key, file as never, { at: 0, limit: length.atMost, acknowledge: onProgress, touch })
    const blob = await storage.complete(key, (await storage.stat(key))?.size ?? size)
    return { ...blob, sha1: hash.digest('hex') }
  } catch (error) {
    await storage.abort(key)
    throw error
  }
}

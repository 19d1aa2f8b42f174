import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { actorKey, type UploadingActor } from '../../actors/actor'
import { TUS } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { discardRest, limitStall } from '../../http/bodies'
import { refuse } from '../../http/failures'
import { checkInTurn, type CallTurns } from '../../http/turns'
import { collectTokenOf, uploaderOf } from '../../http/viewers'
import { tusStatus } from '../../http/tusStatus'
import {
  appendPart,
  discardUpload,
  OffsetConflict,
  UploadBusy,
  uploadProgress,
  type SentPart,
  type UploadProgress,
} from '../../services/uploads/resume'
import { checksumAlgorithms, ChecksumMismatch } from '../../storage/BlobStorage'

const VERSION = '1.0.0'

type Ports = Pick<Dependencies, 'db' | 'storage' | 'clock' | 'config' | 'uploadLocks'> & { turns: CallTurns }
type TusRequest = FastifyRequest<{ Params: { id: string } }>

/**
 * tus 1.0 with termination, expiration and checksum, for uploads created by presign (AH-02). Refusals have the usual body, with the status
 * that tus clients expect.
 */
export function registerTus(app: FastifyInstance, ports: Ports): void {
  app.addHook('preClose', () => ports.uploadLocks.close())
  app.register(async (tus) => {
    tus.removeAllContentTypeParsers()
    tus.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    tus.addHook('onSend', async (_request, reply) => {
      reply.header('tus-resumable', VERSION)
    })
    tus.setErrorHandler((error, request, reply) => {
      if (error instanceof Refused) return refuse(error, request, reply, tusStatus(error))
      throw error
    })
    tus.options(TUS, (_request, reply) => describe(reply))
    tus.route<{ Params: { id: string } }>({
      method: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE', 'POST'],
      url: `${TUS}/:id`,
      config: { isStream: true },
      handler: (request, reply) => answer(request, reply, ports),
    })
  })
}

async function answer(request: TusRequest, reply: FastifyReply, ports: Ports) {
  const method = methodOf(request)
  if (method === 'OPTIONS') return describe(reply)
  const actor = await inTurn(ports, request, () => uploaderOf(ports, request))
  if (request.headers['tus-resumable'] !== VERSION) return reply.code(412).header('tus-version', VERSION).send()
  if (method === 'HEAD') return sendProgress(request, reply, actor, ports)
  if (method === 'PATCH') return receivePart(request, reply, actor, ports)
  if (method === 'DELETE') return discard(request, reply, actor, ports)
  return reply.code(405).send()
}

/** Runs a check before any byte is received, when it is the turn of the user or of a contributor's network. */
function inTurn<T>({ turns }: Ports, request: TusRequest, check: () => Promise<T>): Promise<T> {
  const { actor } = request.context
  const isUser = actor !== null && collectTokenOf(request) === undefined
  return checkInTurn(turns, { user: isUser ? actorKey(actor) : null, ip: request.ip }, check)
}

/** The method of a request. A header of a POST may name another method, because the mini-program cannot send PATCH. */
function methodOf({ method, headers }: FastifyRequest) {
  const override = headers['x-http-method-override']
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method
}

function describe(reply: FastifyReply) {
  return reply
    .code(204)
    .headers({
      'tus-version': VERSION,
      'tus-extension': 'checksum,expiration,termination',
      'tus-checksum-algorithm': checksumAlgorithms.join(','),
      'tus-max-size': UPLOAD_SIZE_LIMIT - 1,
    })
    .send()
}

async function sendProgress(request: TusRequest, reply: FastifyReply, actor: UploadingActor, ports: Ports) {
  const progress = await inTurn(ports, request, () => uploadProgress(ports, actor, request.params.id))
  return reply
    .code(200)
    .headers({ ...headersOf(progress), 'upload-length': progress.size })
    .send()
}

async function receivePart(request: TusRequest, reply: FastifyReply, actor: UploadingActor, ports: Ports) {
  const { raw, headers, params } = request
  const endWatch = limitStall(raw)
  const refuse = (status: number, more = {}) => {
    discardRest(raw)
    return reply.code(status).headers(more).send()
  }
  try {
    if (headers['content-type'] !== 'application/offset+octet-stream') return refuse(415)
    const offset = wholeNumber(headers['upload-offset'])
    const length = wholeNumber(headers['content-length'])
    const checksum = checksumOf(headers['upload-checksum'])
    if (offset === undefined || checksum === null) return refuse(400)
    const progress = await appendPart(ports, actor, params.id, raw, { offset, length, checksum })
    return reply.code(204).headers(headersOf(progress)).send()
  } catch (error) {
    if (error instanceof UploadBusy) return refuse(423)
    if (error instanceof OffsetConflict) return refuse(409, error.progress ? headersOf(error.progress) : {})
    if (error instanceof ChecksumMismatch) return refuse(460)
    discardRest(raw)
    throw error
  } finally {
    endWatch()
  }
}

async function discard({ params: { id } }: TusRequest, reply: FastifyReply, actor: UploadingActor, ports: Ports) {
  try {
    await discardUpload(ports, actor, id)
    return reply.code(204).send()
  } catch (error) {
    if (error instanceof UploadBusy) return reply.code(423).send()
    throw error
  }
}

function headersOf({ received, expiresAt }: UploadProgress) {
  return { 'upload-offset': received, 'upload-expires': expiresAt.toUTCString(), 'cache-control': 'no-store' }
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Parses `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`; null for an unknown algorithm or a wrong length. */
function checksumOf(header: string | string[] | undefined): SentPart['checksum'] | null {
  if (header === undefined) return undefined
  const [name, text = ''] = String(header).split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  const digest = Buffer.from(text, 'base64')
  return algorithm !== undefined && digest.length === digestBytes[algorithm] ? { algorithm, digest } : null
}

const digestBytes = { sha1: 20, sha256: 32 }

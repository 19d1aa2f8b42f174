import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_SIZE_LIMIT } from '@/domain/limits'
import type { UserActor } from '../actor'
import type { UploadRow } from '../database/tables'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import { discardRest, watchSender } from '../http/bodies'
import { refuse } from '../http/failures'
import { userOf } from '../http/handler'
import { tusStatus } from '../http/tusStatus'
import { findUpload, markReceived, UploadGone } from '../queries/uploads'
import { beginParts, discardParts, receivedOf } from '../services/uploadParts'
import { requireRoom, requireTarget } from '../services/uploadTarget'
import {
  BlobMissing,
  checksumAlgorithms,
  ChecksumMismatch,
  StreamCut,
  WrongLength,
  type Part,
} from '../storage/BlobStorage'
import type { UploadLock } from '../uploads/UploadLocks'

const TUS = '/api/apps/files/tus'
const VERSION = '1.0.0'
const DAY = 86_400_000

type TusRequest = FastifyRequest<{ Params: { id: string } }>

/** Where the parts of an upload go; it needs its user's session. */
export function tusAddress(uploadId: string): string {
  return `${TUS}/${uploadId}`
}

/** Until when an upload can be resumed to which something comes now. */
export function resumableUntil({ clock, config }: Pick<Dependencies, 'clock' | 'config'>): Date {
  return new Date(clock().getTime() + config.uploadDays * DAY)
}

/**
 * tus 1.0 with termination, expiration and checksum over uploads that presign made (AH-02). Refusals carry the words of every
 * other, under the status that a client of tus understands.
 */
export function registerTus(app: FastifyInstance, deps: Dependencies): void {
  app.addHook('preClose', () => deps.uploadLocks.close())
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
      handler: (request, reply) => answer(request, reply, deps),
    })
  })
}

async function answer(request: TusRequest, reply: FastifyReply, deps: Dependencies) {
  const method = methodOf(request)
  if (method === 'OPTIONS') return describe(reply)
  const { actor } = userOf(request.context)
  if (request.headers['tus-resumable'] !== VERSION) return reply.code(412).header('tus-version', VERSION).send()
  if (method === 'HEAD') return tell(request, reply, actor, deps)
  if (method === 'PATCH') return takePart(request, reply, actor, deps)
  if (method === 'DELETE') return giveUp(request, reply, actor, deps)
  return reply.code(405).send()
}

/** The mini-program cannot send PATCH. */
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

async function tell(request: TusRequest, reply: FastifyReply, actor: UserActor, { db, storage, clock }: Dependencies) {
  const upload = requireUpload(await findUpload(db, actor.user.id, request.params.id), clock())
  return reply
    .code(200)
    .headers({ ...progressOf(upload, await receivedOf(storage, upload)), 'upload-length': upload.size })
    .send()
}

async function takePart(request: TusRequest, reply: FastifyReply, actor: UserActor, deps: Dependencies) {
  const {
    raw,
    headers,
    params: { id },
  } = request
  const endWatch = watchSender(raw)
  let lock: UploadLock | null = null
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
    const find = async () => requireUpload(await findUpload(deps.db, actor.user.id, id), deps.clock())
    await find()
    lock = await deps.uploadLocks.take(id)
    if (!lock) return refuse(423)
    const upload = await find()
    const at = await receivedOf(deps.storage, upload)
    if (offset !== at) return refuse(409, progressOf(upload, at))
    const limit = upload.size - at
    if (length !== undefined && length > limit) throw new Refused('upload_length')
    const { touch, signal } = lock
    if (limit > 0) await append(request, upload, { at, limit, checksum, touch, signal }, length ?? limit, actor, deps)
    const after = await find()
    return reply
      .code(204)
      .headers(progressOf(after, await receivedOf(deps.storage, after)))
      .send()
  } catch (error) {
    if (error instanceof StreamCut || error instanceof BlobMissing) return refuse(409)
    if (error instanceof ChecksumMismatch) return refuse(460)
    discardRest(raw)
    if (error instanceof WrongLength) throw new Refused('upload_length')
    throw error instanceof UploadGone ? gone() : error
  } finally {
    endWatch()
    await lock?.release()
  }
}

async function append(
  { raw }: TusRequest,
  upload: UploadRow,
  part: Omit<Part, 'kept'>,
  length: number,
  actor: UserActor,
  deps: Dependencies,
): Promise<void> {
  const { db, storage, clock } = deps
  const access = await requireTarget(db, actor, upload)
  await requireRoom(db, access, part.at + length, clock(), upload.id)
  const key = await beginParts(db, storage, upload)
  if (key === null) throw new UploadGone()
  await storage.append(key, raw, {
    ...part,
    kept: (received) => markReceived(db, upload.id, received, resumableUntil(deps)),
  })
}

/** The user wants it no longer: whoever still sends is stopped. What became a file stays one. */
async function giveUp({ params: { id } }: TusRequest, reply: FastifyReply, actor: UserActor, deps: Dependencies) {
  const { db, storage, clock, uploadLocks } = deps
  requireUpload(await findUpload(db, actor.user.id, id), clock())
  const lock = await uploadLocks.take(id, true)
  if (!lock) return reply.code(423).send()
  try {
    const upload = await db
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('state', 'in', ['open', 'partial'])
      .returning('part_key')
      .executeTakeFirst()
    if (upload?.part_key != null) await discardParts(storage, upload.part_key)
    if (upload === undefined) throw gone()
    return reply.code(204).send()
  } finally {
    await lock.release()
  }
}

/** @throws Refused upload_address; its reason is `gone` where it can no longer be resumed */
function requireUpload(upload: UploadRow | undefined, now: Date): UploadRow {
  if (upload === undefined) throw new Refused('upload_address')
  const isOver = upload.state === 'receiving' || upload.state === 'failed' || upload.expires_at <= now
  if (isOver) throw gone()
  return upload
}

function gone() {
  return new Refused('upload_address', { reason: 'gone' })
}

function progressOf({ expires_at: end }: UploadRow, received: number) {
  return { 'upload-offset': received, 'upload-expires': end.toUTCString(), 'cache-control': 'no-store' }
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`; null when it is none that we know. */
function checksumOf(header: string | string[] | undefined): Part['checksum'] | null {
  if (header === undefined) return undefined
  const [name, text = ''] = String(header).split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  const digest = Buffer.from(text, 'base64')
  return algorithm !== undefined && digest.length === digestBytes[algorithm] ? { algorithm, digest } : null
}

const digestBytes = { sha1: 20, sha256: 32 }

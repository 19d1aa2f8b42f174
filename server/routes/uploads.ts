import multipart from '@fastify/multipart'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { uploadCalls } from '@/contract/uploads'
import { checkName } from '@/domain/items/naming'
import { UPLOAD_SIZE_LIMIT } from '@/domain/limits'
import { actorKey, type UserActor } from '../actor'
import { secondsOf } from '../clock'
import type { ItemRow, UploadRow } from '../database/tables'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { invalidRequest, itemNotFound, Refused } from '../errors'
import { discardRest, watchSender } from '../http/bodies'
import { requireUser, userOf, type Handlers } from '../http/handler'
import { addVersion, insertFile } from '../queries/newItems'
import { findUpload, resumableUploads } from '../queries/uploads'
import { beginParts, receivedOf } from '../services/uploadParts'
import { indexLater } from '../services/contents'
import { requireQuota, requireRoom, requireSameKind, requireTarget } from '../services/uploadTarget'
import { viewItem } from '../services/viewing'
import { WrongLength, type BlobStorage, type StoredBlob } from '../storage/BlobStorage'
import { requireName } from '../services/preconditions'
import { resumableUntil, tusAddress } from './tus'

const UPLOAD = '/api/apps/files/upload'

/** ms an upload address serves */
const ADDRESS_LIFETIME = 3_600_000

/** 1980-01-01, where the clocks of phones and cameras begin that were never set; seconds */
const EARLIEST = 315_532_800

type UploadRequest = FastifyRequest<{ Querystring: { upload_id?: string } }>

interface Taken {
  body: StoredBlob
  sentName?: string
}

/** Asking where bytes go, and making a file of what came in parts. */
export function uploadRoutes(deps: Dependencies): Handlers<typeof uploadCalls> {
  const { db, clock, sign } = deps
  /** Uploads that are being finished; who asks twice waits for the one answer. */
  const finishing = new Map<string, Promise<number>>()
  return {
    'POST /apps/files/presign_upload': requireUser(async ({ actor }, input) => {
      if (input.file_size >= UPLOAD_SIZE_LIMIT) throw new Refused('file_too_large', { field: 'file_size' })
      if (input.name !== undefined) requireName(checkName(input.name))
      const target =
        input.target_file_id === undefined
          ? { folder_id: input.folder_id ?? 0, target_file_id: null }
          : { folder_id: null, target_file_id: input.target_file_id }
      const access = await requireTarget(db, actor, target, input.department_id)
      if (target.target_file_id !== null && input.name !== undefined) requireSameKind(access, input.name)
      const now = clock()
      await requireRoom(db, access, input.file_size, now)
      const { id } = await db
        .insertInto('uploads')
        .values({
          id: randomBytes(16).toString('base64url'),
          user_id: actor.user.id,
          folder_id: target.target_file_id === null ? access.chain[0].id : null,
          target_file_id: target.target_file_id,
          space_id: access.space.id,
          name: input.name ?? null,
          remark: input.remark ?? '',
          original_date: originalDate(input.original_date, now),
          size: input.file_size,
          item_id: null,
          created_at: now,
          expires_at: new Date(now.getTime() + ADDRESS_LIFETIME),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        upload_url: sign.address(UPLOAD, { upload_id: id }, actorKey(actor)),
        tus_url: tusAddress(id),
        upload_id: id,
      }
    }),

    'POST /apps/files/upload_finish': requireUser(async ({ actor }, { upload_id: id }, request) => {
      const key = `${actor.user.id} ${id}`
      const running = finishing.get(key) ?? finish(request, id, actor, deps).finally(() => finishing.delete(key))
      finishing.set(key, running)
      return { new_file: await viewItem(deps, actor, await running) }
    }),

    'GET /apps/files/uploads': requireUser(async ({ actor }) => {
      const uploads = await resumableUploads(db, actor.user.id, clock())
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

/** The upload address itself. */
export function registerUploads(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await uploads.register(multipart, {
      limits: { fileSize: UPLOAD_SIZE_LIMIT, files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21 },
    })
    uploads.post<{ Querystring: { upload_id?: string } }>(UPLOAD, (request) => takeUpload(request, deps))
  })
}

async function takeUpload(request: UploadRequest, deps: Dependencies) {
  const { actor } = userOf(request.context)
  const endWatch = watchSender(request.raw)
  try {
    const upload = await claim(deps, request, actor)
    try {
      const item = await receive(request, upload, actor, deps)
      return { success: true, new_file: await viewItem(deps, actor, item.id) }
    } catch (error) {
      await deps.db
        .updateTable('uploads')
        .set({ state: 'failed' })
        .where('id', '=', upload.id)
        .where('state', '=', 'receiving')
        .execute()
      throw error instanceof WrongLength ? new Refused('upload_length') : error
    }
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    endWatch()
  }
}

/** Takes the address for this one body (decisions 49). */
async function claim(
  { db, sign, clock }: Dependencies,
  request: UploadRequest,
  { user }: UserActor,
): Promise<UploadRow> {
  sign.verify(request.url)
  const upload = await db
    .updateTable('uploads')
    .set({ state: 'receiving' })
    .where('id', '=', request.query.upload_id ?? '')
    .where('user_id', '=', user.id)
    .where('state', '=', 'open')
    .where('expires_at', '>', clock())
    .returningAll()
    .executeTakeFirst()
  if (upload === undefined) throw new Refused('upload_address')
  return upload
}

/** The body first, then its item: what is acknowledged lies safe, and what fails leaves nothing. */
async function receive(
  request: FastifyRequest,
  upload: UploadRow,
  actor: UserActor,
  deps: Dependencies,
): Promise<ItemRow> {
  const target = await requireTarget(deps.db, actor, upload)
  const { body, sentName } = await takeBody(request, upload.size, deps)
  try {
    if (upload.target_file_id !== null && sentName !== undefined) requireSameKind(target, sentName)
    return await record(request, deps, actor, upload, body, sentName ?? upload.name ?? '')
  } catch (error) {
    await deps.storage.delete(body.key)
    throw error
  }
}

/**
 * What came in parts becomes a file, once: asked again, also after a crash in between, it gives the same one. What refuses it leaves
 * the parts where they are.
 * @returns the id of the item
 * @throws Refused upload_address, upload_length where bytes are missing, and what presign throws
 */
async function finish(request: FastifyRequest, id: string, actor: UserActor, deps: Dependencies): Promise<number> {
  const { db, storage, clock } = deps
  const find = async () => (await findUpload(db, actor.user.id, id)) ?? refuseAddress()
  await find()
  const lock = await deps.uploadLocks.take(id)
  if (!lock) throw new Refused('upload_length')
  try {
    const upload = await find()
    if (upload.state === 'done') return itemOf(upload)
    if ((upload.state !== 'partial' && upload.state !== 'open') || upload.expires_at <= clock()) refuseAddress()
    if ((await receivedOf(storage, upload)) < upload.size) throw new Refused('upload_length')
    await requireTarget(db, actor, upload)
    const key = (await beginParts(db, storage, upload)) ?? refuseAddress()
    const body = await storage.complete(key, upload.size)
    const item = await record(request, deps, actor, { ...upload, state: 'partial' }, body, upload.name ?? '')
    return item.id
  } finally {
    await lock.release()
  }
}

function itemOf({ item_id: id }: UploadRow): number {
  if (id === null) throw itemNotFound()
  return id
}

function refuseAddress(): never {
  throw new Refused('upload_address')
}

async function takeBody(request: FastifyRequest, size: number, { storage }: Dependencies): Promise<Taken> {
  const headerName = readHeaderName(request.headers['x-file-name'])
  if (request.isMultipart()) {
    const { body, sentName } = await takeForm(request, size, storage)
    return { body, sentName: headerName ?? sentName }
  }
  const length = request.headers['content-length']
  if (length !== undefined && Number(length) !== size) throw new WrongLength(size, Number(length))
  return { body: await storage.write(request.raw, { size }), sentName: headerName }
}

/** The mini-program's way: `wx.uploadFile` sends a form and nothing else. Fields may stand before and behind the file. */
async function takeForm(request: FastifyRequest, size: number, storage: BlobStorage): Promise<Taken> {
  let body: StoredBlob | undefined
  let partName: string | undefined
  let fieldName: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'name' && typeof part.value === 'string') fieldName = part.value
      } else if (part.fieldname === 'file') {
        partName = part.filename
        body = await storage.write(part.file, { size })
      } else {
        part.file.resume()
      }
    }
  } catch (error) {
    if (body !== undefined) await storage.delete(body.key)
    throw error
  }
  if (body === undefined) throw invalidRequest('file')
  return { body, sentName: fieldName ?? partName }
}

/** Everything that makes the body a file, or nothing; then what may fail. */
async function record(
  request: FastifyRequest,
  deps: Dependencies,
  actor: UserActor,
  upload: UploadRow,
  body: StoredBlob,
  sentName: string,
): Promise<ItemRow> {
  const name = upload.target_file_id === null ? requireName(checkName(sentName)) : ''
  const { item, bodyId } = await inTransaction(
    deps.db,
    async (transaction) => {
      const access = await requireTarget(transaction, actor, upload)
      const at = deps.clock()
      const { id: bodyId } = await transaction
        .insertInto('bodies')
        .values({
          key: body.key,
          size: body.size,
          image_width: null,
          image_height: null,
          original_date: upload.original_date,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const version = { creatorId: actor.user.id, at, bodyId, size: body.size, remark: upload.remark }
      const item =
        upload.target_file_id === null
          ? await insertFile(transaction, { ...version, parentId: access.chain[0].id, name })
          : await addVersion(transaction, { ...version, itemId: upload.target_file_id })
      await requireQuota(transaction, access, 0)
      await indexLater(
        { ...deps, db: transaction },
        { bodyId, extension: item.extension, size: body.size, isEncrypted: item.is_encrypted },
      )
      await transaction
        .updateTable('uploads')
        .set({ state: 'done', item_id: item.id, part_key: null, expires_at: resumableUntil(deps) })
        .where('id', '=', upload.id)
        .where('state', '=', upload.state)
        .returning('id')
        .executeTakeFirstOrThrow(refuseAddress)
      return { item, bodyId }
    },
    { by: actor },
  )
  await deps.previews
    .began({ bodyId, bodyKey: body.key, extension: item.extension, size: body.size })
    .catch((error: unknown) => request.log.warn(error, 'thumbnails could not be begun'))
  return item
}

/** Of what a phone says, only what can be: not ahead of now, and no clock that was never set. */
function originalDate(seconds: number | undefined, now: Date): Date | null {
  const isSane = seconds !== undefined && seconds >= EARLIEST && seconds * 1000 <= now.getTime()
  return isSane ? new Date(seconds * 1000) : null
}

function readHeaderName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    throw invalidRequest('X-File-Name')
  }
}

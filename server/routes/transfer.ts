import multipart from '@fastify/multipart'
import type { IncomingMessage } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { transferCalls } from '@/contract/transfer'
import { extensionOf } from '@/domain/items/extension'
import { checkName } from '@/domain/items/naming'
import { UPLOAD_SIZE_LIMIT } from '@/domain/limits'
import type { Db } from '../database/connect'
import type { ItemRow, UploadRow } from '../database/tables'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { addressRefused, invalidRequest, itemNotFound, Refused } from '../errors'
import { indexLater } from '../jobs/indexContents'
import { downloadRefusal } from '../policies/actionPermissions'
import { findSubject, type SubjectFile } from '../previews/subjects'
import { accessOf, requireAccess, type Access } from '../queries/access'
import { addVersion, insertFile } from '../queries/newItems'
import { requirePlace } from '../queries/places'
import type { SignedIn } from '../queries/sessions'
import { viewItem } from '../queries/viewing'
import type { Signer } from '../signing'
import { mediaTypeOf } from '../storage/mediaType'
import { sendBody } from '../storage/sendBody'
import { WrongLength, type Store, type StoredBody } from '../storage/Store'
import { member, requireMember, type Handlers } from './handler'
import { accepted, requireOpenSpace, requireUnlocked } from './operations'

const UPLOAD = '/api/apps/files/upload'
export const DOWNLOAD_CONTENT = '/api/apps/files/download/content'

/** ms an upload address serves */
const ADDRESS_LIFETIME = 3_600_000
/** ms after which a record of an upload is of no use to anybody */
const RECORD_LIFETIME = 86_400_000
/** ms without a byte after which a sender is taken for gone */
const STALL = 120_000
/** bytes read and thrown away after a refusal, so that the sender hears the answer */
const DISCARDED = 64 * 1024 * 1024

type UploadRequest = FastifyRequest<{ Querystring: { upload_id?: string } }>

interface Taken {
  body: StoredBody
  sentName?: string
}

/** Asking for the addresses under which bytes come and go. */
export function transferRoutes({ db, clock, sign }: Dependencies): Omit<Handlers<typeof transferCalls>, 'POST /pack_download/download'> {
  return {
    'POST /apps/files/presign_upload': member(async ({ signedIn }, input) => {
      if (input.file_size >= UPLOAD_SIZE_LIMIT) throw new Refused('file_too_large', { field: 'file_size' })
      if (input.name !== undefined) accepted(checkName(input.name))
      const target = input.target_file_id === undefined
        ? { folder_id: input.folder_id ?? 0, target_file_id: null }
        : { folder_id: null, target_file_id: input.target_file_id }
      const access = await requireTarget(db, signedIn, target, input.department_id)
      if (target.target_file_id !== null && input.name !== undefined) requireSameKind(access, input.name)
      await requireQuota(db, access, input.file_size)
      const now = clock()
      await db.deleteFrom('uploads').where('expires_at', '<', new Date(now.getTime() - RECORD_LIFETIME)).execute()
      const { id } = await db.insertInto('uploads').values({
        id: randomBytes(16).toString('base64url'),
        user_id: signedIn.user.id,
        folder_id: target.target_file_id === null ? access.chain[0].id : null,
        target_file_id: target.target_file_id,
        name: input.name ?? null,
        remark: input.remark ?? '',
        size: input.file_size,
        item_id: null,
        created_at: now,
        expires_at: new Date(now.getTime() + ADDRESS_LIFETIME),
      }).returning('id').executeTakeFirstOrThrow()
      return { upload_url: sign.address(UPLOAD, { upload_id: id }, signedIn.user.id) }
    }),

    'GET /apps/files/download': member(async ({ signedIn }, { file_id }) => {
      const file = await requireDownload(db, signedIn, file_id)
      return { download_url: downloadAddress(sign, file, signedIn.user.id) }
    }),
  }
}

/**
 * A version of a file that may be downloaded, the current one where none is named.
 * @throws Refused item_not_found, item_is_deleted, permission_denied, download_… (1§5, ACT-08)
 */
export async function requireDownload(db: Db, { user }: SignedIn, fileId: number, versionId?: number): Promise<SubjectFile> {
  const access = await requireAccess(db, user.id, fileId, 'item_download')
  const file = await findSubject(db, fileId, { versionId })
  if (file === undefined) throw itemNotFound()
  const refusal = downloadRefusal(file.row, access, user.id)
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  return file
}

/** The signed address of a version's own bytes (decisions 39); who serves it asks for the right again. */
export function downloadAddress(sign: Signer, file: { fileId: number, versionKey: string }, userId: number): string {
  return sign.address(DOWNLOAD_CONTENT, { file_id: file.fileId, file_version_key: file.versionKey }, userId)
}

/** The addresses themselves. */
export function registerTransfers(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await uploads.register(multipart, { limits: { fileSize: UPLOAD_SIZE_LIMIT, files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21 } })
    uploads.post<{ Querystring: { upload_id?: string } }>(UPLOAD, (request) => takeUpload(request, deps))
  })

  app.route<{ Querystring: { file_id?: string, file_version_key?: string } }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD_CONTENT,
    config: { isSigned: true },
    async handler(request, reply) {
      const userId = deps.sign.verify(request.url)
      const file = await requireSignedFile(deps.db, userId, request.query)
      const { access, user } = file
      if (access.isDeleted || !access.permissions.includes('item_download')) throw addressRefused()
      if (downloadRefusal(file.row, access, user.id) !== null) throw addressRefused()
      return sendBody(request, reply, deps.storage, {
        key: file.bodyKey,
        size: file.size,
        contentType: mediaTypeOf(file.extension),
        etag: file.versionKey,
        cacheControl: 'private, no-cache',
        saveAs: file.name,
      })
    },
  })
}

/**
 * The version that a signed address names, with the rights that its user has now.
 * @throws Refused 403 when either is gone (decisions 57)
 */
export async function requireSignedFile(db: Db, userId: number, query: { file_id?: string, file_version_key?: string }) {
  const fileId = Number(query.file_id)
  const user = await db.selectFrom('users').select(['id', 'name', 'login'])
    .where('id', '=', userId).where('is_active', '=', true).executeTakeFirst()
  if (user === undefined || !Number.isSafeInteger(fileId)) throw addressRefused()
  const [access, file] = await Promise.all([
    accessOf(db, userId, [fileId]).then((found) => found.get(fileId)),
    findSubject(db, fileId, { versionKey: query.file_version_key ?? '' }),
  ])
  if (access === undefined || file === undefined) throw addressRefused()
  return { ...file, access, user }
}

async function takeUpload(request: UploadRequest, deps: Dependencies) {
  const { signedIn } = requireMember(request.visit)
  request.raw.setTimeout(STALL, () => request.raw.destroy())
  try {
    const upload = await claim(deps, request, signedIn)
    try {
      const item = await receive(request, upload, signedIn, deps)
      return { success: true, new_file: await viewItem(deps, signedIn, item.id) }
    } catch (error) {
      await deps.db.updateTable('uploads').set({ state: 'failed' }).where('id', '=', upload.id).where('state', '=', 'receiving').execute()
      throw error instanceof WrongLength ? new Refused('upload_length') : error
    }
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    request.raw.setTimeout(0)
  }
}

/** Takes the address for this one body (decisions 49). */
async function claim({ db, sign, clock }: Dependencies, request: UploadRequest, { user }: SignedIn): Promise<UploadRow> {
  sign.verify(request.url)
  const upload = await db.updateTable('uploads').set({ state: 'receiving' })
    .where('id', '=', request.query.upload_id ?? '').where('user_id', '=', user.id)
    .where('state', '=', 'open').where('expires_at', '>', clock())
    .returningAll().executeTakeFirst()
  if (upload === undefined) throw new Refused('upload_address')
  return upload
}

/** The body first, then its item: what is acknowledged lies safe, and what fails leaves nothing. */
async function receive(request: FastifyRequest, upload: UploadRow, signedIn: SignedIn, deps: Dependencies): Promise<ItemRow> {
  const target = await requireTarget(deps.db, signedIn, upload)
  const { body, sentName } = await takeBody(request, upload.size, deps)
  try {
    if (upload.target_file_id !== null && sentName !== undefined) requireSameKind(target, sentName)
    const name = upload.target_file_id === null ? accepted(checkName(sentName ?? upload.name ?? '')) : ''
    const { item, bodyId } = await record(deps, signedIn, upload, body, name)
    await deps.previews.began({ bodyId, bodyKey: body.key, extension: item.extension, size: body.size })
      .catch((error: unknown) => request.log.warn(error, 'thumbnails could not be begun'))
    return item
  } catch (error) {
    await deps.storage.remove(body.key)
    throw error
  }
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
async function takeForm(request: FastifyRequest, size: number, storage: Store): Promise<Taken> {
  let body: StoredBody | undefined
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
    if (body !== undefined) await storage.remove(body.key)
    throw error
  }
  if (body === undefined) throw invalidRequest('file')
  return { body, sentName: fieldName ?? partName }
}

/** Everything that makes the body a file, or nothing. */
function record(deps: Dependencies, signedIn: SignedIn, upload: UploadRow, body: StoredBody, name: string) {
  return inTransaction(deps.db, async (transaction) => {
    const access = await requireTarget(transaction, signedIn, upload)
    const { id: bodyId } = await transaction.insertInto('bodies')
      .values({ key: body.key, size: body.size, sha256: body.sha256, image_width: null, image_height: null })
      .returning('id').executeTakeFirstOrThrow()
    const version = { creatorId: signedIn.user.id, at: deps.clock(), bodyId, size: body.size, remark: upload.remark }
    const item = upload.target_file_id === null
      ? await insertFile(transaction, { ...version, parentId: access.chain[0].id, name })
      : await addVersion(transaction, { ...version, itemId: upload.target_file_id })
    await requireQuota(transaction, access, 0)
    await indexLater({ ...deps, db: transaction }, { bodyId, extension: item.extension, size: body.size, isEncrypted: item.is_encrypted })
    await transaction.updateTable('uploads').set({ state: 'done', item_id: item.id }).where('id', '=', upload.id).execute()
    return { item, bodyId }
  }, { by: signedIn })
}

/** The folder that takes a new file, or the file that takes a new version (decisions 3.2, 4.19, 57). */
async function requireTarget(
  db: Db, signedIn: SignedIn, target: Pick<UploadRow, 'folder_id' | 'target_file_id'>, departmentId?: number,
): Promise<Access> {
  if (target.target_file_id === null) {
    const place = await requirePlace(db, signedIn, { folderId: target.folder_id ?? 0, departmentId }, 'item_upload')
    requireOpenSpace(place)
    return place
  }
  const access = await requireAccess(db, signedIn.user.id, target.target_file_id, 'item_upload')
  if (access.chain[0].isFolder) throw itemNotFound()
  requireOpenSpace(access)
  await requireUnlocked(db, signedIn, [target.target_file_id])
  return access
}

/** A version keeps the name of its file, so it must be what that name says. @throws Refused version_extension */
function requireSameKind({ chain: [file] }: Access, name: string): void {
  const extension = extensionOf(file.name)
  if (extensionOf(name) !== extension) throw new Refused('version_extension', { field: 'name', params: { extension } })
}

/** @param more bytes that are not counted yet @throws Refused quota_exceeded */
export async function requireQuota(db: Db, { space }: Access, more: number): Promise<void> {
  if (space.personalOf === null) return
  const { used_bytes, quota_bytes, user_quota_bytes } = await db.selectFrom('items')
    .innerJoin('users', 'users.id', 'items.personal_of')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .select(['items.used_bytes', 'users.quota_bytes', 'enterprises.user_quota_bytes'])
    .where('items.id', '=', space.id).executeTakeFirstOrThrow()
  const quota = quota_bytes ?? user_quota_bytes
  if (quota !== null && used_bytes + more > quota) throw new Refused('quota_exceeded')
}

function readHeaderName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    throw invalidRequest('X-File-Name')
  }
}

/** A sender hears the answer only when it may go on sending; somebody who sends without end is cut off. */
function discardRest(request: IncomingMessage): void {
  let left = DISCARDED
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { officePage } from '@/domain/items/officePage'
import { splitExtension } from '@/domain/items/extension'
import { withoutDirections } from '@/domain/items/naming'
import type { ErrorCode } from '@/contract/errors'
import { userKey } from '../../actors/actor'
import { officeToken, type OfficeHolder } from '../../crypto/officeTokens'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { discardRest, limitStall } from '../../http/bodies'
import { checkInTurn, type CallTurns } from '../../http/turns'
import { findPreviewFile } from '../../previews/previewFiles'
import { changeLock, type LockAct } from '../../services/office/locking'
import { demandedTarget, readName, renameFile, suggestedName } from '../../services/office/names'
import { OfficeRefusal } from '../../services/office/OfficeRefusal'
import { requireHeldFile, type OfficeFile } from '../../services/office/opening'
import { saveBeside, saveContents } from '../../services/office/saving'
import { sendBlob } from '../../storage/sendBlob'
import { header, lockOf, requireHolder, requireLockIn, sizeOf, type HostRequest } from './requests'

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'config' | 'sign' | 'office' | 'storage' | 'jobs' | 'previews' | 'log' | 'contentCheck'
> & { turns: CallTurns }

/** A request of the office service for a file. */
interface Asked {
  ports: Ports
  request: HostRequest
  reply: FastifyReply
  holder: OfficeHolder
  opened: OfficeFile
}

const FILE = '/wopi/files/:id'
const CONTENTS = `${FILE}/contents`

/** The address of a file for the office service (WOPISrc). */
export function sourceOf(baseUrl: string, fileId: number): string {
  return `${baseUrl}/wopi/files/${fileId}`
}

/** The page around the office service. */
export function editPageOf(baseUrl: string, fileId: number): string {
  return baseUrl + officePage(fileId)
}

/**
 * The calls by which an office service reads and saves files (DOC-10, MS-WOPI 3.3.5). Each needs a token, which names file, user and session, and the
 * signature of the service. The rights of the user are asked for each time.
 */
export function registerOfficeHost(app: FastifyInstance, ports: Ports): void {
  app.register(async (host) => {
    host.removeAllContentTypeParsers()
    host.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    host.setErrorHandler<FastifyError>((error, request, reply) => {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      request.log.info({ status: refusal.status, code: error instanceof Refused ? error.code : undefined }, 'refused')
      return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
    })
    host.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    const config = { isSigned: true, isStream: true } as const
    const on = (method: 'GET' | 'POST', url: string, run: (asked: Asked) => Promise<unknown>) =>
      host.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
        method,
        url,
        config,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(ports, request, reply, run),
      })
    on('GET', FILE, checkFileInfo)
    on('GET', CONTENTS, getFile)
    on('POST', CONTENTS, putFile)
    on('POST', FILE, (asked) => (overrides.get(header(asked.request, 'x-wopi-override')) ?? unknownAct)(asked))
  })
}

async function answer(
  ports: Ports,
  request: HostRequest,
  reply: FastifyReply,
  run: (asked: Asked) => Promise<unknown>,
): Promise<unknown> {
  const endWatch = limitStall(request.raw)
  try {
    const holder = await requireHolder(ports, request)
    const party = { user: userKey(holder.userId), ip: request.ip }
    const opened = await checkInTurn(ports.turns, party, () => requireHeldFile(ports, holder))
    return await run({ ports, request, reply, holder, opened })
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    endWatch()
  }
}

async function checkFileInfo({ ports, opened }: Asked) {
  const { actor, file, access, rights, changedAt } = opened
  const baseUrl = ports.config.baseUrl!
  return {
    BaseFileName: withoutDirections(file.name),
    FileExtension: `.${file.extension}`,
    OwnerId: userKey(access.space.owner.id),
    UserId: userKey(actor.user.id),
    UserFriendlyName: withoutDirections(actor.user.name),
    IsAnonymousUser: false,
    LicenseCheckForEditIsEnabled: true,
    Size: file.size,
    Version: file.versionKey,
    LastModifiedTime: changedAt.toISOString(),
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: true,
    SupportsUpdate: true,
    SupportsRename: true,
    UserCanWrite: rights.write,
    ReadOnly: !rights.write,
    UserCanRename: rights.rename,
    UserCanNotWriteRelative: !rights.writeBeside,
    FileNameMaxLength: NAME_MAX_LENGTH,
    HostEditUrl: editPageOf(baseUrl, file.fileId),
    ClosePostMessage: true,
    PostMessageOrigin: new URL(baseUrl).origin,
  }
}

async function getFile({ ports, request, reply, holder, opened: { file } }: Asked) {
  const most = header(request, 'x-wopi-maxexpectedsize')
  if (/^\d{1,15}$/.test(most) && file.size > Number(most)) throw new OfficeRefusal(412)
  reply.header('x-wopi-itemversion', file.versionKey)
  return sendBlob(request, reply, ports.storage, {
    key: file.bodyKey,
    reader: userKey(holder.userId),
    size: file.size,
    contentType: 'application/octet-stream',
    etag: file.versionKey,
    cacheControl: 'no-store',
  })
}

async function putFile({ ports, request, reply, opened: { actor, file } }: Asked) {
  if (header(request, 'x-wopi-override') !== 'PUT') throw new OfficeRefusal(501)
  const contents = { source: request.raw, size: sizeOf(request) }
  const expected = {
    lock: lockOf(request),
    seenAt: header(request, 'x-cool-wopi-timestamp') || header(request, 'x-lool-wopi-timestamp') || undefined,
  }
  const { modified_at } = await saveContents({ ...ports, log: request.log }, actor, file.fileId, contents, expected)
  await sendVersion(ports, reply, file.fileId)
  return { LastModifiedTime: modified_at.toISOString() }
}

async function sendVersion({ db }: Ports, reply: FastifyReply, fileId: number): Promise<void> {
  const current = await findPreviewFile(db, fileId)
  if (current) reply.header('x-wopi-itemversion', current.versionKey)
}

async function change({ ports, reply, opened: { actor, file } }: Asked, act: LockAct) {
  await changeLock(ports, actor, file.fileId, act)
  return reply.header('x-wopi-itemversion', file.versionKey).send()
}

/** The acts by their X-WOPI-Override. */
const overrides = new Map<string, (asked: Asked) => Promise<unknown>>([
  [
    'LOCK',
    async (asked) => {
      const lock = requireLockIn(asked.request)
      return change(asked, { kind: 'lock', lock, old: lockOf(asked.request, 'x-wopi-oldlock') })
    },
  ],
  ['REFRESH_LOCK', async (asked) => change(asked, { kind: 'refresh', lock: requireLockIn(asked.request) })],
  ['UNLOCK', async (asked) => change(asked, { kind: 'unlock', lock: requireLockIn(asked.request) })],
  ['GET_LOCK', async ({ reply, opened: { lock } }) => reply.header('x-wopi-lock', lock?.lock ?? '').send()],
  ['PUT_RELATIVE', putRelativeFile],
  ['RENAME_FILE', rename],
])

async function rename({ ports, request, opened }: Asked) {
  await renameFile(ports, opened, readName(header(request, 'x-wopi-requestedname')), lockOf(request))
  const renamed = await findPreviewFile(ports.db, opened.file.fileId)
  return { Name: splitExtension(withoutDirections(renamed?.name ?? opened.file.name)).stem }
}

function unknownAct(): never {
  throw new OfficeRefusal(501)
}

async function putRelativeFile({ ports, request, holder, opened }: Asked) {
  const { actor, file, access, rights } = opened
  const [suggested, demanded] = [header(request, 'x-wopi-suggestedtarget'), header(request, 'x-wopi-relativetarget')]
  // One of the two, from the protocol.
  if ((suggested === '') === (demanded === '')) throw new OfficeRefusal(suggested === '' ? 400 : 501)
  if (!rights.writeBeside) throw new OfficeRefusal(404)
  const folderId = access.chain[0].parentId!
  const overwrites = /^true$/i.test(header(request, 'x-wopi-overwriterelativetarget'))
  const target =
    demanded === ''
      ? { folderId, name: suggestedName(readName(suggested), file.name) }
      : await demandedTarget(ports.db, folderId, readName(demanded), overwrites)
  const contents = { source: request.raw, size: sizeOf(request) }
  const item = await saveBeside({ ...ports, log: request.log }, actor, target, contents)
  const token = officeToken(ports.sign, { ...holder, fileId: item.id })
  const baseUrl = ports.config.baseUrl!
  return {
    Name: withoutDirections(item.name),
    Url: `${sourceOf(baseUrl, item.id)}?access_token=${token}`,
    HostEditUrl: editPageOf(baseUrl, item.id),
  }
}

/** The status of a refusal; 404 for all others: the file is missing, or the user lacks a right. */
const statusOf: Partial<Record<ErrorCode, number>> = {
  quota_exceeded: 413,
  file_too_large: 413,
  upload_length: 400,
  version_extension: 400,
  name_empty: 400,
  name_too_long: 400,
  name_character: 400,
  name_invisible: 400,
  name_end: 400,
  content_refused: 400,
  content_unchecked: 500,
}

function refusalOf(error: FastifyError): OfficeRefusal | null {
  if (error instanceof OfficeRefusal) return error
  if (!(error instanceof Refused)) return null
  if (error.code === 'item_locked' || error.code === 'items_locked') return OfficeRefusal.lockedHere()
  return new OfficeRefusal(statusOf[error.code] ?? 404)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PreviewKind } from '@/contract/entities'
import type { PreviewReason } from '@/contract/errors'
import type { PreviewInfo, previewCalls } from '@/contract/preview'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf, previewKindOf } from '@/domain/items/kinds'
import { isArchiveTooLarge } from '@/domain/preview/viewerOf'
import { actorKey, userKey } from '../actor'
import type { ActorKey } from '../actorKey'
import { downloadAddress, officeFrameAddress, officeServiceAddress } from '../addresses'
import type { Dependencies } from '../dependencies'
import { addressRefused, itemNotFound, permissionDenied } from '../errors'
import { requireUser, type Handlers, type UserContext } from '../http/handler'
import { actionPermissions } from '../policies/actionPermissions'
import { untilEnded } from '../previews/untilEnded'
import type { AskedKind, Watermark, PreviewTarget } from '../previews/target'
import type { PreviewState } from '../previews/Renditions'
import { KeyedSemaphore } from '../previews/KeyedSemaphore'
import { inFolder } from '../previews/archiveFolder'
import type { ArchiveEntry } from '../previews/convert/task'
import { planOf } from '../previews/plans'
import { DOWNLOAD, findPreviewFile, pageAddress, renditionAddress, type PreviewFile } from '../previews/previewFiles'
import { accessOf, requireAccess } from '../services/access'
import { requireSignedFile } from '../services/transfer'
import { mediaTypeOf } from '../storage/mediaType'
import { sendBlob } from '../storage/sendBlob'

/** What a phone on a weak network puts behind the signed address of a tile's picture, for the smaller one (AH-19). */
const SMALLER = '&size=64'

/** ms that who asks for a picture that is being made is kept waiting */
const PATIENCE = 15_000
/** ms that who asks for a video or audio is kept waiting for its end: he asks again half a minute later (1§9) */
const MEDIA_PATIENCE = 8000
/** pages that are drawn for one user at once */
const PAGES_AT_ONCE = 4
/** seconds a rendition may be kept: its address changes with the version and, by its end, every hour */
const KEPT = 7200

/** Where a preview stands (1§4). */
export function representationRoutes(deps: Dependencies): Handlers<typeof previewCalls> {
  const { db, sign, previews, clock } = deps
  /** A version that the user may look at. @throws Refused item_not_found, item_is_deleted, permission_denied */
  async function lookedAt({ actor }: UserContext, input: { file_id: number; file_version_id?: number }) {
    const { user, enterprise } = actor
    const access = await requireAccess(db, actor, input.file_id, 'item_preview')
    const file = await findPreviewFile(db, input.file_id, { versionId: input.file_version_id })
    if (file === undefined) throw itemNotFound()
    const may = actionPermissions({
      row: file.row,
      access,
      permissions: access.permissions,
      enterprise,
      userId: user.id,
    })
    if (!may.perm_preview) throw permissionDenied()
    return { file }
  }

  /** What is played may be there in a moment. */
  async function asked(
    kind: AskedKind,
    file: PreviewTarget,
    watermark: Watermark | null,
    again: boolean | undefined,
    gone: AbortSignal,
  ) {
    const state = await previews.ask(file, kind, watermark, again)
    if (kind !== 'video' && kind !== 'audio') return state
    return state.reason === null && state.made === null
      ? waitFor(deps, () => previews.ask(file, kind, watermark), gone, MEDIA_PATIENCE)
      : state
  }

  return {
    'GET /apps/representations/info': requireUser(async ({ actor }, input, request) => {
      const { user, enterprise } = actor
      const access = (await accessOf(db, actor, [input.file_id])).get(input.file_id)
      if (!access?.permissions.includes('item_view')) throw itemNotFound()
      const file = await findPreviewFile(db, input.file_id, { versionId: input.file_version_id })
      if (file === undefined) throw itemNotFound()
      const ownKind = input.kind ?? previewKindOf({ extension_category: categoryOf(file.extension) })
      if (access.isDeleted) return without(ownKind, 'file_deleted')
      const may = actionPermissions({
        row: file.row,
        access,
        permissions: access.permissions,
        enterprise,
        userId: user.id,
      })
      if (!may.perm_preview) return without(ownKind, 'permission_denied')

      const place = { fileId: file.fileId, versionKey: file.versionKey, entry: input.entry }
      const original =
        input.entry === undefined
          ? downloadAddress(sign, file, actorKey(actor))
          : renditionAddress(sign, 'original', place, actorKey(actor))
      const download_url = may.perm_download ? original : null
      if (isArchiveTooLarge({ extension_category: categoryOf(file.extension), size: file.size }))
        return { ...without(ownKind, 'zip_too_large'), download_url }
      const within = await entryIn(previews, file, input.entry)
      const kind =
        input.kind ??
        (within.found ? previewKindOf({ extension_category: categoryOf(extensionOf(within.found.path)) }) : ownKind)
      if (!isRendition(kind)) return { ...without(kind, 'not_support', 'not_support'), download_url }
      const again = input['force-regenerate']
      const { target, state: opening } = await opened(previews, file, within, kind, again)
      if (target === null) return { ...info(kind, opening), download_url }

      const watermark = may.perm_download ? null : watermarkOf(user, clock())
      const asPages = kind === 'pdf' && input.pages === true
      const isOffice =
        kind === 'pdf' && enterprise.wps_preview && input.entry === undefined && planOf(file.extension) === 'office'
      const service =
        isOffice && may.perm_download && file.size > 0 ? officeServiceAddress(deps, file, actorKey(actor)) : null
      const change_mode_available = service !== null && previews.isReadable(file)
      const isFramed = isOffice && !asPages && input.wps_enable === true
      if (isFramed && service !== null)
        return { ...info('office', shownElsewhere), change_mode_available, preview_url: service, download_url }
      const state = asPages
        ? await previews.askPages(target, again)
        : await asked(kind, target, watermark, again, goneSignal(request))
      const address = isFramed
        ? officeFrameAddress(sign, file, actorKey(actor))
        : renditionAddress(sign, kind, place, actorKey(actor))
      return {
        ...info(isFramed ? 'office' : kind, state),
        change_mode_available,
        preview_url: state.made === null || asPages || kind === 'zip' ? null : address,
        poster_url: kind === 'video' ? renditionAddress(sign, 'image_1024', place, actorKey(actor)) : null,
        download_url,
        category: watermark === null ? null : 'watermark_preview',
      }
    }),

    'GET /apps/representations/entries': requireUser(async (context, input, request) => {
      const { file } = await lookedAt(context, input)
      if (!isArchive(file) || isArchiveTooLarge({ extension_category: categoryOf(file.extension), size: file.size })) {
        return { reason: isArchive(file) ? 'zip_too_large' : 'not_support', total: 0, entries: [] }
      }
      const { made, reason } = await waitFor(deps, () => previews.ask(file, 'zip', null), goneSignal(request))
      if (made === null) return { reason: reason ?? 'server_error', total: 0, entries: [] }
      const { folder = '', offset = 0, limit = 100 } = input
      const entries = inFolder(await previews.entriesOf(made, file.name), folder)
      return { reason: null, total: entries.length, entries: entries.slice(offset, offset + limit) }
    }),

    'GET /apps/representations/pages': requireUser(async (context, input, request) => {
      const { file } = await lookedAt(context, input)
      const place = { fileId: file.fileId, versionKey: file.versionKey, entry: input.entry }
      const { target, state } = await opened(previews, file, await entryIn(previews, file, input.entry), 'pdf')
      const gone = goneSignal(request)
      const { made, reason } = target === null ? state : await waitFor(deps, () => previews.askPages(target), gone)
      if (made === null) return { reason: reason ?? 'server_error', sizes: [], preview_urls: [] }
      const { offset = 0, limit = 20 } = input
      const sizes = await previews.pageSizes(made)
      const count = sizes.reduce((sum, { pages }) => sum + pages, 0)
      const last = Math.min(count, offset + limit)
      const preview_urls: string[] = []
      for (let page = offset + 1; page <= last; page += 1)
        preview_urls.push(pageAddress(sign, page, place, actorKey(context.actor)))
      return { reason: null, sizes, preview_urls }
    }),
  }
}

/** Renditions themselves, by signed address (decisions 39); which of them a user gets follows from his rights now. */
export function registerRepresentations(app: FastifyInstance, deps: Dependencies): void {
  const { db, sign, storage, previews, clock } = deps
  const drawing = new KeyedSemaphore<ActorKey>(PAGES_AT_ONCE)

  /** What is there goes at once; the others are drawn a few at a time, so that one who leafs quickly keeps nobody waiting. */
  async function madePage(userId: number, gone: AbortSignal, ...page: Parameters<typeof previews.askPage>) {
    const there = await previews.findPage(...page)
    if (there !== null) return there
    return (await drawing.take(userKey(userId), () => waitFor(deps, () => previews.askPage(...page), gone))).made
  }

  app.route<{
    Querystring: { kind?: string; page?: string; entry?: string; file_id?: string; file_version_key?: string }
  }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD,
    config: { isSigned: true },
    async handler(request, reply) {
      const isSmaller = request.query.kind === 'image_128' && request.url.endsWith(SMALLER)
      const file = await requireSignedFile(
        db,
        sign.verify(isSmaller ? request.url.slice(0, -SMALLER.length) : request.url),
        request.query,
      )
      const { access, user, row } = file
      const entry = request.query.entry === undefined ? undefined : Number(request.query.entry)
      const kind = kindOf(isSmaller ? 'image_64' : request.query.kind)
      // The trash shows thumbnails, nothing more.
      if (access.isDeleted && kind !== 'image_64' && kind !== 'image_128') throw addressRefused()
      const may = actionPermissions({
        row,
        access,
        permissions: access.permissions,
        enterprise: nobody,
        userId: user.id,
      })
      if (!may.perm_preview) throw addressRefused()
      // Of what has no entry there is an address of its own.
      if (kind === 'original' && (!may.perm_download || entry === undefined)) throw addressRefused()

      const watermark = may.perm_download ? null : watermarkOf(user, clock())
      const gone = goneSignal(request)
      const open = async () =>
        opened(previews, file, await entryIn(previews, file, entry), kind === 'page' ? 'pdf' : kind)
      const target = await waitForEntry(deps, open, gone)
      if (target === null) return reply.code(404).header('cache-control', 'no-store').send()
      if (kind === 'original') {
        const { name, extension, bodyKey: key, size } = target
        const etag = `${file.versionKey}-${entry}`
        return sendBlob(request, reply, storage, {
          key,
          size,
          contentType: mediaTypeOf(extension),
          etag,
          cacheControl: 'private, no-cache',
          saveAs: name,
        })
      }
      const made =
        kind === 'page'
          ? await madePage(user.id, gone, target, Number(request.query.page), watermark)
          : (await waitFor(deps, () => previews.ask(target, kind, watermark), gone)).made
      if (made === null) return reply.code(404).header('cache-control', 'no-store').send()
      return sendBlob(request, reply, storage, {
        key: made.key,
        size: made.size,
        contentType: made.contentType,
        etag: made.key.replace('/', ''),
        cacheControl: `private, max-age=${KEPT}, immutable`,
      })
    },
  })
}

/** @throws Refused 403 where there is no such one */
function kindOf(kind: string | undefined): Exclude<AskedKind, 'zip'> | 'page' | 'original' {
  if (kind === 'image_64' || kind === 'image_128' || kind === 'page' || kind === 'original') return kind
  if (!isRendition(kind) || kind === 'zip') throw addressRefused()
  return kind
}

/** Sharing plays no part here. */
const nobody = { is_personal: false, share_with_colleagues_disallowed: false }

/** The office service makes nothing here. */
const shownElsewhere = { status: 'generated', progress: 0, reason: null } as const

function isRendition(kind: string | undefined): kind is 'pdf' | 'image_1024' | 'video' | 'audio' | 'zip' {
  return kind === 'pdf' || kind === 'image_1024' || kind === 'video' || kind === 'audio' || kind === 'zip'
}

function isArchive({ extension }: Pick<PreviewTarget, 'extension'>): boolean {
  return planOf(extension) === 'archive'
}

const missing: PreviewState = { status: 'generating_failed', progress: 0, reason: 'file_deleted', made: null }

/** What is asked for in a file: itself, one in it, or why there is none (yet). */
type Within =
  | { entry: undefined; found: null; state: null }
  | { entry: number; found: ArchiveEntry; state: null }
  | { entry: number; found: null; state: PreviewState }

async function entryIn(
  previews: Dependencies['previews'],
  file: PreviewFile,
  entry: number | undefined,
): Promise<Within> {
  if (entry === undefined) return { entry, found: null, state: null }
  const { made, ...list } = isArchive(file) ? await previews.ask(file, 'zip', null) : missing
  if (made === null)
    return { entry, found: null, state: { ...list, made, status: list.reason ? 'generating_failed' : 'generating' } }
  const found = (await previews.entriesOf(made, file.name)).find((one) => one.entry === entry && !one.isFolder)
  return found ? { entry, found, state: null } : { entry, found: null, state: missing }
}

/** Gives the file itself, or the one in it; until that is taken out, where it stands. */
async function opened(
  previews: Dependencies['previews'],
  file: PreviewFile,
  { entry, found, state }: Within,
  kind: AskedKind | 'original',
  again = false,
): Promise<{ target: PreviewFile; state: null } | { target: null; state: PreviewState }> {
  if (entry === undefined) return { target: file, state: null }
  if (found === null) return { target: null, state }
  const taken = await previews.openEntry(file, found, kind, again)
  if (taken.target === null) return { target: null, state: taken.state }
  return {
    target: { ...file, ...taken.target, entry, name: found.path.slice(found.path.lastIndexOf('/') + 1) },
    state: null,
  }
}

/** Name and login tell two people of one name apart; the time says when it was looked at (AH-24). */
function watermarkOf({ id, name, login }: { id: number; name: string; login: string }, now: Date): Watermark {
  return { actor: userKey(id), text: `${name} ${login}\n${dateTime.format(now)}` }
}

/** As people of the server's place read it. */
const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

type Waiting = Pick<Dependencies, 'db' | 'live'>

/** Nothing is made when it cannot be, or not in time. */
function waitFor(
  deps: Waiting,
  ask: () => Promise<PreviewState>,
  gone: AbortSignal,
  patience = PATIENCE,
): Promise<PreviewState> {
  return untilEnded(deps, ask, ({ pending }) => pending, patience, gone)
}

/** Null when it cannot be had, or not in time. */
async function waitForEntry(
  deps: Waiting,
  open: () => ReturnType<typeof opened>,
  gone: AbortSignal,
): Promise<PreviewFile | null> {
  return (await untilEnded(deps, open, ({ state }) => state?.pending, PATIENCE, gone)).target
}

/** Aborted when the connection is closed before the answer. */
function goneSignal({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}

function info(
  kind: PreviewKind | 'unsupported' | 'office',
  { status, progress, reason, media }: Omit<PreviewState, 'made'>,
): Omit<PreviewInfo, 'success'> {
  return {
    status,
    progress,
    media_status: media?.status ?? null,
    milliseconds: media?.milliseconds ?? null,
    poster_url: null,
    change_mode_available: false,
    preview_type: kind,
    reason,
    preview_url: null,
    download_url: null,
    category: null,
    password: null,
    // Renditions stand upright already.
    exif_rotation: 0,
  }
}

function without(
  kind: PreviewKind | 'unsupported',
  reason: PreviewReason,
  status: PreviewState['status'] = 'generating_failed',
) {
  return info(kind, { status, progress: 0, reason })
}

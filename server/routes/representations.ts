import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import type { PreviewKind } from '@/contract/entities'
import type { PreviewReason } from '@/contract/errors'
import type { PreviewInfo, previewCalls } from '@/contract/preview'
import { categoryOf, previewKindOf } from '@/domain/items/kinds'
import { isArchiveTooLarge } from '@/domain/preview/viewerOf'
import type { Dependencies } from '../dependencies'
import { addressRefused, itemNotFound, permissionDenied } from '../errors'
import { actionPermissions } from '../policies/actionPermissions'
import { planOf } from '../previews/plans'
import type { PreviewState } from '../previews/Renditions'
import { findSubject, pageAddress, renditionAddress } from '../previews/subjects'
import { Turns } from '../previews/Turns'
import type { AskedKind, Marked, Subject } from '../previews/Previews'
import { accessOf, requireAccess } from '../queries/access'
import { sendBody } from '../storage/sendBody'
import { officeFrameAddress, officeServiceAddress } from './officeFrame'
import { downloadAddress, requireSignedFile } from './transfer'
import { member, type Handlers } from './handler'

const DOWNLOAD = '/api/apps/representations/download'
/** What a phone on a weak network puts behind the signed address of a tile's picture, for the smaller one (AH-19). */
const SMALLER = '&size=64'

/** ms that who asks for a picture that is being made is kept waiting */
const PATIENCE = 15_000
/** ms between two looks at it */
const LOOK = 100
/** ms that who asks for a video or sound is kept waiting for its end: he asks again half a minute later (1§9) */
const MEDIA_PATIENCE = 8000
/** pages that are drawn for one user at once */
const PAGES_AT_ONCE = 4
/** seconds a rendition may be kept: its address changes with the version and, by its end, every hour */
const KEPT = 7200

/** Where a preview stands (1§4). */
export function representationRoutes(deps: Dependencies): Handlers<typeof previewCalls> {
  const { db, sign, previews, clock } = deps
  /** What is played may be there in a moment. */
  async function asked(kind: AskedKind, file: Subject, marked: Marked | null, again: boolean | undefined, isGone: () => boolean) {
    const state = await previews.ask(file, kind, marked, again)
    if (kind !== 'video' && kind !== 'audio') return state
    return state.reason === null && state.made === null ? waitFor(() => previews.ask(file, kind, marked), isGone, MEDIA_PATIENCE) : state
  }

  return {
    'GET /apps/representations/info': member(async ({ signedIn }, input, request) => {
      const { user, enterprise } = signedIn
      const access = (await accessOf(db, user.id, [input.file_id])).get(input.file_id)
      if (!access?.permissions.includes('item_view')) throw itemNotFound()
      const file = await findSubject(db, input.file_id, { versionId: input.file_version_id })
      if (file === undefined) throw itemNotFound()
      const kind = input.kind ?? previewKindOf({ extension_category: categoryOf(file.extension) })
      if (access.isDeleted) return without(kind, 'file_deleted')
      const may = actionPermissions({ row: file.row, access, permissions: access.permissions, enterprise, userId: user.id })
      if (!may.perm_preview) return without(kind, 'permission_denied')

      const download_url = may.perm_download ? downloadAddress(sign, file, user.id) : null
      if (isArchiveTooLarge({ extension_category: categoryOf(file.extension), size: file.size })) return { ...without(kind, 'zip_too_large'), download_url }
      if (!isRendition(kind)) return { ...without(kind, 'not_support', 'not_support'), download_url }
      const marked = may.perm_download ? null : markOf(user, clock())
      const asPages = kind === 'pdf' && input.pages === true
      const isOffice = kind === 'pdf' && enterprise.wps_preview && planOf(file.extension) === 'office'
      const service = isOffice && may.perm_download && file.size > 0 ? officeServiceAddress(deps, file, user.id) : null
      const change_mode_available = service !== null && previews.isReadable(file)
      const isFramed = isOffice && !asPages && input.wps_enable === true
      if (isFramed && service !== null) return { ...info('office', shownElsewhere), change_mode_available, preview_url: service, download_url }
      const again = input['force-regenerate']
      const state = asPages ? await previews.askPages(file, again) : await asked(kind, file, marked, again, () => request.raw.destroyed)
      const address = isFramed ? officeFrameAddress(sign, file, user.id) : renditionAddress(sign, kind, file, user.id)
      return {
        ...info(isFramed ? 'office' : kind, state),
        change_mode_available,
        preview_url: state.made === null || asPages ? null : address,
        poster_url: kind === 'video' ? renditionAddress(sign, 'image_1024', file, user.id) : null,
        download_url,
        category: marked === null ? null : 'watermark_preview',
      }
    }),

    'GET /apps/representations/pages': member(async ({ signedIn: { user, enterprise } }, input, request) => {
      const access = await requireAccess(db, user.id, input.file_id, 'item_preview')
      const file = await findSubject(db, input.file_id, { versionId: input.file_version_id })
      if (file === undefined) throw itemNotFound()
      const may = actionPermissions({ row: file.row, access, permissions: access.permissions, enterprise, userId: user.id })
      if (!may.perm_preview) throw permissionDenied()
      const { made, reason } = await waitFor(() => previews.askPages(file), () => request.raw.destroyed)
      if (made === null) return { reason: reason ?? 'server_error', sizes: [], preview_urls: [] }
      const { offset = 0, limit = 20 } = input
      const sizes = await previews.pageSizes(made)
      const count = sizes.reduce((sum, { pages }) => sum + pages, 0)
      const last = Math.min(count, offset + limit)
      const preview_urls: string[] = []
      for (let page = offset + 1; page <= last; page += 1) preview_urls.push(pageAddress(sign, page, file, user.id))
      return { reason: null, sizes, preview_urls }
    }),
  }
}

/** Renditions themselves, by signed address (decisions 39); which of them a user gets follows from his rights now. */
export function registerRepresentations(app: FastifyInstance, { db, sign, storage, previews, clock }: Dependencies): void {
  const turns = new Turns(PAGES_AT_ONCE)

  /** What is there goes at once; the others are drawn a few at a time, so that one who leafs quickly keeps nobody waiting. */
  async function madePage(userId: number, isGone: () => boolean, ...page: Parameters<typeof previews.askPage>) {
    const there = await previews.findPage(...page)
    if (there !== null) return there
    return (await turns.take(userId, () => waitFor(() => previews.askPage(...page), isGone))).made
  }

  app.route<{ Querystring: { kind?: string, page?: string, file_id?: string, file_version_key?: string } }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD,
    config: { isSigned: true },
    async handler(request, reply) {
      const isSmaller = request.query.kind === 'image_128' && request.url.endsWith(SMALLER)
      const file = await requireSignedFile(db, sign.verify(isSmaller ? request.url.slice(0, -SMALLER.length) : request.url), request.query)
      const { access, user, row } = file
      const kind = kindOf(isSmaller ? 'image_64' : request.query.kind)
      // The trash shows thumbnails, nothing more.
      if (access.isDeleted && kind !== 'image_64' && kind !== 'image_128') throw addressRefused()
      const may = actionPermissions({ row, access, permissions: access.permissions, enterprise: nobody, userId: user.id })
      if (!may.perm_preview) throw addressRefused()

      const marked = may.perm_download ? null : markOf(user, clock())
      const isGone = () => request.raw.destroyed
      const made = kind === 'page'
        ? await madePage(user.id, isGone, file, Number(request.query.page), marked)
        : (await waitFor(() => previews.ask(file, kind, marked), isGone)).made
      if (made === null) return reply.code(404).header('cache-control', 'no-store').send()
      return sendBody(request, reply, storage, {
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
function kindOf(kind: string | undefined): AskedKind | 'page' {
  if (isRendition(kind) || kind === 'image_64' || kind === 'image_128' || kind === 'page') return kind
  throw addressRefused()
}

/** Sharing plays no part here. */
const nobody = { is_personal: false, share_with_colleagues_disallowed: false }

/** The office service makes nothing here. */
const shownElsewhere = { status: 'generated', progress: 0, reason: null } as const

function isRendition(kind: string | undefined): kind is 'pdf' | 'image_1024' | 'video' | 'audio' {
  return kind === 'pdf' || kind === 'image_1024' || kind === 'video' || kind === 'audio'
}

/** Name and login tell two people of one name apart; the time says when it was looked at (AH-24). */
function markOf({ id, name, login }: { id: number, name: string, login: string }, now: Date): Marked {
  return { userId: id, text: `${name} ${login}\n${dateTime.format(now)}` }
}

/** As people of the server's place read it. */
const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Nothing is made when it cannot be, or not in time. */
async function waitFor(ask: () => Promise<PreviewState>, isGone: () => boolean, patience = PATIENCE): Promise<PreviewState> {
  for (let waited = 0; ; waited += LOOK) {
    const state = await ask()
    if (state.made !== null || state.reason !== null || waited >= patience || isGone()) return state
    await delay(LOOK)
  }
}

function info(
  kind: PreviewKind | 'unsupported' | 'office', { status, progress, reason, media }: Omit<PreviewState, 'made'>,
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

function without(kind: PreviewKind | 'unsupported', reason: PreviewReason, status: PreviewState['status'] = 'generating_failed') {
  return info(kind, { status, progress: 0, reason })
}

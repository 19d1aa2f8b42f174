import type { PreviewReason } from '@/contract/errors'
import type { PreviewInfo, PreviewKind, TextEncoding } from '@/contract/previews/previews'
import { extensionOf } from '@/domain/items/extension'
import { categoryOf, previewKindOf } from '@/domain/items/kinds'
import { hasGrid, hasReading, hasReadingMode, isArchiveTooLarge } from '@/domain/previews/viewerOf'
import { actorKey, jobOwner, principalOf, reviewerId, type ReadingActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import { downloadAddress, officeFrameAddress, officeServiceAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { itemNotFound } from '../../errors'
import { actionPermissions, mayReceiveText } from '../../policies/access/actionPermissions'
import { inEncoding, planOf } from '../../previews/plans'
import { renditionAddress } from '../../previews/previewFiles'
import type { PreviewState } from '../../previews/Renditions'
import type { AskedKind, PreviewTarget, Watermark } from '../../previews/target'
import { watermarkFor } from '../../previews/watermarks'
import { accessOf } from '../access/itemAccess'
import { recordRepeatable } from '../audit'
import { findEntry, openEntry } from './entries'
import { firstPictureOf } from './firstPicture'
import { blockOf } from './grid'
import type { AskedFile } from './lists'
import { waitForState, type WaitPorts } from './waiting'
import { pieceOf } from './reading'
import { requirePreviewLeft, countPreview } from '../shares/uses'
import { requireVersion } from '../access/viewedFiles'

/** ms to hold the answer for a video or audio that is being made; the client asks again half a minute later (1§9) */
const MEDIA_PATIENCE = 8000
/** ms to hold the answer for a text that is being made, because most texts are made in this time */
const READING_PATIENCE = 2000

export interface AskedPreview extends AskedFile {
  kind?: PreviewKind
  /** entry number in an archive */
  entry?: number
  encoding?: TextEncoding
  /** page list of a document instead of its PDF */
  pages?: boolean
  /** text of a document instead of its PDF, for an actor who may receive the text */
  reading?: boolean
  /** table instead of the PDF, for an actor who may receive the text */
  grid?: boolean
  /** the picture, or the first page of a document, within the answer */
  first_picture?: boolean
  wps_enable?: boolean
  'force-regenerate'?: boolean
}

type Ports = WaitPorts & Pick<Dependencies, 'previews' | 'sign' | 'clock' | 'config' | 'jobs' | 'storage'>
type Info = Omit<PreviewInfo, 'success'>

/**
 * The state and address of a preview (1§4). Starts to make a preview that does not exist yet. Records that a user opened the file, once an hour.
 * @param gone aborted once the client has disconnected
 * @throws Refused item_not_found; for a visitor share_link_preview_limited, share_link_preview_download_limited
 */
export async function previewInfo(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedPreview,
  gone: AbortSignal,
): Promise<Info> {
  const { db, sign, previews, clock } = ports
  const { enterprise } = principalOf(actor)
  const access = (await accessOf(db, actor, [asked.file_id])).get(asked.file_id)
  if (!access?.permissions.includes('item_view')) throw itemNotFound()
  const file = {
    ...(await requireVersion(db, actor, asked.file_id, asked.file_version_id)),
    asker: jobOwner(actor),
  }
  const category = categoryOf(file.extension)
  const ownKind = asked.kind ?? previewKindOf({ extension_category: category })
  if (access.isDeleted) return without(ownKind, 'file_deleted')
  const { permissions } = access
  const userId = reviewerId(actor)
  const may = actionPermissions({ row: file.row, access, permissions, enterprise, userId })
  if (!may.perm_preview) return without(ownKind, 'permission_denied')
  if (actor.kind === 'visitor') await requirePreviewLeft(ports, actor, file.fileId)
  if (actor.kind === 'user') await recordRepeatable(db, clock(), actor, 'item_opened', { itemIds: [file.fileId] })

  const key = actorKey(actor)
  const place = { fileId: file.fileId, versionKey: file.versionKey, entry: asked.entry }
  const original =
    asked.entry === undefined ? downloadAddress(sign, file, key) : renditionAddress(sign, 'original', place, key)
  // No address for visitors, because a visitor's download is counted when the visitor orders it.
  const download_url = may.perm_download && actor.kind !== 'visitor' ? original : null
  if (isArchiveTooLarge({ extension_category: category, size: file.size }))
    return { ...without(ownKind, 'zip_too_large'), download_url }
  const within = await findEntry(previews, file, asked.entry)
  const wanted =
    asked.kind ??
    (within.found ? previewKindOf({ extension_category: categoryOf(extensionOf(within.found.path)) }) : ownKind)
  if (!isRendition(wanted)) return { ...without(wanted, 'not_support', 'not_support'), download_url }
  const again = asked['force-regenerate']
  const { target: opened, state: opening } = await openEntry(previews, file, within, wanted, again)
  if (opened === null) return { ...info(wanted, opening), download_url }
  const kind = wanted === 'pdf' && planOf(opened.extension) === 'video' ? 'video' : wanted
  const target = kind === 'pdf' ? inEncoding(opened, asked.encoding) : opened

  const watermark = watermarkFor(actor, may.perm_download, clock())
  const isText = kind === 'pdf' && mayReceiveText(actor, may.perm_download)
  const askTable = anewOnce(again === true && actor.kind !== 'visitor', (isAnew) => previews.askGrid(target, isAnew))
  const hasTable = isText && asked.grid === true && hasGrid(target.extension)
  const table = hasTable ? await waitForState(ports, key, askTable, gone, READING_PATIENCE) : null
  // A file that is no table after all is shown like others.
  const asGrid = table !== null && table.reason === null
  const reads = isText && !asGrid && asked.reading === true
  const askText = (isAnew: boolean) => previews.askReading(target, isAnew)
  const askDocument = anewOnce(again === true && actor.kind !== 'visitor', askText)
  const document =
    reads && hasReadingMode(target.extension)
      ? await waitForState(ports, key, askDocument, gone, READING_PATIENCE)
      : null
  // A document without a text, such as a scan, is shown as pages.
  const asDocument = document !== null && document.reason === null
  const asReading = asDocument || (reads && hasReading(target.extension))
  const asPages = kind === 'pdf' && asked.pages === true && !asReading && !asGrid
  const isOffice =
    kind === 'pdf' &&
    actor.kind === 'user' &&
    enterprise.wps_preview &&
    asked.entry === undefined &&
    planOf(file.extension) === 'office'
  const service = isOffice && may.perm_download && file.size > 0 ? officeServiceAddress(ports, file, key) : null
  const change_mode_available = service !== null && previews.isReadable(file)
  const isFramed = isOffice && !asPages && asked.wps_enable === true
  if (isFramed && service !== null)
    return { ...info('office', inOfficeService), change_mode_available, preview_url: service, download_url }
  const ask = (isAnew: boolean) =>
    asReading
      ? waitForState(ports, key, anewOnce(isAnew, askText), gone, READING_PATIENCE)
      : asPages
        ? previews.askPages(target, isAnew)
        : askAndWait(ports, key, { kind, file: target, watermark, again: isAnew }, gone)
  const scan = kind === 'image_1024' && planOf(target.extension) === 'scan' ? await previews.askPages(target) : null
  // A scan of one page has no list of pages and is shown as a picture.
  const isScan = scan !== null && (scan.reason === null || scan.reason === 'too_large')
  const first = asGrid
    ? table
    : asDocument
      ? document
      : isScan
        ? scan
        : again
          ? await askAgain(actor, ask)
          : await ask(false)
  // A document with more pages than a watermarked copy may have is shown page by page.
  const isTooLong = kind === 'pdf' && !asReading && !asGrid && watermark !== null && first.reason === 'too_large'
  const state = isTooLong ? await previews.askPages(target) : first
  const isPaged = isTooLong || (isScan && state.made !== null)
  const hasNoCopy = asReading || asGrid || asPages || isTooLong || isScan
  if (actor.kind === 'visitor' && state.made !== null) await countPreview(ports, actor, file)
  const hasAddress = state.made !== null && !hasNoCopy && kind !== 'zip'
  const address = !hasAddress
    ? null
    : isFramed
      ? officeFrameAddress(sign, file, key)
      : renditionAddress(sign, kind, { ...place, encoding: target.encoding }, key)
  return {
    ...(asReading && { first_piece: await firstPiece(ports, state, watermark) }),
    ...(asGrid && { first_block: await firstBlock(ports, state, watermark) }),
    ...(asked.first_picture === true &&
      address !== null &&
      !isFramed && { first_picture: await firstPictureOf(ports, { kind, file: target, state, watermark }) }),
    ...info(asGrid ? 'grid' : asReading ? 'reading' : isPaged ? 'pages' : isFramed ? 'office' : kind, state),
    change_mode_available,
    preview_url: address,
    large_url: !isScan && isStill(kind, state) ? renditionAddress(sign, 'image_large', place, key) : null,
    poster_url: kind === 'video' && !isSound(state) ? renditionAddress(sign, 'image_1024', place, key) : null,
    download_url,
    category: watermark === null ? null : 'watermark_preview',
    ...(kind === 'pdf' && { receives_text: isText }),
  }
}

/** Whether a file is previewed as a rendition of this kind. */
export function isRendition(kind: string | undefined): kind is 'pdf' | 'image_1024' | 'video' | 'audio' | 'zip' {
  return kind === 'pdf' || kind === 'image_1024' || kind === 'video' || kind === 'audio' || kind === 'zip'
}

/** Whether a picture can be drawn larger: every picture except those that move. */
function isStill(kind: AskedKind, { made }: PreviewState): boolean {
  return kind === 'image_1024' && (made?.contentType === 'image/jpeg' || made?.contentType === 'image/png')
}

/** Whether a film without a picture plays its sound. */
function isSound({ made }: PreviewState): boolean {
  return made?.contentType.startsWith('audio/') === true
}

/** Visitors regenerate only failed renditions, because other actors use the good ones and would have to wait. */
async function askAgain(actor: ReadingActor, ask: (isAnew: boolean) => Promise<PreviewState>): Promise<PreviewState> {
  if (actor.kind !== 'visitor') return ask(true)
  const state = await ask(false)
  return state.status === 'generating_failed' ? ask(true) : state
}

/** Waits for a video or audio, which may be ready in a moment. */
async function askAndWait(
  ports: Ports,
  key: ActorKey,
  {
    kind,
    file,
    watermark,
    again,
  }: { kind: AskedKind; file: PreviewTarget; watermark: Watermark | null; again?: boolean },
  gone: AbortSignal,
): Promise<PreviewState> {
  const state = await ports.previews.ask(file, kind, watermark, again)
  if (kind !== 'video' && kind !== 'audio') return state
  if (state.reason !== null || state.made !== null) return state
  return waitForState(ports, key, () => ports.previews.ask(file, kind, watermark), gone, MEDIA_PATIENCE)
}

/** Asks several times, anew only the first time. */
function anewOnce(isAnew: boolean, ask: (isAnew: boolean) => Promise<PreviewState>) {
  let again = isAnew
  return () => {
    const state = ask(again)
    again = false
    return state
  }
}

async function firstBlock(ports: Ports, state: PreviewState, watermark: Watermark | null) {
  const block = await blockOf(ports, state)
  return block === null ? undefined : { ...block, watermark: watermark?.text ?? null }
}

async function firstPiece(ports: Ports, state: PreviewState, watermark: Watermark | null) {
  const piece = await pieceOf(ports, state, 0)
  return piece === null ? undefined : { ...piece, watermark: watermark?.text ?? null }
}

/** The state of a preview in the office service, which renders the file itself. */
const inOfficeService = { status: 'generated', progress: 0, reason: null } as const

function info(
  kind: PreviewKind | 'unsupported' | 'office' | 'pages' | 'reading' | 'grid',
  { status, progress, reason, media }: Omit<PreviewState, 'made'>,
): Info {
  return {
    status,
    progress: Math.round(progress * 100),
    media_status: media?.status ?? null,
    milliseconds: media?.milliseconds ?? null,
    poster_url: null,
    large_url: null,
    change_mode_available: false,
    preview_type: kind,
    reason,
    preview_url: null,
    download_url: null,
    category: null,
    password: null,
    // Renditions are already upright.
    exif_rotation: 0,
  }
}

function without(
  kind: PreviewKind | 'unsupported',
  reason: PreviewReason,
  status: PreviewState['status'] = 'generating_failed',
): Info {
  return info(kind, { status, progress: 0, reason })
}

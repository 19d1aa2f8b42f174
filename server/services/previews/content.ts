import { TextEncoding } from '@/contract/previews/previews'
import { actorKey, jobOwner, reviewerId } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import { addressRefused, Refused } from '../../errors'
import { actionPermissions } from '../../policies/access/actionPermissions'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { inEncoding } from '../../previews/plans'
import type { PreviewFile } from '../../previews/previewFiles'
import type { Made } from '../../previews/representations'
import type { AskedKind, Watermark } from '../../previews/target'
import { watermarkFor } from '../../previews/watermarks'
import { findEntry, openEntry } from './entries'
import { isRendition } from './info'
import { waitForEntry, waitForState, type WaitPorts } from './waiting'
import { countPreview } from '../shares/uses'
import { recordTransfer, requireViewedFile, type AddressQuery } from '../downloads/files'
import { isShown } from '../access/viewedFiles'

/** pages drawn concurrently per actor */
const PAGES_AT_ONCE = 4

/** The parameters of a rendition's signed address. */
export interface RenditionQuery extends AddressQuery {
  kind?: string
  page?: string
  entry?: string
  encoding?: string
}

/** An original from an archive, or a rendition; `made` is null for the tile of a file that has no picture. */
export type RenditionContent = { original: PreviewFile } | { made: Made | null }

/**
 * Returns a reader of the files and renditions that signed addresses name (decisions 39), with current rights. The result is null if the file
 * cannot be made or is not ready in time. Transfers of originals are recorded in the audit log with the client's address.
 * @throws Refused permission_denied with the reason `address`
 */
export function createRenditionReader(
  ports: WaitPorts & Pick<Dependencies, 'previews' | 'clock' | 'jobs'>,
): (key: ActorKey, query: RenditionQuery, address: string, gone: AbortSignal) => Promise<RenditionContent | null> {
  const { previews, clock } = ports
  const { waits } = previews
  const drawing = new KeyedSemaphore<ActorKey>(PAGES_AT_ONCE)

  /** Serves cached pages immediately and draws the rest with limited concurrency, so that fast scrolling does not delay others. */
  async function madePage(key: ActorKey, gone: AbortSignal, ...page: Parameters<typeof previews.askPage>) {
    const cached = await waits.ask(key, () => previews.findPage(...page))
    if (cached !== null) return cached
    return (await drawing.run(key, () => waitForState(ports, key, () => previews.askPage(...page), gone))).made
  }

  async function madeOf(
    file: PreviewFile,
    kind: Exclude<AskedKind, 'zip'> | PageKind,
    page: number,
    [key, watermark]: [ActorKey, Watermark | null],
    gone: AbortSignal,
  ): Promise<RenditionContent | null> {
    if (isPage(kind))
      return contentOf(
        await madePage(key, gone, file, { page, ...(kind === 'page_small' && { size: 'small' }) }, watermark),
      )
    if (kind === 'pdf' && watermark !== null) {
      const made = await waits.ask(key, () => previews.findMarked(file, kind, watermark))
      if (made !== null) return { made }
    }
    const { made, reason } = await waitForState(ports, key, () => previews.ask(file, kind, watermark), gone)
    return reason !== null && isTile(kind) ? { made: null } : contentOf(made)
  }

  return async (addressKey, query, address, gone) => {
    const signed = await waits.ask(addressKey, () => requireViewedFile(ports, addressKey, query))
    const file = { ...signed, asker: jobOwner(signed.actor) }
    const { access } = file
    const actor = { ...file.actor, address }
    const entry = query.entry === undefined ? undefined : Number(query.entry)
    const kind = kindOf(query.kind)
    // Items in the trash show only thumbnails.
    if (access.isDeleted && !isTile(kind)) throw addressRefused()
    const { permissions } = access
    const may = actionPermissions({
      row: file.row,
      access,
      permissions,
      enterprise: nobody,
      userId: reviewerId(actor),
    })
    if (!may.perm_preview || !isShown(actor, file)) throw addressRefused()
    // Only originals inside archives are served here; other originals have an address of their own.
    if (kind === 'original' && (!may.perm_download || entry === undefined)) throw addressRefused()

    const watermark = watermarkFor(actor, may.perm_download, clock())
    if (actor.kind === 'visitor' && kind !== 'original' && !isTile(kind))
      await countPreview(ports, actor, file).catch((error: unknown) => {
        throw error instanceof Refused ? addressRefused() : error
      })
    const open = async () =>
      openEntry(previews, file, await findEntry(previews, file, entry), isPage(kind) ? 'pdf' : kind)
    const opened = await waitForEntry(ports, addressKey, open, gone)
    if (opened === null) return null
    const target = inEncoding(opened, encodingOf(query.encoding))
    if (kind === 'original') {
      await recordTransfer(ports, actor, file)
      return { original: target }
    }
    return madeOf(target, kind, Number(query.page), [actorKey(file.actor), watermark], gone)
  }
}

function contentOf(made: Made | null): RenditionContent | null {
  return made && { made }
}

/** The picture of a page, and a small one. */
type PageKind = 'page' | 'page_small'

function isPage(kind: string): kind is PageKind {
  return kind === 'page' || kind === 'page_small'
}

function isTile(kind: string): boolean {
  return kind === 'image_64' || kind === 'image_128'
}

/** Only the server makes addresses, with encodings of the contract. @throws Refused permission_denied for another one */
function encodingOf(encoding: string | undefined): TextEncoding | undefined {
  if (encoding === undefined || TextEncoding.enum.includes(encoding)) return encoding as TextEncoding | undefined
  throw addressRefused()
}

/** @throws Refused permission_denied for an unknown kind */
function kindOf(kind: string | undefined): Exclude<AskedKind, 'zip'> | PageKind | 'original' {
  if (kind === 'image_64' || kind === 'image_128' || kind === 'original' || kind === 'image_large') return kind
  if (kind !== undefined && isPage(kind)) return kind
  if (!isRendition(kind) || kind === 'zip') throw addressRefused()
  return kind
}

/** Stands in for the enterprise, which actionPermissions uses only to decide about sharing. */
const nobody = { is_personal: false, share_with_colleagues_disallowed: false }

import { actorKey, jobOwner, reviewerId } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import { addressRefused, Refused } from '../../errors'
import { actionPermissions } from '../../policies/access/actionPermissions'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import type { PreviewFile } from '../../previews/previewFiles'
import type { Made } from '../../previews/representations'
import type { AskedKind, Watermark } from '../../previews/target'
import { watermarkFor } from '../../previews/watermarks'
import { findEntry, openEntry } from './entries'
import { isRendition } from './info'
import { waitForEntry, waitForState, type WaitPorts } from './waiting'
import { takePreview } from '../shares/uses'
import { recordTransfer, requireViewedFile, type AddressQuery } from '../downloads/files'
import { isShown } from '../access/viewedFiles'

/** pages that are drawn for one actor at once */
const PAGES_AT_ONCE = 4

/** What a signed address of a rendition says. */
export interface RenditionQuery extends AddressQuery {
  kind?: string
  page?: string
  entry?: string
}

/** A file out of an archive, or a rendition. */
export type RenditionContent = { original: PreviewFile } | { made: Made }

/**
 * Gives what signed addresses of renditions name (decisions 39), by the rights of now. The result is null when it cannot be had, or
 * not in time; the audit log keeps who had an original, from which address.
 * @throws Refused permission_denied with the reason `address`
 */
export function createRenditionReader(
  ports: WaitPorts & Pick<Dependencies, 'previews' | 'clock' | 'jobs'>,
): (key: ActorKey, query: RenditionQuery, address: string, gone: AbortSignal) => Promise<RenditionContent | null> {
  const { previews, clock } = ports
  const { waits } = previews
  const drawing = new KeyedSemaphore<ActorKey>(PAGES_AT_ONCE)

  /** What is there goes at once; the others are drawn a few at a time: who leafs quickly keeps nobody waiting. */
  async function madePage(key: ActorKey, gone: AbortSignal, ...page: Parameters<typeof previews.askPage>) {
    const there = await waits.ask(key, () => previews.findPage(...page))
    if (there !== null) return there
    return (await drawing.take(key, () => waitForState(ports, key, () => previews.askPage(...page), gone))).made
  }

  async function madeOf(
    file: PreviewFile,
    kind: Exclude<AskedKind, 'zip'> | 'page',
    page: number,
    [key, watermark]: [ActorKey, Watermark | null],
    gone: AbortSignal,
  ): Promise<Made | null> {
    if (kind === 'page') return madePage(key, gone, file, page, watermark)
    return (await waitForState(ports, key, () => previews.ask(file, kind, watermark), gone)).made
  }

  return async (addressKey, query, address, gone) => {
    const signed = await waits.ask(addressKey, () => requireViewedFile(ports, addressKey, query))
    const file = { ...signed, asker: jobOwner(signed.actor) }
    const { access } = file
    const actor = { ...file.actor, address }
    const entry = query.entry === undefined ? undefined : Number(query.entry)
    const kind = kindOf(query.kind)
    // The trash shows thumbnails, nothing more.
    if (access.isDeleted && kind !== 'image_64' && kind !== 'image_128') throw addressRefused()
    const { permissions } = access
    const may = actionPermissions({
      row: file.row,
      access,
      permissions,
      enterprise: nobody,
      userId: reviewerId(actor),
    })
    if (!may.perm_preview || !isShown(actor, file)) throw addressRefused()
    // The original of a file that is in no archive has an address of its own.
    if (kind === 'original' && (!may.perm_download || entry === undefined)) throw addressRefused()

    const watermark = watermarkFor(actor, may.perm_download, clock())
    const isTile = kind === 'image_64' || kind === 'image_128'
    if (actor.kind === 'visitor' && kind !== 'original' && !isTile)
      await takePreview(ports, actor, file).catch((error: unknown) => {
        throw error instanceof Refused ? addressRefused() : error
      })
    const open = async () =>
      openEntry(previews, file, await findEntry(previews, file, entry), kind === 'page' ? 'pdf' : kind)
    const target = await waitForEntry(ports, addressKey, open, gone)
    if (target === null) return null
    if (kind === 'original') {
      await recordTransfer(ports, actor, file)
      return { original: target }
    }
    const made = await madeOf(target, kind, Number(query.page), [actorKey(file.actor), watermark], gone)
    return made && { made }
  }
}

/** @throws Refused permission_denied where there is no such one */
function kindOf(kind: string | undefined): Exclude<AskedKind, 'zip'> | 'page' | 'original' {
  if (kind === 'image_64' || kind === 'image_128' || kind === 'page' || kind === 'original') return kind
  if (!isRendition(kind) || kind === 'zip') throw addressRefused()
  return kind
}

/** Sharing plays no part here. */
const nobody = { is_personal: false, share_with_colleagues_disallowed: false }

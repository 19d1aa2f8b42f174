import type { ArchiveEntry, ArchiveError, PageRun, TextEncoding } from '@/contract/previews/previews'
import type { PreviewReason } from '@/contract/errors'
import { categoryOf } from '@/domain/items/kinds'
import type { Span } from '@/domain/previews/reading'
import { isArchiveTooLarge } from '@/domain/previews/viewerOf'
import { actorKey, jobOwner, type ReadingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { inEncoding } from '../../previews/plans'
import type { Access } from '../../policies/access/facts'
import type { PreviewFile } from '../../previews/previewFiles'
import { requireAccess } from '../access/itemAccess'
import { findEntry, isArchive, openEntry } from './entries'
import { waitForState, type WaitPorts } from './waiting'
import { countPreview } from '../shares/uses'
import { requireVersion } from '../access/viewedFiles'

type Ports = WaitPorts & Pick<Dependencies, 'clock' | 'jobs'>

/** Rows of a long list. */
interface Window {
  offset?: number
  limit?: number
}

export interface AskedFile {
  file_id: number
  file_version_id?: number
}

/**
 * A range of the entries in a folder of an archive.
 * @param gone aborted once the client has disconnected
 * @throws Refused item_not_found, item_is_deleted, permission_denied, share_link_preview_limited, share_link_preview_download_limited
 */
export async function listEntries(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedFile & Window & { folder?: string },
  gone: AbortSignal,
): Promise<{
  reason: PreviewReason | null
  trouble: ArchiveError | null
  total: number
  entries: ArchiveEntry[]
}> {
  const file = await requireViewable(ports, actor, asked)
  const none = (reason: PreviewReason) => ({ reason, trouble: null, total: 0, entries: [] })
  if (!isArchive(file)) return none('not_support')
  if (isArchiveTooLarge({ extension_category: categoryOf(file.extension), size: file.size }))
    return none('zip_too_large')
  const { made, reason } = await waitForState(ports, actorKey(actor), () => ports.previews.ask(file, 'zip', null), gone)
  if (made === null) return none(reason ?? 'server_error')
  const { folder = '', offset = 0, limit = 100 } = asked
  return { reason: null, ...(await ports.previews.entriesOf(made, file, { folder, offset, limit })) }
}

/**
 * The sizes of all pages of a document, the span they cover, and a range of page numbers, from 1.
 * @throws Refused as listEntries
 */
export async function listPages(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedFile & Window & { entry?: number; encoding?: TextEncoding },
  gone: AbortSignal,
): Promise<{ file: PreviewFile; reason: PreviewReason | null; sizes: PageRun[]; span: Span | null; pages: number[] }> {
  const { previews } = ports
  const file = await requireViewable(ports, actor, asked)
  const { target, state } = await openEntry(previews, file, await findEntry(previews, file, asked.entry), 'pdf')
  const text = target && inEncoding(target, asked.encoding)
  const answer =
    text === null ? state! : await waitForState(ports, actorKey(actor), () => previews.askPages(text), gone)
  const { made, reason } = answer
  if (made === null) {
    const known = reason ?? (answer.pending ? null : 'server_error')
    return { file, reason: known, sizes: [], span: null, pages: [] }
  }
  const { offset = 0, limit = 20 } = asked
  const { sizes, span } = await previews.pageList(made)
  const count = sizes.reduce((sum, { pages }) => sum + pages, 0)
  const pages: number[] = []
  for (let page = offset + 1; page <= Math.min(count, offset + limit); page += 1) pages.push(page)
  return { file, reason: null, sizes, span, pages }
}

/** A version that an actor may preview, counted as viewed. @throws Refused as listEntries */
export async function requireViewable(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedFile,
): Promise<PreviewFile & { access: Access }> {
  const access = await requireAccess(ports.db, actor, asked.file_id, 'item_preview')
  const file = await requireVersion(ports.db, actor, asked.file_id, asked.file_version_id)
  if (!mayPreview(file.row, access.permissions)) throw permissionDenied()
  if (actor.kind === 'visitor') await countPreview(ports, actor, file)
  return { ...file, asker: jobOwner(actor), access }
}

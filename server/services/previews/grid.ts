import type { TextEncoding } from '@/contract/previews/encodings'
import type { GridBlock } from '@/contract/previews/grid'
import type { PreviewReason } from '@/contract/errors'
import { hasGrid } from '@/domain/previews/viewerOf'
import { actorKey, reviewerId, type ReadingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayDownload, mayReceiveText } from '../../policies/access/actionPermissions'
import { inEncoding } from '../../previews/plans'
import type { PreviewState } from '../../previews/Renditions'
import { watermarkFor } from '../../previews/watermarks'
import { findEntry, openEntry } from './entries'
import { requireViewable, type AskedFile } from './lists'
import { waitForState, type WaitPorts } from './waiting'

type Ports = WaitPorts & Pick<Dependencies, 'clock' | 'jobs'>

interface AskedBlock extends AskedFile {
  entry?: number
  encoding?: TextEncoding
  sheet?: number
  block?: number
  whole?: boolean
}

/**
 * A block of a file's table (AH-37).
 * @param gone aborted once the client has disconnected
 * @throws Refused as listEntries; permission_denied also for an actor who may not receive the text
 */
export async function readBlock(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedBlock,
  gone: AbortSignal,
): Promise<GridBlock> {
  const { previews, clock } = ports
  const file = await requireViewable(ports, actor, asked)
  const isDownloadable = mayDownload(file.row, file.access, reviewerId(actor))
  if (!mayReceiveText(actor, isDownloadable)) throw permissionDenied()
  const { target, state } = await openEntry(previews, file, await findEntry(previews, file, asked.entry), 'pdf')
  if (target === null) return withoutTable(state.reason ?? (state.pending ? null : 'server_error'))
  if (!hasGrid(target.extension)) return withoutTable('not_support')
  const table = inEncoding(target, asked.encoding)
  const ask = () => previews.askGrid(table, false, asked.whole)
  const answer = await waitForState(ports, actorKey(actor), ask, gone)
  const block = await blockOf(ports, answer, asked.sheet, asked.block)
  if (block === null) return withoutTable(answer.reason ?? (answer.pending ? null : 'server_error'))
  return { ...block, watermark: watermarkFor(actor, isDownloadable, clock())?.text ?? null }
}

/** A block of a table in this state, without a watermark; null if there is no table yet. */
export async function blockOf(
  { previews }: Pick<Dependencies, 'previews'>,
  { made, isBeginning = false }: PreviewState,
  sheet = 0,
  block = 0,
): Promise<GridBlock | null> {
  if (made === null) return null
  const { sheets, isCut, rows } = await previews.readBlock(made, sheet, block)
  return {
    reason: null,
    rendition: made.key.replaceAll('/', ''),
    sheets: sheet === 0 && block === 0 ? sheets : null,
    is_whole: !isBeginning,
    is_cut: isCut && !isBeginning,
    watermark: null,
    rows,
  }
}

function withoutTable(reason: PreviewReason | null): GridBlock {
  return { reason, rendition: null, sheets: null, is_whole: false, is_cut: false, watermark: null, rows: [] }
}

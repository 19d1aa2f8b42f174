import type { GridBlock } from '@/contract/previews/grid'
import type { PreviewReason } from '@/contract/errors'
import { hasGrid } from '@/domain/previews/viewerOf'
import { actorKey, type ReadingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { PreviewState } from '../../previews/Renditions'
import { openText, reasonOf, type AskedText, type TextPorts } from './openText'
import { waitForState } from './waiting'

interface AskedBlock extends AskedText {
  sheet?: number
  block?: number
}

/**
 * A block of a file's table (AH-37).
 * @param gone aborted once the client has disconnected
 * @throws Refused as openText
 */
export async function readBlock(
  ports: TextPorts,
  actor: ReadingActor,
  asked: AskedBlock,
  gone: AbortSignal,
): Promise<GridBlock> {
  const { text: table, reason, watermark } = await openText(ports, actor, asked, hasForm)
  if (table === null) return withoutTable(reason)
  const ask = () => ports.previews.askGrid(table, false, asked.whole)
  const answer = await waitForState(ports, actorKey(actor), ask, gone)
  const block = await blockOf(ports, answer, asked.sheet, asked.block)
  return block === null ? withoutTable(reasonOf(answer)) : { ...block, watermark }
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

/** Workbooks that people edit together are read as tables where no editor opens (DOC-01). */
function hasForm(extension: string): boolean {
  return hasGrid(extension) || extension === 'yxls'
}

function withoutTable(reason: PreviewReason | null): GridBlock {
  return { reason, rendition: null, sheets: null, is_whole: false, is_cut: false, watermark: null, rows: [] }
}

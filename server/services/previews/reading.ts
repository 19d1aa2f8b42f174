import type { ReadingPiece } from '@/contract/previews/reading'
import type { PreviewReason } from '@/contract/errors'
import { documentKindOf } from '@/domain/documents/roots'
import { hasReading, hasReadingMode } from '@/domain/previews/viewerOf'
import { actorKey, type ReadingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { PreviewState } from '../../previews/Renditions'
import { openText, reasonOf, type AskedText, type TextPorts } from './openText'
import { waitForState } from './waiting'

/**
 * A piece of a file's text, from 0 (AH-36, AH-38).
 * @param gone aborted once the client has disconnected
 * @throws Refused as openText
 */
export async function readPiece(
  ports: TextPorts,
  actor: ReadingActor,
  asked: AskedText & { piece?: number },
  gone: AbortSignal,
): Promise<ReadingPiece> {
  const { text, reason, watermark } = await openText(ports, actor, asked, hasForm)
  if (text === null) return withoutText(reason)
  const ask = () => ports.previews.askReading(text, false, asked.whole)
  const answer = await waitForState(ports, actorKey(actor), ask, gone)
  const piece = await pieceOf(ports, answer, asked.piece ?? 0)
  return piece === null ? withoutText(reasonOf(answer)) : { ...piece, watermark }
}

/** A piece of a text in this state, without a watermark; null if there is no text yet. */
export async function pieceOf(
  { previews }: Pick<Dependencies, 'previews'>,
  { made, isBeginning = false }: PreviewState,
  piece: number,
): Promise<ReadingPiece | null> {
  if (made === null) return null
  const { weights, isCut, outline, blocks } = await previews.readPiece(made, piece)
  return {
    reason: null,
    rendition: made.key.replaceAll('/', ''),
    weights: piece === 0 ? weights : null,
    is_whole: !isBeginning,
    is_cut: isCut && !isBeginning,
    ...(piece === 0 && outline !== undefined && { outline }),
    watermark: null,
    blocks,
  }
}

function hasForm(extension: string): boolean {
  return hasReading(extension) || hasReadingMode(extension) || documentKindOf(extension) === 'ydoc'
}

function withoutText(reason: PreviewReason | null): ReadingPiece {
  return { reason, rendition: null, weights: null, is_whole: false, is_cut: false, watermark: null, blocks: [] }
}

import type { TextEncoding } from '@/contract/previews/encodings'
import type { ReadingPiece } from '@/contract/previews/reading'
import type { PreviewReason } from '@/contract/errors'
import { hasReading } from '@/domain/previews/viewerOf'
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

/**
 * A piece of a file's text, from 0 (AH-36).
 * @param gone aborted once the client has disconnected
 * @throws Refused as listEntries; permission_denied also for an actor who may not receive the text
 */
export async function readPiece(
  ports: Ports,
  actor: ReadingActor,
  asked: AskedFile & { entry?: number; encoding?: TextEncoding; piece?: number; whole?: boolean },
  gone: AbortSignal,
): Promise<ReadingPiece> {
  const { previews, clock } = ports
  const file = await requireViewable(ports, actor, asked)
  const isDownloadable = mayDownload(file.row, file.access, reviewerId(actor))
  if (!mayReceiveText(actor, isDownloadable)) throw permissionDenied()
  const { target, state } = await openEntry(previews, file, await findEntry(previews, file, asked.entry), 'pdf')
  if (target === null) return withoutText(state.reason ?? (state.pending ? null : 'server_error'))
  if (!hasReading(target.extension)) return withoutText('not_support')
  const text = inEncoding(target, asked.encoding)
  const ask = () => previews.askReading(text, false, asked.whole)
  const answer = await waitForState(ports, actorKey(actor), ask, gone)
  const first = await pieceOf(ports, answer, asked.piece ?? 0)
  if (first === null) return withoutText(answer.reason ?? (answer.pending ? null : 'server_error'))
  return { ...first, watermark: watermarkFor(actor, isDownloadable, clock())?.text ?? null }
}

/** A piece of a text in this state, without a watermark; null if there is no text yet. */
export async function pieceOf(
  { previews }: Pick<Dependencies, 'previews'>,
  { made, isBeginning = false }: PreviewState,
  piece: number,
): Promise<ReadingPiece | null> {
  if (made === null) return null
  const { weights, isCut, blocks } = await previews.readPiece(made, piece)
  return {
    reason: null,
    rendition: made.key.replaceAll('/', ''),
    weights: piece === 0 ? weights : null,
    is_whole: !isBeginning,
    is_cut: isCut && !isBeginning,
    watermark: null,
    blocks,
  }
}

function withoutText(reason: PreviewReason | null): ReadingPiece {
  return { reason, rendition: null, weights: null, is_whole: false, is_cut: false, watermark: null, blocks: [] }
}

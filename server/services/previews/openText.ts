import type { TextEncoding } from '@/contract/previews/encodings'
import type { PreviewReason } from '@/contract/errors'
import { reviewerId, type ReadingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayTakeText, mayReceiveText } from '../../policies/access/actionPermissions'
import { inEncoding } from '../../previews/plans'
import type { PreviewFile } from '../../previews/previewFiles'
import type { PreviewState } from '../../previews/Renditions'
import { watermarkFor } from '../../previews/watermarks'
import { findEntry, openEntry } from './entries'
import { requireViewable, type AskedFile } from './lists'
import type { WaitPorts } from './waiting'

export type TextPorts = WaitPorts & Pick<Dependencies, 'clock' | 'jobs'>

/** A file of the drive, or with `entry` one in an archive. */
export interface AskedText extends AskedFile {
  entry?: number
  encoding?: TextEncoding
  /** Waits until the whole is made. */
  whole?: boolean
}

interface OpenedText {
  /** null if the file has none of the wanted form, or cannot be opened yet. */
  text: PreviewFile | null
  reason: PreviewReason | null
  /** The lines that the client shows over the text; null for none. */
  watermark: string | null
}

/**
 * Opens a file for an actor who may receive its text.
 * @param hasForm whether files with an extension have the wanted form
 * @throws Refused as listEntries; permission_denied also for an actor who may not receive the text
 */
export async function openText(
  ports: TextPorts,
  actor: ReadingActor,
  asked: AskedText,
  hasForm: (extension: string) => boolean,
): Promise<OpenedText> {
  const { previews, clock } = ports
  const file = await requireViewable(ports, actor, asked)
  const isDownloadable = mayTakeText(file.row, file.access, reviewerId(actor))
  if (!mayReceiveText(actor, isDownloadable)) throw permissionDenied()
  const { target, state } = await openEntry(previews, file, await findEntry(previews, file, asked.entry), 'pdf')
  if (target === null) return { text: null, reason: reasonOf(state), watermark: null }
  if (!hasForm(target.extension)) return { text: null, reason: 'not_support', watermark: null }
  const watermark = watermarkFor(actor, isDownloadable, clock())?.text ?? null
  return { text: inEncoding(target, asked.encoding), reason: null, watermark }
}

/** Why there is no rendition; null while it is being made. */
export function reasonOf({ reason, pending }: PreviewState): PreviewReason | null {
  return reason ?? (pending ? null : 'server_error')
}

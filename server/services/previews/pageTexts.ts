import type { PageLine } from '@/contract/previews/pageTexts'
import type { PreviewReason } from '@/contract/errors'
import { actorKey, type ReadingActor } from '../../actors/actor'
import { openText, reasonOf, type AskedText, type TextPorts } from './openText'
import { waitForState } from './waiting'

interface PageTexts {
  reason: PreviewReason | null
  is_cut: boolean
  pages: PageLine[][]
}

/**
 * The lines of a portion of the pages of a document, from 0 (AH-38).
 * @param gone aborted once the client has disconnected
 * @throws Refused as openText
 */
export async function readPageTexts(
  ports: TextPorts,
  actor: ReadingActor,
  asked: AskedText & { portion?: number },
  gone: AbortSignal,
): Promise<PageTexts> {
  const { previews } = ports
  const { text, reason } = await openText(ports, actor, asked, () => true)
  if (text === null) return { reason, is_cut: false, pages: [] }
  const answer = await waitForState(ports, actorKey(actor), () => previews.askPageTexts(text), gone)
  if (answer.made === null) return { reason: reasonOf(answer), is_cut: false, pages: [] }
  const { isCut, pages } = await previews.readPageTexts(answer.made, asked.portion ?? 0)
  return { reason: null, is_cut: isCut, pages }
}

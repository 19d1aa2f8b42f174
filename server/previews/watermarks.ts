import { userKey } from '../actor'
import type { AskedKind, Watermark } from './target'
import type { RenditionKind } from './representations'

/** The rendition of one's own with one's watermark, such as `pdf@u17`; the one of all without. */
export function renditionFor(kind: AskedKind | `page_${number}`, watermark: Watermark | null): RenditionKind {
  return watermark === null ? kind : `${kind}@${watermark.actor}`
}

/** Name and login tell two people of one name apart; the time says when it was looked at (AH-24). */
export function watermarkOf({ id, name, login }: { id: number; name: string; login: string }, now: Date): Watermark {
  return { actor: userKey(id), text: `${name} ${login}\n${dateTime.format(now)}` }
}

/** As people of the server's place read it. */
const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

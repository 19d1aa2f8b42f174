import { createHash } from 'node:crypto'
import { userKey, type LookingActor, type VisitorActor } from '../actors/actor'
import type { AskedKind, Watermark } from './target'
import type { RenditionKind } from './representations'

/** The rendition of one's own with one's watermark, such as `pdf@u17`; the one of all without. */
export function renditionFor(kind: AskedKind | `page_${number}`, watermark: Watermark | null): RenditionKind {
  return watermark === null ? kind : `${kind}@${watermark.actor}`
}

/**
 * What a visitor of a share link sees over a preview; null for none. Who may not have the file as often as they like never gets a plain one:
 * a plain rendition may be the file itself (decisions 46, AH-05). Without an account it is the link's number that is named.
 */
export function visitorWatermark({ link, user }: Pick<VisitorActor, 'link' | 'user'>, now: Date): Watermark | null {
  const isNamed = link.isWatermarkVisitor || (link.watermark === '' && (!link.mayDownload || link.isDownloadLimited))
  if (!isNamed && link.watermark === '') return null
  const name = user ? `${user.name} ${user.login}` : link.serialNumber
  const lines = [link.watermark, ...(isNamed ? [name, dateTime.format(now)] : [])].filter((line) => line !== '')
  const whose = isNamed && user ? userKey(user.id) : ''
  return { actor: `v${link.id}${whose}t${hashOf(link.watermark + isNamed)}`, text: lines.join('\n') }
}

/** Tells one text of a link from another that it had before. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Name and login tell two people of one name apart; the time says when it was looked at (AH-24). */
export function watermarkOf({ id, name, login }: { id: number; name: string; login: string }, now: Date): Watermark {
  return { actor: userKey(id), text: `${name} ${login}\n${dateTime.format(now)}` }
}

/** What somebody's previews carry; null for none. @param mayDownload whether they may have the file itself */
export function watermarkFor(actor: LookingActor, mayDownload: boolean, now: Date): Watermark | null {
  // Whoever looks by means of an application has no right of their own to the file.
  if (actor.kind === 'application')
    return actor.viewer
      ? watermarkOf(actor.viewer.user, now)
      : mayDownload
        ? null
        : watermarkOf(actor.onBehalfOf.user, now)
  if (actor.kind === 'user') return mayDownload ? null : watermarkOf(actor.user, now)
  // Items below may be withheld though the link is not.
  return visitorWatermark({ ...actor, link: { ...actor.link, mayDownload } }, now)
}

/** As people of the server's place read it. */
const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

import { createHash } from 'node:crypto'
import type { TextEncoding } from '@/contract/previews/previews'
import { userKey, type ReadingActor, type VisitorActor } from '../actors/actor'
import { CHINA_HOURS, chineseHour } from '../time/calendar'
import type { AskedKind, Watermark } from './target'
import type { PagePicture, RenditionKind } from './representations'

/** ms */
const HOUR = 3_600_000

/** The kind of a text's rendition in a chosen encoding, such as `pdf:big5`; without an encoding the usual kind. */
export function readAs<
  Kind extends AskedKind | 'pages' | 'page_texts' | 'reading' | 'reading_start' | 'grid' | 'grid_start' | PagePicture,
>(kind: Kind, encoding: TextEncoding | undefined) {
  return encoding === undefined ? kind : (`${kind as 'pdf'}:${encoding}` as const)
}

/** The kind of an actor's own watermarked rendition, such as `pdf@u17`; without a watermark the shared kind. */
export function renditionFor(
  kind: AskedKind | PagePicture,
  watermark: Watermark | null,
  encoding?: TextEncoding,
): RenditionKind {
  const shared = readAs(kind, encoding)
  return watermark === null ? shared : `${shared}@${watermark.actor}`
}

/**
 * The watermark for a visitor of a share link; null for none. A plain rendition may be the file itself, so only visitors with unlimited downloads
 * receive plain renditions (decisions 46, AH-05). For a visitor without an account the watermark names the link's serial number.
 */
export function visitorWatermark({ link, user }: Pick<VisitorActor, 'link' | 'user'>, now: Date): Watermark | null {
  const isNamed = link.isWatermarkVisitor || (link.watermark === '' && (!link.mayDownload || link.isDownloadLimited))
  if (!isNamed && link.watermark === '') return null
  const name = user ? `${user.name} ${user.login}` : link.serialNumber
  const lasting = [link.watermark, isNamed ? name : ''].filter((line) => line !== '').join('\n')
  const viewerKey = isNamed && user ? userKey(user.id) : ''
  return {
    actor: `v${link.id}${viewerKey}t${hashOf(link.watermark + isNamed)}`,
    ...(isNamed ? during(lasting, now) : { text: lasting, lasting }),
  }
}

/** Distinguishes the link's watermark from earlier watermarks of the link. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** A user's watermark: name, login and time. The login distinguishes people of the same name, and the hour records when they looked (AH-24). */
export function watermarkOf({ id, name, login }: { id: number; name: string; login: string }, now: Date): Watermark {
  const lasting = `${name} ${login}`
  return { actor: userKey(id), ...during(lasting, now) }
}

/** The watermark for an actor; null for none. @param mayDownload whether the actor may download the file itself */
export function watermarkFor(actor: ReadingActor, mayDownload: boolean, now: Date): Watermark | null {
  // A viewer through an application has no right of their own to the file.
  if (actor.kind === 'application')
    return actor.viewer
      ? watermarkOf(actor.viewer.user, now)
      : mayDownload
        ? null
        : watermarkOf(actor.onBehalfOf.user, now)
  if (actor.kind === 'user') return mayDownload ? null : watermarkOf(actor.user, now)
  // An item's download may be withheld although the link permits downloads.
  return visitorWatermark({ ...actor, link: { ...actor.link, mayDownload } }, now)
}

/**
 * A watermark with the hour of the visit. Strangers of one link share a rendition, and a user's rendition serves later visits, so the watermark
 * claims no minute (decisions 390). The offset from UTC makes the hour clear wherever the server and the viewer are.
 */
function during(lasting: string, now: Date): Pick<Watermark, 'text' | 'lasting' | 'hour'> {
  return {
    text: `${lasting}\n${chineseHour(now)} UTC+${CHINA_HOURS}`,
    lasting,
    hour: now.getTime() - (now.getTime() % HOUR),
  }
}

/** The time to record of a rendition: never after the hour that its watermark names, even if drawing took until the next hour. */
export function madeAt({ hour }: Pick<Watermark, 'hour'>, now: Date): Date {
  return hour === undefined ? now : new Date(Math.min(now.getTime(), hour + HOUR - 1))
}

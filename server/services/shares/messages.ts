import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { ShareLinkRow } from '../../database/shareTables'
import { askedTooOften } from '../../errors'
import { insertShareMessages, notFlooded, type StoredNotice, type StoredShare } from '../../queries/messages'
import { ownerIds } from '../../queries/enterprise/accounts'
import { loadLinks, type LinkDetail } from '../../queries/shares/links'
import { hasShareMessages, insertShareNotice } from '../../queries/shares/messages'
import { peopleOf, receiversOf } from '../../queries/shares/receivers'

type ShareAction = Extract<StoredNotice['action'], `share_${string}`>

/**
 * Sends receivers a message about a link that a colleague shared with them. Call in the transaction of the change.
 * @param isWanted whether they had asked for access
 */
export async function notifyReceivers(
  db: Db,
  {
    linkId,
    source,
    userIds,
    at,
    isWanted,
  }: { linkId: number; source: StoredShare['source']; userIds: readonly number[]; at: Date; isWanted?: boolean },
): Promise<void> {
  if (userIds.length === 0) return
  const [link] = await loadLinks(db, [linkId])
  const reached = await notFlooded(db, { senderId: link!.maker_id, userIds, at })
  const first = link!.items[0]!
  const share: StoredShare = {
    content: link!.description,
    source,
    item_type: first.is_folder ? 'folder' : 'file',
    item_name: first.name,
    unique_name: link!.unique_name,
    ...(isWanted && { is_granted: true as const }),
  }
  await insertShareMessages(db, { linkId, senderId: link!.maker_id, userIds: reached, share, at })
}

/**
 * Requires that a new link can notify somebody, if it names people. Those who already got many messages of this user within the hour get none.
 * @throws Refused asked_too_often
 */
export async function requireNotFlooding(
  db: Db,
  actor: UserActor,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return
  if ((await notFlooded(db, { senderId: actor.user.id, userIds, at })).length === 0) throw askedTooOften()
}

/** Notifies all receivers of a link, with the current members of groups and departments. */
export async function notifyAllReceivers(
  db: Db,
  link: Pick<ShareLinkRow, 'id' | 'maker_id' | 'enterprise_id'>,
  source: StoredShare['source'],
  at: Date,
): Promise<void> {
  const sender = { senderId: link.maker_id, enterpriseId: link.enterprise_id }
  const userIds = await peopleOf(db, await receiversOf(db, link.id), sender)
  await notifyReceivers(db, { linkId: link.id, source, userIds, at })
}

/** Notifies receivers that a link was shared, or that the link is open again if any receiver had a message before. */
export async function notifyOfOpening(
  db: Db,
  link: Pick<ShareLinkRow, 'id' | 'maker_id' | 'enterprise_id'>,
  at: Date,
): Promise<void> {
  await notifyAllReceivers(db, link, (await hasShareMessages(db, link.id)) ? 2 : 1, at)
}

type NoticeSubject = Pick<LinkDetail, 'id' | 'maker_id' | 'items'>

/** Notifies a link's maker of a reached limit: which uses are used up, and how many were allowed. @param used the last use */
export async function notifyOfLimit(
  db: Db,
  link: NoticeSubject & Pick<LinkDetail, 'preview_count' | 'preview_limit' | 'download_count' | 'download_limit'>,
  used: 'preview' | 'download',
  at: Date,
): Promise<void> {
  const isReached = (limit: number | null, count: number) => limit !== null && count >= limit
  const isOfPreviews =
    isReached(link.preview_limit, link.preview_count) &&
    (used === 'preview' || !isReached(link.download_limit, link.download_count))
  const uses = isOfPreviews
    ? ({ used_up: 'previews', count: link.preview_limit ?? 0 } as const)
    : ({ used_up: 'downloads', count: link.download_limit ?? 0 } as const)
  const notice = { ...noticeOf(link, 'share_limit'), ...uses }
  await insertShareNotice(db, { linkId: link.id, userId: link.maker_id, notice, at })
}

/** Notifies a link's maker about a change of the link. @param senderId the person that the message names; null: nobody */
export async function notifyMaker(
  db: Db,
  link: NoticeSubject,
  action: ShareAction,
  at: Date,
  senderId: number | null = null,
): Promise<void> {
  await insertShareNotice(db, { linkId: link.id, userId: link.maker_id, senderId, notice: noticeOf(link, action), at })
}

/** Notifies the administrators of the enterprise, except the link's maker, that a link waits for approval. */
export async function notifyApprovers(
  db: Db,
  link: NoticeSubject & Pick<LinkDetail, 'enterprise_id'>,
  at: Date,
): Promise<void> {
  const notice = noticeOf(link, 'share_waiting')
  const userIds = await ownerIds(db, link.enterprise_id)
  for (const userId of await notFlooded(db, { senderId: link.maker_id, userIds, at }))
    if (userId !== link.maker_id) await insertShareNotice(db, { linkId: link.id, userId, notice, at })
}

function noticeOf({ items }: NoticeSubject, action: ShareAction): StoredNotice {
  return { action, state: 'finished', count: 1, name: items[0]?.name ?? '', folder: '' }
}

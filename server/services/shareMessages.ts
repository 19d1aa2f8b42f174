import type { Db } from '../database/connect'
import { insertShareMessages, insertShareNotice, type StoredNotice, type StoredShare } from '../queries/messages'
import { loadLinks, type LinkDetail } from '../queries/shareLinks'

/** Tells people in their message centre of a link that a colleague shares with them; in the transaction of the deed. */
export async function tellReceivers(
  db: Db,
  {
    linkId,
    source,
    userIds,
    at,
  }: { linkId: number; source: StoredShare['source']; userIds: readonly number[]; at: Date },
): Promise<void> {
  if (userIds.length === 0) return
  const [link] = await loadLinks(db, [linkId])
  const first = link!.items[0]!
  const share: StoredShare = {
    content: link!.description,
    source,
    item_type: first.is_folder ? 'folder' : 'file',
    item_name: first.name,
    unique_name: link!.unique_name,
  }
  await insertShareMessages(db, { linkId, senderId: link!.maker_id, userIds, share, at })
}

/** Tells the maker of a link what became of it. */
export async function tellMaker(
  db: Db,
  link: Pick<LinkDetail, 'id' | 'maker_id' | 'items'>,
  action: Extract<StoredNotice['action'], `share_${string}`>,
  at: Date,
): Promise<void> {
  const notice: StoredNotice = { action, state: 'finished', count: 1, name: link.items[0]?.name ?? '', folder: '' }
  await insertShareNotice(db, { linkId: link.id, userId: link.maker_id, notice, at })
}

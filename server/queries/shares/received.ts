import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { JudgedLink, Node } from '../../policies/access/facts'
import { groupsOf } from '../access/rightsFacts'
import { judgedLinks, type LinkDetail } from './links'

/**
 * The newest links that name a user, a group or a department of theirs, and that are open by their own rows; newest first. Without the user's own
 * links and those of other enterprises.
 * @param most the maximum number of links, and of items in all these links together
 */
export async function linksTo(
  db: Db,
  { userId, enterpriseId, now }: { userId: number; enterpriseId: number; now: Date },
  most: { links: number; items: number },
): Promise<(JudgedLink & { created_at: Date })[]> {
  const named = sql`share_links join (
      select link_id from share_link_receivers where user_id = ${userId}
      union
      select link_id from share_link_receivers where group_id in (${groupsOf(userId)})
    ) named on named.link_id = share_links.id
    where enterprise_id = ${enterpriseId} and maker_id <> ${userId} and approval_state = 2 and closed_at is null
      and closed_by_administrator_at is null and coalesce(due_at > ${now}, true)`
  const { rows } = await judgedLinks(named, most).execute(db)
  return rows
}

/** An entry that gives a user a role on an item, or offers one. */
export interface ReceivedEntry {
  id: number
  item_id: number
  accepted: boolean
  invited_at: Date
  /** null = never */
  expires_at: Date | null
  inviter_id: number | null
  inviter_name: string | null
}

/** Something that others gave a user. */
export type ReceivedThing =
  /** The link, with only those items that its maker may still share. */
  | { kind: 'link'; link: LinkDetail }
  /** `isOurs`: the folder belongs to the user's enterprise. */
  | { kind: 'folder' | 'invitation'; entry: ReceivedEntry; folder: Node; isOurs: boolean }

/**
 * The entries by which others give a user a role, of each item one and the user's own before those of groups, and the user's own invitations; newest
 * first.
 */
export async function entriesFor(db: Db, userId: number, limit: number): Promise<ReceivedEntry[]> {
  const { rows } = await sql<ReceivedEntry>`
    select entries.*, users.name as inviter_name from (
      select distinct on (item_id, accepted) id, item_id, accepted, invited_at, expires_at, inviter_id from (
        select *, 1 as rank from collabs where user_id = ${userId}
        union all
        select *, 2 from collabs where group_id in (${groupsOf(userId)}) and accepted
      ) given
      where inviter_id is distinct from ${userId}::bigint order by item_id, accepted, rank, id desc
    ) entries left join users on users.id = entries.inviter_id
    order by entries.invited_at desc, entries.id desc limit ${limit}`.execute(db)
  return rows
}

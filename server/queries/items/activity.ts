import { sql, type RawBuilder } from 'kysely'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import type { Db } from '../../database/connect'
import type { ActivityRights, Node } from '../../policies/access/facts'

/** A place in the order of an item's activity. The numbers are decimal. */
export interface ActivityPlace {
  /** microseconds since 1970 */
  micros: string
  source: string
  id: string
}

/** One thing that happened to an item, from one of four sources: its creation (0), a version (1), a comment (2), an entry of the audit log (3). */
export interface ActivityRow {
  source: number
  id: number
  at: Date
  micros: number
  event: 'created' | 'version' | 'commented' | AuditEvent
  user_id: number | null
  /** The present name of the user; the name in the audit log for a user who is gone. */
  user_name: string | null
  version: number | null
  detail: AuditDetail | null
  /** The person or group whose rights changed, as named at the time. */
  subject_name: string | null
}

/** An entry with the folders that the viewer may see: for a move both, for a copy its destination. */
export interface PlacedActivity extends ActivityRow {
  from: Node | undefined
  to: Node | undefined
}

/** A page of an item's activity as one viewer sees it. */
export interface ActivityPage {
  rows: PlacedActivity[]
  hasOlder: boolean
  areContributorsNamed: boolean
}

export interface ActivityAsked {
  itemId: number
  /** The enterprise to which the item belongs now. Entries from before, when the item belonged to another one, are left out. */
  enterpriseId: number
  viewerId: number
  rights: ActivityRights
  before: ActivityPlace | null
  limit: number
}

/** The activity of an item, newest first, as far as the viewer sees it. Reads at most `limit` rows of each source. */
export async function activityRows(db: Db, asked: ActivityAsked): Promise<ActivityRow[]> {
  const { itemId, limit } = asked
  const page = sql`limit ${limit}`
  const { rows } = await sql<ActivityRow>`
    select source, found.id, at, (extract(epoch from at) * 1000000)::bigint as micros, event, user_id,
      coalesce(users.name, nullif(found.user_name, '')) as user_name, version, detail, subject_name
    from (
      select 0 as source, items.id, created_at as at, 'created' as event, creator_id as user_id, '' as user_name, null::integer as version,
        null::jsonb as detail, null::text as subject_name
      from items where id = ${itemId} and ${isOlder(asked, 0, 'created_at')} and not ${wasHandedIn(itemId)}
      union all (
        select 1, id, created_at, 'version', creator_id, '', number, null, null
        from versions where item_id = ${itemId} and number > 1 and ${isOlder(asked, 1, 'created_at')} and not ${wasHandedIn(itemId)}
        order by created_at desc, id desc ${page}
      ) union all (
        select 2, id, created_at, 'commented', author_id, '', null, null, null
        from comments where item_id = ${itemId} and ${asked.rights.comments}::boolean and ${isOlder(asked, 2, 'created_at')}
        order by created_at desc, id desc ${page}
      ) union all (
        select 3, id, at, deed, user_id, user_name, null, detail, subject_name
        from audit_log where item_id = ${itemId} and deed not in ('item_opened', 'item_downloaded', 'item_copied')
          and item_enterprise_id = ${asked.enterpriseId} and ${isOlder(asked, 3, 'at')} and ${isSeenChange(asked)}
        order by at desc, id desc ${page}
      ) union all (
        select 3, id, at, deed, user_id, user_name, null, detail, null
        from audit_log where item_id = ${itemId} and deed in ('item_opened', 'item_downloaded', 'item_copied')
          and item_enterprise_id = ${asked.enterpriseId} and ${asked.rights.uses}::boolean and ${isOlder(asked, 3, 'at')}
        order by at desc, id desc ${page}
      )
    ) found left join users on users.id = found.user_id
    order by at desc, source desc, found.id desc ${page}`.execute(db)
  return rows
}

type Condition = RawBuilder<boolean>

/** Whether a row comes after the place `before` in the order. The first half lets an index find the rows. */
function isOlder({ before }: ActivityAsked, source: number, column: 'at' | 'created_at'): Condition {
  if (before === null) return sql<boolean>`true`
  const at = sql.ref(column)
  const moment = sql`(timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond')`
  return sql<boolean>`(${at} <= ${moment} and (${at}, ${source}::integer, id) < (${moment}, ${before.source}::integer, ${before.id}::bigint))`
}

/** Whether the bytes of that moment came through a collecting link. The link's maker is their creator; the audit log names the contributor. */
function wasHandedIn(itemId: number): Condition {
  return sql<boolean>`exists (select from audit_log handed where handed.item_id = ${itemId} and handed.deed = 'collect_handed_in'
    and handed.deed not in ('item_opened', 'item_downloaded', 'item_copied') and handed.at = created_at)`
}

function isSeenChange({ rights: { links, members, invitations }, viewerId }: ActivityAsked): Condition {
  const isOwn = sql`user_id = ${viewerId}`
  const isAboutViewer = sql`(detail ->> 'user_id')::bigint = ${viewerId}`
  const isPending = sql`coalesce(detail #>> '{after,accepted}', detail #>> '{before,accepted}') = 'false'`
  return sql<boolean>`case
    when deed in ('item_renamed', 'item_moved', 'item_deleted', 'item_restored', 'version_chosen', 'collect_handed_in', 'collect_taken_back')
      then true
    when deed in ('share_created', 'share_closed', 'share_reopened', 'collect_created', 'collect_closed', 'collect_reopened')
      then ${links}::boolean or ${isOwn}
    when deed = 'collaborator_changed'
      then ${isOwn} or ${isAboutViewer} or (case when ${isPending} then ${invitations}::boolean else ${members}::boolean end)
    else false
  end`
}

import { sql, type Updateable } from 'kysely'
import type { PolicyReach } from '@/contract/administration/policies'
import type { Db } from '../../database/connect'
import type { EnterpriseTable } from '../../database/accountTables'
import type { EnterpriseRow } from '../../database/tables'

/** An organisation, locked until the transaction ends. */
export function lockEnterprise(db: Db, id: number): Promise<EnterpriseRow> {
  return db.selectFrom('enterprises').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function changeEnterprise(db: Db, id: number, change: Updateable<EnterpriseTable>): Promise<void> {
  await db.updateTable('enterprises').set(change).where('id', '=', id).execute()
}

/** Links that are neither closed nor over. @param now of the server's clock */
export function openLinks(enterpriseId: number, now: Date) {
  return sql`share_links where enterprise_id = ${enterpriseId} and closed_at is null and closed_by_administrator_at is null
    and (due_at is null or due_at > ${now})`
}

/** What settings concern now. */
export async function policyReach(db: Db, enterpriseId: number, now: Date): Promise<PolicyReach> {
  const { rows } = await sql<PolicyReach>`
    select people.*, spaces.*, links.*, 
      (select count(*) from collabs join users on users.id = inviter_id
        where not accepted and users.enterprise_id = ${enterpriseId}) as open_invitations,
      (select count(*) from items join users on users.id = deleted_space_owner_id
        where deleted_at is not null and users.enterprise_id = ${enterpriseId}) as items_in_trash
    from (
      select count(*) as people, count(*) filter (where totp_enrolled_at is null) as people_without_second_step,
        count(*) filter (where totp_enrolled_at is null and administrator_role is not null) as administrators_without_second_step
      from users where enterprise_id = ${enterpriseId} and is_active
    ) people, (
      select count(*) filter (where items.personal_of is not null) as people_over_quota,
        count(*) filter (where items.department_id is not null) as departments_over_quota
      from enterprises
      join users on users.enterprise_id = enterprises.id
      join items on items.space_owner_id = users.id
      left join departments on departments.id = items.department_id
      where enterprises.id = ${enterpriseId} and used_bytes > case when items.personal_of is not null
        then coalesce(users.quota_bytes, user_quota_bytes) else coalesce(departments.quota_bytes, department_quota_bytes) end
    ) spaces, (
      select count(*) as open_links, count(*) filter (where password_hash is null) as links_without_password,
        count(*) filter (where access = 'public') as public_links, count(*) filter (where not disable_download) as links_with_download,
        count(*) filter (where due_at is null) as links_without_expiry, count(*) filter (where approval_state = 1) as waiting_links
      from ${openLinks(enterpriseId, now)}
    ) links`.execute(db)
  return rows[0]!
}

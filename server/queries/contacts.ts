import { sql, type RawBuilder } from 'kysely'
import { soundKeyOf } from '@/domain/search/soundKey'
import { anyNumberOf, preparedStatement, type Db } from '../database/connect'
import type { DirectoryRow, Grant } from '../policies/access/facts'
import type { Window } from './items/children'
import { soundsLike } from './search/sounds'

export interface PersonRow {
  id: number
  name: string
  login: string
  is_active: boolean
  enterprise_id: number
  /** their first department; null without any */
  department_id: number | null
}

export interface GroupRow {
  id: number
  name: string
  enterprise_id: number
  user_count: number
}

/** Selects people of an enterprise. */
export interface PeopleFilter {
  enterpriseId: number
  /** as searchKey; '' = everybody */
  key: string
  /** `without`: only people without a department; `within`: only people with a department */
  departments: 'any' | 'without' | 'within'
  /** only members of these departments */
  memberOf?: readonly number[]
  /** only members of this group */
  groupId?: number
  /** only these users */
  among?: readonly number[]
  excludedId?: number
  isActiveOnly: boolean
  /** Omits deleted people, who wait for the end of the trash period. */
  isPresentOnly?: boolean
  /** only people with a picture */
  isPicturedOnly?: boolean
}

const person = sql`users.id, users.name, users.login, users.is_active, users.enterprise_id,
  (select min(department_id) from department_members where user_id = users.id) as department_id`

/** A page of people: first those whose text begins with the search, then by name. */
export async function pageOfPeople(db: Db, filter: PeopleFilter, { offset, limit }: Window): Promise<PersonRow[]> {
  const first = filter.key === '' ? sql`` : sql`not starts_with(users.search_text, ${filter.key}),`
  const order = sql`order by ${first} users.name_order, users.id`
  const { rows } = await sql<PersonRow>`
    select ${person} from (select * from users where ${matching(filter)} ${order} offset ${offset} limit ${limit}) users
    ${order}`.execute(db)
  return rows
}

interface Sender {
  senderId: number
  enterpriseId: number
}

interface MostReceivers {
  /** the newest links to look at */
  links: number
  /** receivers of a link that is no announcement */
  receivers: number
  /** members of a department that is small enough */
  members: number
  /** the people to return */
  people: number
}

/** Active people of an enterprise to whom a user sent something recently, then members of the user's own departments. */
export async function likelyReceivers(db: Db, sender: Sender, most: MostReceivers): Promise<PersonRow[]> {
  const recent = await recentReceivers(db, sender, most)
  const places = most.people - recent.length
  if (places === 0) return recent
  const without = [sender.senderId, ...recent.map(({ id }) => id)]
  return [...recent, ...(await closeColleagues(db, sender, { without, members: most.members, people: places }))]
}

/** Active people of an enterprise to whom a user sent links by name that the user did not close; latest first. */
async function recentReceivers(db: Db, { senderId, enterpriseId }: Sender, most: MostReceivers): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${person} from users join (
      select share_link_receivers.user_id as receiver_id, max(sent.id) as latest
      from (
        select id from share_links where maker_id = ${senderId} and closed_at is null and (
          select count(*) from (
            select from share_link_receivers where link_id = share_links.id limit ${most.receivers + 1}
          ) named
        ) <= ${most.receivers} order by id desc limit ${most.links}
      ) sent
      join share_link_receivers on link_id = sent.id and share_link_receivers.user_id is not null
      group by share_link_receivers.user_id
    ) received on receiver_id = users.id
    where users.enterprise_id = ${enterpriseId} and users.is_active and users.id <> ${senderId}
    order by latest desc, users.id limit ${most.people}`.execute(db)
  return rows
}

/** Active members of a user's own departments, without those below; the smallest department first, then by name. */
async function closeColleagues(
  db: Db,
  { senderId, enterpriseId }: Sender,
  { without, members, people }: { without: readonly number[]; members: number; people: number },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${person} from users join (
      select department_members.user_id as colleague_id, min(small.members) as members
      from (
        select own.department_id, (
          select count(*) from (
            select from department_members where department_id = own.department_id limit ${members + 1}
          ) counted
        ) as members
        from department_members own where own.user_id = ${senderId}
      ) small
      join department_members on department_members.department_id = small.department_id
      where small.members <= ${members}
      group by department_members.user_id
    ) close on colleague_id = users.id
    where users.enterprise_id = ${enterpriseId} and users.is_active and not users.id = any(${anyNumberOf(without)})
    order by members, users.name_order, users.id limit ${people}`.execute(db)
  return rows
}

export async function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from users where ${matching(filter)}`.execute(
    db,
  )
  return rows[0]!.count
}

function matching(filter: PeopleFilter): RawBuilder<unknown> {
  const {
    enterpriseId,
    key,
    departments,
    memberOf,
    groupId,
    among,
    excludedId,
    isActiveOnly,
    isPresentOnly,
    isPicturedOnly,
  } = filter
  const named = sql`strpos(users.search_text, ${key}) > 0`
  const letters = soundKeyOf(key)
  const member = sql`exists (select from department_members where user_id = users.id)`
  const conditions = [
    sql`users.enterprise_id = ${enterpriseId}`,
    ...(key === '' ? [] : [letters ? sql`(${named} or ${soundsLike(sql`users.sounds`, letters)})` : named]),
    ...(departments === 'any' ? [] : [departments === 'within' ? member : sql`not ${member}`]),
    ...(memberOf
      ? [sql`users.id in (select user_id from department_members where department_id = any(${memberOf}::bigint[]))`]
      : []),
    ...(groupId === undefined
      ? []
      : [sql`users.id in (select user_id from group_members where group_id = ${groupId})`]),
    ...(among ? [sql`users.id = any(${among}::bigint[])`] : []),
    ...(excludedId === undefined ? [] : [sql`users.id <> ${excludedId}`]),
    ...(isActiveOnly ? [sql`users.is_active`] : []),
    ...(isPresentOnly ? [sql`users.removed_at is null`] : []),
    ...(isPicturedOnly ? [sql`users.picture_key is not null`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

export async function findPerson(db: Db, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${person} from users where users.id = ${id}`.execute(db)
  return rows[0]
}

/** All departments of an enterprise that are not in the trash, sorted. */
export async function loadDirectory(db: Db, enterpriseId: number): Promise<DirectoryRow[]> {
  const { rows } = await sql<DirectoryRow>`
    select departments.id, departments.parent_id as "parentId", departments.name, groups.id as "groupId"
    from departments
    join groups on groups.department_id = departments.id
    join items on items.department_id = departments.id
    where departments.enterprise_id = ${enterpriseId} and items.deleted_at is null
    order by departments.position, departments.name, departments.id`.execute(db)
  return rows
}

/** Per department: the number of active people in the department and all departments below, each person counted once. */
export async function countMembers(db: Db, departmentIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    with recursive below as (
      select id as top, id from departments where id = any(${departmentIds}::bigint[])
      union all
      select below.top, departments.id from below join departments on departments.parent_id = below.id
    )
    select top as id, count(*) as count from (
      select distinct below.top, users.id
      from below join department_members on department_id = below.id join users on users.id = user_id and users.is_active
    ) members group by top`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const group = sql`groups.id, groups.name, groups.enterprise_id,
  (select count(*) from group_members join users on users.id = user_id where group_id = groups.id and users.is_active) as user_count`

/** Groups of an enterprise by name, without those of departments. @param key as searchKey @param among only these groups */
export async function findGroups(
  db: Db,
  { enterpriseId, key, among }: Pick<PeopleFilter, 'enterpriseId' | 'key' | 'among'>,
  limit: number,
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select ${group} from groups
    where enterprise_id = ${enterpriseId} and department_id is null
      ${key === '' ? sql`` : sql`and strpos(search_key(name), ${key}) > 0`}
      ${among ? sql`and id = any(${among}::bigint[])` : sql``}
    order by name collate natural_order, id limit ${limit}`.execute(db)
  return rows
}

export async function findGroup(db: Db, id: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${group} from groups where id = ${id} and department_id is null`.execute(db)
  return rows[0]
}

/** The entries of an item, accepted or pending. */
export function entriesOf(db: Db, itemId: number) {
  return db
    .selectFrom('collabs')
    .select(['user_id', 'group_id', 'accepted', 'expires_at'])
    .where('item_id', '=', itemId)
    .execute()
}

/** A role granted on a folder, and the users who have it by the same path. */
export interface GrantedUsers extends Grant {
  itemId: number
  userIds: number[]
}

/** The grants on some folders. If `enterpriseId` or `userIds` is given, only the grants to users of that enterprise, or to these users. */
export async function grantsOn(
  db: Db,
  itemIds: readonly number[],
  { enterpriseId, userIds }: { enterpriseId?: number; userIds?: readonly number[] } = {},
): Promise<GrantedUsers[]> {
  const { rows } = await sql<GrantedUsers>`${preparedStatement}
    with recursive given as (
      select item_id, user_id, group_id, role, is_added from collabs where item_id = any(${anyNumberOf(itemIds)}) and accepted
    ), below as (
      select given.item_id, given.role, groups.department_id as id from given join groups on groups.id = given.group_id
      where groups.department_id is not null
      union all
      select below.item_id, below.role, departments.id from below join departments on departments.parent_id = below.id
    ), held as (
      select user_id, item_id, role, case when is_added then 'added' else 'user' end as "by" from given where user_id is not null
      union all
      select group_members.user_id, item_id, role, 'group' from given join group_members using (group_id)
      union all
      select distinct department_members.user_id, item_id, below.role, 'group'
      from below join department_members on department_id = below.id
      union all
      select user_id, items.id, role, case when is_manager then 'manager' else 'member' end
      from items join department_members using (department_id) where items.id = any(${anyNumberOf(itemIds)})
    )
    select item_id as "itemId", role, "by", array_agg(user_id) as "userIds"
    from held ${enterpriseId === undefined ? sql`` : sql`join users on users.id = user_id and users.enterprise_id = ${enterpriseId}`}
    where ${userIds ? sql`user_id = any(${anyNumberOf(userIds)})` : sql`true`} group by item_id, role, "by"`.execute(db)
  return rows
}

/** The groups with access to some folders, including the groups of departments. */
export async function groupsWithAccess(db: Db, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select group_id as id from collabs
    where item_id = any(${itemIds}::bigint[]) and group_id is not null and accepted and role <> 'reset'
    union
    select groups.id from items join groups using (department_id) where items.id = any(${itemIds}::bigint[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function managersOf(db: Db, departmentId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select users.id, users.name from department_members join users on users.id = user_id
    where department_id = ${departmentId} and is_manager and users.is_active
    order by users.name_order, users.id`.execute(db)
  return rows
}

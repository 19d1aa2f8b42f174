import { roles } from '@/domain/items/roles'
import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor, VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { holds, isUsable } from '../../policies/access/authorize'
import { maySeeEverybody, maySeeLinks } from '../../policies/members/entries'
import type { Access } from '../../policies/access/facts'
import { itemPermissions } from '../../policies/access/itemPermissions'
import type { SubjectWithAccess } from '../../policies/members/members'
import { accessPaths } from '../../policies/members/accessPaths'
import { namedGroups } from '../../queries/members/entries'
import { loadLinks } from '../../queries/shares/links'
import type { Window } from '../../queries/items/children'
import { linksShowing, pageOfRanked, type GroupGrant, type LinkPath } from '../../queries/members/ways'
import { accessOf } from '../access/itemAccess'
import { countsOf, matchesSearch, searchOf, membersOf } from './members'
import { requireItem } from '../access/places'
import { grantsOf, rolesOn } from './roles'
import { sharedLink, linkStatuses } from '../shares/status'

/** most links in the answer, and links per query */
const PAGE_SIZE = 200
/** most queries; few are needed, because the query omits expired and closed links, and most other links can be opened */
const MAX_QUERIES = 10

export interface WhoCanSee {
  access: Access
  people: SubjectWithAccess<GroupGrant>[]
  counts: ReadonlyMap<number, number>
  total: number
  links: LinkPath[]
  areLinksComplete: boolean
  /** Whether there may be more links. */
  hasMoreLinks: boolean
}

/**
 * The people who can see an item, with their access paths, and the links that lead to the item (AH-45). Uses the policies that decide every access.
 * Any actor who may see the item may ask; `policies/members/entries` decides how much of the answer the actor sees.
 * @throws Refused as requireItem
 */
export async function whoCanSee(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  typedId: string,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<WhoCanSee> {
  const access = await requireItem(db, actor, typedId)
  const key = searchKey(searchWords(search))
  const asked = { key, offset: (page - 1) * size, limit: size }
  const { people, total } = await (maySeeEverybody(actor, access) ? everybodyAt : namedAt)(db, actor, access, asked)
  const isFirst = page === 1 && key === ''
  const { links, hasMore } = isFirst ? await linksTo(db, actor, access, clock()) : noLinks
  return {
    access,
    people: await withGroups(db, people),
    counts: await countsOf(db, people),
    total,
    links,
    areLinksComplete: maySeeLinks(actor, access),
    hasMoreLinks: hasMore,
  }
}

type Unnamed = Omit<SubjectWithAccess<GroupGrant>, 'groups'>

interface Asked extends Window {
  /** as searchKey; '' = everybody */
  key: string
}

interface Found {
  people: Unnamed[]
  total: number
}

/** Every person with access, by role and name. */
async function everybodyAt(db: Db, actor: UserActor, access: Access, { key, ...window }: Asked): Promise<Found> {
  const { chain } = access
  const ranks = new Map<number, number>()
  for (const [userId, role] of await rolesOn(db, chain))
    if (isUsable(role) && itemPermissions(userId, role, chain[0]).includes('item_view'))
      ranks.set(userId, roles.indexOf(role))
  const { page, total } = await pageOfRanked(db, ranks, searchOf(actor, key), window)
  const grants = await grantsOf(
    db,
    chain,
    page.map(({ id }) => id),
  )
  const people = page.flatMap(({ id, name, login, enterprise_id: enterpriseId }) => {
    const { role, ways } = accessPaths(id, chain, grants.get(id) ?? new Map<number, GroupGrant[]>())
    if (!isUsable(role)) return []
    const subject = { id, name, login, isGroup: false, departmentId: null, enterpriseId, isActive: true, userCount: 1 }
    return [{ subject, isSelf: id === actor.user.id, role, ways }]
  })
  return { people, total }
}

/** The subjects of the member list, by role and name; a group is one subject. */
async function namedAt(db: Db, actor: UserActor, access: Access, { key, offset, limit }: Asked): Promise<Found> {
  const members = await membersOf(db, actor, access)
  const found = members
    .filter(({ subject }) => matchesSearch(actor, subject, key))
    .flatMap(({ subject, isSelf, role, way }) =>
      way === null || !isUsable(role) || !subject.isActive
        ? []
        : [{ subject, isSelf, role, ways: [{ ...way, grant: way.grant && { ...way.grant, groupId: null } }] }],
    )
    .sort(byRoleAndName)
  return { people: found.slice(offset, offset + limit), total: found.length }
}

async function withGroups(db: Db, people: readonly Unnamed[]): Promise<SubjectWithAccess<GroupGrant>[]> {
  const ids = new Set(people.flatMap(({ ways }) => ways.flatMap(({ grant }) => grant?.groupId ?? [])))
  const groups = new Map((await namedGroups(db, [...ids])).map((group) => [group.id, group]))
  return people.map((person) => ({ ...person, groups }))
}

interface FoundLinks {
  links: LinkPath[]
  hasMore: boolean
}

const noLinks: FoundLinks = { links: [], hasMore: false }

/** Links that can be opened now and show the item, newest first. */
async function linksTo(db: Db, actor: UserActor, access: Access, now: Date): Promise<FoundLinks> {
  const ids = access.chain.map(({ id }) => id)
  const makerId = maySeeLinks(actor, access) ? null : actor.user.id
  const links: LinkPath[] = []
  let before: number | null = null
  for (let query = 0; query < MAX_QUERIES; query += 1) {
    const pageIds: number[] = await linksShowing(db, ids, { makerId, now, before, limit: PAGE_SIZE })
    links.push(...(await openLinksOf(db, ids, pageIds, now)))
    if (links.length > PAGE_SIZE) return { links: links.slice(0, PAGE_SIZE), hasMore: true }
    if (pageIds.length < PAGE_SIZE) return { links, hasMore: false }
    before = pageIds.at(-1)!
  }
  return { links, hasMore: true }
}

/** Returns those links that can be opened now and show the item to a visitor. @param ids the item's id, then the ids of the folders above */
async function openLinksOf(db: Db, ids: readonly number[], linkIds: readonly number[], now: Date): Promise<LinkPath[]> {
  const links = await loadLinks(db, linkIds)
  const statuses = await linkStatuses(db, links, now)
  const found: LinkPath[] = []
  for (const link of links) {
    const status = statuses.get(link.id)!
    if (status.state !== 'open' || status.maker === null) continue
    const shown = sharedLink(link, status)
    const visitor: VisitorActor = {
      kind: 'visitor',
      visitor: 'x',
      user: null,
      maker: status.maker,
      link: { ...shown, passwordVersion: 0 },
    }
    const seen = (await accessOf(db, visitor, [ids[0]!])).get(ids[0]!)
    if (!holds(seen)) continue
    const at = ids.findIndex((id) => shown.itemIds.has(id))
    found.push({ link, at, mayDownload: holds(seen, 'item_download') })
  }
  return found
}

const collator = new Intl.Collator('zh-u-kn-true')

/** Highest role first. */
function byRoleAndName({ subject: one, role }: Unnamed, { subject: other, role: others }: Unnamed): number {
  return roles.indexOf(role) - roles.indexOf(others) || collator.compare(one.name, other.name) || one.id - other.id
}

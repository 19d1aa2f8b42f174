import { isAtLeast } from '@/domain/items/roles'
import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor, VisitorActor } from '../actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { holds, isUsable } from '../policies/access'
import { maySeeEverybody, maySeeLinks } from '../policies/collabs'
import type { Access } from '../policies/facts'
import { itemPermissions } from '../policies/itemPermissions'
import { waysOf } from '../policies/ways'
import type { Reaching, ReachingByLink } from '../presenters/presentCollab'
import { namedGroups } from '../queries/collabs'
import { loadLinks } from '../queries/shareLinks'
import { grantsByWay, linksShowing, namedPeople, type GroupGrant } from '../queries/ways'
import { accessOf } from './access'
import { countsOf, isCalled, membersOf } from './collabMembers'
import { requireItem } from './places'
import { sharedLink, standingOf } from './shareStanding'

/** links that are told */
const LINKS = 200

export interface WhoCanSee {
  access: Access
  people: Reaching[]
  counts: ReadonlyMap<number, number>
  total: number
  links: ReachingByLink[]
  areLinksComplete: boolean
}

/**
 * Who can see an item and by which ways, and which links lead to it (AH-45): by the policies that judge every access. For who may see it; how
 * much they are told is decided in `policies/collabs`.
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
  const everybody = maySeeEverybody(actor, access)
    ? await everybodyAt(db, actor, access)
    : await namedAt(db, actor, access)
  const found = everybody.filter(({ subject }) => isCalled(actor, subject, key)).sort(inOrder)
  const people = found.slice((page - 1) * size, page * size)
  return {
    access,
    people: await withGroups(db, people),
    counts: await countsOf(db, people),
    total: found.length,
    links: page === 1 && key === '' ? await linksTo(db, actor, access, clock()) : [],
    areLinksComplete: maySeeLinks(actor, access),
  }
}

type Unnamed = Omit<Reaching, 'groups'>

/** Every person. */
async function everybodyAt(db: Db, actor: UserActor, { chain }: Access): Promise<Unnamed[]> {
  const held = await grantsByWay(
    db,
    chain.map(({ id }) => id),
  )
  const byUser = new Map<number, Map<number, GroupGrant[]>>()
  for (const { owner } of chain) if (owner) byUser.set(owner.id, new Map())
  for (const { userId, itemId, ...grant } of held) {
    const grants = byUser.get(userId) ?? new Map<number, GroupGrant[]>()
    const here = grants.get(itemId)
    if (here) here.push(grant)
    else grants.set(itemId, [grant])
    byUser.set(userId, grants)
  }
  const people = new Map((await namedPeople(db, [...byUser.keys()])).map((person) => [person.id, person]))
  return [...byUser].flatMap(([id, grants]) => {
    const person = people.get(id)
    const { role, ways } = waysOf(id, chain, grants)
    if (!person || !isUsable(role) || !itemPermissions(id, role, chain[0]).includes('item_view')) return []
    const { name, login, enterprise_id: enterpriseId } = person
    const subject = { id, name, login, isGroup: false, departmentId: null, enterpriseId, isActive: true, userCount: 1 }
    return [{ subject, isSelf: id === actor.user.id, role, ways }]
  })
}

/** Who was let in by name; groups as one: what the list of members shows as well. */
async function namedAt(db: Db, actor: UserActor, access: Access): Promise<Unnamed[]> {
  const members = await membersOf(db, actor, access)
  return members.flatMap(({ subject, isSelf, role, way }) =>
    way === null || !isUsable(role) || !subject.isActive
      ? []
      : [{ subject, isSelf, role, ways: [{ ...way, grant: way.grant && { ...way.grant, groupId: null } }] }],
  )
}

async function withGroups(db: Db, people: readonly Unnamed[]): Promise<Reaching[]> {
  const ids = new Set(people.flatMap(({ ways }) => ways.flatMap(({ grant }) => grant?.groupId ?? [])))
  const groups = new Map((await namedGroups(db, [...ids])).map((group) => [group.id, group]))
  return people.map((person) => ({ ...person, groups }))
}

/** Links that somebody could open now and see the item by: as a visitor would be judged. */
async function linksTo(db: Db, actor: UserActor, access: Access, now: Date): Promise<ReachingByLink[]> {
  const ids = access.chain.map(({ id }) => id)
  const made = maySeeLinks(actor, access) ? null : actor.user.id
  const links = await loadLinks(db, await linksShowing(db, ids, { makerId: made, limit: LINKS }))
  const standings = await standingOf(db, links, now)
  const found: ReachingByLink[] = []
  for (const link of links) {
    const standing = standings.get(link.id)!
    if (standing.state !== 'open' || standing.maker === null) continue
    const shown = sharedLink(link, standing)
    const visitor: VisitorActor = {
      kind: 'visitor',
      visitor: 'x',
      user: null,
      maker: standing.maker,
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

function inOrder(one: Unnamed, other: Unnamed): number {
  if (one.role !== other.role) return isAtLeast(one.role, other.role) ? -1 : 1
  return collator.compare(one.subject.name, other.subject.name) || one.subject.id - other.subject.id
}

import { isLive } from '@/domain/shares/linkState'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, shareLinkNotFound } from '../../errors'
import type { LinkFacts } from '../../policies/access/facts'
import { mayApprove, mayDecideOnLinks, mayOversee, mayOverseeAll } from '../../policies/shares/links'
import { ownerIds } from '../../queries/enterprise/accounts'
import {
  countLinks,
  linkPage,
  loadLinks,
  undecidedLinks,
  type LinkDetail,
  type LinkFilter,
  type LinkView,
} from '../../queries/shares/links'
import { latestGroups, type GroupRow } from '../../queries/shares/groups'
import { visitPage, visitsByDay, type VisitRow } from '../../queries/shares/visits'
import { parseTypedId } from '../access/places'
import { passwordOf } from './passwords'
import { linkStatuses } from './status'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'encrypter'>

/** rows per page (LIST-03) */
const PAGE_SIZE = 25
/** Most links, and items in them, whose status is computed for a filter, newest first. Older links are filtered by their rows only. */
const MAX_EVALUATED = { links: 5000, items: 20_000 }
/** days in the chart */
const DAYS = 30
/** most groups in the answer, by latest visit */
const MAX_GROUPS = 50

export interface LinksAsked {
  offset?: number
  search_string?: string
  state?: 'open' | 'ended'
  item_typed_id?: string
  owner_id?: number
  only?: LinkFilter['only']
}

interface Links {
  links: LinkView[]
  total: number
}

/** A page of the user's own links, newest first, and whether the user may list all links of the enterprise. */
export async function ownLinks(
  ports: Ports,
  actor: UserActor,
  asked: LinksAsked,
): Promise<Links & { mayListEnterprise: boolean }> {
  const links = await linksOf(ports, actor, asked, { makerId: actor.user.id })
  return { ...links, mayListEnterprise: mayOverseeAll(actor) }
}

/** A page of all links of the enterprise. @throws Refused permission_denied */
export async function enterpriseLinks(ports: Ports, actor: UserActor, asked: LinksAsked): Promise<Links> {
  if (!mayOverseeAll(actor)) throw permissionDenied()
  return linksOf(ports, actor, asked, { enterpriseId: actor.enterprise.id, makerId: asked.owner_id })
}

async function linksOf(ports: Ports, actor: UserActor, asked: LinksAsked, of: LinkFilter['of']): Promise<Links> {
  const filter: LinkFilter = {
    of,
    search: asked.search_string?.trim(),
    state: asked.state,
    only: asked.only,
    now: ports.clock(),
    ...(asked.item_typed_id !== undefined && { itemId: parseTypedId(asked.item_typed_id).id }),
  }
  if (asked.state !== undefined) filter.ended = await endedLinks(ports.db, filter)
  const { ids, total } = await linkPage(ports.db, filter, { offset: asked.offset ?? 0, limit: PAGE_SIZE })
  return { links: await viewLinks(ports, actor, ids), total }
}

/** How many links of an enterprise are open, and how many of those have no password; as `enterpriseLinks` counts them. */
export async function countOpenLinks(
  db: Db,
  enterpriseId: number,
  now: Date,
): Promise<{ open: number; without_password: number }> {
  const filter: LinkFilter = { of: { enterpriseId }, state: 'open', now }
  const ended = await endedLinks(db, filter)
  const [open, withoutPassword] = await Promise.all([
    countLinks(db, { ...filter, ended }),
    countLinks(db, { ...filter, ended, only: 'without_password' }),
  ])
  return { open, without_password: withoutPassword }
}

/** Links whose rows look open although they have ended, because their makers or enterprises no longer share the items. */
async function endedLinks(db: Db, filter: LinkFilter): Promise<number[]> {
  const links = await undecidedLinks(db, filter, MAX_EVALUATED)
  const statuses = await linkStatuses(db, links, filter.now)
  return links.flatMap(({ id }) => (isLive(statuses.get(id)!.state) ? [] : [id]))
}

export async function viewLink(ports: Ports, actor: UserActor, id: number): Promise<LinkView> {
  const [link] = await viewLinks(ports, actor, [id])
  if (!link) throw shareLinkNotFound()
  return link
}

/** Links as a user sees them, in the order of the ids. Rights are not checked. */
export async function viewLinks(ports: Ports, actor: UserActor, ids: readonly number[]): Promise<LinkView[]> {
  const links = await loadLinks(ports.db, ids)
  const statuses = await linkStatuses(ports.db, links, ports.clock())
  const mayDecide = await approverOf(ports.db, actor)
  return links.map((link) => {
    const { state } = statuses.get(link.id)!
    return {
      link,
      state,
      mayApprove: state === 'waiting' && mayDecide(link),
      password: link.maker_id === actor.user.id ? (passwordOf(ports, link) ?? '') : '',
    }
  })
}

/** Returns a predicate: whether the user may approve or refuse a link. */
export async function approverOf(
  db: Db,
  actor: UserActor,
): Promise<(link: Pick<LinkFacts, 'maker_id' | 'enterprise_id'>) => boolean> {
  if (!mayDecideOnLinks(actor)) return () => false
  const owners = await ownerIds(db, actor.enterprise.id)
  const isOnly = owners.every((id) => id === actor.user.id)
  return (link) => mayApprove(actor, link, isOnly)
}

/**
 * A link that the user made or oversees.
 * @throws Refused share_link_not_found
 */
export async function requireLink(db: Db, actor: UserActor, id: number): Promise<LinkDetail> {
  const [link] = await loadLinks(db, [id])
  if (!link || !mayOversee(actor, link)) throw shareLinkNotFound()
  return link
}

/**
 * A link, its visits of the last days in the user's time zone, and the groups in which it was opened.
 * @param zone minutes of local time ahead of UTC
 * @throws Refused share_link_not_found
 */
export async function linkWithVisits(
  ports: Ports,
  actor: UserActor,
  id: number,
  zone: number,
): Promise<{ link: LinkView; days: number[]; groups: { rows: GroupRow[]; total: number } }> {
  await requireLink(ports.db, actor, id)
  const [link, days, groups] = await Promise.all([
    viewLink(ports, actor, id),
    visitsByDay(ports.db, id, { now: ports.clock(), zone, days: DAYS }),
    latestGroups(ports.db, id, MAX_GROUPS),
  ])
  return { link, days, groups }
}

/** A page of a link's visits and uses, newest first. @throws Refused share_link_not_found */
export async function visitsOf(
  { db }: Pick<Ports, 'db'>,
  actor: UserActor,
  id: number,
  offset: number,
): Promise<{ rows: VisitRow[]; total: number }> {
  await requireLink(db, actor, id)
  return visitPage(db, id, { offset, limit: PAGE_SIZE })
}

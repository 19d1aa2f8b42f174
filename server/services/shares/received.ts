import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { isOver, maySeeEntry } from '../../policies/members/entries'
import { isNamed } from '../../policies/shares/links'
import { loadLinks } from '../../queries/shares/links'
import { entriesFor, linksTo, type ReceivedEntry, type ReceivedThing } from '../../queries/shares/received'
import { accessOf } from '../access/itemAccess'
import { linkStatuses } from './status'

/** rows per page (LIST-03) */
const PAGE_SIZE = 25
/** Most links, and items in them, whose status is computed, and most invitations and folders; the newest ones. */
const MOST = { links: 300, items: 5000, entries: 1000 }

/** A candidate for a page. */
type Found =
  | { at: Date; linkId: number; itemIds: readonly number[] }
  | { at: Date; thing: Extract<ReceivedThing, { entry: ReceivedEntry }> }

/** A page of everything that a user received and may still open, newest first (AH-49). */
export async function receivedThings(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  offset: number,
): Promise<{ things: ReceivedThing[]; total: number }> {
  const now = clock()
  const [links, entries] = await Promise.all([openLinksTo(db, actor, now), entriesTo(db, actor, now)])
  // The sort is stable: things of the same time keep the order of their list.
  const all = [...links, ...entries].sort((one, other) => other.at.getTime() - one.at.getTime())
  return { things: await detailed(db, all.slice(offset, offset + PAGE_SIZE)), total: all.length }
}

/** The links that name the user and that the user can open without a password. */
async function openLinksTo(db: Db, actor: UserActor, now: Date): Promise<Found[]> {
  const asked = { userId: actor.user.id, enterpriseId: actor.enterprise.id, now }
  const links = (await linksTo(db, asked, MOST)).filter((link) => isNamed(actor, link, true))
  const statuses = await linkStatuses(db, links, now)
  return links.flatMap(({ id, created_at: at }) => {
    const { state, itemIds } = statuses.get(id)!
    return state === 'open' ? [{ at, linkId: id, itemIds }] : []
  })
}

/** The folders with the user as a member, and the invitations that the user can still accept. */
async function entriesTo(db: Db, actor: UserActor, now: Date): Promise<Found[]> {
  const entries = (await entriesFor(db, actor.user.id, MOST.entries)).filter((entry) => !isOver(entry, now))
  const accesses = await accessOf(db, actor, [...new Set(entries.map(({ item_id: id }) => id))])
  return entries.flatMap((entry) => {
    const access = accesses.get(entry.item_id)
    const isMine = access?.space.owner.id === actor.user.id
    if (!access || isMine || !maySeeEntry(actor, access, { ...entry, user_id: actor.user.id })) return []
    const isOurs = access.space.owner.enterpriseId === actor.enterprise.id
    const kind = entry.accepted ? ('folder' as const) : ('invitation' as const)
    return [{ at: entry.invited_at, thing: { kind, entry, folder: access.chain[0], isOurs } }]
  })
}

/** Loads the links of a page. A link that was deleted meanwhile is left out. */
async function detailed(db: Db, page: readonly Found[]): Promise<ReceivedThing[]> {
  const links = await loadLinks(
    db,
    page.flatMap((found) => ('linkId' in found ? found.linkId : [])),
  )
  const byId = new Map(links.map((link) => [link.id, link]))
  return page.flatMap((found): ReceivedThing[] => {
    if ('thing' in found) return [found.thing]
    const link = byId.get(found.linkId)
    const items = link?.items.filter(({ id }) => id !== null && found.itemIds.includes(id)) ?? []
    return link && items.length > 0 ? [{ kind: 'link', link: { ...link, items } }] : []
  })
}

import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareState } from '@/contract/shares/shares'
import { policyOf } from '@/domain/shares/settings'
import type { SharedLink, UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { EnterprisePolicy } from '../../policies/access/facts'
import type { Access, JudgedLink } from '../../policies/access/facts'
import { effectivePolicy, isAccessAllowed, mayDownloadThrough, stateOf } from '../../policies/shares/links'
import { mayShareAt } from '../../policies/shares/visitors'
import { findMakers } from '../../queries/session/sessions'
import type { LinkDetail } from '../../queries/shares/links'
import { loadPolicies } from '../../queries/shares/policies'
import { accessOf } from '../access/itemAccess'

/** The current status of a link, computed on each use, not when the link is made (decisions 67). */
export interface LinkStatus {
  state: ShareState
  policy: SharePolicy
  /** null: the maker's account is no longer active */
  maker: UserActor | null
  /** Items that the maker may still share. */
  itemIds: readonly number[]
  mayDownload: boolean
}

/** The statuses of links, by id. Loads rights once per maker. */
export async function linkStatuses(db: Db, links: readonly JudgedLink[], now: Date): Promise<Map<number, LinkStatus>> {
  const byMaker = new Map<number, JudgedLink[]>()
  for (const link of links) {
    const own = byMaker.get(link.maker_id)
    if (own) own.push(link)
    else byMaker.set(link.maker_id, [link])
  }
  const makers = await findMakers(db, [...byMaker.keys()])
  const known = new Map<number, ReadonlyMap<number, Access>>()
  for (const [id, own] of byMaker) {
    const maker = makers.get(id)
    known.set(id, maker ? await accessOf(db, maker, [...new Set(own.flatMap(itemIdsOf))]) : new Map())
  }
  const everything = [...known.values()].flatMap((access) => [...access.values()])
  const policies = await policiesFor(db, [...makers.values()], everything)
  return new Map(
    links.map((link) => {
      const [maker, access] = [makers.get(link.maker_id) ?? null, known.get(link.maker_id)!]
      return [link.id, computeStatus(link, { maker, access, policies, now })]
    }),
  )
}

interface Facts {
  maker: UserActor | null
  access: ReadonlyMap<number, Access>
  policies: ReadonlyMap<number, EnterprisePolicy>
  now: Date
}

function computeStatus(link: JudgedLink, { maker, access, policies, now }: Facts): LinkStatus {
  const shown = itemIdsOf(link).flatMap((id) => access.get(id) ?? [])
  const policy = maker ? combine(policies, maker, shown) : policyOf({})
  const isPlanOver = maker !== null && maker.enterprise.expires_at !== null && maker.enterprise.expires_at <= now
  const mayShare =
    maker !== null && !isPlanOver && isAccessAllowed(link.access, policy, maker.enterprise) ? maker : null
  const itemIds = mayShare
    ? shown.filter((each) => mayShareAt(mayShare.user.id, each)).map(({ chain: [item] }) => item.id)
    : []
  const mayDownload = mayDownloadThrough(link, policy)
  const state = stateOf(link, { isAvailable: itemIds.length > 0, mayDownload, now })
  return { state, policy, maker, itemIds, mayDownload }
}

/** The effective policy for sharing items together, combined from all enterprises concerned. */
export async function policyOn(db: Db, actor: UserActor, items: readonly Access[]): Promise<SharePolicy> {
  return combine(await policiesFor(db, [actor], items), actor, items)
}

/** The policies of the makers' enterprises and of the enterprises that own the items. */
function policiesFor(db: Db, makers: readonly UserActor[], items: readonly Access[]) {
  const owners = items.map(({ space }) => space.owner.enterpriseId)
  return loadPolicies(db, [...makers.map(({ enterprise }) => enterprise.id), ...owners])
}

function combine(
  policies: ReadonlyMap<number, EnterprisePolicy>,
  { enterprise }: UserActor,
  items: readonly Access[],
): SharePolicy {
  const owners = new Set(items.map(({ space }) => space.owner.enterpriseId))
  const isOurs = [...owners].every((id) => id === enterprise.id)
  const of = (id: number) => policies.get(id) ?? policyOf({})
  return effectivePolicy(of(enterprise.id), [...owners].map(of), isOurs && !enterprise.is_personal)
}

function itemIdsOf({ items }: JudgedLink): number[] {
  return items.flatMap(({ id }) => id ?? [])
}

/** The content and rights that a link gives to visitors. */
export function sharedLink(
  link: LinkDetail,
  { itemIds, mayDownload, policy }: LinkStatus,
): Omit<SharedLink, 'passwordVersion'> {
  const isShared = (id: number | null): id is number => id !== null && itemIds.includes(id)
  const pinned = link.items.flatMap(({ id, pinned_version_id: version }) =>
    isShared(id) && version !== null ? [[id, version] as const] : [],
  )
  return {
    id: link.id,
    serialNumber: link.serial_number,
    itemIds: new Set(itemIds),
    pinned: new Map(pinned),
    mayDownload,
    isDownloadLimited: link.download_limit !== null,
    watermark: link.watermark_content,
    isWatermarkVisitor: link.is_watermark_visitor || policy.is_share_force_watermark_switch,
  }
}

import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound, permissionDenied } from '../../errors'
import { mayCloseCollectOf, mayOverseeCollects } from '../../policies/fileRequests'
import { collectPage, loadCollects, updateCollect, type CollectDetail } from '../../queries/fileRequests/requests'
import { change, viewCollects, type FileRequestView } from './requests'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** rows per page (LIST-03) */
const PAGE_SIZE = 25

/** A page of all links of the enterprise, newest first. @throws Refused permission_denied */
export async function enterpriseCollects(
  ports: Ports,
  actor: UserActor,
  { offset = 0, search_string: search, state, owner_id: makerId }: Request<'GET /apps/collects/enterprise_list'>,
): Promise<{ collects: FileRequestView[]; total: number }> {
  if (!mayOverseeCollects(actor)) throw permissionDenied()
  const of = { enterpriseId: actor.enterprise.id, makerId }
  const filter = { of, search: search?.trim(), state, now: ports.clock() }
  const { ids, total } = await collectPage(ports.db, filter, { offset, limit: PAGE_SIZE })
  return { collects: await viewCollects(ports, await loadCollects(ports.db, ids)), total }
}

/**
 * Closes a link of somebody in the enterprise, as an owner. The maker cannot reopen it.
 * @throws Refused permission_denied, collect_link_not_found
 */
export async function closeCollectOf(ports: Ports, actor: UserActor, id: number): Promise<FileRequestView> {
  const found = await requireOfEnterprise(ports.db, actor, id)
  await change(ports, actor, found, async (transaction, { closed_at: closed, closed_by_administrator: isByOwner }) => {
    if (closed !== null && isByOwner) return null
    await updateCollect(transaction, id, { closed_at: closed ?? ports.clock(), closed_by_administrator: true })
    return 'collect_closed'
  })
  return viewOne(ports, id)
}

/** Reopens a link of somebody in the enterprise, as an owner. @throws Refused permission_denied, collect_link_not_found */
export async function reopenCollectOf(ports: Ports, actor: UserActor, id: number): Promise<FileRequestView> {
  const found = await requireOfEnterprise(ports.db, actor, id)
  await change(ports, actor, found, async (transaction, { closed_at: closed }) => {
    if (closed === null) return null
    await updateCollect(transaction, id, { closed_at: null, closed_by_administrator: false })
    return 'collect_reopened'
  })
  return viewOne(ports, id)
}

/** The role of the actor decides first, so that others learn nothing about ids. */
async function requireOfEnterprise(db: Db, actor: UserActor, id: number): Promise<CollectDetail> {
  const [link] = await loadCollects(db, [id])
  const verdict = mayCloseCollectOf(actor, link ?? { enterprise_id: 0 })
  if (verdict === 'no') throw permissionDenied()
  if (verdict === 'foreign' || !link) throw collectLinkNotFound()
  return link
}

async function viewOne(ports: Ports, id: number): Promise<FileRequestView> {
  const [view] = await viewCollects(ports, await loadCollects(ports.db, [id]))
  if (!view) throw collectLinkNotFound()
  return view
}

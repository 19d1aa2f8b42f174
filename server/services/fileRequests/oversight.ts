import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayOverseeCollects } from '../../policies/fileRequests'
import { collectPage, loadCollects } from '../../queries/fileRequests/requests'
import { viewCollects, type FileRequestView } from './requests'

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

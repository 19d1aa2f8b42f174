import type { OpenItem } from '@/contract/applications/items'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { openItemPresenter, type Viewed } from '../../presenters/applications/items'
import { openFacts } from '../../services/applications/itemFacts'

type Ports = Pick<Dependencies, 'db' | 'sign'>

/** Items as a program sees them, in their order. */
export async function presentOpen(
  { db, sign }: Ports,
  actor: ApplicationActor,
  viewed: readonly Viewed[],
): Promise<OpenItem[]> {
  return viewed.map(openItemPresenter(actor, sign, await openFacts(db, actor, viewed)))
}

/** One item as a program sees it. */
export async function presentOpenOne(ports: Ports, actor: ApplicationActor, viewed: Viewed): Promise<OpenItem> {
  const [item] = await presentOpen(ports, actor, [viewed])
  return item!
}

import type { ExternalEnterprise } from '@/contract/entities'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Access, SpaceOwner } from '../../policies/access/facts'
import { invitedItems } from './children'

type OutsideId = Pick<ExternalEnterprise, 'id' | 'type'>

/** The items of the user's own enterprise that others invited the user to (LIST-02, "collaborated with me"), each with the user's access. */
export async function collaboratedItems(db: Db, actor: UserActor): Promise<Map<number, Access>> {
  return filterItems(await invitedItems(db, actor), ({ space }) => space.owner.enterpriseId === actor.enterprise.id)
}

/**
 * The items that one external enterprise or personal user invited the user to. Empty without such items, even if that enterprise does not exist
 * (decisions 54).
 */
export async function externalItems(db: Db, actor: UserActor, whose: OutsideId): Promise<Map<number, Access>> {
  return filterItems(await invitedItems(db, actor), ({ space: { owner } }) => {
    const outside = externalOwnerOf(owner)
    return owner.enterpriseId !== actor.enterprise.id && outside.type === whose.type && outside.id === whose.id
  })
}

/** An external enterprise or personal user with their invitations to a user. */
export interface ExternalShare {
  outside: ExternalEnterprise
  items: number
  /** how many of the items are folders */
  folders: number
}

/** The external enterprises and personal users who invited the user, by name (LIST-09). */
export async function externalShares(db: Db, actor: UserActor): Promise<ExternalShare[]> {
  const shares = new Map<string, ExternalShare>()
  for (const {
    chain: [item],
    space: { owner },
  } of (await invitedItems(db, actor)).values()) {
    if (owner.enterpriseId === actor.enterprise.id) continue
    const outside = externalOwnerOf(owner)
    const key = `${outside.type}_${outside.id}`
    const { items, folders } = shares.get(key) ?? { items: 0, folders: 0 }
    shares.set(key, { outside, items: items + 1, folders: folders + (item.isFolder ? 1 : 0) })
  }
  return [...shares.values()].sort(
    ({ outside: a }, { outside: b }) => a.name.localeCompare(b.name, 'zh') || a.id - b.id,
  )
}

/** The owner that members of other enterprises see: a personal user's own name, otherwise the enterprise. */
export function externalOwnerOf(owner: SpaceOwner): ExternalEnterprise {
  return owner.isPersonal
    ? { id: owner.id, type: 'user', name: owner.name }
    : { id: owner.enterpriseId, type: 'enterprise', name: owner.enterpriseName }
}

function filterItems(items: Map<number, Access>, belongs: (access: Access) => boolean) {
  return new Map([...items].filter(([, access]) => belongs(access)))
}

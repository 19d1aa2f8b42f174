import type { ExternalEnterprise } from '@/contract/entities'
import type { Db } from '../database/connect'
import type { Access, SpaceOwner } from './access'
import { invitedItems } from './children'
import type { SignedIn } from './sessions'

type Whose = Pick<ExternalEnterprise, 'id' | 'type'>

/** Invitations from within the user's own enterprise (LIST-02, "collaborated with me"); each item with his access. */
export async function collaboratedItems(db: Db, { user, enterprise }: SignedIn): Promise<Map<number, Access>> {
  return filtered(await invitedItems(db, user.id), ({ space }) => space.owner.enterpriseId === enterprise.id)
}

/** Invitations from one enterprise or personal user outside; empty where it gives none, whether it exists or not (decisions 54). */
export async function externalItems(db: Db, { user, enterprise }: SignedIn, whose: Whose): Promise<Map<number, Access>> {
  return filtered(await invitedItems(db, user.id), ({ space: { owner } }) => {
    const outside = outsideOf(owner)
    return owner.enterpriseId !== enterprise.id && outside.type === whose.type && outside.id === whose.id
  })
}

/** Who outside the user's enterprise lets him into something, by name (LIST-09). */
export async function externalEnterprises(db: Db, { user, enterprise }: SignedIn): Promise<ExternalEnterprise[]> {
  const outsiders = new Map<string, ExternalEnterprise>()
  for (const { space: { owner } } of (await invitedItems(db, user.id)).values()) {
    const outside = outsideOf(owner)
    if (owner.enterpriseId !== enterprise.id) outsiders.set(`${outside.type}_${outside.id}`, outside)
  }
  return [...outsiders.values()].sort((a, b) => a.name.localeCompare(b.name, 'zh') || a.id - b.id)
}

/** What the user sees of each enterprise outside that lets him in: its items and, among them, folders; by the enterprise's id. */
export async function externalShares(db: Db, { user, enterprise }: SignedIn): Promise<Map<number, { name: string; items: number; folders: number }>> {
  const shares = new Map<number, { name: string; items: number; folders: number }>()
  for (const { chain: [item], space: { owner } } of (await invitedItems(db, user.id)).values()) {
    const { type, id, name } = outsideOf(owner)
    if (owner.enterpriseId === enterprise.id || type !== 'enterprise') continue
    const share = shares.get(id) ?? { name, items: 0, folders: 0 }
    shares.set(id, { name, items: share.items + 1, folders: share.folders + (item.isFolder ? 1 : 0) })
  }
  return shares
}

/** How the owner of a space is called outside: a personal user by himself, anybody else by the enterprise (server.md, "external"). */
export function outsideOf(owner: SpaceOwner): ExternalEnterprise {
  return owner.isPersonal
    ? { id: owner.id, type: 'user', name: owner.name }
    : { id: owner.enterpriseId, type: 'enterprise', name: owner.enterpriseName }
}

function filtered(items: Map<number, Access>, belongs: (access: Access) => boolean) {
  return new Map([...items].filter(([, access]) => belongs(access)))
}

import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { invalidRequest } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { relationOf } from '../../policies/access/relation'
import { externalOwnerOf } from '../items/external'
import { parseTypedId, requirePlace } from '../access/places'
import type { Scope } from './matches'

type Place = Pick<
  Request<'GET /apps/files/search'>,
  'search_in_folder' | 'department_id' | 'external_typed_id' | 'whole_space'
>

/**
 * The content of the place that a search names; everything if the search names no place (SRCH-01).
 * @throws Refused as requirePlace; invalid_request for several places, or for the space of no folder
 */
export async function scopeOf(db: Db, actor: UserActor, place: Place): Promise<Scope> {
  const { search_in_folder: folderId, department_id: departmentId, external_typed_id: outside } = place
  const { user, enterprise } = actor
  if ([folderId, departmentId, outside].filter((given) => given !== undefined).length > 1)
    throw invalidRequest('search_in_folder')
  if (place.whole_space && !folderId) throw invalidRequest('whole_space')
  if (outside !== undefined) return { includes: isOutside(enterprise.id, outside) }
  if (departmentId === -1)
    return { includes: (access) => relationOf(access, user.id, enterprise.id).space === 'collab_space' }
  if (folderId === undefined && departmentId === undefined) return { includes: () => true }
  if (!folderId && !departmentId) return { includes: ({ space }) => space.personalOf === user.id }
  const {
    chain: [root],
    space,
  } = await requirePlace(db, actor, { folderId: folderId ?? 0, departmentId })
  if (place.whole_space) return { includes: (access) => access.space.id === space.id }
  return { includes: ({ chain }) => chain.some((node) => node.id === root.id), rootId: root.id }
}

function isOutside(enterpriseId: number, typedId: string) {
  const { type, id } = parseTypedId(typedId)
  return ({ space: { owner } }: Access) => {
    const outsider = externalOwnerOf(owner)
    return owner.enterpriseId !== enterpriseId && outsider.type === type && outsider.id === id
  }
}

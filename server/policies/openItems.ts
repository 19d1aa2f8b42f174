import type { OpenPermission } from '@/contract/applications/items'
import type { Permission } from '@/contract/entities'
import type { ApplicationActor } from '../actors/actor'
import type { Access } from './access/facts'
import { mayInviteInto } from './members/entries'

/** The permissions that a program reads: those of the drive's client, and whether the user owns the item and may change its members. */
export function openPermissions(
  { onBehalfOf }: Pick<ApplicationActor, 'onBehalfOf'>,
  access: Access,
  permissions: readonly Permission[],
): OpenPermission[] {
  const mayEdit = permissions.includes('item_create_collab') && mayInviteInto(onBehalfOf, access)
  return [
    ...permissions,
    ...(access.role === 'owner' ? (['item_own'] as const) : []),
    ...(mayEdit ? (['item_edit_collab'] as const) : []),
  ]
}

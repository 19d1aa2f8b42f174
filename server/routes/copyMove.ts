import type { copyMoveCalls } from '@/contract/copyMove'
import type { Request } from '@/contract/api'
import type { UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireUser, type Answer, type Handlers } from '../http/handler'
import { orderRelocation } from '../jobs/relocations'
import type { Access } from '../policies/facts'
import { pathOf } from '../presenters/presentPath'
import { relationOf } from '../presenters/relation'
import { requirePlace } from '../services/places'
import { isJob, authorize, relocate, requireTarget, type Action } from '../services/relocation'
import { viewItem, viewItems } from '../services/viewing'

type Name = keyof typeof copyMoveCalls

/** Copying and moving (1§7): at once, or by a job of which a system message tells the end. */
export function copyMoveRoutes(deps: Dependencies): Handlers<typeof copyMoveCalls> {
  return {
    'POST /apps/files/copy': requireUser(({ actor }, input) => relocated(deps, actor, 'copy', input)),
    'POST /apps/files/move': requireUser(({ actor }, input) => relocated(deps, actor, 'move', input)),
  }
}

async function relocated(
  deps: Dependencies,
  actor: UserActor,
  action: Action,
  { item_typed_ids, target_folder_id, department_id }: Request<Name>,
): Promise<Answer<Name>> {
  const place = await requireTarget(() =>
    requirePlace(deps.db, actor, { folderId: target_folder_id, departmentId: department_id }),
  )
  const order = { action, typedIds: item_typed_ids, folderId: place.chain[0].id }
  const relocation = await authorize(deps, actor, order)
  if (await isJob(deps.db, action, relocation)) {
    await orderRelocation(deps, actor, order, relocation)
    const waiting = await viewItems(
      deps,
      actor,
      relocation.targets.map(({ chain: [item] }) => item.id),
    )
    return {
      ...(await targetOf(deps, actor, place)),
      files_and_folders: [],
      async_copying_items: action === 'copy' ? waiting : [],
      async_moving_items: action === 'move' ? waiting : [],
    }
  }
  const ids = await relocate(deps, actor, order)
  return {
    ...(await targetOf(deps, actor, place)),
    files_and_folders: await viewItems(deps, actor, ids),
    async_copying_items: [],
    async_moving_items: [],
  }
}

async function targetOf(deps: Dependencies, actor: UserActor, place: Access) {
  const { id: userId, enterprise_id } = actor.user
  const [folder] = place.chain
  return {
    error_type: null,
    current_path: pathOf(place, relationOf(place, userId, enterprise_id)),
    new_parent: folder.personalOf === userId ? null : await viewItem(deps, actor, folder.id),
  }
}

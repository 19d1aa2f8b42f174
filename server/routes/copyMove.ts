import type { copyMoveCalls } from '@/contract/copyMove'
import type { Request } from '@/contract/api'
import type { Dependencies } from '../dependencies'
import { orderRelocation } from '../jobs/relocations'
import { pathOf } from '../presenters/presentPath'
import { relationOf } from '../presenters/relation'
import type { Access } from '../queries/access'
import { requirePlace } from '../queries/places'
import type { SignedIn } from '../queries/sessions'
import { viewItem, viewItems } from '../queries/viewing'
import { member, type Answer, type Handlers } from './handler'
import { isJob, judge, relocate, requireTarget, type Action } from './relocation'

type Name = keyof typeof copyMoveCalls

/** Copying and moving (1§7): at once, or by a job of which a system message tells the end. */
export function copyMoveRoutes(deps: Dependencies): Handlers<typeof copyMoveCalls> {
  return {
    'POST /apps/files/copy': member(({ signedIn }, input) => relocated(deps, signedIn, 'copy', input)),
    'POST /apps/files/move': member(({ signedIn }, input) => relocated(deps, signedIn, 'move', input)),
  }
}

async function relocated(
  deps: Dependencies,
  signedIn: SignedIn,
  action: Action,
  { item_typed_ids, target_folder_id, department_id }: Request<Name>,
): Promise<Answer<Name>> {
  const place = await requireTarget(() =>
    requirePlace(deps.db, signedIn, { folderId: target_folder_id, departmentId: department_id }),
  )
  const order = { action, typedIds: item_typed_ids, folderId: place.chain[0].id }
  const relocation = await judge(deps, signedIn, order)
  if (await isJob(deps.db, action, relocation)) {
    await orderRelocation(deps, signedIn, order, relocation)
    const waiting = await viewItems(
      deps,
      signedIn,
      relocation.targets.map(({ chain: [item] }) => item.id),
    )
    return {
      ...(await targetOf(deps, signedIn, place)),
      files_and_folders: [],
      async_copying_items: action === 'copy' ? waiting : [],
      async_moving_items: action === 'move' ? waiting : [],
    }
  }
  const ids = await relocate(deps, signedIn, order)
  return {
    ...(await targetOf(deps, signedIn, place)),
    files_and_folders: await viewItems(deps, signedIn, ids),
    async_copying_items: [],
    async_moving_items: [],
  }
}

async function targetOf(deps: Dependencies, signedIn: SignedIn, place: Access) {
  const { id: userId, enterprise_id } = signedIn.user
  const [folder] = place.chain
  return {
    error_type: null,
    current_path: pathOf(place, relationOf(place, userId, enterprise_id)),
    new_parent: folder.personalOf === userId ? null : await viewItem(deps, signedIn, folder.id),
  }
}

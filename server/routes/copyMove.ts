import type { copyMoveCalls } from '@/contract/copyMove'
import type { Request } from '@/contract/api'
import type { UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireUser, type Answer, type Handlers } from '../http/handler'
import { pathOf } from '../presenters/presentPath'
import { copyOrMove } from '../services/copyMove'
import { viewItem, viewItems } from '../services/viewing'

type Name = keyof typeof copyMoveCalls
type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'sign'>

/** Copying and moving (1§7): at once, or by a job of which a system message tells the end. */
export function copyMoveRoutes(ports: Ports): Handlers<typeof copyMoveCalls> {
  return {
    'POST /apps/files/copy': requireUser(({ actor }, input) => answer(ports, actor, 'copy', input)),
    'POST /apps/files/move': requireUser(({ actor }, input) => answer(ports, actor, 'move', input)),
  }
}

async function answer(
  ports: Ports,
  actor: UserActor,
  action: 'copy' | 'move',
  { item_typed_ids, target_folder_id, department_id }: Request<Name>,
): Promise<Answer<Name>> {
  const address = { folderId: target_folder_id, departmentId: department_id }
  const { target, doneIds, waitingIds } = await copyOrMove(ports, actor, action, item_typed_ids, address)
  const [folder] = target.chain
  const waiting = await viewItems(ports, actor, waitingIds)
  return {
    error_type: null,
    current_path: pathOf(target, actor),
    new_parent: folder.personalOf === actor.user.id ? null : await viewItem(ports, actor, folder.id),
    files_and_folders: await viewItems(ports, actor, doneIds),
    async_copying_items: action === 'copy' ? waiting : [],
    async_moving_items: action === 'move' ? waiting : [],
  }
}

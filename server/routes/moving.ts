import type { copyMoveCalls } from '@/contract/moving'
import type { Request } from '@/contract/api'
import type { UserActor, VisitorActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { requireUser, type Answer, type Handlers } from '../http/handler'
import { requireUserOrSaver } from '../http/viewers'
import { itemPresenter } from '../presenters/items/viewedItem'
import { pathOf } from '../presenters/items/path'
import { copyOrMove, type CopyMove } from '../services/moving/copyMove'
import { saveShared } from '../services/landing/saving'
import { viewItem, viewItems } from '../services/items/viewing'

type Name = keyof typeof copyMoveCalls
type Asked = Request<'POST /apps/files/move'>
type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'sign' | 'office'>

/** Copies and moves items (1§7), at once or by a job that ends with a system message. Also copies items out of a link (decisions 8). */
export function copyMoveRoutes(ports: Ports): Handlers<typeof copyMoveCalls> {
  return {
    'POST /apps/files/copy': requireUserOrSaver(ports, async (actor, visitor, input) =>
      visitor ? save(ports, actor, visitor, input) : copyMove(ports, actor, 'copy', input),
    ),
    'POST /apps/files/move': requireUser(({ actor }, input) => copyMove(ports, actor, 'move', input)),
  }
}

async function copyMove(ports: Ports, actor: UserActor, action: 'copy' | 'move', input: Asked): Promise<Answer<Name>> {
  const done = await copyOrMove(ports, actor, action, input.item_typed_ids, addressOf(input))
  const waiting = (await viewItems(ports, actor, done.waitingIds)).map(itemPresenter(actor, ports))
  return {
    ...(await presentTarget(ports, actor, done)),
    async_copying_items: action === 'copy' ? waiting : [],
    async_moving_items: action === 'move' ? waiting : [],
  }
}

async function save(ports: Ports, actor: UserActor, visitor: VisitorActor, input: Asked): Promise<Answer<Name>> {
  const done = await saveShared(ports, actor, visitor, input.item_typed_ids, addressOf(input))
  return {
    ...(await presentTarget(ports, actor, done)),
    async_copying_items: (await viewItems(ports, visitor, done.waitingIds)).map(itemPresenter(visitor, ports)),
    async_moving_items: [],
  }
}

async function presentTarget(ports: Ports, actor: UserActor, { target, doneIds }: CopyMove) {
  const [folder] = target.chain
  const present = itemPresenter(actor, ports)
  return {
    error_type: null,
    current_path: pathOf(target, actor),
    new_parent: folder.personalOf === actor.user.id ? null : present(await viewItem(ports, actor, folder.id)),
    files_and_folders: (await viewItems(ports, actor, doneIds)).map(present),
  }
}

function addressOf({ target_folder_id, department_id }: Asked) {
  return { folderId: target_folder_id, departmentId: department_id }
}

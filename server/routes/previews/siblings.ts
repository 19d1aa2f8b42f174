import type { Request } from '@/contract/api'
import type { siblingCalls } from '@/contract/previews/siblings'
import type { ViewingActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { presentSibling } from '../../presenters/previews'
import { siblingCount, siblingsOf } from '../../services/previews/siblings'

type Asked = Request<'GET /apps/files/get_sibling'>

/** The neighbours of a file in the gallery, in both forms of the call: POST and GET (PREV-16). */
export function siblingRoutes(
  ports: Pick<Dependencies, 'db' | 'sign' | 'office' | 'clock'>,
): Handlers<typeof siblingCalls> {
  async function answer(actor: ViewingActor, { file_id, type = 'right', num = 5, sort_by, sort_direction }: Asked) {
    const asked = { side: type, limit: num, sort_by, sort_direction }
    const { file, siblings } = await siblingsOf(ports, actor, file_id, asked)
    const presentItem = itemPresenter(actor, ports)
    const present = (item: typeof file) => presentSibling(presentItem(item), { actor, sign: ports.sign })
    const shown = siblings.map(present)
    return { siblings: shown, item: present(file), sibling: (type === 'right' ? shown[0] : shown.at(-1)) ?? null }
  }

  return {
    'POST /apps/files/get_sibling': requireViewer(ports, async (actor, input) => {
      const { siblings } = await answer(actor, input)
      if (!input.with_count) return { siblings }
      const asked = { side: input.type ?? 'right', sort_by: input.sort_by, sort_direction: input.sort_direction }
      return { siblings, count: await siblingCount(ports.db, actor, input.file_id, asked) }
    }),

    'GET /apps/files/get_sibling': requireViewer(ports, answer),
  }
}

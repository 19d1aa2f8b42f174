import type { tagCalls } from '@/contract/items/tags'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { addTag, removeTag, suggestTags } from '../../services/items/tags'
import { viewItem } from '../../services/items/viewing'

/** The tags of items (AH-51). */
export function tagRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'office' | 'contentCheck'>,
): Handlers<typeof tagCalls> {
  const view = async (actor: UserActor, id: number) => itemPresenter(actor, ports)(await viewItem(ports, actor, id))

  return {
    'GET /apps/tags/suggest': requireUser(async ({ actor }, { item_typed_id, words = '' }) => ({
      tags: await suggestTags(ports.db, actor, item_typed_id, words),
    })),

    'POST /apps/tags/add': requireUser(async ({ actor }, { item_typed_id, name }) => ({
      item: await view(actor, await addTag(ports, actor, item_typed_id, name)),
    })),

    'POST /apps/tags/remove': requireUser(async ({ actor }, { item_typed_id, tag_id }) => ({
      item: await view(actor, await removeTag(ports, actor, item_typed_id, tag_id)),
    })),
  }
}

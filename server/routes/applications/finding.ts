import type { OpenCallName } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenPage } from '../../presenters/applications'
import { presentItemList } from '../../presenters/applications/items'
import {
  openItemSearch,
  openMark,
  openMarkAsUsed,
  openMarked,
  openRecent,
  openUnmark,
} from '../../services/applications/finding'
import type { OpenPage } from '../../services/applications/lists'
import { secondsOf } from '../../time/clock'
import { presentOpen } from './presenting'

type Name = Extract<
  OpenCallName,
  `${string}/item/search` | `${string}/recent_items` | `${string}/mark_as_used` | `${string}/frequent/${string}`
>

const done = { success: true } as const
const firstPage = { page_id: 0, page_capacity: 20 }
/** rows of recent files without a limit */
const MOST_RECENT = 500

/** What programs find without a folder (OAPI-03). */
export function findingHandlers(ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>): Pick<OpenHandlers, Name> {
  const listed = async (
    actor: ApplicationActor,
    { items, total }: OpenPage,
    asked: { page_id: number; page_capacity: number },
  ) => presentItemList(await presentOpen(ports, actor, items), asked, { total })
  return {
    'GET /v2/item/search': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      return listed(actor, await openItemSearch(ports, actor, asked), asked)
    },
    'GET /v2/file/recent_items': async ({ actor }, { limit = MOST_RECENT }) => {
      const items = await openRecent(ports, actor, limit)
      return listed(actor, { items, total: items.length }, { page_id: 0, page_capacity: limit })
    },
    'POST /v2/file/{item_id}/mark_as_used': async ({ actor }, { item_id: id }) => {
      await openMarkAsUsed(ports, actor, id)
      return done
    },
    'POST /v2/frequent/add': async ({ actor }, { type, id }) => {
      const { ownerId } = await openMark(ports, actor, { type, id })
      const create_at = secondsOf(ports.clock())
      return { id, owner_id: ownerId, item_type: type, item_id: id, create_at, top: false }
    },
    'POST /v2/frequent/delete': async ({ actor }, input) => {
      await openUnmark(ports.db, actor, input)
      return done
    },
    'GET /v2/frequent/list': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openMarked(ports, actor, asked)
      return { frequent_items: await presentOpen(ports, actor, items), ...presentOpenPage(asked, total), space: null }
    },
  }
}

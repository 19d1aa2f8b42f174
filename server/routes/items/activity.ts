import type { activityCalls } from '@/contract/items/activity'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentActivity } from '../../presenters/items/activity'
import { activityOf } from '../../services/items/activity'
import { pictureAddresses } from '../../services/session/userPictures'

/** The activity of an item. */
export function activityRoutes(ports: Pick<Dependencies, 'db' | 'sign'>): Handlers<typeof activityCalls> {
  return {
    'GET /apps/files/activity': requireUser(async ({ actor }, { item_typed_id, before, limit }) => {
      const page = await activityOf(ports.db, actor, item_typed_id, { before, limit })
      const ids = page.rows.flatMap(({ user_id: id }) => id ?? [])
      return presentActivity(page, await pictureAddresses(ports, actor, [...new Set(ids)]))
    }),
  }
}

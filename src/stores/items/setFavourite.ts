import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { ErrorCode } from '@/contract/errors'
import type { AppServices } from '@/stores/app/AppServices'
import { offerUndo } from '@/stores/app/offerUndo'
import { accessLoss, type Row, itemOf } from '@/stores/items/lists/rows'
import type { Request } from '@/contract/api'

type App = Pick<AppServices, 'api' | 'changes' | 'feedback'>

/**
 * Adds or removes a favourite; if the item already has the wanted state, this counts as success (ACT-04). Notifies every open list. After a failure
 * the promise ends only when the user was shown why. Removing an item that the user can no longer see cannot be undone.
 */
export async function setFavourite(app: App, row: Row, wanted: boolean): Promise<void> {
  const { api, changes, feedback } = app
  const name = wanted ? 'POST /apps/frequently_used_items/add' : 'POST /apps/frequently_used_items/delete'
  const success: ErrorCode = wanted ? 'duplicate_frequently_used_item_id' : 'frequently_used_item_not_found'
  try {
    await api.call(name, { typed_id: favouriteId(row) }, { handledCodes: [success] })
  } catch (error) {
    // The app has already reacted to a failed call; any other error is a bug.
    if (!(error instanceof ApiFailure)) throw error
    if (refusalCode(error) !== success) return
  }
  changes.announceReplaced({ ...row, is_frequently_used: wanted })
  if (wanted) feedback.toast({ key: 'favourite.added' })
  else if (accessLoss(row)) feedback.toast({ key: 'favourite.removed' })
  else offerUndo(feedback, { key: 'favourite.removed' }, () => setFavourite(app, row, true))
}

type FavouriteId = Request<'POST /apps/frequently_used_items/add'>['typed_id']

/** The id of a row among the favourites: the root folder of a department stands for the department. */
export function favouriteId(row: Row): FavouriteId {
  const department = itemOf(row)?.department
  return department ? `department_${department.id}` : (row.typed_id as FavouriteId)
}

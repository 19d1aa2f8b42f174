import type { Api } from '@/api/Api'
import { answerOrNull, ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { ErrorCode } from '@/contract/errors'
import type { ChangesBus } from '@/stores/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import { favouriteId } from './favouriteId'
import { offerUndo } from '@/stores/shell/offerUndo'
import { itemOf, accessLoss, type Row } from '@/stores/lists/rows'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

/** What a user does with an item. Success is told to every live list; the user learns of a failure before the promise ends. */
export class ItemActions {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Favourite on or off; being there already, or gone already, is success (ACT-04).
   * What is lost cannot be had back: its removal has no undo.
   */
  async setFavourite(row: Row, wanted: boolean) {
    const { api, changes, feedback } = this.deps
    const name = wanted ? 'POST /apps/frequently_used_items/add' : 'POST /apps/frequently_used_items/delete'
    const success: ErrorCode = wanted ? 'duplicate_frequently_used_item_id' : 'frequently_used_item_not_found'
    try {
      await api.call(name, { typed_id: favouriteId(row) }, { handledCodes: [success] })
    } catch (error) {
      if (refusalCode(error) !== success) return ignoreTold(error)
    }
    changes.replaced({ ...row, is_frequently_used: wanted })
    if (wanted) feedback.toast({ key: 'favourite.added' })
    else if (accessLoss(row)) feedback.toast({ key: 'favourite.removed' })
    else offerUndo(feedback, { key: 'favourite.removed' }, () => this.setFavourite(row, true))
  }

  /** Tells the server that an item was opened; nobody learns when it fails (CTX-09). */
  async markAsUsed(row: Row) {
    const item = itemOf(row)
    if (item)
      await answerOrNull(
        this.deps.api.call(
          'POST /recent_items/mark_as_used',
          { item_typed_id: item.typed_id },
          { handledCodes: 'all' },
        ),
      )
  }
}

/** The app has reacted to a failed call by now; anything else is a fault of our own. */
function ignoreTold(error: unknown): false {
  if (error instanceof ApiFailure) return false
  throw error
}

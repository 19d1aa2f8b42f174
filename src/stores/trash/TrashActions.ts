import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { EmptiedUpTo, ExternalTrash } from '@/contract/trash'
import type { AppServices } from '@/stores/app/AppServices'
import { hasOthers } from '@/domain/items/hasOthers'
import { offerUndo } from '@/stores/app/offerUndo'

type Dependencies = Pick<AppServices, 'api' | 'changes' | 'sessionContext' | 'feedback'>

/** How an item leaves the trash: deleted for good, or only the user's record of it (decisions 52). */
export type TrashRemoval = 'permanentDelete' | 'deleteRecord'

const goneCodes: readonly ErrorCode[] = ['item_not_found', 'item_is_deleted', 'item_not_in_trash']

/** Moves items to the recycle bin and back. Notifies open lists of a success; after a failure the promise ends only when the user was shown why. */
export class TrashActions {
  constructor(private readonly deps: Dependencies) {}

  /** Asks, then moves the item to the recycle bin; can be undone for 6 s (ACT-07, AH-09). An item gone already leaves the lists, too. */
  async remove(item: Item): Promise<boolean> {
    const { api, changes, sessionContext, feedback } = this.deps
    const agreed = await feedback.confirm(
      {
        key: hasOthers(item) ? 'remove.sharedText' : 'remove.text',
        params: { n: sessionContext.user?.trash_period ?? 0 },
      },
      {
        title: { key: 'remove.title', params: { name: item.name } },
        confirm: { key: 'remove.confirm' },
        isDanger: true,
      },
    )
    if (!agreed) return false
    const done: Message = { key: 'remove.done', params: { name: item.name } }
    try {
      await api.call('POST /apps/files/delete', { item_typed_ids: [item.typed_id] }, { handledCodes: goneCodes })
      offerUndo(feedback, done, () => this.restore(item))
    } catch (error) {
      const failure = goneFailure(error)
      if (!failure) return false
      feedback.toast(done)
    }
    changes.announceRemoved(item.typed_id)
    return true
  }

  /** Restores an item to where it was, under a new name if necessary (decisions 50), and the folders around it that are named. */
  async restore(item: Item, folders: readonly Item['typed_id'][] = []): Promise<boolean> {
    const { api, changes, sessionContext, feedback } = this.deps
    const request = { item_typed_ids: [item.typed_id, ...folders] }
    try {
      const { items, moved_to_root: moved = [] } = await api.call('POST /apps/files/restore_from_trash', request, {
        handledCodes: [...goneCodes, 'external_item_parent_missing', 'target_folder_not_deleted'],
      })
      for (const restored of items) changes.announceRestored(restored)
      const key = moved.length > 0 ? 'trash.restoredToTop' : 'trash.restored'
      feedback.toast({ key, params: { name: items.find(({ id }) => id === item.id)?.name ?? item.name } })
      return true
    } catch (error) {
      if (refusalCode(error) === 'external_item_parent_missing') {
        const { owned_by: owner } = item
        const hint: Message = { key: 'trash.contactOwner', params: { name: owner.name, login: owner.login } }
        await feedback.alert(
          messageOf((error as ApiFailure).failure),
          owner.id === sessionContext.user?.id ? {} : { detail: hint },
        )
        return false
      }
      if (refusalCode(error) === 'target_folder_not_deleted') return this.restoreWithFolders(item, error as ApiFailure)
      const failure = goneFailure(error)
      if (!failure) return false
      changes.announceRemoved(item.typed_id)
      await feedback.alert(messageOf(failure.failure))
      return false
    }
  }

  /** Asks, then restores an item together with the deleted folders around it. */
  private async restoreWithFolders(item: Item, { failure }: ApiFailure): Promise<boolean> {
    const { feedback } = this.deps
    const folders = failure.kind === 'refused' ? (failure.entry.folders ?? []) : []
    const [folder] = folders
    if (!folder) {
      void feedback.alert(messageOf(failure))
      return false
    }
    const agreed = await feedback.confirm(
      { key: 'trash.withFolder.text', params: { name: item.name, folder: folder.name } },
      { title: { key: 'trash.withFolder.title' }, confirm: { key: 'trash.withFolder.confirm' } },
    )
    if (!agreed) return false
    return this.restore(
      item,
      folders.map(({ typed_id: id }) => id),
    )
  }

  /**
   * Asks, then empties a trash, part by part: deletes the user's own items for good, of others' only the record (decisions 52). Items that may not be
   * deleted stay and are counted.
   * @param total the number of items in the trash
   */
  async empty(total: number, external: ExternalTrash | null): Promise<void> {
    const { api, changes, feedback } = this.deps
    const agreed = await feedback.confirm(
      { key: 'many.deletePermanentlyText' },
      { title: { key: 'trash.emptyTitle', params: { n: total } }, confirm: { key: 'trash.empty' }, isDanger: true },
    )
    if (!agreed) return
    const place = external && { external_typed_id: `${external.type}_${external.id}` as const }
    let [removed, kept] = [0, 0]
    try {
      for (let next: EmptiedUpTo | null | undefined; next !== null;) {
        const answer = await api.call('POST /apps/files/empty_trash', { ...place, ...(next && { from: next }) })
        removed += answer.removed
        kept += answer.kept
        next = answer.next
        if (next) feedback.toast({ key: 'many.removing', params: { done: removed, total: Math.max(total, removed) } })
      }
      feedback.toast({ key: kept > 0 ? 'trash.partlyEmptied' : 'trash.emptied', params: { n: removed, kept } })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    }
    changes.announceStale()
  }

  /** Asks, then deletes the item from the trash for good (ERR-06). */
  async deletePermanently(item: Item, removal: TrashRemoval): Promise<boolean> {
    const { api, changes, feedback } = this.deps
    const agreed = await feedback.confirm(
      { key: `trash.${removal}.text` },
      {
        title: { key: `trash.${removal}.title`, params: { name: item.name } },
        confirm: { key: 'remove.confirm' },
        isDanger: true,
      },
    )
    if (!agreed) return false
    try {
      await api.call(
        'POST /apps/files/delete_from_trash',
        { item_typed_ids: [item.typed_id] },
        { handledCodes: goneCodes },
      )
      feedback.toast({ key: `trash.${removal}.done`, params: { name: item.name } })
    } catch (error) {
      const failure = goneFailure(error)
      if (!failure) return false
      // Somebody may have restored the item, so "deleted" could be wrong.
      feedback.toast(messageOf(failure.failure))
    }
    changes.announceRemoved(item.typed_id)
    return true
  }
}

/** The failure that an item is gone already; null for other failed calls, which the app has reacted to. Rethrows any other error. */
function goneFailure(error: unknown): ApiFailure | null {
  if (!(error instanceof ApiFailure)) throw error
  return error.code !== undefined && goneCodes.includes(error.code) ? error : null
}

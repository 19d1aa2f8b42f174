import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { EmptiedUpTo, ExternalTrash } from '@/contract/trash'
import type { AppStore } from '@/stores/app/AppStore'
import { offerUndo } from '@/stores/app/offerUndo'

type Dependencies = Pick<AppStore, 'api' | 'changes' | 'sessionContext' | 'feedback'>

/** How something leaves the trash for good: all of it, or only the user's own record of it (decisions 52). */
export type TrashRemoval = 'permanentDelete' | 'deleteRecord'

const goneCodes: readonly ErrorCode[] = ['item_not_found', 'item_is_deleted', 'item_not_in_trash']

/** Into the recycle bin and out of it. Success is told to every live list; the user learns of a failure before the promise ends. */
export class TrashActions {
  constructor(private readonly deps: Dependencies) {}

  /** Asks, then moves the item to the recycle bin, from where it can be taken back for 6 s (ACT-07, AH-09). One gone already leaves the lists, too. */
  async remove(item: Item): Promise<boolean> {
    const { api, changes, sessionContext, feedback } = this.deps
    const agreed = await feedback.confirm(
      { key: 'remove.text', params: { n: sessionContext.user?.trash_period ?? 0 } },
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
    changes.removed(item.typed_id)
    return true
  }

  /** Puts an item back where it was, perhaps under a new name (decisions 50). */
  async restore(item: Item): Promise<boolean> {
    const { api, changes, sessionContext, feedback } = this.deps
    const request = { item_typed_ids: [item.typed_id] }
    try {
      const { items } = await api.call('POST /apps/files/restore_from_trash', request, {
        handledCodes: [...goneCodes, 'external_item_parent_missing'],
      })
      for (const restored of items) changes.restored(restored)
      feedback.toast({ key: 'trash.restored', params: { name: items[0]?.name ?? item.name } })
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
      const failure = goneFailure(error)
      if (!failure) return false
      changes.removed(item.typed_id)
      await feedback.alert(messageOf(failure.failure))
      return false
    }
  }

  /**
   * Asks, then empties a trash, part by part: the user's own things are gone for good, of others' their record (decisions 52). What may not
   * be deleted stays and is counted.
   * @param total what lies there
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
    changes.stale()
  }

  /** Asks, then takes the item out of the trash, never to come back (ERR-06). */
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
      // Somebody may have restored it: saying that it is deleted would be wrong.
      feedback.toast(messageOf(failure.failure))
    }
    changes.removed(item.typed_id)
    return true
  }
}

/** That it is gone already; the app has reacted to any other failure of a call by now, all else is a fault of our own. */
function goneFailure(error: unknown): ApiFailure | null {
  if (!(error instanceof ApiFailure)) throw error
  return error.code !== undefined && goneCodes.includes(error.code) ? error : null
}

import { refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { abilities, type Ability } from '@/domain/items/abilities'
import { hasOthers } from '@/domain/items/hasOthers'
import { ITEMS_MAX_AT_ONCE } from '@/domain/limits'
import { FREQUENT_PAGE_SIZE } from '@/domain/listLimits'
import type { AppServices } from '@/stores/app/AppServices'
import { chosenItemsOf, CHOSEN } from './ChosenItems'
import { downloadAll } from '@/stores/downloads/download'
import { favouriteId } from './setFavourite'
import { runInBatches, itemCodes, announceEach, reportRefused, type Refused } from './runInBatches'
import { offerUndo } from '@/stores/app/offerUndo'
import { refusalOf } from './refusalOf'
import { abilitySubject } from './abilitySubject'

/**
 * Actions on many items at once (AH-10). Items that are refused are reported one by one; the others are done. Each action resolves to whether
 * anything was done.
 */
export class ManyItems {
  constructor(private readonly app: AppServices) {}

  /** Asks, then moves items to the recycle bin; undoing restores all (AH-09). */
  async remove(items: readonly Item[]): Promise<boolean> {
    const { sessionContext, feedback } = this.app
    const { able, unable } = this.judged(items, 'delete')
    const agreed =
      able.length > 0 &&
      (await feedback.confirm(
        {
          key: able.some(hasOthers) ? 'many.removeSharedText' : 'many.removeText',
          params: { n: sessionContext.user?.trash_period ?? 0 },
        },
        {
          title: { key: 'many.removeTitle', params: { n: able.length } },
          confirm: { key: 'remove.confirm' },
          isDanger: true,
        },
      ))
    if (able.length > 0 && !agreed) return false
    return this.takeAway('POST /apps/files/delete', able, unable, (done, message) =>
      offerUndo(feedback, message, () => this.restore(done)),
    )
  }

  /** Restores items to where they were. */
  async restore(items: readonly Item[]): Promise<boolean> {
    const { api, changes, feedback } = this.app
    const restored: Item[] = []
    let moved = 0
    const { done, refused } = await runInBatches({
      items,
      feedback,
      progress: 'many.restoring',
      async ask(part) {
        const answer = await api.call(
          'POST /apps/files/restore_from_trash',
          { item_typed_ids: idsOf(part) },
          { handledCodes: itemCodes },
        )
        restored.push(...answer.items)
        moved += answer.moved_to_root?.length ?? 0
      },
    })
    // Restores in reverse order, so that each item returns to its place in the list.
    const byId = new Map(restored.map((item) => [item.typed_id, item]))
    const inReverse = [...done].reverse().flatMap(({ typed_id: typedId }) => byId.get(typedId) ?? [])
    announceEach(changes, inReverse, (item) => changes.announceRestored(item))
    if (moved > 0) feedback.toast({ key: 'trash.restoredToTopMany', params: { n: done.length, m: moved } })
    else if (done.length > 0) feedback.toast({ key: 'many.restored', params: { n: done.length } })
    await reportRefused(feedback, refused)
    return done.length > 0
  }

  /** Asks, then deletes items from the trash: the user's own for good, of others' only the record (decisions 52). */
  async deletePermanently(items: readonly Item[]): Promise<boolean> {
    const { feedback } = this.app
    const agreed = await feedback.confirm(
      { key: 'many.deletePermanentlyText' },
      {
        title: { key: 'many.deletePermanentlyTitle', params: { n: items.length } },
        confirm: { key: 'remove.confirm' },
        isDanger: true,
      },
    )
    if (!agreed) return false
    return this.takeAway('POST /apps/files/delete_from_trash', items, [], (_done, message) => feedback.toast(message))
  }

  /** Opens the picker for the items that can be moved or copied; reports why the others cannot. */
  async pickDestination(items: readonly Item[], action: 'move' | 'copy'): Promise<boolean> {
    const {
      feedback,
      platform: { navigate },
    } = this.app
    const { able, unable } = this.judged(items, action)
    await reportRefused(feedback, unable)
    if (able.length === 0) return false
    chosenItemsOf(this.app).sent(able)
    await navigate.push({ page: 'pick', action, typedId: CHOSEN })
    return true
  }

  /** Opens the popup that shares items as one link; reports why some cannot be shared. Resolves to whether all are shared together. */
  async share(items: readonly Item[]): Promise<boolean> {
    const {
      feedback,
      platform: { navigate },
    } = this.app
    if (items.length > ITEMS_MAX_AT_ONCE) return this.tooMany(ITEMS_MAX_AT_ONCE)
    const { able, unable } = this.judged(items, 'share')
    await reportRefused(feedback, unable)
    const [first] = able
    if (!first) return false
    if (able.length > 1) chosenItemsOf(this.app).sent(able)
    await navigate.push({ page: 'share', typedId: able.length > 1 ? CHOSEN : first.typed_id })
    return able.length > 1
  }

  /** Adds items to the frequent space; those already there stay. */
  async addFavourites(items: readonly Item[]): Promise<boolean> {
    const { feedback } = this.app
    if (items.length > FREQUENT_PAGE_SIZE) return this.tooMany(FREQUENT_PAGE_SIZE)
    const refused: Refused[] = []
    for (const item of items) {
      const outcome = await runInBatches({ items: [item], feedback, ask: () => this.addFavourite(item) })
      if (outcome.isBroken) return false
      refused.push(...outcome.refused)
    }
    const n = items.length - refused.length
    if (n > 0) feedback.toast({ key: 'many.favoured', params: { n } })
    await reportRefused(feedback, refused)
    return n > 0
  }

  /** Downloads items, packed into one archive. */
  async download(items: readonly Item[]): Promise<boolean> {
    return items.length > ITEMS_MAX_AT_ONCE ? this.tooMany(ITEMS_MAX_AT_ONCE) : downloadAll(this.app, items)
  }

  /** @param unable the items that were refused before any call */
  private async takeAway(
    name: 'POST /apps/files/delete' | 'POST /apps/files/delete_from_trash',
    items: readonly Item[],
    unable: readonly Refused[],
    tell: (done: readonly Item[], message: Message) => void,
  ): Promise<boolean> {
    const { api, changes, feedback } = this.app
    const { done, refused } = await runInBatches({
      items,
      feedback,
      progress: 'many.removing',
      ask: (part) => api.call(name, { item_typed_ids: idsOf(part) }, { handledCodes: itemCodes }),
    })
    announceEach(changes, done, (item) => changes.announceRemoved(item.typed_id))
    if (done.length > 0) tell(done, { key: 'many.removed', params: { n: done.length } })
    await reportRefused(feedback, [...unable, ...refused])
    return done.length > 0
  }

  /** Adds an item to the frequent space. An item that is already there counts as success (ACT-04). */
  private async addFavourite(item: Item) {
    const { api, changes } = this.app
    const isThere: ErrorCode = 'duplicate_frequently_used_item_id'
    try {
      await api.call(
        'POST /apps/frequently_used_items/add',
        { typed_id: favouriteId(item) },
        { handledCodes: [...itemCodes, isThere] },
      )
    } catch (error) {
      if (refusalCode(error) !== isThere) throw error
    }
    changes.announceReplaced({ ...item, is_frequently_used: true })
  }

  /** Separates the items that allow something from the others, with the reason for each of those. */
  judged(items: readonly Item[], ability: Ability): { able: Item[]; unable: Refused[] } {
    const able: Item[] = []
    const unable: Refused[] = []
    for (const item of items) {
      const answer = abilities[ability](abilitySubject(this.app, item))
      if (answer === 'yes') able.push(item)
      else unable.push({ item, why: answer === 'hidden' ? { key: 'base.noPermission' } : refusalOf(answer.no, item) })
    }
    return { able, unable }
  }

  private tooMany(n: number): false {
    this.app.feedback.toast({ key: 'many.tooMany', params: { n } })
    return false
  }
}

function idsOf(items: readonly Item[]): Item['typed_id'][] {
  return items.map((item) => item.typed_id)
}

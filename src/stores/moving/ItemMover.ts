import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import { knownParent } from '@/domain/moving/destinations'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { runInBatches, itemCodes, announceEach, reportRefused } from '../items/runInBatches'
import { offerUndo } from '@/stores/app/offerUndo'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

/** The destination of a move or copy, as calls name it: 0 is the own root, or the department's. */
export interface MoveTarget {
  folderId: number
  departmentId?: number
  /** The name that the user sees. */
  name: string
}

type Action = 'move' | 'copy'
const said = {
  move: { done: 'move.done', later: 'move.later' },
  copy: { done: 'copy.done', later: 'copy.later' },
} as const

interface Placed {
  /** The items at their destination. */
  placed: readonly Item[]
  /** Items that a background job still handles. */
  waiting: readonly Item[]
  /** The requested items that were not refused, as they were before. */
  done: readonly Item[]
}

/** Moves and copies items. Notifies every open list of a success (LIST-07); after a failure the promise ends only when the user was shown why. */
export class ItemMover {
  constructor(private readonly deps: Dependencies) {}

  /** Resolves to whether items were moved, or a background job moves them. */
  async move(items: readonly Item[], target: MoveTarget): Promise<boolean> {
    const { changes } = this.deps
    const answer = await this.ask('move', items, target)
    if (!answer) return false
    this.told('move', target, answer.waiting, answer.done)
    announceEach(changes, answer.placed, (item) => changes.announceMoved(item))
    return true
  }

  async copy(items: readonly Item[], target: MoveTarget): Promise<boolean> {
    const { changes } = this.deps
    const answer = await this.ask('copy', items, target)
    if (!answer) return false
    this.told('copy', target, answer.waiting)
    announceEach(changes, answer.placed, (item) => changes.announceAdded(item))
    return true
  }

  /** Whether all items can be moved back: those from a folder that the user may not see cannot (AH-09). */
  canMoveBack(before: readonly Item[]): boolean {
    return before.length > 0 && before.every((item) => knownParent(item) !== null)
  }

  /**
   * Undoes a move: each item returns to its folder and name (AH-09).
   * @param before the items as they were before the move
   */
  async moveBack(before: readonly Item[]): Promise<boolean> {
    if (!this.canMoveBack(before)) return false
    for (const [folderId, items] of byParent(before)) {
      const answer = await this.ask('move', items, { folderId, name: '' })
      if (!answer) return false
      const named: Item[] = []
      for (const item of answer.placed) named.push(await this.withName(item, items))
      announceEach(this.deps.changes, named, (item) => this.deps.changes.announceMoved(item))
    }
    this.deps.feedback.toast({ key: 'move.undone' })
    return true
  }

  /** Refusals among several items are listed; the refusal of a single item is shown like any other. Null if nothing was done. */
  private async ask(
    action: Action,
    items: readonly Item[],
    { folderId, departmentId }: MoveTarget,
  ): Promise<Placed | null> {
    const { api, feedback } = this.deps
    const options = items.length > 1 ? { handledCodes: itemCodes } : {}
    const placed: Item[] = []
    const waiting: Item[] = []
    const ask = async (part: readonly Item[]) => {
      const request = {
        item_typed_ids: part.map((item) => item.typed_id),
        target_folder_id: folderId,
        department_id: departmentId,
      }
      const answer = await api.call(`POST /apps/files/${action}`, request, options)
      placed.push(...answer.files_and_folders)
      waiting.push(...answer.async_copying_items, ...answer.async_moving_items)
    }
    if (items.length === 1)
      return this.answerOr(null, async () => ask(items).then(() => ({ placed, waiting, done: items })))
    const { done, refused } = await runInBatches({
      items,
      feedback,
      progress: action === 'move' ? 'many.moving' : 'many.copying',
      ask,
    })
    await reportRefused(feedback, refused)
    return done.length > 0 ? { placed, waiting, done } : null
  }

  /** Restores a name that was taken at the destination and is free here. */
  private async withName(item: Item, before: readonly Item[]): Promise<Item> {
    const name = before.find((each) => each.typed_id === item.typed_id)?.name ?? item.name
    if (name === item.name) return item
    const request = { item_typed_id: item.typed_id, name }
    return this.answerOr(
      item,
      async () => (await this.deps.api.call('POST /apps/files/edit', request, { handledCodes: ['name_taken'] })).item,
    )
  }

  private async answerOr<T, E>(otherwise: E, ask: () => Promise<T>): Promise<T | E> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiFailure) return otherwise
      throw error
    }
  }

  /** @param before the items as they were, for undoing a move while the toast is visible (AH-09) */
  private told(action: Action, { name }: MoveTarget, waiting: readonly Item[], before: readonly Item[] = []) {
    const { feedback } = this.deps
    const { done, later } = said[action]
    const message = { key: done, params: { name } }
    if (waiting.length > 0) feedback.toast({ key: later })
    else if (this.canMoveBack(before)) offerUndo(feedback, message, () => this.moveBack(before))
    else feedback.toast(message)
  }
}

function byParent(items: readonly Item[]): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const parent = knownParent(item) ?? 0
    groups.set(parent, [...(groups.get(parent) ?? []), item])
  }
  return groups
}

import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { ITEMS_MAX_AT_ONCE } from '@/domain/limits'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export interface Refused {
  item: Item
  why: Message
}

export interface Outcome {
  done: readonly Item[]
  /** The items that the server refuses, each with its words. */
  refused: readonly Refused[]
  /** Whether a failure that is not about an item stopped the work; the user was shown the failure. */
  isBroken: boolean
}

interface BatchWork {
  items: readonly Item[]
  feedback: FeedbackStore
  /** Shown while more than one call is made. */
  progress?: 'many.removing' | 'many.restoring' | 'many.moving' | 'many.copying'
  /** Makes the call; must accept `itemCodes`. */
  ask(part: readonly Item[]): Promise<unknown>
}

/** Rows that change one by one in open lists; for more, lists fetch again. */
const TOLD_ONE_BY_ONE = 50

/** Codes about a single item among others. */
export const itemCodes: readonly ErrorCode[] = [
  'permission_denied',
  'item_not_found',
  'item_is_deleted',
  'item_locked',
  'items_locked',
  'item_not_in_trash',
  'item_encrypted',
  'target_inside_itself',
  'move_withheld',
  'move_out_refused',
  'delete_withheld',
  'target_folder_not_deleted',
  'restore_folder_without_permission',
  'external_item_parent_missing',
]

/**
 * Does something to many items by calls that do all or nothing, with 1,000 items each. If the server refuses an item, batches are halved until
 * that item is found and all others are done.
 */
export async function runInBatches({ items, feedback, progress, ask }: BatchWork): Promise<Outcome> {
  const done: Item[] = []
  const refused: Refused[] = []
  const parts: (readonly Item[])[] = []
  for (let at = 0; at < items.length; at += ITEMS_MAX_AT_ONCE) parts.push(items.slice(at, at + ITEMS_MAX_AT_ONCE))
  for (let part = parts.shift(); part; part = parts.shift()) {
    try {
      await ask(part)
      done.push(...part)
      if (progress && items.length > ITEMS_MAX_AT_ONCE)
        feedback.toast({ key: progress, params: { done: done.length, total: items.length } })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (error.code === undefined || !itemCodes.includes(error.code)) return { done, refused, isBroken: true }
      if (isAboutTarget(error)) {
        await feedback.alert(messageOf(error.failure))
        return { done, refused, isBroken: true }
      }
      const [item] = part
      if (part.length === 1) refused.push({ item: item!, why: messageOf(error.failure) })
      else parts.unshift(part.slice(0, Math.ceil(part.length / 2)), part.slice(Math.ceil(part.length / 2)))
    }
  }
  return { done, refused, isBroken: false }
}

/** Shows what the server, or the ability table, refuses, with the reason for each. */
export async function reportRefused(feedback: FeedbackStore, refused: readonly Refused[]) {
  if (refused.length === 0) return
  const items = refused.map(({ item: { name }, why }) => ({ name, why }))
  await feedback.alert({ key: 'many.notDone', params: { n: items.length } }, { items })
}

/** Notifies open lists of each change. For more than TOLD_ONE_BY_ONE changes, asks the lists to fetch again instead. */
export function announceEach<T>(changes: ChangesBus, those: readonly T[], tell: (one: T) => void) {
  if (those.length > TOLD_ONE_BY_ONE) changes.announceStale()
  else those.forEach(tell)
}

function isAboutTarget({ failure }: ApiFailure): boolean {
  return failure.kind === 'refused' && failure.entry.error_type === 'target'
}

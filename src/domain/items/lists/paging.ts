import { LIST_LOAD_MORE_DISTANCE, LIST_PAGE_SIZE } from '@/domain/listLimits'

/** A row of any list, identified by its typed_id. */
export interface Keyed {
  typed_id: string
}

/** One request for a page. Its identity matches it with the reply. */
export interface PageRequest {
  offset: number
  limit: number
}

/** The loaded rows of a list, and the paging state. */
export interface PagedRows<T extends Keyed> {
  rows: readonly T[]
  /** The offset of the next page. Never beyond the first row not loaded yet, so that no row is skipped. */
  offset: number
  /** The server's count, adjusted by later additions and removals here; null before the first reply. */
  total: number | null
  isComplete: boolean
  /** The page in flight; at most one. */
  asked: PageRequest | null
  /** typed_ids that changed or were removed here since the last request. A first page in flight may not include these changes yet. */
  meanwhile: { ours: readonly string[]; removed: readonly string[]; steps: number }
  /** Removed rows with their former index, for restoring one in its place. */
  removedRows: readonly { typedId: string; index: number }[]
  hasFailed: boolean
}

const nothingMeanwhile = { ours: [], removed: [], steps: 0 }

export function noRows<T extends Keyed>(): PagedRows<T> {
  return {
    rows: [],
    offset: 0,
    total: null,
    isComplete: false,
    asked: null,
    meanwhile: nothingMeanwhile,
    removedRows: [],
    hasFailed: false,
  }
}

/** Requests the first page. Discards a page in flight; the rows stay until the reply (LIST-03). */
export function requestFirst<T extends Keyed>(list: PagedRows<T>, limit = LIST_PAGE_SIZE): PagedRows<T> {
  return { ...list, asked: { offset: 0, limit }, meanwhile: nothingMeanwhile, hasFailed: false }
}

/** Requests the next page; unchanged while a page is in flight or no row is left. */
export function requestNext<T extends Keyed>(list: PagedRows<T>, limit = LIST_PAGE_SIZE): PagedRows<T> {
  if (list.asked !== null || list.isComplete) return list
  return { ...list, asked: { offset: list.offset, limit }, meanwhile: nothingMeanwhile, hasFailed: false }
}

/**
 * Applies a reply: the first page replaces the rows, later pages are appended, known rows are not repeated (LIST-03).
 * Ignores the reply to a discarded request. Changes made here since the request survive a first page.
 */
export function applyPage<T extends Keyed>(
  list: PagedRows<T>,
  ask: PageRequest,
  answer: { rows: readonly T[]; total: number },
): PagedRows<T> {
  if (ask !== list.asked) return list
  const { removed, steps } = list.meanwhile
  const end = ask.offset + answer.rows.length
  const present = answer.rows.filter((row) => !removed.includes(row.typed_id))
  return {
    rows: withoutRepeats(ask.offset === 0 ? withOurs(list, present) : [...list.rows, ...present]),
    offset: Math.max(0, end - steps),
    total: answer.total - (answer.rows.length - present.length),
    isComplete: end >= answer.total || answer.rows.length === 0,
    asked: null,
    meanwhile: nothingMeanwhile,
    removedRows: list.removedRows,
    hasFailed: false,
  }
}

export function applyFailure<T extends Keyed>(list: PagedRows<T>, ask: PageRequest): PagedRows<T> {
  return ask === list.asked ? { ...list, asked: null, hasFailed: true } : list
}

/** The visible part of a list. Lengths in px. */
export interface ListView {
  scrollTop: number
  viewportHeight: number
  rowHeight: number
}

/**
 * Whether to request the next page now: within one viewport, but at least 100 px, of the bottom (LIST-03).
 * After a failure, only the user requests it again.
 */
export function wantsMore<T extends Keyed>(list: PagedRows<T>, view: ListView): boolean {
  const left = list.rows.length * view.rowHeight - view.scrollTop - view.viewportHeight
  const isNear = left <= Math.max(view.viewportHeight, LIST_LOAD_MORE_DISTANCE)
  return isNear && list.total !== null && !list.isComplete && list.asked === null && !list.hasFailed
}

/** Adds a row on top. The next offset stays, because the server may have put the row anywhere. */
export function addOnTop<T extends Keyed>(list: PagedRows<T>, row: T): PagedRows<T> {
  const total = list.total === null ? null : list.total + 1
  return { ...list, rows: [row, ...list.rows], total, meanwhile: withOurId(list, row) }
}

/** Replaces a row with its newer state. `isMoved`: the server may now list it elsewhere. */
export function replaceInPlace<T extends Keyed>(list: PagedRows<T>, row: T, isMoved: boolean): PagedRows<T> {
  const rows = list.rows.map((other) => (other.typed_id === row.typed_id ? row : other))
  const after = { ...list, rows, meanwhile: withOurId(list, row) }
  return isMoved ? stepBack(after) : after
}

/** Removes a row of the list. */
export function withoutRow<T extends Keyed>(list: PagedRows<T>, typedId: string): PagedRows<T> {
  const index = list.rows.findIndex((row) => row.typed_id === typedId)
  const rows = list.rows.filter((row) => row.typed_id !== typedId)
  const total = list.total === null ? null : list.total - 1
  const removed = [...list.meanwhile.removed, typedId]
  const taken = [...withoutTakenOff(list, typedId), { typedId, index }]
  return stepBack({ ...list, rows, total, removedRows: taken, meanwhile: { ...list.meanwhile, removed } })
}

export function isRemoved<T extends Keyed>(list: PagedRows<T>, typedId: string): boolean {
  return list.removedRows.some((gone) => gone.typedId === typedId)
}

/** Restores a removed row at its former place. If the next offset is then too low, the repeated row is dropped. */
export function reinsertRow<T extends Keyed>(list: PagedRows<T>, row: T): PagedRows<T> {
  const index = list.removedRows.find((gone) => gone.typedId === row.typed_id)?.index ?? 0
  const removed = list.meanwhile.removed.filter((typedId) => typedId !== row.typed_id)
  return {
    ...list,
    rows: [...list.rows.slice(0, index), row, ...list.rows.slice(index)],
    total: list.total === null ? null : list.total + 1,
    removedRows: withoutTakenOff(list, row.typed_id),
    meanwhile: { ...withOurId(list, row), removed },
  }
}

function withoutTakenOff<T extends Keyed>(list: PagedRows<T>, typedId: string): PagedRows<T>['removedRows'] {
  return list.removedRows.filter((gone) => gone.typedId !== typedId)
}

/**
 * After a row left its place, the next page starts one row earlier, so that the following row is not skipped. A next page in flight may or may
 * not include the change, so it is discarded; `wantsMore` requests it again. A first page in flight is corrected on arrival.
 */
function stepBack<T extends Keyed>(list: PagedRows<T>): PagedRows<T> {
  return {
    ...list,
    offset: Math.max(0, list.offset - 1),
    asked: list.asked?.offset === 0 ? list.asked : null,
    meanwhile: { ...list.meanwhile, steps: list.meanwhile.steps + 1 },
  }
}

function withOurId<T extends Keyed>(list: PagedRows<T>, row: T): PagedRows<T>['meanwhile'] {
  return { ...list.meanwhile, ours: [...list.meanwhile.ours, row.typed_id] }
}

function withOurs<T extends Keyed>(list: PagedRows<T>, answered: readonly T[]): T[] {
  const ours = new Map(
    list.rows.filter((row) => list.meanwhile.ours.includes(row.typed_id)).map((row) => [row.typed_id, row]),
  )
  const known = new Set(answered.map((row) => row.typed_id))
  const missing = [...ours.values()].filter((row) => !known.has(row.typed_id))
  return [...missing, ...answered.map((row) => ours.get(row.typed_id) ?? row)]
}

function withoutRepeats<T extends Keyed>(rows: readonly T[]): T[] {
  const seen = new Set<string>()
  return rows.filter(({ typed_id: id }) => !seen.has(id) && seen.add(id))
}

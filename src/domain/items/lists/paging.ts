import { LIST_LOAD_MORE_DISTANCE, LIST_PAGE_SIZE } from '@/domain/limits'

/** Whatever a list shows: rows are told apart by their typed_id. */
export interface Keyed {
  typed_id: string
}

/** One request for a page, known again when its answer comes. */
export interface PageRequest {
  offset: number
  limit: number
}

/** The rows a list holds and how far the server has given them. */
export interface PagedRows<T extends Keyed> {
  rows: readonly T[]
  /** Where the next page starts. Never beyond the first row not yet seen, so none is skipped. */
  offset: number
  /** As the server counts, with what was added and removed here since; null before the first answer. */
  total: number | null
  isComplete: boolean
  /** The page in flight: one at a time. */
  asked: PageRequest | null
  /** typed_ids that changed or went here since the last ask: a first page in flight may not know it yet. */
  meanwhile: { ours: readonly string[]; removed: readonly string[]; steps: number }
  /** Rows that went here, with the place they had, for one that comes back. */
  taken: readonly { typedId: string; index: number }[]
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
    taken: [],
    hasFailed: false,
  }
}

/** Asks from the top; a page still in flight is thereby forgotten, the rows stay until the answer (LIST-03). */
export function askedFirst<T extends Keyed>(held: PagedRows<T>, limit = LIST_PAGE_SIZE): PagedRows<T> {
  return { ...held, asked: { offset: 0, limit }, meanwhile: nothingMeanwhile, hasFailed: false }
}

/** Asks for the next page; unchanged while one is in flight or nothing is left. */
export function askedNext<T extends Keyed>(held: PagedRows<T>, limit = LIST_PAGE_SIZE): PagedRows<T> {
  if (held.asked !== null || held.isComplete) return held
  return { ...held, asked: { offset: held.offset, limit }, meanwhile: nothingMeanwhile, hasFailed: false }
}

/**
 * Takes an answer: the first page replaces, later ones are appended, rows held already are not repeated (LIST-03).
 * The answer to a page that is no longer asked for changes nothing; what was done here since the ask outlives a first page.
 */
export function received<T extends Keyed>(
  held: PagedRows<T>,
  ask: PageRequest,
  answer: { rows: readonly T[]; total: number },
): PagedRows<T> {
  if (ask !== held.asked) return held
  const { removed, steps } = held.meanwhile
  const given = ask.offset + answer.rows.length
  const standing = answer.rows.filter((row) => !removed.includes(row.typed_id))
  return {
    rows: withoutRepeats(ask.offset === 0 ? withOurs(held, standing) : [...held.rows, ...standing]),
    offset: Math.max(0, given - steps),
    total: answer.total - (answer.rows.length - standing.length),
    isComplete: given >= answer.total || answer.rows.length === 0,
    asked: null,
    meanwhile: nothingMeanwhile,
    taken: held.taken,
    hasFailed: false,
  }
}

export function failed<T extends Keyed>(held: PagedRows<T>, ask: PageRequest): PagedRows<T> {
  return ask === held.asked ? { ...held, asked: null, hasFailed: true } : held
}

/** What is seen of a list. Lengths in px. */
export interface ListView {
  scrollTop: number
  viewportHeight: number
  rowHeight: number
}

/**
 * Whether to ask for the next page now: within one viewport of the bottom, at the latest within 100 px of it (LIST-03).
 * After a failure only the user asks again.
 */
export function wantsMore<T extends Keyed>(held: PagedRows<T>, view: ListView): boolean {
  const left = held.rows.length * view.rowHeight - view.scrollTop - view.viewportHeight
  const isNear = left <= Math.max(view.viewportHeight, LIST_LOAD_MORE_DISTANCE)
  return isNear && held.total !== null && !held.isComplete && held.asked === null && !held.hasFailed
}

/** The list with a new row on top; the next offset stays, since the server may have put the row anywhere. */
export function addedOnTop<T extends Keyed>(held: PagedRows<T>, row: T): PagedRows<T> {
  const total = held.total === null ? null : held.total + 1
  return { ...held, rows: [row, ...held.rows], total, meanwhile: withOurId(held, row) }
}

/** The list with a newer version of a row it holds; `isMoved` when the server may now list it elsewhere. */
export function replacedInPlace<T extends Keyed>(held: PagedRows<T>, row: T, isMoved: boolean): PagedRows<T> {
  const rows = held.rows.map((other) => (other.typed_id === row.typed_id ? row : other))
  const after = { ...held, rows, meanwhile: withOurId(held, row) }
  return isMoved ? steppedBack(after) : after
}

/** The list without a row it holds. */
export function takenOff<T extends Keyed>(held: PagedRows<T>, typedId: string): PagedRows<T> {
  const index = held.rows.findIndex((row) => row.typed_id === typedId)
  const rows = held.rows.filter((row) => row.typed_id !== typedId)
  const total = held.total === null ? null : held.total - 1
  const removed = [...held.meanwhile.removed, typedId]
  const taken = [...withoutTaken(held, typedId), { typedId, index }]
  return steppedBack({ ...held, rows, total, taken, meanwhile: { ...held.meanwhile, removed } })
}

export function wasTakenOff<T extends Keyed>(held: PagedRows<T>, typedId: string): boolean {
  return held.taken.some((gone) => gone.typedId === typedId)
}

/** The list with a row back at the place from which it was taken off; a next offset that is too low repeats a row, which is dropped. */
export function putBack<T extends Keyed>(held: PagedRows<T>, row: T): PagedRows<T> {
  const index = held.taken.find((gone) => gone.typedId === row.typed_id)?.index ?? 0
  const removed = held.meanwhile.removed.filter((typedId) => typedId !== row.typed_id)
  return {
    ...held,
    rows: [...held.rows.slice(0, index), row, ...held.rows.slice(index)],
    total: held.total === null ? null : held.total + 1,
    taken: withoutTaken(held, row.typed_id),
    meanwhile: { ...withOurId(held, row), removed },
  }
}

function withoutTaken<T extends Keyed>(held: PagedRows<T>, typedId: string): PagedRows<T>['taken'] {
  return held.taken.filter((gone) => gone.typedId !== typedId)
}

/**
 * After a row left its place the next page starts one earlier, so that the row behind is not skipped. A next page in flight, which
 * may have been counted either way, is forgotten: `wantsMore` asks for it again. A first page in flight is corrected when it comes.
 */
function steppedBack<T extends Keyed>(held: PagedRows<T>): PagedRows<T> {
  return {
    ...held,
    offset: Math.max(0, held.offset - 1),
    asked: held.asked?.offset === 0 ? held.asked : null,
    meanwhile: { ...held.meanwhile, steps: held.meanwhile.steps + 1 },
  }
}

function withOurId<T extends Keyed>(held: PagedRows<T>, row: T): PagedRows<T>['meanwhile'] {
  return { ...held.meanwhile, ours: [...held.meanwhile.ours, row.typed_id] }
}

function withOurs<T extends Keyed>(held: PagedRows<T>, answered: readonly T[]): T[] {
  const ours = new Map(
    held.rows.filter((row) => held.meanwhile.ours.includes(row.typed_id)).map((row) => [row.typed_id, row]),
  )
  const known = new Set(answered.map((row) => row.typed_id))
  const missing = [...ours.values()].filter((row) => !known.has(row.typed_id))
  return [...missing, ...answered.map((row) => ours.get(row.typed_id) ?? row)]
}

function withoutRepeats<T extends Keyed>(rows: readonly T[]): T[] {
  const seen = new Set<string>()
  return rows.filter(({ typed_id: id }) => !seen.has(id) && seen.add(id))
}

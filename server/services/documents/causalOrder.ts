import * as Y from 'yjs'
import { outdated, refusedUpdate } from './refusedUpdates'

export type Struct = Y.Item | Y.GC

/** The structs of an update by client, each client's in order and without gaps, from the clock `start` to before `end`. */
export type UpdateStructs = Map<number, { structs: Struct[]; start: number; end: number }>

/** How much of a client's changes a document has. */
export function knownClock(document: Y.Doc, client: number): number {
  return Y.getState(document.store, client)
}

/**
 * The structs of an update that the document lacks, each after those that it refers to. A struct that the document has only in part counts as missing.
 * @throws Refused document_outdated if something is in neither; document_update_refused if structs refer to each other in a circle
 */
export function* inCausalOrder(document: Y.Doc, update: UpdateStructs): Generator<Struct> {
  const next = new Map<number, number>()
  const done = new Map<number, number>()
  for (const [client, { structs, start }] of update) {
    const known = knownClock(document, client)
    if (start > known) throw outdated()
    next.set(
      client,
      structs.findIndex((struct) => struct.id.clock + struct.length > known),
    )
    done.set(client, known)
  }
  const isKnown = ({ client, clock }: Y.ID) => clock < (done.get(client) ?? knownClock(document, client))
  const waiting: number[] = []
  const isWaiting = new Set<number>()
  for (const first of update.keys()) {
    waiting.push(first)
    isWaiting.add(first)
    while (waiting.length > 0) {
      const client = waiting.at(-1)!
      const { structs } = update.get(client)!
      const at = next.get(client)!
      const struct = at < 0 ? undefined : structs[at]
      const missing = struct && neededBy(struct).find((id) => !isKnown(id))
      if (missing) {
        if (isWaiting.has(missing.client))
          throw missing.clock < (update.get(missing.client)?.end ?? 0) ? refusedUpdate() : outdated()
        if (missing.clock >= (update.get(missing.client)?.end ?? 0)) throw outdated()
        waiting.push(missing.client)
        isWaiting.add(missing.client)
      } else if (struct) {
        next.set(client, at + 1)
        done.set(client, struct.id.clock + struct.length)
        yield struct
        // Whoever waits for this client looks again: it may need no more of it.
        if (waiting.length > 1) {
          waiting.pop()
          isWaiting.delete(client)
        }
      } else {
        waiting.pop()
        isWaiting.delete(client)
      }
    }
  }
}

/** What a struct refers to. Own earlier structs are known by the order. */
function neededBy(struct: Struct): Y.ID[] {
  if (!(struct instanceof Y.Item)) return []
  const parent = struct.parent as unknown
  return [struct.origin, struct.rightOrigin, parent instanceof Y.ID ? parent : null].filter((id) => id !== null)
}

/** The struct of a document, or else of an update, that contains a clock. */
export function structIn(document: Y.Doc, update: UpdateStructs, id: Y.ID): Struct {
  const stored = document.store.clients.get(id.client)
  if (stored !== undefined && id.clock < knownClock(document, id.client))
    return stored[Y.findIndexSS(stored, id.clock)] as Struct
  const own = update.get(id.client)
  if (own === undefined || id.clock < own.start || id.clock >= own.end) throw outdated()
  let [low, high] = [0, own.structs.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (own.structs[middle]!.id.clock <= id.clock) low = middle
    else high = middle - 1
  }
  return own.structs[low]!
}

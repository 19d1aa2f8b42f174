import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { DOCUMENT_DEPTH_LIMIT } from '@/domain/documents/bounds'
import { documentRoots } from '@/domain/documents/roots'
import { inCausalOrder, knownClock, structIn, type Struct, type UpdateStructs } from './causalOrder'
import { requireContent, type Place } from './contentRules'
import { outdated, refusedUpdate } from './refusedUpdates'
import { mostWithin, partWithin, type SheetPart } from './sheetRules'

/** In the place of something that is deleted by now: Yjs throws away what is put there. */
const GONE = 'gone'

/**
 * Checks an update before a document applies it. Yjs trusts updates: a part without its neighbours waits in memory for ever, and a map in a place for
 * texts breaks every editor that opens the document.
 * @returns whether the update only deletes, and whether it changes anything
 * @throws Refused document_update_refused; document_outdated if the update builds on changes that the document does not have
 */
export function checkUpdate(document: Y.Doc, kind: DocumentKind, update: Uint8Array): CheckedUpdate {
  const { structs, ds } = decoded(update)
  const parts = byClient(structs)
  const places = new Places(document, kind, parts)
  let isNews = false
  for (const struct of inCausalOrder(document, parts)) {
    isNews = true
    if (struct instanceof Y.Item) places.require(struct)
  }
  for (const [client, ranges] of ds.clients) {
    const known = Math.max(knownClock(document, client), parts.get(client)?.end ?? 0)
    for (const { clock, len } of ranges) {
      if (!isCount(clock) || !isCount(len) || clock + len > known) throw outdated()
      isNews ||= !isDeleted(document, client, clock, len)
    }
  }
  return { onlyDeletes: structs.length === 0, isNews }
}

export interface CheckedUpdate {
  onlyDeletes: boolean
  isNews: boolean
}

/** Whether everything in a range of a client's clocks is deleted. */
function isDeleted(document: Y.Doc, client: number, clock: number, length: number): boolean {
  const structs = document.store.clients.get(client)
  if (structs === undefined || length === 0) return length === 0
  for (let at = Y.findIndexSS(structs, clock); at < structs.length && structs[at]!.id.clock < clock + length; at += 1)
    if (!structs[at]!.deleted) return false
  return true
}

function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update)
  } catch {
    throw refusedUpdate()
  }
}

/** Most parts that one client may ever make. */
const CLOCK_LIMIT = 2 ** 31

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0 && number <= CLOCK_LIMIT
}

/** The structs of an update by client, each client's in order and without gaps. */
function byClient(structs: readonly (Struct | Y.Skip)[]): UpdateStructs {
  const result: UpdateStructs = new Map()
  for (const struct of structs) {
    const { client, clock } = struct.id
    if (struct instanceof Y.Skip || !isCount(clock) || !isCount(struct.length) || struct.length === 0)
      throw refusedUpdate()
    if (!isCount(clock + struct.length) || !Number.isSafeInteger(client) || client < 0 || client > 0xffffffff)
      throw refusedUpdate()
    const own = result.get(client)
    if (own === undefined) result.set(client, { structs: [struct], start: clock, end: clock + struct.length })
    else {
      if (own.end !== clock) throw refusedUpdate()
      own.structs.push(struct)
      own.end = clock + struct.length
    }
  }
  return result
}

/** Finds the place of each new item. Items name their place only if they have no neighbours. */
class Places {
  private readonly found = new Map<Y.Item, Place | typeof GONE>()
  /** Levels above what a type holds. */
  private readonly depths = new Map<Y.AbstractType<unknown>, number>()
  /** What each type of this update is within the sheets; undefined elsewhere. */
  private readonly sheetParts = new Map<Y.AbstractType<unknown>, SheetPart | undefined>()
  /** How many things this update adds to each sequence. */
  private readonly added = new Map<Y.AbstractType<unknown>, number>()
  private readonly sheets: Y.Array<unknown> | null

  constructor(
    private readonly document: Y.Doc,
    private readonly kind: DocumentKind,
    private readonly update: UpdateStructs,
  ) {
    this.sheets = kind === 'yxls' ? document.getArray('sheets') : null
  }

  /** Call in causal order. @throws Refused document_update_refused */
  require(item: Y.Item): void {
    const place = this.placeOf(item)
    this.found.set(item, place)
    if (place === GONE) return
    if (place.depth > DOCUMENT_DEPTH_LIMIT) throw refusedUpdate()
    requireContent(item.content, place)
    this.requireRoom(item, place)
    if (!(item.content instanceof Y.ContentType)) return
    const { type } = item.content
    this.depths.set(type, place.depth + 1)
    this.sheetParts.set(type, place.sheetPart && partWithin(place.sheetPart, place.key))
  }

  private requireRoom({ content, length }: Y.Item, { type, sheetPart }: Place): void {
    const most = mostWithin(sheetPart)
    if (most === Infinity || content instanceof Y.ContentDeleted) return
    const added = (this.added.get(type) ?? 0) + length
    if (type._length + added > most) throw refusedUpdate()
    this.added.set(type, added)
  }

  private placeOf(item: Y.Item): Place | typeof GONE {
    const left = item.origin && this.neighbour(item.origin)
    const right = item.rightOrigin && this.neighbour(item.rightOrigin)
    if (left === GONE || right === GONE) return GONE
    if (left && right && left.type !== right.type) throw refusedUpdate()
    const neighbour = left ?? right
    if (neighbour) return neighbour
    // Yjs types a parent as the type that it becomes when the item is applied.
    const parent = item.parent as unknown
    if (typeof parent === 'string') return this.inRoot(parent, item.parentSub)
    if (!(parent instanceof Y.ID)) throw refusedUpdate()
    const holder = this.structAt(parent)
    if (holder instanceof Y.GC || (holder instanceof Y.Item && holder.deleted)) return GONE
    if (!(holder instanceof Y.Item) || !(holder.content instanceof Y.ContentType)) throw refusedUpdate()
    const { type } = holder.content
    return this.placeIn(type, item.parentSub)
  }

  private inRoot(name: string, key: string | null): Place {
    const roots = documentRoots[this.kind]
    if (!Object.hasOwn(roots, name)) throw refusedUpdate()
    const type = rootOf(this.document, this.kind, name) as unknown as Y.AbstractType<unknown>
    return this.placeIn(type, key)
  }

  private placeIn(type: Y.AbstractType<unknown>, key: string | null): Place {
    return { type, key, depth: this.depthWithin(type), sheetPart: this.sheetPartOf(type) }
  }

  private sheetPartOf(type: Y.AbstractType<unknown>): SheetPart | undefined {
    if (this.sheetParts.has(type)) return this.sheetParts.get(type)
    const holder: Y.Item | null = type._item
    let part: SheetPart | undefined
    if (holder === null) part = type === (this.sheets as unknown) ? 'sheets' : undefined
    else {
      const around = holder.parent instanceof Y.AbstractType ? this.sheetPartOf(holder.parent) : undefined
      part = around && partWithin(around, holder.parentSub)
    }
    this.sheetParts.set(type, part)
    return part
  }

  /** The place of the item beside which another is put. */
  private neighbour(id: Y.ID): Place | typeof GONE {
    const struct = this.structAt(id)
    if (!(struct instanceof Y.Item)) return GONE
    const known = this.found.get(struct)
    if (known !== undefined) return known
    const { parent } = struct
    if (!(parent instanceof Y.AbstractType)) return GONE
    return this.placeIn(parent, struct.parentSub)
  }

  private structAt(id: Y.ID): Struct {
    return structIn(this.document, this.update, id)
  }

  /** The level of what a type holds: 1 in a root. */
  private depthWithin(type: Y.AbstractType<unknown>): number {
    const above: Y.AbstractType<unknown>[] = []
    let depth = 1
    for (let at: Y.AbstractType<unknown> | null = type; at !== null;) {
      const known = this.depths.get(at)
      if (known !== undefined) {
        depth = known
        break
      }
      above.push(at)
      const parent: unknown = at._item?.parent ?? null
      at = parent instanceof Y.AbstractType ? parent : null
    }
    for (const [at, each] of above.reverse().entries()) {
      // A root has level 1; each type within is one deeper.
      depth = at === 0 && each._item === null ? 1 : depth + 1
      this.depths.set(each, depth)
    }
    return depth
  }
}

/** A root of a document, as the type that the kind prescribes. */
export function rootOf(
  document: Y.Doc,
  kind: DocumentKind,
  name: string,
): Y.XmlFragment | Y.Array<unknown> | Y.Map<unknown> {
  switch (documentRoots[kind][name]) {
    case 'fragment':
      return document.getXmlFragment(name)
    case 'array':
      return document.getArray(name)
    default:
      return document.getMap(name)
  }
}

/** Gives the roots of a document their types; call before updates are checked. */
export function prepareRoots(document: Y.Doc, kind: DocumentKind): void {
  for (const name of Object.keys(documentRoots[kind])) rootOf(document, kind, name)
}

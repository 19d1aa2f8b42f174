import type { Permission, Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { keepExtension, nameKey, numbered } from '@/domain/items/naming'
import { enterpriseOf, Tree, type Group, type Subject, type Thing, type Who } from './Tree'

/** How long the trash keeps an item, ms. */
export const KEPT = { ours: 2 * 86_400_000, theirs: 3 * 86_400_000 }
/** Quota in bytes; only bob's space has one. */
export const QUOTA = 150

export type Deed = { who: Who } & (
  | { kind: 'folder'; parent: number; name: string }
  | { kind: 'upload'; parent: number; name: string; size: number }
  | { kind: 'version'; thing: number; size: number }
  | { kind: 'rename'; thing: number; name: string }
  | { kind: 'delete' | 'restore' | 'purge'; things: number[] }
  | { kind: 'copy' | 'move'; things: number[]; target: number }
  | { kind: 'lock' | 'unlock' | 'addFavourite' | 'removeFavourite'; thing: number }
  | { kind: 'grant'; thing: number; subject: Subject; role: Role | null; isAccepted: boolean }
  | { kind: 'join'; group: Group | 'office'; role: Role | null; isManager: boolean }
  | { kind: 'expire'; until: number }
)

export type Code = ErrorCode | 'done'
/** The error code of an answer; for copy and move with its subject: `target: permission_denied`. */
export type Verdict = Code | `${'item' | 'target'}: ${Code}`

class No extends Error {
  constructor(readonly code: Verdict) {
    super(code)
  }
}

/** The rules of every action on the tree. */
export class Model extends Tree {
  clone(): Model {
    const things = new Map([...this.things].map(([key, thing]) => [key, { ...thing }]))
    return new Model(things, new Map(this.memberships), new Map(this.office), new Map(this.favourites), this.serial)
  }

  /**
   * Applies an action by the rules, or changes nothing.
   * @param madeId the server's id of the created item, if known
   * @param seen the state from which a copy was read: some moments earlier, because nothing is locked while it is read
   */
  perform(deed: Deed, at: number, madeId: number | null = null, seen: Model = this): Verdict {
    try {
      this.act(deed, at, madeId, seen)
      return 'done'
    } catch (error) {
      if (error instanceof No) return error.code
      throw error
    }
  }

  private act(deed: Deed, at: number, madeId: number | null, seen: Model) {
    const { who } = deed
    switch (deed.kind) {
      case 'folder': {
        const parent = this.get(deed.parent)
        this.requirePlace(who, 'create_folder', parent)
        this.requireFree(parent, deed.name)
        this.add({ isFolder: true, name: deed.name, creator: who, parent: parent.key, id: madeId })
        return
      }
      case 'upload': {
        const parent = this.get(deed.parent)
        this.requirePlace(who, 'item_upload', parent)
        this.requireQuota(parent, deed.size)
        const name = this.freeName(parent, { name: deed.name, isFolder: false })
        this.add({ isFolder: false, name, creator: who, parent: parent.key, id: madeId, versions: [deed.size] })
        return
      }
      case 'version': {
        const file = this.get(deed.thing)
        this.require(who, 'item_upload', file)
        this.requireUnlocked(who, [file])
        this.requireQuota(file, deed.size)
        file.versions = [...file.versions, deed.size]
        return
      }
      case 'rename': {
        const thing = this.get(deed.thing)
        this.require(who, 'edit_properties', thing)
        this.requireUnlocked(who, [thing])
        const name = thing.isFolder ? deed.name : keepExtension(deed.name, thing.name)
        this.requireFree(this.get(thing.parent!), name, thing)
        thing.name = name
        return
      }
      case 'delete': {
        const things = this.chosen(deed.things)
        for (const thing of things) this.require(who, 'item_delete', thing)
        this.requireDeletable(who, things)
        this.requireUnlocked(who, [...new Set(things.flatMap((thing) => this.activeTree(thing)))])
        for (const thing of this.outermost(things)) thing.deleted = { by: who, at, isHidden: false }
        return
      }
      case 'restore':
        return this.restore(who, this.chosen(deed.things))
      case 'purge': {
        const things = this.chosen(deed.things)
        for (const thing of things) {
          if (!this.sees(who, thing)) throw new No('item_not_found')
          if (!thing.deleted) throw new No('item_not_in_trash')
          if (this.ownerOf(thing) !== who && thing.deleted.by !== who) throw new No('permission_denied')
        }
        for (const thing of things) {
          if (this.ownerOf(thing) === who) this.purge(thing)
          else thing.deleted = { ...thing.deleted!, isHidden: true }
        }
        return
      }
      case 'copy':
      case 'move':
        return this.relocate(deed, seen)
      case 'lock': {
        const thing = this.get(deed.thing)
        this.require(who, 'item_view', thing)
        if (!this.may(who, 'item_restore', thing)) throw new No('permission_denied')
        this.requireUnlocked(who, [thing])
        thing.lockedBy = who
        return
      }
      case 'unlock': {
        const thing = this.get(deed.thing)
        this.require(who, 'item_view', thing)
        if (!['owner', 'coowner'].includes(this.roleOf(who, thing)!)) this.requireUnlocked(who, [thing])
        thing.lockedBy = null
        return
      }
      case 'addFavourite':
        this.require(who, 'item_view', this.get(deed.thing))
        if (this.favourites.get(who)!.has(deed.thing)) throw new No('duplicate_frequently_used_item_id')
        this.favourites.set(who, new Set([...this.favourites.get(who)!, deed.thing]))
        return
      case 'removeFavourite':
        if (!this.favourites.get(who)!.has(deed.thing)) throw new No('frequently_used_item_not_found')
        this.favourites.set(who, new Set([...this.favourites.get(who)!].filter((key) => key !== deed.thing)))
        return
      case 'grant': {
        const thing = this.get(deed.thing)
        if (thing.isGone) return
        const grants = new Map(thing.grants)
        if (deed.role === null) grants.delete(deed.subject)
        else grants.set(deed.subject, { role: deed.role, isAccepted: deed.isAccepted })
        thing.grants = grants
        return
      }
      case 'join': {
        if (deed.group === 'office') {
          if (deed.role === null) this.office.delete(who)
          else this.office.set(who, { role: deed.role, isManager: deed.isManager })
          return
        }
        const members = new Set(this.memberships.get(deed.group)!)
        if (deed.role === null) members.delete(who)
        else members.add(who)
        this.memberships.set(deed.group, members)
        return
      }
      case 'expire':
        for (const thing of this.things.values()) {
          if (
            !thing.isGone &&
            thing.deleted &&
            deed.until - thing.deleted.at >= KEPT[enterpriseOf(this.ownerOf(thing))]
          )
            this.purge(thing)
        }
    }
  }

  private chosen(keys: readonly number[]): Thing[] {
    return [...new Set(keys)].map((key) => this.get(key))
  }

  private require(who: Who, permission: Permission, thing: Thing) {
    if (!this.sees(who, thing)) throw new No('item_not_found')
    if (this.isDeleted(thing)) throw new No('item_is_deleted')
    if (!this.may(who, permission, thing)) throw new No('permission_denied')
  }

  /** A department in a member's tree exists for the member, even if its folder is inaccessible. */
  private requirePlace(who: Who, permission: Permission, place: Thing) {
    if (place.space === 'office' && this.office.has(who) && !this.sees(who, place)) throw new No('permission_denied')
    this.require(who, permission, place)
  }

  private requireUnlocked(who: Who, things: readonly Thing[]) {
    const locked = things.filter(({ lockedBy }) => lockedBy !== null && lockedBy !== who)
    if (locked.length > 0) throw new No(locked.length > 1 ? 'items_locked' : 'item_locked')
  }

  private requireFree(parent: Thing, name: string, self?: Thing) {
    const isTaken = this.childrenOf(parent).some((other) => other !== self && nameKey(other.name) === nameKey(name))
    if (isTaken) throw new No('name_taken')
  }

  private requireQuota(thing: Thing, more: number) {
    const root = this.rootOf(thing)
    if (root.space === 'bob' && this.usedBytes(root) + more > QUOTA) throw new No('quota_exceeded')
  }

  /** decisions 50. No rule fixes the number; this is the one that doubling and bisecting finds. */
  private freeName(
    parent: Thing,
    { name, isFolder }: Pick<Thing, 'name' | 'isFolder'>,
    also: readonly string[] = [],
  ): string {
    const there = new Set(this.childrenOf(parent).map((thing) => nameKey(thing.name)))
    const type = isFolder ? 'folder' : 'file'
    const isTaken = (tried: string) => there.has(nameKey(tried))
    if (!isTaken(name) && !also.includes(nameKey(name))) return name
    let taken = 0
    let free = 1
    while (isTaken(numbered(name, free, type))) [taken, free] = [free, free * 2]
    while (free - taken > 1) {
      const middle = Math.floor((taken + free) / 2)
      if (isTaken(numbered(name, middle, type))) taken = middle
      else free = middle
    }
    while (isTaken(numbered(name, free, type)) || also.includes(nameKey(numbered(name, free, type)))) free += 1
    return numbered(name, free, type)
  }

  private outermost(things: readonly Thing[]): Thing[] {
    return things.filter(
      (thing) =>
        !this.line(thing)
          .slice(1)
          .some((above) => things.includes(above)),
    )
  }

  private restore(who: Who, things: readonly Thing[]) {
    for (const thing of things) {
      if (!this.sees(who, thing)) throw new No('item_is_deleted')
      if (!this.may(who, 'item_restore', thing)) throw new No('restore_folder_without_permission')
      const missing = this.line(thing)
        .slice(1)
        .filter((above) => above.deleted && !things.includes(above))
      /* decisions 100 */
      const isTheirs = (above: Thing) => this.ownerOf(thing) === who || above.deleted!.by === who
      if (!missing.every(isTheirs)) throw new No('external_item_parent_missing')
      if (missing.length > 0) throw new No('target_folder_not_deleted')
      if (thing.deleted && thing.isParentGone && this.ownerOf(thing) !== who)
        throw new No('external_item_parent_missing')
    }
    const back = things.filter(({ deleted }) => deleted)
    const isSame = (one: Thing, other: Thing) =>
      one.parent === other.parent && nameKey(one.name) === nameKey(other.name)
    const keepsName = (thing: Thing, at: number) =>
      ![...this.childrenOf(this.get(thing.parent!)), ...back.slice(0, at)].some((other) => isSame(thing, other))
    // Names that are free stay; the others get a number afterwards.
    const kept = back.filter(keepsName)
    for (const thing of [...kept, ...back.filter((each) => !kept.includes(each))]) {
      const name = this.freeName(this.get(thing.parent!), thing)
      Object.assign(thing, { deleted: null, isParentGone: false, name })
    }
  }

  private purge(thing: Thing) {
    if (thing.isGone) return
    thing.isGone = true
    const root = this.rootOf(thing)
    for (const below of this.under(thing)) {
      if (!below.deleted) this.purge(below)
      else Object.assign(below, { parent: root.key, isParentGone: true })
    }
  }

  private relocate({ who, kind, things: keys, target }: Deed & { kind: 'copy' | 'move' }, seen: Model) {
    const folder = this.get(target)
    this.about('target', () => this.requireTarget(who, folder))
    const things = this.about('item', () => {
      const chosen = this.chosen(keys)
      for (const thing of chosen) this.require(who, 'item_download', thing)
      if (kind === 'move') {
        for (const thing of chosen) this.require(who, 'item_delete', thing)
        this.requireUnlocked(who, [...new Set(chosen.flatMap((thing) => this.activeTree(thing)))])
        this.requireTaken(who, chosen)
      }
      return this.outermost(chosen)
    })
    this.about('target', () => {
      if (!this.may(who, 'item_upload', folder)) throw new No('permission_denied')
      if (this.line(folder).some((above) => things.includes(above))) throw new No('target_inside_itself')
    })
    this.about('item', () => {
      /* decisions 96 */
      const isKept = (thing: Thing) => ![who, this.ownerOf(folder)].includes(this.ownerOf(thing))
      if (kind === 'move' && things.some(isKept)) throw new No('move_out_refused')
    })
    const before = this.clone()
    try {
      if (kind === 'move') this.move(things, folder)
      else this.copy(who, things, folder, seen)
    } catch (error) {
      this.things.clear()
      for (const [key, thing] of before.things) this.things.set(key, thing)
      this.serial = before.serial
      throw error
    }
  }

  private requireTarget(who: Who, folder: Thing) {
    this.requirePlace(who, 'item_view', folder)
    if (!folder.isFolder) throw new No('item_not_found')
  }

  private about<T>(what: 'item' | 'target', ask: () => T): T {
    try {
      return ask()
    } catch (error) {
      if (!(error instanceof No)) throw error
      const code = what === 'target' && error.code === 'item_is_deleted' ? 'target_folder_not_deleted' : error.code
      throw new No(`${what}: ${code as Code}`)
    }
  }

  /** decisions 62. The trash counts, because a move transfers it to another owner, too. */
  private requireTaken(who: Who, things: readonly Thing[]) {
    const left = things
      .flatMap((thing) => this.below(thing))
      .filter((thing) => !this.may(who, 'item_download', thing) || !this.may(who, 'item_delete', thing))
    if (left.some((thing) => this.sees(who, thing) && !this.isDeleted(thing))) throw new No('move_withheld')
    if (left.length > 0) throw new No('permission_denied')
  }

  /** decisions 62 */
  private requireDeletable(who: Who, things: readonly Thing[]) {
    const left = things
      .flatMap((thing) => this.activeTree(thing))
      .filter((thing) => !this.may(who, 'item_delete', thing))
    if (left.some((thing) => this.sees(who, thing))) throw new No('delete_withheld')
    if (left.length > 0) throw new No('permission_denied')
  }

  private below(thing: Thing): Thing[] {
    return this.under(thing).flatMap((each) => [each, ...this.below(each)])
  }

  private activeTree(thing: Thing): Thing[] {
    return [thing, ...this.childrenOf(thing).flatMap((below) => this.activeTree(below))]
  }

  private namesFor(things: readonly Thing[], folder: Thing): string[] {
    const names: string[] = []
    for (const thing of things) names.push(this.freeName(folder, thing, names.map(nameKey)))
    return names
  }

  private move(things: readonly Thing[], folder: Thing) {
    const leavesSpace = things.some((thing) => this.rootOf(thing) !== this.rootOf(folder))
    const moved = things.filter(({ parent }) => parent !== folder.key)
    const names = this.namesFor(moved, folder)
    moved.forEach((thing, index) => Object.assign(thing, { parent: folder.key, name: names[index] }))
    if (leavesSpace) this.about('target', () => this.requireQuota(folder, 0))
  }

  private copy(who: Who, things: readonly Thing[], folder: Thing, seen: Model) {
    const names = this.namesFor(things, folder)
    const whole = things.map(({ key }) => {
      const thing = seen.get(key)
      seen.about('item', () => seen.require(who, 'item_download', thing))
      return seen.plan(who, thing)
    })
    whole.forEach((plan, index) => this.addTree(who, plan, folder.key, names[index]!))
    this.about('target', () => this.requireQuota(folder, 0))
  }

  private plan(who: Who, thing: Thing): Plan {
    const below = this.childrenOf(thing).filter((child) => this.may(who, 'item_download', child))
    return { thing, below: below.map((child) => this.plan(who, child)) }
  }

  private addTree(creator: Who, { thing, below }: Plan, parent: number, name: string) {
    const made = this.add({
      isFolder: thing.isFolder,
      name,
      creator,
      parent,
      versions: thing.versions.slice(-1),
      wished: thing.name,
    })
    for (const each of below) this.addTree(creator, each, made.key, each.thing.name)
  }
}

interface Plan {
  thing: Thing
  below: Plan[]
}

import type { Permission, Role } from '@/contract/entities'

/** `ann`, `bob` and `cat` belong to one enterprise, which ann owns; `xen` belongs to another. */
export const people = ['ann', 'bob', 'cat', 'xen'] as const
export type Who = (typeof people)[number]
export const groups = ['team', 'crew'] as const
export type Group = (typeof groups)[number]
export type Subject = Who | Group
/** `office` is a department of ann's enterprise. */
export type Space = Who | 'office'
export const enterpriseOf = (who: Who) => (who === 'xen' ? 'theirs' : 'ours')

const table: Record<string, Role[]> = {
  '*': ['owner', 'coowner', 'editor', 'viewer_uploader', 'viewer', 'previewer_uploader', 'previewer', 'uploader'],
  item_download: ['owner', 'coowner', 'editor', 'viewer_uploader', 'viewer'],
  item_upload: ['owner', 'coowner', 'editor', 'viewer_uploader', 'previewer_uploader', 'uploader'],
  item_delete: ['owner', 'coowner', 'editor'],
}
/** The roles that can be given, highest first. */
export const givenRoles: Role[] = [
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
]

/** An item as it should be. */
export interface Thing {
  key: number
  /** null until the server's id is known */
  id: number | null
  isFolder: boolean
  name: string
  /** For a copy: its name unless that name is taken. */
  wished: string | null
  creator: Who
  /** null for roots */
  parent: number | null
  /** Only roots. */
  space: Space | null
  /** bytes per version, the last one is current; empty for a folder */
  versions: number[]
  grants: ReadonlyMap<Subject, { role: Role; isAccepted: boolean }>
  lockedBy: Who | null
  deleted: { by: Who; at: number; isHidden: boolean } | null
  isParentGone: boolean
  isGone: boolean
}

/** The tree, its roles and what each user sees, over plain maps. */
export class Tree {
  constructor(
    readonly things = new Map<number, Thing>(),
    readonly memberships = new Map<Group, ReadonlySet<Who>>(groups.map((group) => [group, new Set<Who>()])),
    readonly office = new Map<Who, { role: Role; isManager: boolean }>(),
    readonly favourites = new Map<Who, ReadonlySet<number>>(people.map((who) => [who, new Set<number>()])),
    protected serial = 0,
  ) {}

  add(values: Pick<Thing, 'isFolder' | 'name' | 'creator' | 'parent'> & Partial<Thing>): Thing {
    const thing: Thing = {
      key: this.serial++,
      id: null,
      wished: null,
      space: null,
      versions: [],
      grants: new Map(),
      lockedBy: null,
      deleted: null,
      isParentGone: false,
      isGone: false,
      ...values,
    }
    this.things.set(thing.key, thing)
    return thing
  }

  get(key: number): Thing {
    return this.things.get(key)!
  }

  living(): Thing[] {
    return [...this.things.values()].filter(({ isGone }) => !isGone)
  }

  /** The item first, the root of its space last. */
  line(thing: Thing): Thing[] {
    return thing.parent === null ? [thing] : [thing, ...this.line(this.get(thing.parent))]
  }

  rootOf(thing: Thing): Thing & { space: Space } {
    return this.line(thing).at(-1)! as Thing & { space: Space }
  }

  ownerOf(thing: Thing): Who {
    const { space } = this.rootOf(thing)
    return space === 'office' ? 'ann' : space
  }

  isDeleted(thing: Thing): boolean {
    return this.line(thing).some(({ deleted }) => deleted !== null)
  }

  under(folder: Thing): Thing[] {
    return this.living().filter(({ parent }) => parent === folder.key)
  }

  /** The children of a folder, for somebody who sees all of them. */
  childrenOf(folder: Thing): Thing[] {
    return this.under(folder).filter(({ deleted }) => !deleted)
  }

  usedBytes(root: Thing): number {
    return this.living()
      .filter((thing) => this.rootOf(thing) === root)
      .flatMap(({ versions }) => versions)
      .reduce((sum, size) => sum + size, 0)
  }

  /** decisions 4.18 */
  roleOf(who: Who, thing: Thing): Role | null {
    if (this.ownerOf(thing) === who) return 'owner'
    const rolesOnPath = this.line(thing).map((place) => this.roleAt(who, place))
    return rolesOnPath.includes('coowner') ? 'coowner' : (rolesOnPath.find((role) => role !== null) ?? null)
  }

  private roleAt(who: Who, { grants, space }: Thing): Role | null {
    const member = space === 'office' ? this.office.get(who) : undefined
    if (member?.isManager) return 'coowner'
    const own = grants.get(who)
    if (own?.isAccepted) return own.role
    const groupRoles = groups.flatMap((group) => {
      const grant = this.memberships.get(group)!.has(who) ? grants.get(group) : undefined
      return grant?.isAccepted ? grant.role : []
    })
    if (member) groupRoles.push(member.role)
    return givenRoles.find((role) => groupRoles.includes(role)) ?? null
  }

  may(who: Who, permission: Permission, thing: Thing): boolean {
    if (thing.isGone) return false
    const role = this.roleOf(who, thing)
    if (role === null) return false
    if (
      thing.space !== null &&
      (permission === 'edit_properties' || (permission === 'item_delete' && thing.space !== 'office'))
    )
      return false
    if (permission === 'create_folder' && !thing.isFolder) return false
    if (permission === 'item_upload' && !thing.isFolder && table.item_delete!.includes(role) === false) {
      return table.item_upload!.includes(role) && thing.creator === who
    }
    const row =
      { create_folder: 'item_upload', edit_properties: 'item_delete', item_restore: 'item_delete' }[
        permission as string
      ] ?? permission
    return (table[row] ?? table['*']!).includes(role)
  }

  sees(who: Who, thing: Thing): boolean {
    return this.may(who, 'item_view', thing)
  }

  trashOf(who: Who, enterprise: 'ours' | 'theirs'): Thing[] {
    return this.living().filter((thing) => {
      if (!thing.deleted || enterpriseOf(this.ownerOf(thing)) !== enterprise) return false
      return (
        this.ownerOf(thing) === who || (thing.deleted.by === who && !thing.deleted.isHidden && this.sees(who, thing))
      )
    })
  }

  /** The items in the spaces of an enterprise that a user was invited to. */
  invitedTo(who: Who, enterprise: 'ours' | 'theirs'): Thing[] {
    return this.living().filter((thing) => {
      const subjects: Subject[] = [who, ...groups.filter((group) => this.memberships.get(group)!.has(who))]
      return (
        subjects.some((subject) => thing.grants.get(subject)?.isAccepted) &&
        this.ownerOf(thing) !== who &&
        enterpriseOf(this.ownerOf(thing)) === enterprise &&
        !this.isDeleted(thing) &&
        this.sees(who, thing)
      )
    })
  }
}

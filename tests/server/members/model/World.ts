import type { Role } from '@/contract/entities'
import { isRemovalAllowed, type Cell } from '../../../support/members/memberTable'

/** A role given on the folder itself. */
export interface Given {
  id: number
  role: Role
  isAccepted: boolean
  /** Whether the role was accepted by invitation, so that it only adds. */
  isAdded?: boolean
  /** null: not a person of the model */
  inviter: number | null
}
/** `u3`: the fourth person; `g`: the group; `d`: the department. */
export type Subject = `u${number}` | 'g' | 'd'
/** An item, identified by its index in the list. */
export interface Thing {
  at: number
  id: number
  owner: number
  isFolder: boolean
  /** null: directly in the owner's space */
  parent: number | null
  isDeleted: boolean
  given: Map<Subject, Given>
}

export const roles: readonly Role[] = [
  'owner',
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
]

export const isHigh = (role: Role | null) => role === 'owner' || role === 'coowner'
export const isUsable = (role: Role | null): role is Role => role !== null && role !== 'reset'
export const isUser = (subject: Subject): subject is `u${number}` => subject !== 'g' && subject !== 'd'
export const personOf = (subject: Subject) => Number(subject.slice(1))

/** A minimal model of rights (decisions 4.18, 2§5): people, their roles and the items. */
export class World {
  constructor(
    readonly things: readonly Thing[],
    private readonly groupsOf: (person: number) => readonly ('g' | 'd')[],
  ) {}

  copy(): World {
    const things = this.things.map((thing) => ({
      ...thing,
      given: new Map([...thing.given].map(([subject, given]) => [subject, { ...given }] as const)),
    }))
    return new World(things, this.groupsOf)
  }

  get folders(): readonly Thing[] {
    return this.things.filter(({ isFolder }) => isFolder)
  }

  /** All roles given, accepted or pending. */
  get entries(): { thing: Thing; subject: Subject; given: Given }[] {
    return this.things.flatMap((thing) => [...thing.given].map(([subject, given]) => ({ thing, subject, given })))
  }

  line(thing: Thing): Thing[] {
    return thing.parent === null ? [thing] : [thing, ...this.line(this.things[thing.parent]!)]
  }

  isGone(thing: Thing): boolean {
    return this.line(thing).some(({ isDeleted }) => isDeleted)
  }

  /** The effective role of a person by any path; for a group the role given to it. */
  roleOf(subject: Subject, thing: Thing): Role | null {
    return this.roleAmong(isUser(subject) ? [subject, ...this.groupsOf(personOf(subject))] : [subject], thing)
  }

  /** The role given to a person by name. */
  roleAlone(subject: Subject, thing: Thing): Role | null {
    return this.roleAmong([subject], thing)
  }

  mayUse(person: number, thing: Thing): boolean {
    return isUsable(this.roleOf(`u${person}`, thing)) && !this.isGone(thing)
  }

  private roleAmong(subjects: readonly Subject[], thing: Thing): Role | null {
    if (subjects[0] === `u${thing.owner}`) return 'owner'
    const line = this.line(thing)
    const chain: (Role | null)[] = []
    for (const each of line.reverse()) {
      const above = chain.find((role) => role !== null) ?? null
      chain.unshift(roleHere(subjects, each, above))
    }
    if (chain.includes('owner')) return 'owner'
    if (chain.includes('coowner')) return 'coowner'
    return chain.find((role) => role !== null) ?? null
  }

  /** The cell of the table of 2§5 for a member and a viewer. */
  cellOf(by: number, thing: Thing, subject: Subject): Cell {
    const given = thing.given.get(subject)
    const alone = this.roleAlone(subject, thing)
    const isOwner = subject === `u${thing.owner}`
    const standing = isOwner || given?.isAccepted ? 'direct' : given ? 'invited' : 'inherited'
    // The role given here applies, unless a higher one is inherited.
    const isOverruled = given?.isAccepted === true && isHigh(alone) && alone !== given.role
    const counting = given ? alone : this.roleOf(subject, thing)
    return {
      viewer: this.roleOf(`u${by}`, thing) ?? 'reset',
      target: given && !given.isAccepted ? given.role : (counting ?? 'reset'),
      standing: isOverruled ? 'inherited' : standing,
      subject: subject === `u${by}` ? 'self' : subject === 'g' ? 'group' : subject === 'd' ? 'department' : 'user',
    }
  }

  /** Whether a user may see an entry. */
  isKnownTo(by: number, thing: Thing, subject: Subject, given: Given): boolean {
    if (this.isGone(thing)) return false
    const isOwn = subject === `u${by}`
    if (isOwn && !given.isAccepted) return true
    const mine = this.roleOf(`u${by}`, thing)
    return isUsable(mine) && (given.isAccepted || given.inviter === by || isAbleToInvite(mine))
  }

  mayRemove(by: number, thing: Thing, subject: Subject, given: Given): boolean {
    const mine = this.roleOf(`u${by}`, thing)
    if (!isUsable(mine)) return false
    if (subject === `u${by}` && given.isAccepted) {
      const left = this.copy()
      left.things[thing.at]!.given.delete(subject)
      const otherwise = left.roleOf(subject, left.things[thing.at]!)
      if (otherwise === null || given.isAdded) return true
      return roles.indexOf(given.role) <= roles.indexOf(otherwise) && (uploads(given.role) || !uploads(otherwise))
    }
    const isHighTarget = isHigh(given.role) || isHigh(this.roleAlone(subject, thing))
    const isOwnInvitation = !given.isAccepted && given.inviter === by && isAbleToInvite(mine)
    if (isOwnInvitation && !isHighTarget && subject !== `u${by}`) return true
    return isRemovalAllowed({
      viewer: mine,
      target: isHighTarget ? 'coowner' : given.role,
      standing: given.isAccepted ? 'direct' : 'invited',
      subject: this.cellOf(by, thing, subject).subject,
    })
  }

  /** One line per fact, in the form that the test reads from the database. */
  facts(idOf: (subject: Subject) => number): string[] {
    return this.things
      .flatMap(({ id, parent, isDeleted, given }) => [
        `${id} in ${parent === null ? 0 : this.things[parent]!.id}${isDeleted ? ', deleted' : ''}`,
        ...[...given].map(
          ([subject, each]) =>
            `${each.id}: ${isUser(subject) ? 'u' : 'g'}${idOf(subject)} in ${id}, ${each.role}, ${each.isAccepted}${each.isAccepted && each.isAdded ? ', added' : ''}`,
        ),
      ])
      .sort()
  }
}

const uploads = (role: Role) => isAbleToInvite(role) || role.endsWith('uploader')
export const isAbleToInvite = (role: Role | null) => isHigh(role) || role === 'editor'

/**
 * A subject's role on one folder: their own, else the highest of their groups. Pending roles do not count. A role accepted by invitation adds to
 * the role of the groups, or else to the role from above.
 */
function roleHere([first, ...groups]: readonly Subject[], { given }: Thing, above: Role | null): Role | null {
  const acceptedRole = (subject: Subject) => {
    const found = given.get(subject)
    return found?.isAccepted ? found.role : null
  }
  const own = acceptedRole(first!)
  const isAdded = given.get(first!)?.isAdded === true
  if (own !== null && !isAdded) return own
  const groupRoles = groups.map(acceptedRole)
  const ofGroups = roles.find((role) => groupRoles.includes(role)) ?? null
  return own === null ? ofGroups : both(own, ofGroups ?? above)
}

/** The higher of two roles, with uploading where either has it. */
function both(one: Role, other: Role | null): Role {
  if (other === null) return one
  const higher = roles.indexOf(one) < roles.indexOf(other) ? one : other
  const lacksUpload = !uploads(higher) && (uploads(one) || uploads(other))
  return lacksUpload ? (`${higher}_uploader` as Role) : higher
}

import type { Role } from '@/contract/entities'
import { isRemovalAllowed, type Cell } from '../../../support/members/memberTable'

/** What was given on a folder itself. */
export interface Given {
  id: number
  role: Role
  isAccepted: boolean
  /** null: nobody of the model */
  inviter: number | null
}
/** `u3`: the fourth person; `g`, `d`: a group and a department. */
export type Subject = `u${number}` | 'g' | 'd'
/** An item, named by its place in the list. */
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

/** Rights in the rules' simplest words (decisions 4.18, 2§5): people, what they were given, and where it lies. */
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

  /** All that was given, accepted or not. */
  get entries(): { thing: Thing; subject: Subject; given: Given }[] {
    return this.things.flatMap((thing) => [...thing.given].map(([subject, given]) => ({ thing, subject, given })))
  }

  line(thing: Thing): Thing[] {
    return thing.parent === null ? [thing] : [thing, ...this.line(this.things[thing.parent]!)]
  }

  isGone(thing: Thing): boolean {
    return this.line(thing).some(({ isDeleted }) => isDeleted)
  }

  /** What counts for somebody, whichever way they have it; of a group what was given to it. */
  roleOf(subject: Subject, thing: Thing): Role | null {
    return this.roleAmong(isUser(subject) ? [subject, ...this.groupsOf(personOf(subject))] : [subject], thing)
  }

  /** What was given to somebody by name alone. */
  roleAlone(subject: Subject, thing: Thing): Role | null {
    return this.roleAmong([subject], thing)
  }

  mayUse(person: number, thing: Thing): boolean {
    return isUsable(this.roleOf(`u${person}`, thing)) && !this.isGone(thing)
  }

  private roleAmong(subjects: readonly Subject[], thing: Thing): Role | null {
    if (subjects[0] === `u${thing.owner}`) return 'owner'
    const chain = this.line(thing).map((each) => roleHere(subjects, each))
    if (chain.includes('owner')) return 'owner'
    if (chain.includes('coowner')) return 'coowner'
    return chain.find((role) => role !== null) ?? null
  }

  /** The cell of the table of 2§5 in which a member stands to somebody who looks. */
  cellOf(by: number, thing: Thing, subject: Subject): Cell {
    const given = thing.given.get(subject)
    const alone = this.roleAlone(subject, thing)
    const isOwner = subject === `u${thing.owner}`
    const standing = isOwner || given?.isAccepted ? 'direct' : given ? 'invited' : 'inherited'
    // What was given here counts, unless something higher comes from above.
    const isOverruled = given?.isAccepted === true && isHigh(alone) && alone !== given.role
    const counting = given ? alone : this.roleOf(subject, thing)
    return {
      viewer: this.roleOf(`u${by}`, thing) ?? 'reset',
      target: given && !given.isAccepted ? given.role : (counting ?? 'reset'),
      standing: isOverruled ? 'inherited' : standing,
      subject: subject === `u${by}` ? 'self' : subject === 'g' ? 'group' : subject === 'd' ? 'department' : 'user',
    }
  }

  /** Whether somebody may know of an entry. */
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
      if (otherwise === null) return true
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

  /** Each fact as a line, as the test reads them from the database, too. */
  facts(idOf: (subject: Subject) => number): string[] {
    return this.things
      .flatMap(({ id, parent, isDeleted, given }) => [
        `${id} in ${parent === null ? 0 : this.things[parent]!.id}${isDeleted ? ', deleted' : ''}`,
        ...[...given].map(
          ([subject, each]) =>
            `${each.id}: ${isUser(subject) ? 'u' : 'g'}${idOf(subject)} in ${id}, ${each.role}, ${each.isAccepted}`,
        ),
      ])
      .sort()
  }
}

const uploads = (role: Role) => isAbleToInvite(role) || role.endsWith('uploader')
export const isAbleToInvite = (role: Role | null) => isHigh(role) || role === 'editor'

/** What stands on one folder for somebody: their own, else the strongest of their groups; what was not accepted counts for nothing. */
function roleHere([first, ...groups]: readonly Subject[], { given }: Thing): Role | null {
  const standing = (subject: Subject) => {
    const found = given.get(subject)
    return found?.isAccepted ? found.role : null
  }
  const own = standing(first!)
  if (own !== null) return own
  const held = groups.map(standing)
  return roles.find((role) => held.includes(role)) ?? null
}

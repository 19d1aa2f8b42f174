import type { Role } from '@/contract/entities'
import type { Client } from '../../../support/client'
import { isChangeAllowed, offeredInInvitation, offeredTo } from '../../../support/members/memberTable'
import { isHigh, isUsable, isUser, personOf, roles, type Subject, type Thing, type World } from './World'

export interface Answer {
  success: boolean
  failed?: { id: number }[]
  collab_users_info?: Entry[]
  collab_groups_info?: Entry[]
  collabs?: Entry[]
  is_accessible?: boolean
}
interface Entry {
  collab_id: number
  user: { id: number }
}

/** An operation of a user, chosen before the outcome of concurrent operations is known. */
export interface Deed {
  told: string
  by: number
  name: Parameters<Client['send']>[0]
  input: object
  /** Whether the answer follows from the rules in this world; if so, applies the operation to it. @param isAlone nothing else runs concurrently */
  fits(world: World, answer: Answer, isAlone: boolean): boolean
}

/** Randomness and the people of the model. */
export interface Source {
  random(): number
  idOf(subject: Subject): number
  /** Number of people, and of those who act most. */
  people: number
  busy: number
  /** Number of invitations that nobody answers, so that some always exist. */
  waiting: number
  /** The subject of most concurrent operations; null: none */
  rival: Subject | null
}

type Choose = (world: World, source: Source, folder: Thing) => Deed | null

const pick = <T>(list: readonly T[], { random }: Source): T => list[Math.floor(random() * list.length)]!
const typedId = (thing: Thing) => `${thing.isFolder ? 'folder' : 'file'}_${thing.id}` as const
const invited: readonly Role[] = roles.filter((role) => role !== 'owner')

function somebody({ random, people, busy }: Source): number {
  return Math.floor(random() * (random() < 0.85 ? busy : people))
}
function anySubject(source: Source): Subject {
  if (source.rival && source.random() < 0.7) return source.rival
  const at = source.random()
  return at < 0.15 ? 'g' : at < 0.3 ? 'd' : `u${somebody(source)}`
}

const invite: Choose = (_, source, { at, id, owner }) => {
  const by = source.random() < 0.6 ? owner : somebody(source)
  const subjects = [...new Set([anySubject(source), ...(source.random() < 0.4 ? [anySubject(source)] : [])])]
  const asked = subjects.map((subject) => ({
    subject,
    role: pick(source.random() < 0.9 ? invited.slice(1, -1) : roles, source),
  }))
  const list = (isOfUsers: boolean) =>
    asked
      .filter(({ subject }) => isUser(subject) === isOfUsers)
      .map(({ subject, role }) => `${source.idOf(subject)}:${role}`)
      .join(';')
  return {
    told: `${by} invites ${asked.map(({ subject, role }) => `${subject} as ${role}`).join(', ')} to ${id}`,
    by,
    name: 'POST /apps/collabs/invite',
    input: { folder_id: id, invited_users: list(true), invited_groups: list(false) },
    fits(world, answer) {
      const folder = world.things[at]!
      const mine = world.roleOf(`u${by}`, folder)
      const offered = isUsable(mine) && !world.isGone(folder) ? offeredInInvitation(mine) : []
      const isDone = asked.every(({ role }) => offered.includes(role))
      if (answer.success !== isDone) return false
      if (!isDone) return true
      const good = asked.filter(({ subject }) => {
        const standing = world.roleOf(subject, folder)
        return !folder.given.has(subject) && !isHigh(standing) && (mine !== 'editor' || standing === null)
      })
      if (answer.failed!.length !== asked.length - good.length) return false
      for (const { subject, role } of good) {
        const made = (isUser(subject) ? answer.collab_users_info : answer.collab_groups_info)!
        const found = made.find(({ user }) => user.id === source.idOf(subject))
        if (!found) return false
        folder.given.set(subject, { role, isAccepted: !isUser(subject), inviter: by, id: found.collab_id })
      }
      return true
    },
  }
}

const answer: Choose = (world, source, folder) => {
  const open = world.entries.filter(({ subject, given }) => isUser(subject) && !given.isAccepted)
  const near = open.filter(({ thing }) => thing.at === folder.at)
  if (open.length <= source.waiting) return null
  const { thing, subject, given } = pick(near.length > 0 ? near : open, source)
  const mine = personOf(subject)
  const by = source.random() < 0.85 ? mine : somebody(source)
  const isAccepting = source.random() < 0.7
  return {
    told: `${by} ${isAccepting ? 'accepts' : 'refuses'} the invitation of ${subject} to ${thing.id}`,
    by,
    name: isAccepting ? 'POST /apps/collabs/accept' : 'POST /apps/collabs/refuse',
    input: { collab_id: given.id },
    fits(now, { success }) {
      const place = now.things[thing.at]!
      const entry = place.given.get(subject)
      const isThere = entry?.id === given.id && by === mine && !now.isGone(place)
      // Accepting again succeeds for users who can still use the folder.
      const isDone = isThere && (entry.isAccepted ? isAccepting && now.mayUse(by, place) : true)
      if (success !== isDone) return false
      if (isDone && !isAccepting) place.given.delete(subject)
      else if (isDone && !entry.isAccepted) Object.assign(entry, { isAccepted: true, isAdded: true })
      return true
    },
  }
}

const change: Choose = (world, source, folder) => {
  const { at, id, owner } = folder
  const by = source.random() < 0.5 ? owner : somebody(source)
  const role = pick(roles, source)
  const isKnown = folder.given.size > 0 && source.random() < 0.7
  const subject = isKnown ? pick([...folder.given.keys()], source) : anySubject(source)
  const grant = folder.given.get(subject)
  const list = grant
    ? 'edit_collabs_roles'
    : isUser(subject)
      ? 'invite_user_collabs_roles'
      : 'invite_group_collabs_roles'
  const entry = { ...(grant && { collab_id: grant.id }), user_id: source.idOf(subject), role }
  return {
    told: `${by} makes ${subject} ${role} in ${id}`,
    by,
    name: 'POST /apps/collabs/edit',
    input: { item_id: id, [list]: [entry] },
    fits(now, done) {
      const place = now.things[at]!
      const current = place.given.get(subject)
      const isNamed = grant ? current?.id === grant.id : current !== undefined || now.roleOf(subject, place) !== null
      const isBegun = !grant && current?.isAccepted === false && now.roleOf(subject, place) !== null
      if (isBegun) place.given.delete(subject)
      const isAllowed = isOffered(now, by, place, subject, role)
      if (isBegun) place.given.set(subject, current)
      // Only an owner ends an invitation to coowner.
      const isKept = isBegun && isHigh(current.role) && now.roleOf(`u${by}`, place) !== 'owner'
      const isDone = now.mayUse(by, place) && isNamed && isAllowed && !isKept
      if (done.success !== isDone) return false
      if (!isDone) return true
      if (current) {
        Object.assign(current, { role, isAdded: false })
        // Editing by user changes the user's role and ends a pending invitation.
        if (isBegun) Object.assign(current, { isAccepted: true, inviter: by })
      } else place.given.set(subject, { role, isAccepted: true, inviter: by, id: done.collabs![0]!.collab_id })
      return true
    },
  }
}

function isOffered(world: World, by: number, thing: Thing, subject: Subject, role: Role): boolean {
  const cell = world.cellOf(by, thing, subject)
  const alone = world.roleAlone(subject, thing)
  // An invitation for a user who already has a higher role by another path.
  const isHighAnyway = cell.standing === 'invited' && isHigh(alone)
  const known = isHighAnyway ? { ...cell, target: alone!, standing: 'inherited' as const } : cell
  if (role !== 'reset') return offeredTo(known).includes(role)
  return isChangeAllowed(known) && cell.subject !== 'self' && cell.standing !== 'invited'
}

const remove: Choose = (world, source, folder) => {
  const near = world.entries.filter(({ thing }) => thing.at === folder.at)
  const all = near.length > 0 ? near : world.entries
  if (all.length === 0) return null
  const one = pick(all, source)
  const others = source.random() < 0.3 ? world.entries.filter(({ given }) => given !== one.given) : []
  const named = [one, ...(others.length > 0 ? [pick(others, source)] : [])]
  const self = isUser(one.subject) ? personOf(one.subject) : one.thing.owner
  const by = source.random() < 0.4 ? self : source.random() < 0.5 ? one.thing.owner : somebody(source)
  return {
    told: `${by} removes ${named.map(({ subject, thing }) => `${subject} from ${thing.id}`).join(', ')}`,
    by,
    name: 'POST /apps/collabs/delete',
    input: { collab_ids: named.map(({ given }) => given.id) },
    fits(now, { success, is_accessible: isAccessible }, isAlone) {
      const known = named.flatMap(({ thing, subject, given }) => {
        const place = now.things[thing.at]!
        const current = place.given.get(subject)
        return current?.id === given.id && now.isKnownTo(by, place, subject, current)
          ? [{ place, subject, held: current }]
          : []
      })
      const isDone = known.every(({ place, subject, held }) => now.mayRemove(by, place, subject, held))
      if (success !== isDone) return false
      if (!isDone) return true
      for (const { place, subject } of known) place.given.delete(subject)
      // Concurrent operations may have changed the access before the answer.
      return !isAlone || isAccessible === known.every(({ place }) => now.mayUse(by, place))
    },
  }
}

const move: Choose = (world, source, folder) => {
  const thing = pick(
    world.things.filter(({ owner }) => owner === folder.owner),
    source,
  )
  const target = source.random() < 0.85 ? folder : null
  return {
    told: `${thing.owner} moves ${thing.id} into ${target ? target.id : 'their own space'}`,
    by: thing.owner,
    name: 'POST /apps/files/move',
    input: { item_typed_ids: [typedId(thing)], target_folder_id: target?.id ?? 0 },
    fits(now, { success }) {
      const moved = now.things[thing.at]!
      const place = target && now.things[target.at]!
      const isDone = !now.isGone(moved) && (!place || (!now.isGone(place) && !now.line(place).includes(moved)))
      if (success !== isDone) return false
      if (isDone) moved.parent = place?.at ?? null
      return true
    },
  }
}

const deleteOrRestore: Choose = (world, source, folder) => {
  const deleted = world.things.filter(({ isDeleted }) => isDeleted)
  const isRestoring = deleted.length > 4 || (deleted.length > 0 && source.random() < 0.5)
  const thing = isRestoring ? pick(deleted, source) : source.random() < 0.5 ? folder : pick(world.things, source)
  return {
    told: `${thing.owner} ${isRestoring ? 'restores' : 'deletes'} ${thing.id}`,
    by: thing.owner,
    name: isRestoring ? 'POST /apps/files/restore_from_trash' : 'POST /apps/files/delete',
    input: { item_typed_ids: [typedId(thing)] },
    fits(now, { success }) {
      const place = now.things[thing.at]!
      const isAboveGone = place.parent !== null && now.isGone(now.things[place.parent]!)
      const isDone = isRestoring ? !isAboveGone : !now.isGone(place)
      if (success !== isDone) return false
      if (isDone) place.isDeleted = !isRestoring
      return true
    },
  }
}

const choices: readonly [Choose, number][] = [
  [invite, 32],
  [answer, 18],
  [change, 22],
  [remove, 12],
  [move, 8],
  [deleteOrRestore, 8],
]

/** Chooses the next operation; most concurrent operations concern one folder and the folders above and below it. */
export function nextAction(world: World, source: Source, hot: Thing): Deed {
  const folder = source.random() < 0.7 ? pick(world.line(hot), source) : pick(world.folders, source)
  let at = source.random() * 100
  const [choose] = choices.find(([, weight]) => (at -= weight) < 0)!
  return choose(world, source, folder) ?? invite(world, source, folder)!
}

/** All permutations of a short list. */
export function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, at) => ordersOf(list.filter((_, other) => other !== at)).map((rest) => [first, ...rest]))
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../server/database/tables'
import { accessOf } from '../../server/services/access'
import { actorOfKey } from '../../server/services/actors'
import { userKey } from '../../server/actor'
import { isAllowed } from '../../server/policies/access'
import { client, type Client } from '../support/client'
import { isChangeAllowed, isRemovalAllowed, offeredInInvitation, offeredTo, type Cell } from '../support/collabTable'
import { isDeep, randomOf, seed } from '../support/deep'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'

/* Eight people of one company, of whom the first two own what there is, in a group of two and a department of two, and sixty items. */
const OPERATIONS = isDeep ? 100_000 : 240
const WAVE = isDeep ? 250 : 40
const PEOPLE = 8
const FOLDERS = 40
const FILES = 20
const now = Date.UTC(2026, 8, 1)

interface Given {
  role: Role
  isAccepted: boolean
  inviter: number
  id: number
}
/** `u3`: the fourth person; `g`, `d`: the group and the department. */
type Subject = `u${number}` | 'g' | 'd'
interface Thing {
  id: number
  owner: number
  isFolder: boolean
  /** null: directly in the owner's space */
  parent: Thing | null
  isDeleted: boolean
  given: Map<Subject, Given>
}

const roles: Role[] = [
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
const isHigh = (role: Role | null) => role === 'owner' || role === 'coowner'

/** Groups of a person, in the rules' simplest words. */
function subjectsOf(person: number): Subject[] {
  const own: Subject[] = [`u${person}`]
  if (person === 4 || person === 5) own.push('g')
  if (person === 6 || person === 7) own.push('d')
  return own
}

function line(thing: Thing): Thing[] {
  return thing.parent === null ? [thing] : [thing, ...line(thing.parent)]
}

/** What stands on one folder for somebody: their own, else the strongest of their groups. */
function roleHere(subjects: readonly Subject[], thing: Thing): Role | null {
  const standing = subjects.flatMap((subject) => {
    const given = thing.given.get(subject)
    return given?.isAccepted ? [{ subject, role: given.role }] : []
  })
  const own = standing.find(({ subject }) => subject === subjects[0] && subject.startsWith('u'))
  if (own) return own.role
  return roles.find((role) => standing.some((each) => each.role === role)) ?? null
}

/** Decisions 4.18. */
function roleOf(subjects: readonly Subject[], thing: Thing): Role | null {
  if (subjects[0] === `u${thing.owner}`) return 'owner'
  const chain = line(thing).map((each) => roleHere(subjects, each))
  if (chain.includes('owner')) return 'owner'
  if (chain.includes('coowner')) return 'coowner'
  return chain.find((role) => role !== null) ?? null
}

const isGone = (thing: Thing) => line(thing).some(({ isDeleted }) => isDeleted)
const isUsable = (role: Role | null) => role !== null && role !== 'reset'

let server: TestServer
const users: UserRow[] = []
const clients: Client[] = []
const things: Thing[] = []
const groupIds = { g: 0, d: 0 }

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  const make = factories(server.deps)
  const enterprise = await make.enterprise()
  for (let at = 0; at < PEOPLE; at += 1) {
    const user = await make.user({ enterprise, name: `人${at}`, isAdministrator: at === 0 })
    users.push(user)
    clients.push(await client(server).as(user.login))
  }
  groupIds.g = (await make.group({ enterprise, members: [users[4]!, users[5]!] })).id
  const office = await make.department({ enterprise })
  for (const at of [6, 7]) await make.member(office, users[at]!)
  groupIds.d = (await make.groupOf(office)).id
  const random = randomOf(7)
  for (let at = 0; at < FOLDERS + FILES; at += 1) {
    const isFolder = at < FOLDERS
    const owner = at % 2
    const folders = things.filter((thing) => thing.isFolder && thing.owner === owner && line(thing).length < 6)
    const parent = (isFolder && at < 8) || folders.length === 0 ? null : folders[Math.floor(random() * folders.length)]!
    const place = parent ? { parent: { id: parent.id } } : { owner: users[owner]! }
    const made: ItemRow = isFolder
      ? await make.folder(place, { creator: users[owner]! })
      : await make.file(place, { creator: users[owner]! })
    things.push({ id: made.id, owner, isFolder, parent, isDeleted: false, given: new Map() })
  }
})
after(() => server.close())

const random = randomOf(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const subjectId = (subject: Subject) =>
  subject === 'g' || subject === 'd' ? groupIds[subject] : users[Number(subject.slice(1))]!.id
const typedId = (thing: Thing) => `${thing.isFolder ? 'folder' : 'file'}_${thing.id}` as const

/** The cell of the table in which a member stands to somebody who looks. */
function cellOf(by: number, thing: Thing, subject: Subject): Cell {
  const given = thing.given.get(subject)
  const role = roleOf(subject.startsWith('u') ? subjectsOf(Number(subject.slice(1))) : [subject], thing)
  const alone = roleOf([subject], thing)
  const isOwner = subject === `u${thing.owner}`
  const standing = isOwner || given?.isAccepted ? 'direct' : given ? 'invited' : 'inherited'
  // What was given here counts, unless something higher comes from above.
  const isOverruled = given?.isAccepted === true && isHigh(alone) && alone !== given.role
  const target = given && !given.isAccepted ? given.role : ((given ? alone : role) ?? 'reset')
  return {
    viewer: roleOf(subjectsOf(by), thing) ?? 'reset',
    target,
    standing: isOverruled ? 'inherited' : standing,
    subject: subject === `u${by}` ? 'self' : subject === 'g' ? 'group' : subject === 'd' ? 'department' : 'user',
  }
}

type Answer = {
  success: boolean
  failed?: unknown[]
  collab_users_info?: { collab_id: number }[]
  collab_groups_info?: { collab_id: number }[]
  collabs?: { collab_id: number }[]
}
async function send(by: number, name: Parameters<Client['send']>[0], input: object): Promise<Answer> {
  return (await clients[by]!.send(name, input)).body as Answer
}

type Step = (told: (what: string) => void) => Promise<void>
const folders = () => things.filter(({ isFolder }) => isFolder)
const everySubject: Subject[] = [...Array.from({ length: PEOPLE }, (_, at): Subject => `u${at}`), 'g', 'd']

const invite: Step = async (told) => {
  const [by, folder, subject, role] = [Math.floor(random() * PEOPLE), pick(folders()), pick(everySubject), pick(roles)]
  told(`${by} invites ${subject} to ${folder.id} as ${role}`)
  const mine = roleOf(subjectsOf(by), folder)
  const key = subject.startsWith('u') ? 'invited_users' : 'invited_groups'
  const answer = await send(by, 'POST /apps/collabs/invite', {
    folder_id: folder.id,
    [key]: `${subjectId(subject)}:${role}`,
  })
  const mayAtAll = isUsable(mine) && !isGone(folder) && offeredInInvitation(mine!).includes(role)
  assert.equal(answer.success, mayAtAll)
  if (!mayAtAll) return
  const standing = roleOf(subject.startsWith('u') ? subjectsOf(Number(subject.slice(1))) : [subject], folder)
  const isKept = folder.given.has(subject) || isHigh(standing) || (mine === 'editor' && standing !== null)
  assert.equal(answer.failed!.length, isKept ? 1 : 0)
  if (isKept) return
  const [made] = [...answer.collab_users_info!, ...answer.collab_groups_info!]
  folder.given.set(subject, { role, isAccepted: !subject.startsWith('u'), inviter: by, id: made!.collab_id })
}

const invitations = () =>
  folders().flatMap((thing) =>
    [...thing.given].flatMap(([subject, given]) => (given.isAccepted ? [] : [{ thing, subject, given }])),
  )
const answer: Step = async (told) => {
  const open = invitations()
  if (open.length === 0) return invite(told)
  const { thing, subject, given } = pick(open)
  const mine = Number(subject.slice(1))
  const by = random() < 0.8 ? mine : Math.floor(random() * PEOPLE)
  const isAccepting = random() < 0.75
  told(`${by} ${isAccepting ? 'accepts' : 'refuses'} the invitation of ${subject} to ${thing.id}`)
  const { success } = await send(by, `POST /apps/collabs/${isAccepting ? 'accept' : 'refuse'}`, { collab_id: given.id })
  assert.equal(success, by === mine && !isGone(thing))
  if (!success) return
  if (isAccepting) given.isAccepted = true
  else thing.given.delete(subject)
}

const change: Step = async (told) => {
  const folder = pick(folders())
  const [by, role] = [random() < 0.5 ? folder.owner : Math.floor(random() * PEOPLE), pick(roles)]
  const subject = folder.given.size > 0 && random() < 0.7 ? pick([...folder.given.keys()]) : pick(everySubject)
  told(`${by} makes ${subject} ${role} in ${folder.id}`)
  const given = folder.given.get(subject)
  const cell = cellOf(by, folder, subject)
  const list = given
    ? 'edit_collabs_roles'
    : subject.startsWith('u')
      ? 'invite_user_collabs_roles'
      : 'invite_group_collabs_roles'
  const entry = { collab_id: given?.id ?? 0, user_id: subjectId(subject), role }
  const done = await send(by, 'POST /apps/collabs/edit', { item_id: folder.id, [list]: [entry] })
  const isIn =
    given !== undefined ||
    subject === `u${folder.owner}` ||
    roleOf(subject.startsWith('u') ? subjectsOf(Number(subject.slice(1))) : [subject], folder) !== null
  // An invitation of somebody who has a role by another way already.
  const isHighAnyway = cell.standing === 'invited' && isHigh(roleOf([subject], folder))
  const known = isHighAnyway ? { ...cell, target: roleOf([subject], folder)!, standing: 'inherited' as const } : cell
  const isOffered =
    role === 'reset'
      ? isChangeAllowed(known) &&
        cell.subject !== 'self' &&
        (cell.standing !== 'invited' || roleOf([subject], folder) !== null)
      : offeredTo(known).includes(role)
  const isDone = isUsable(roleOf(subjectsOf(by), folder)) && !isGone(folder) && isIn && isOffered
  assert.equal(done.success, isDone)
  if (!isDone) return
  if (given) given.role = role
  else folder.given.set(subject, { role, isAccepted: true, inviter: by, id: done.collabs![0]!.collab_id })
}

const remove: Step = async (told) => {
  const held = folders().flatMap((thing) => [...thing.given].map(([subject, given]) => ({ thing, subject, given })))
  if (held.length === 0) return invite(told)
  const { thing, subject, given } = pick(held)
  const own = subject.startsWith('u') ? Number(subject.slice(1)) : thing.owner
  const by = random() < 0.4 ? own : random() < 0.5 ? thing.owner : Math.floor(random() * PEOPLE)
  told(`${by} removes ${subject} from ${thing.id}`)
  const mine = roleOf(subjectsOf(by), thing)
  const { success } = await send(by, 'POST /apps/collabs/delete', { collab_ids: [given.id] })
  const isOwn = subject === `u${by}`
  const isSeen =
    !isGone(thing) && (given.isAccepted || isOwn || given.inviter === by || (isUsable(mine) && isAtLeastEditor(mine)))
  const isKnown = (isUsable(mine) && isSeen) || (isOwn && !given.isAccepted && !isGone(thing))
  if (!isKnown) {
    assert.equal(success, true, 'passed over')
    return
  }
  const allowed = isUsable(mine) && isRemoval(by, thing, subject, given)
  assert.equal(success, allowed)
  if (allowed) thing.given.delete(subject)
}

const isAtLeastEditor = (role: Role | null) => isHigh(role) || role === 'editor'

function isRemoval(by: number, thing: Thing, subject: Subject, given: Given): boolean {
  const mine = roleOf(subjectsOf(by), thing)!
  if (subject === `u${by}` && given.isAccepted) {
    const without: Thing = { ...thing, given: new Map([...thing.given].filter(([key]) => key !== subject)) }
    const otherwise = roleOf(subjectsOf(by), without)
    return otherwise === null || roles.indexOf(given.role) <= roles.indexOf(otherwise)
  }
  const standing = roleOf([subject], thing)
  const isHighTarget = isHigh(given.role) || isHigh(standing)
  if (!given.isAccepted && given.inviter === by && isAtLeastEditor(mine) && !isHighTarget && subject !== `u${by}`)
    return true
  const cell = {
    viewer: mine,
    target: isHighTarget ? ('coowner' as const) : given.role,
    standing: given.isAccepted ? ('direct' as const) : ('invited' as const),
    subject: cellOf(by, thing, subject).subject,
  }
  return isRemovalAllowed(cell)
}

const move: Step = async (told) => {
  const thing = pick(things.filter((each) => each.parent !== null))
  const target = pick(folders().filter(({ owner }) => owner === thing.owner))
  told(`${thing.owner} moves ${thing.id} into ${target.id}`)
  if (line(target).includes(thing) || thing.parent === target || isGone(thing) || isGone(target)) return
  const asked = { item_typed_ids: [typedId(thing)], target_folder_id: target.id }
  assert.equal((await send(thing.owner, 'POST /apps/files/move', asked)).success, true)
  thing.parent = target
}

const deleteOrRestore: Step = async (told) => {
  const deleted = things.filter(({ isDeleted }) => isDeleted)
  const thing = deleted.length > 4 || (deleted.length > 0 && random() < 0.5) ? pick(deleted) : pick(things)
  if (isGone(thing) !== thing.isDeleted || (thing.parent !== null && isGone(thing.parent))) return
  told(`${thing.owner} ${thing.isDeleted ? 'restores' : 'deletes'} ${thing.id}`)
  const name = thing.isDeleted ? 'POST /apps/files/restore_from_trash' : 'POST /apps/files/delete'
  assert.equal((await send(thing.owner, name, { item_typed_ids: [typedId(thing)] })).success, true)
  thing.isDeleted = !thing.isDeleted
}

const steps: [Step, number][] = [
  [invite, 30],
  [answer, 25],
  [change, 20],
  [remove, 10],
  [move, 8],
  [deleteOrRestore, 7],
]

function nextStep(): Step {
  let at = random() * 100
  for (const [step, weight] of steps) if ((at -= weight) < 0) return step
  return invite
}

/** What everybody may do with everything, and who is told to see it. */
async function compare(wave: number) {
  const { db } = server.deps
  const ids = things.map(({ id }) => id)
  for (const [at, user] of users.entries()) {
    const found = await accessOf(db, (await actorOfKey(db, userKey(user.id)))!, ids)
    for (const thing of things) {
      const access = found.get(thing.id)!
      assert.equal(access.role, roleOf(subjectsOf(at), thing), `person ${at}, item ${thing.id}, wave ${wave}`)
      assert.equal(isAllowed(access), isUsable(roleOf(subjectsOf(at), thing)) && !isGone(thing))
    }
  }
  for (let count = 0; count < 4; count += 1) {
    const thing = pick(things.filter((each) => !isGone(each)))
    const { people } = await clients[thing.owner]!.call('GET /apps/files/who_can_see', {
      item_typed_id: typedId(thing),
    })
    const told = new Map(people.map(({ user, final_role }) => [user.id, final_role]))
    for (const [at, user] of users.entries()) {
      const role = roleOf(subjectsOf(at), thing)
      assert.equal(told.get(user.id) ?? null, isUsable(role) ? role : null, `${thing.id} is told to be seen by ${at}`)
      const { success } = await send(at, 'GET /apps/files/get_info', { item_typed_id: typedId(thing) })
      assert.equal(success, told.has(user.id), `${at} opens ${thing.id}`)
    }
    assert.ok(people.every(({ ways }) => ways[0]!.is_decisive))
  }
}

test(
  '[AH-45] whatever people do with members, everybody may do what the rules say, and who can see an item is told',
  { timeout: 60_000 + OPERATIONS * 60 },
  async (context) => {
    let last = ''
    for (let at = 1; at <= OPERATIONS; at += 1) {
      try {
        await nextStep()((what) => (last = what))
      } catch (error) {
        throw new Error(`operation ${at}: ${last}: ${(error as Error).message} (SEED=${seed})`, { cause: error })
      }
      if (at % WAVE === 0) await compare(at / WAVE)
    }
    context.diagnostic(`${OPERATIONS} operations, SEED=${seed}`)
  },
)

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { userKey } from '../../../server/actors/actor'
import { isAllowed } from '../../../server/policies/access/authorize'
import { accessOf } from '../../../server/services/access/itemAccess'
import { actorOfKey } from '../../../server/services/access/actorOfKey'
import { client, type Client } from '../../support/client'
import { isDeep, randomOf, sample, seed } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { forgetMessages } from './memberCalls'
import { nextAction, ordersOf, type Answer, type Deed, type Source } from './model/deeds'
import { isUsable, isUser, personOf, World, type Thing } from './model/World'

/* A company of 200 people: eight of them act most, and the first two own the sixty items. */
const OPERATIONS = isDeep ? 6_000 : 120
/** Number of operations between two full comparisons. */
const WAVE = isDeep ? 250 : 60
/** Maximum number of concurrent operations. */
const WIDTH = 4
const PEOPLE = 200
const BUSY = 8
const FOLDERS = 40
const FILES = 20
/** Invitations that are pending from the start. */
const WAITING = 60
const now = Date.UTC(2026, 8, 1)

let server: TestServer
let world: World
const users: UserRow[] = []
const clients = new Map<number, Promise<Client>>()
const groupIds = { g: 0, d: 0 }
const random = randomOf(seed)
const source: Source = {
  random,
  idOf: (subject) => (isUser(subject) ? users[personOf(subject)]!.id : groupIds[subject as 'g' | 'd']),
  people: PEOPLE,
  busy: BUSY,
  waiting: WAITING / 2,
  rival: null,
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const typedId = (thing: Thing) => `${thing.isFolder ? 'folder' : 'file'}_${thing.id}` as const

/** Some people are in the group, some in the department, some in a lower one, some in both. */
const isInGroup = (person: number) => [4, 5].includes(person) || (person >= 8 && person < 50)
const isInDepartment = (person: number) => [6, 7].includes(person) || (person >= 40 && person < 80)
const isBelow = (person: number) => person >= 70 && person < 110
const groupsOf = (person: number) => [
  ...(isInGroup(person) ? (['g'] as const) : []),
  ...(isInDepartment(person) || isBelow(person) ? (['d'] as const) : []),
]

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  const make = factories(server.deps)
  const enterprise = await make.enterprise()
  for (let at = 0; at < PEOPLE; at += 1)
    users.push(await make.user({ enterprise, name: `人${at}`, isAdministrator: at === 0 }))
  const among = (is: (person: number) => boolean) => users.filter((_, person) => is(person))
  groupIds.g = (await make.group({ enterprise, members: among(isInGroup) })).id
  const office = await make.department({ enterprise })
  const room = await make.department({ parent: office })
  for (const user of among(isInDepartment)) await make.member(office, user)
  for (const user of among(isBelow)) await make.member(room, user)
  groupIds.d = (await make.groupOf(office)).id
  const things: Thing[] = []
  world = new World(things, groupsOf)
  for (let at = 0; at < FOLDERS + FILES; at += 1) {
    const isFolder = at < FOLDERS
    const owner = at % 2
    const folders = things.filter((thing) => thing.isFolder && thing.owner === owner && world.line(thing).length < 6)
    const parent = (isFolder && at < 8) || folders.length === 0 ? null : pick(folders)
    const place = parent ? { parent: { id: parent.id } } : { owner: users[owner]! }
    const made: ItemRow = isFolder
      ? await make.folder(place, { creator: users[owner]! })
      : await make.file(place, { creator: users[owner]! })
    things.push({ at, id: made.id, owner, isFolder, parent: parent?.at ?? null, isDeleted: false, given: new Map() })
  }
  for (let count = 0; count < WAITING; count += 1) {
    const [folder, person] = [pick(world.folders), 2 + Math.floor(random() * (PEOPLE - 2))]
    if (folder.given.has(`u${person}`)) continue
    const role = pick(['coowner', 'editor', 'viewer', 'uploader'] as const)
    const { id } = await make.collab(folder, { user: users[person]! }, role, { accepted: false })
    folder.given.set(`u${person}`, { id, role, isAccepted: false, inviter: null })
  }
})
after(() => server.close())

function clientOf(person: number): Promise<Client> {
  const known = clients.get(person) ?? client(server).as(users[person]!.login)
  clients.set(person, known)
  return known
}

async function send({ by, name, input }: Pick<Deed, 'by' | 'name' | 'input'>): Promise<Answer> {
  return (await (await clientOf(by)).send(name, input)).body as Answer
}

/** The stored facts, in the form of World.facts. */
async function storedFacts(): Promise<string[]> {
  const ids = world.things.map(({ id }) => id)
  const { rows } = await sql<{ fact: string }>`
    select id || ' in ' || case when parent_id = any(${ids}::bigint[]) then parent_id else 0 end
      || case when deleted_at is null then '' else ', deleted' end as fact
    from items where id = any(${ids}::bigint[])
    union all
    select id || ': ' || coalesce('u' || user_id, 'g' || group_id) || ' in ' || item_id || ', ' || role || ', ' || accepted
      || case when accepted and is_added then ', added' else '' end
    from collabs where item_id = any(${ids}::bigint[])`.execute(server.deps.db)
  return rows.map(({ fact }) => fact).sort()
}

/** Runs some operations concurrently. Some order of them must explain all answers and the stored facts by the rules. */
async function runConcurrently(deeds: readonly Deed[]): Promise<void> {
  await forgetMessages(server.deps.db)
  await Promise.all(deeds.map(({ by }) => clientOf(by)))
  const answers = await Promise.all(deeds.map(send))
  const stored = (await storedFacts()).join('\n')
  for (const order of ordersOf(deeds.map((deed, at) => ({ deed, answer: answers[at]! })))) {
    const after = world.copy()
    if (!order.every(({ deed, answer }) => deed.fits(after, answer, deeds.length === 1))) continue
    if (after.facts(source.idOf).join('\n') !== stored) continue
    world = after
    return
  }
  const before = new Set(world.facts(source.idOf))
  assert.fail(
    [
      'no order explains:',
      ...deeds.map((deed, at) => {
        const isAsAlone = deed.fits(world.copy(), answers[at]!, true)
        return `${deed.told}${isAsAlone ? '' : ', not as by itself'}: ${JSON.stringify(answers[at]).slice(0, 600)}`
      }),
      ...stored.split('\n').filter((fact) => !before.has(fact)),
    ].join('\n'),
  )
}

async function actorOf(person: number) {
  return (await actorOfKey(server.deps.db, userKey(users[person]!.id)))!
}

/** Compares the rights of the eight on all items, and the list of viewers of an item with those who can open it. */
async function compare(wave: number) {
  const ids = world.things.map(({ id }) => id)
  for (let person = 0; person < BUSY; person += 1) {
    const found = await accessOf(server.deps.db, await actorOf(person), ids)
    for (const thing of world.things) {
      const access = found.get(thing.id)!
      assert.equal(access.role, world.roleOf(`u${person}`, thing), `${person}, item ${thing.id}, wave ${wave}`)
      assert.equal(isAllowed(access), world.mayUse(person, thing), `${person} opens ${thing.id}, wave ${wave}`)
    }
  }
  const there = world.things.filter((each) => !world.isGone(each))
  const isAwaited = (thing: Thing) =>
    world.line(thing).some(({ given }) => [...given.values()].some(({ isAccepted }) => !isAccepted))
  const awaited = there.filter(isAwaited)
  // All invitations may have been answered by chance.
  const seen = [there, ...(awaited.length > 0 ? [awaited, awaited] : [])].map(pick)
  const listedViewers = await Promise.all(seen.map(whoCanSee))
  for (let person = 0; person < PEOPLE; person += 1) {
    const found = await accessOf(
      server.deps.db,
      await actorOf(person),
      seen.map(({ id }) => id),
    )
    for (const [at, thing] of seen.entries()) {
      const role = world.roleOf(`u${person}`, thing)
      const known = `${thing.id} is told to be seen by ${person}, wave ${wave}`
      assert.equal(listedViewers[at]!.get(users[person]!.id) ?? null, isUsable(role) ? role : null, known)
      assert.equal(isAllowed(found.get(thing.id)), listedViewers[at]!.has(users[person]!.id), known)
    }
  }
  for (const person of [0, 2, 4, 6, BUSY + Math.floor(random() * (PEOPLE - BUSY))]) {
    const [thing] = seen
    const name = 'GET /apps/files/get_info'
    const { success } = await send({ by: person, name, input: { item_typed_id: typedId(thing!) } })
    assert.equal(success, listedViewers[0]!.has(users[person]!.id), `${person} opens ${thing!.id}`)
  }
}

/** Whether a user can open an item, found by a request like any client's. */
async function opens(person: number, thing: Thing): Promise<boolean> {
  const input = { item_typed_id: typedId(thing) }
  return (await send({ by: person, name: 'GET /apps/files/get_info', input })).success
}

/** Final comparison by requests: everybody who opens an item is listed, and so are its links and the users they admit. */
async function compareOpened() {
  const things = sample(
    world.things.filter((each) => !world.isGone(each)),
    20,
  )
  for (const thing of things) {
    const viewersAnswer = await whoCanSee(thing)
    const asked = [
      ...Array.from({ length: BUSY }, (_, person) => person),
      BUSY + Math.floor(random() * (PEOPLE - BUSY)),
    ]
    const opened = await Promise.all(asked.map((person) => opens(person, thing)))
    for (const [at, person] of asked.entries())
      assert.equal(opened[at], viewersAnswer.has(users[person]!.id), `${person} opens ${thing.id} at the end`)
  }
  const thing = pick(world.things.filter((each) => !world.isGone(each)))
  const [within, receivers] = [pick(world.line(thing)), { userIds: [users[150]!.id], groupIds: [groupIds.g] }]
  const link = await factories(server.deps).shareLink(users[thing.owner]!, [within], {
    access: 'collaborators',
    disable_download: true,
    receivers,
  })
  const ask = { item_typed_id: typedId(thing) }
  const { links } = await (await clientOf(thing.owner)).call('GET /apps/files/who_can_see', ask)
  const [found] = links.filter(({ id }) => id === link.id)
  assert.deepEqual([found?.receiver_count, found?.may_download, found?.is_inherited], [2, false, within !== thing])
  for (const person of [150, 5, 20, 151, 199]) {
    const isReceiver = person === 150 || isInGroup(person)
    const name = 'GET /apps/share_links/info/{unique_name}'
    const { success } = await send({ by: person, name, input: { unique_name: link.unique_name } })
    assert.equal(success, isReceiver, `${person} opens the link`)
  }
}

async function whoCanSee(thing: Thing) {
  const owner = await clientOf(thing.owner)
  const { people } = await owner.call('GET /apps/files/who_can_see', { item_typed_id: typedId(thing), page_size: 200 })
  assert.ok(people.every(({ ways }) => ways[0]!.is_decisive))
  return new Map(people.map(({ user, final_role }) => [user.id, final_role]))
}

test(
  '[AH-45] after concurrent changes of members everybody has the rights of the rules, and the list of viewers is exact',
  { timeout: 120_000 + OPERATIONS * 200 },
  async (context) => {
    let [done, waves, waiting] = [0, 0, 0]
    while (done < OPERATIONS) {
      const hot = pick(world.folders)
      source.rival = random() < 0.5 ? `u${Math.floor(random() * BUSY)}` : null
      const deeds = Array.from({ length: 1 + Math.floor(random() * WIDTH) }, () => nextAction(world, source, hot))
      try {
        await runConcurrently(deeds)
        done += deeds.length
        if (Math.floor(done / WAVE) === waves) continue
        waves = Math.floor(done / WAVE)
        waiting += world.entries.filter(({ given }) => !given.isAccepted).length
        await compare(waves)
        if (done >= OPERATIONS) await compareOpened()
      } catch (error) {
        throw new Error(`operation ${done}: ${(error as Error).message} (SEED=${seed})`, { cause: error })
      }
      if (isDeep && waves % 4 === 0) console.log(`${done} operations`)
    }
    assert.ok(waiting > waves, 'invitations wait in most waves')
    context.diagnostic(`${done} operations, ${Math.round(waiting / waves)} invitations waiting, SEED=${seed}`)
  },
)

import assert from 'node:assert/strict'
import { after, afterEach, before, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import type { DocumentKind } from '@/contract/documents'
import { foldDocuments, openState } from '../../../server/services/documents/body'
import { client } from '../../support/client'
import { deepTest, randomOf, seed } from '../../support/deep'
import { BookLedger } from '../../support/documents/crowd/BookLedger'
import { pick } from '../../support/documents/crowd/Ledger'
import { Person, type CrowdPorts, type CrowdRole } from '../../support/documents/crowd/Person'
import { TextLedger } from '../../support/documents/crowd/TextLedger'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { startManyServers, type ManyServers } from '../../support/manyServers'
import { startServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'

/** changes of those who may write, of both kinds of documents together */
const CHANGES = 100_000
const PEOPLE = 5
/** processes killed per document */
const KILLS = 8
/** ms for all changes of a document */
const DEADLINE = 300_000

let many: ManyServers
before(async () => {
  many = await startManyServers()
})
afterEach(endWriters)
after(() => many.close())

/** A document in a folder of five editors. */
async function world(kind: DocumentKind, ports: Omit<CrowdPorts, 'fileId'>, random: () => number) {
  const { make, servers, database } = many
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  const me = await client(servers[0]!).as(owner.login)
  const { item } = await makeDocument(me, kind, folder.id)
  const enter = async (_: unknown, by: number) => {
    const user = await make.user({ enterprise })
    await make.collab(folder, { user }, 'editor')
    const isTheirs = { item_id: folder.id, user_id: user.id }
    const setRole = async (role: CrowdRole) => {
      await database.db.transaction().execute(async (db) => {
        await db.deleteFrom('collabs').where('item_id', '=', folder.id).where('user_id', '=', user.id).execute()
        if (role !== null)
          await db
            .insertInto('collabs')
            .values({ ...isTheirs, role, accepted: true })
            .execute()
      })
    }
    const target = servers[by % servers.length]!
    return Person.enter(
      { ...ports, fileId: item.id },
      { by, login: user.login, target, random: randomOf(seed + by), setRole },
    )
  }
  const people = await Promise.all(Array.from({ length: PEOPLE }, enter))
  return { people, fileId: item.id, owner, random }
}

/** Kills a process while people write, leads them to the others, and starts another one. */
async function killOne(people: readonly Person[], random: () => number): Promise<void> {
  const { servers, settings } = many
  const [victim] = servers.splice(Math.floor(random() * servers.length), 1)
  await victim!.kill()
  for (const { line } of people) if (line.target === victim) line.target = pick(servers, random)
  servers.push(await startServerProcess(settings))
  // Otherwise nobody would use the new one.
  pick(people, random).line.target = servers.at(-1)!
}

const ledgers = { ydoc: TextLedger, yxls: BookLedger }
for (const kind of ['ydoc', 'yxls'] as const)
  deepTest(
    `[DOC-02] [DOC-03] [DOC-04] five people change a ${kind} ${CHANGES / 2} times while lines are cut, processes killed and roles changed, and nothing acknowledged is lost`,
    async (t) => crowd(t, kind),
  )

async function crowd(t: TestContext, kind: DocumentKind): Promise<void> {
  const random = randomOf(seed)
  const ledger = new ledgers[kind]()
  const reported: string[] = []
  let [numbers, count, isOver] = [0, 0, false]
  const { people, fileId, owner } = await world(
    kind,
    {
      ledger,
      nextNumber: () => (numbers += 1),
      count: () => void (count += 1),
      report: (fault) => void reported.push(fault),
    },
    random,
  )
  const began = Date.now()
  const working = people.map(async (person) => {
    while (count < CHANGES / 2 && !isOver) await person.act()
  })
  const operating = (async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await until('further changes', () => isOver || count >= (kill * CHANGES) / 2 / (KILLS + 1), DEADLINE)
      if (isOver) return
      await foldDocuments(many.database)
      await killOne(people, random)
    }
  })()
  try {
    await Promise.all([...working, operating])
    t.diagnostic(`SEED=${seed}: ${count} changes in ${Date.now() - began} ms`)
    await Promise.all(people.map((person) => person.saved()))
    const copies = () => people.map(({ document }) => ledger.contents(document))
    await until('the same contents everywhere', () => new Set(copies()).size === 1)
    const { document } = await openState(many.database, fileId, kind)
    assert.ok(ledger.contents(document) === copies()[0], 'the stored state is another than the copies of the people')
    for (const server of many.servers) {
      const access = await tokenOf(await client(server).as(owner.login), fileId)
      const { document: opened } = await joinWriter(server, { fileId, access })
      assert.ok(ledger.contents(opened) === copies()[0], 'a new reader gets other contents')
    }
    assert.deepEqual([...reported, ...ledger.faults(document)], [])
  } catch (error) {
    throw new Error(`SEED=${seed} after ${count} changes: ${inspect(error)}`, { cause: error })
  } finally {
    isOver = true
    await Promise.allSettled([...working, operating])
    for (const person of people) person.end()
  }
}

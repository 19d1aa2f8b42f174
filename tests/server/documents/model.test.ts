import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type * as Y from 'yjs'
import { compose, type Server } from '../../../server/compose'
import { maintainDocuments } from '../../../server/jobs/documents'
import { openState } from '../../../server/services/documents/body'
import { makeVersion } from '../../../server/services/documents/versions'
import { client, type Client } from '../../support/client'
import { isDeep, randomOf, seed } from '../../support/deep'
import {
  endWriters,
  joinWriter,
  makeDocument,
  paragraphsOf,
  tokenOf,
  type Writer,
} from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const HISTORIES = isDeep ? 20 : 1
const STEPS = isDeep ? 150 : 60
const WRITERS = 4

let server: TestServer
/** A second process on the same database. */
let second: Server & { url: string }
before(async () => {
  server = await startTestServer({ connections: 20 })
  const made = await compose(server.deps.config, {
    webFolder: `${server.folder}/web`,
    database: { db: server.deps.db, connection: server.connection },
    sweeps: false,
  })
  second = { ...made, url: await made.app.listen({ host: '127.0.0.1', port: 0 }) }
})
afterEach(endWriters)
after(async () => {
  await second.stop()
  await server.close()
})

interface World {
  fileId: number
  user: Client
  owner: Client
  collabId: number
  writers: Writer[]
  /** What the server has acknowledged, and nobody has deleted. */
  kept: Set<string>
  role: 'editor' | 'viewer'
  count: number
}

type Step = (world: World, random: () => number) => Promise<void>

const pick = <T>(list: readonly T[], random: () => number) => list[Math.floor(random() * list.length)]!
/** Connections that write at the moment. */
const online = ({ writers }: World) => writers.filter(({ socket }) => socket.status === 'connected')

const steps: Record<string, Step> = {
  async write(world, random) {
    const [writer] = [pick(world.writers, random)]
    const text = `w${(world.count += 1)}`
    writer.write(text)
    if (random() < 0.5 && world.role === 'editor' && writer.socket.status === 'connected') {
      await writer.saved()
      world.kept.add(text)
    }
  },
  async type(world, random) {
    const { document } = pick(world.writers, random)
    const fragment = document.getXmlFragment('default')
    if (fragment.length === 0) return
    const text = (fragment.get(Math.floor(random() * fragment.length)) as Y.XmlElement).get(0) as Y.XmlText
    text.format(0, text.length, { bold: random() < 0.5 ? true : null } as never)
  },
  async erase(world, random) {
    if (world.role !== 'editor') return
    const { document } = pick(world.writers, random)
    const fragment = document.getXmlFragment('default')
    if (fragment.length < 5) return
    const at = Math.floor(random() * fragment.length)
    const [erased] = paragraphsOf(document).slice(at, at + 1)
    world.kept.delete(erased!)
    fragment.delete(at, 1)
  },
  async cut(world, random) {
    const writer = pick(world.writers, random)
    if (writer.socket.status !== 'connected') return void (await writer.socket.connect())
    writer.socket.disconnect()
    // It counts as connected until it is closed.
    await until('the cut', () => writer.socket.status !== 'connected')
  },
  async fold() {
    await maintainDocuments(server.deps)
  },
  async version(world) {
    await makeVersion(server.deps, world.fileId)
  },
  async role(world) {
    // Whoever has unacknowledged changes might lose them, as it should be; so everybody has none.
    await Promise.all(online(world).map((writer) => writer.saved()))
    world.role = world.role === 'editor' ? 'viewer' : 'editor'
    await server.deps.db.updateTable('collabs').set({ role: world.role }).where('id', '=', world.collabId).execute()
    await Promise.all(
      online(world).map((writer) =>
        until(
          'the role',
          () => (writer.told('role') ?? writer.told('opened'))?.role === (world.role === 'editor' ? 'write' : 'read'),
        ),
      ),
    )
  },
}

test(`people write, are cut off, and change roles on two processes, and all end with the same document (DOC-02, DOC-03, DOC-04)`, async () => {
  const random = randomOf(seed)
  const make = factories(server.deps)
  for (let history = 0; history < HISTORIES; history += 1) {
    const enterprise = await make.enterprise({ collaborative_document: true })
    const [owner, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const folder = await make.folder({ owner })
    const { id: collabId } = await make.collab(folder, { user: other }, 'editor')
    const ownerClient = await client(server).as(owner.login)
    const user = await client(server).as(other.login)
    const { item } = await makeDocument(ownerClient, 'ydoc', folder.id)
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, at) =>
        joinWriter(at % 2 === 0 ? server : second, { fileId: item.id, access: await tokenOf(user, item.id) }),
      ),
    )
    const world: World = {
      fileId: item.id,
      user,
      owner: ownerClient,
      collabId,
      writers,
      kept: new Set(),
      role: 'editor',
      count: 0,
    }
    const names = Object.keys(steps)
    const done: string[] = []
    try {
      for (let step = 0; step < STEPS; step += 1) {
        const name = random() < 0.6 ? 'write' : pick(names, random)
        // While nobody may write, what people write stays with them.
        if (world.role === 'viewer' && name !== 'role' && name !== 'fold' && name !== 'version') continue
        done.push(name)
        await steps[name]!(world, random)
      }
      if (world.role === 'viewer') await steps.role!(world, random)
      for (const writer of writers) if (writer.socket.status !== 'connected') await writer.socket.connect()
      await Promise.all(writers.map((writer) => writer.saved()))
      await until('the same document', () => new Set(writers.map(({ read }) => JSON.stringify(read()))).size === 1)
      const { document } = await openState(server.deps, item.id, 'ydoc')
      assert.deepEqual(paragraphsOf(document), writers[0]!.read())
      const found = new Set(paragraphsOf(document))
      assert.deepEqual(
        [...world.kept].filter((text) => !found.has(text)),
        [],
      )
      assert.deepEqual(
        writers.flatMap(({ closes }) => closes.filter(({ code }) => code >= 4000)),
        [],
      )
    } catch (error) {
      throw new Error(`SEED=${seed} history ${history}: ${done.join(' ')}`, { cause: error })
    }
    endWriters()
  }
})

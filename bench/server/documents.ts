import { readFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { client, type Client } from '../../tests/support/client'
import { endWriters, joinWriter, makeDocument, tokenOf, type Writer } from '../../tests/support/documents/writers'
import { factories } from '../../tests/support/factories'
import { percentile, type Measurement } from '../measurement'
import { prepareGround, type Ground, type Service } from '../service'

const changes = 300
/** Changes before the measured ones. */
const warming = 50
const documents = 200
/** Colleagues who open them: one person may open some 60 a minute. */
const colleagues = 5
/** Ends of a right that are measured. */
const ends = 40
/** ms between two letters */
const typing = 50

/**
 * Two people in one document: how long a change of one takes to the other, on one process and on different ones of three, and how long a person who
 * loses a right goes on writing. Then the memory of a process for 200 open documents.
 */
export async function measureDocuments(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const services = [await ground.serve()]
    const { mine, theirs, others } = await people(ground)
    const here = await measureSeen(services[0]!, services[0]!, mine, theirs)
    const memory = await measureMemory(services[0]!, mine, others)
    for (let more = 0; more < 2; more += 1) services.push(await ground.serve())
    const elsewhere = await measureSeen(services[0]!, services[2]!, mine, theirs)
    const ended = await measureRights(ground, services[0]!, mine, theirs)
    return [
      { id: 'documents.seen', value: here },
      { id: 'documents.seenElsewhere', value: elsewhere },
      { id: 'documents.rightEnded', value: ended },
      { id: 'documents.memory', value: memory },
    ]
  } finally {
    endWriters()
    await ground.close()
  }
}

/** Colleagues who write in the same folder. */
async function people({ db, storage }: Ground) {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: other }, 'editor')
  const others: string[] = []
  const theirs = { login: other.login, id: other.id }
  for (let at = 0; at < colleagues; at += 1) {
    const user = await make.user({ enterprise })
    await make.collab(folder, { user }, 'editor')
    others.push(user.login)
  }
  return { mine: { login: owner.login, folder: folder.id }, theirs, others }
}

/** ms, p95 */
async function measureSeen(
  one: Service,
  other: Service,
  mine: { login: string; folder: number },
  theirs: { login: string },
): Promise<number> {
  const [me, they] = [await client(one).as(mine.login), await client(other).as(theirs.login)]
  const { item, access } = await makeDocument(me, 'ydoc', mine.folder)
  const writer = await joinWriter(one, { fileId: item.id, access })
  const reader = await joinWriter(other, { fileId: item.id, access: await tokenOf(they, item.id) })
  const times: number[] = []
  for (let at = 0; at < warming + changes; at += 1) {
    const time = await timeToSee(writer, reader, `第 ${at} 段`)
    if (at >= warming) times.push(time)
  }
  endWriters()
  return percentile(times, 0.95)
}

function timeToSee(writer: Writer, reader: Writer, text: string): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now()
    reader.document.once('update', () => resolve(performance.now() - begun))
    writer.write(text)
  })
}

/** ms, p95: a person who goes on typing loses the right to write, or to read, and the page learns of it. */
async function measureRights(
  { db }: Ground,
  service: Service,
  { folder, login }: { folder: number; login: string },
  theirs: { login: string; id: number },
): Promise<number> {
  const { item } = await makeDocument(await client(service).as(login), 'ydoc', folder)
  const they = await client(service).as(theirs.login)
  const role = { item_id: folder, user_id: theirs.id, role: 'editor', accepted: true } as const
  const remove = () => db.deleteFrom('collabs').where('item_id', '=', folder).where('user_id', '=', theirs.id).execute()
  const times: number[] = []
  for (let at = 0; at < ends; at += 1) {
    const writer = await joinWriter(service, { fileId: item.id, access: await tokenOf(they, item.id) })
    const timer = setInterval(() => writer.write('在写'), typing)
    const known = new Promise<void>((resolve) => {
      const onMessage = () => writer.told('role')?.role === 'read' && resolve()
      writer.provider.on('stateless', onMessage)
      writer.socket.on('close', () => resolve())
    })
    await writer.saved()
    const begun = performance.now()
    if (at % 2 === 0) await remove()
    else await db.updateTable('collabs').set({ role: 'viewer' }).where('user_id', '=', theirs.id).execute()
    await known
    times.push(performance.now() - begun)
    clearInterval(timer)
    endWriters()
    await remove()
    await db.insertInto('collabs').values(role).execute()
  }
  return percentile(times, 0.95)
}

/** MB */
async function measureMemory(
  service: Service,
  { login, folder }: { login: string; folder: number },
  others: readonly string[],
): Promise<number> {
  const me = await client(service).as(login)
  const made: number[] = []
  for (let at = 0; at < documents; at += 1) made.push((await makeDocument(me, 'ydoc', folder)).item.id)
  const openers = await Promise.all(others.map((each) => client(service).as(each)))
  const before = await memoryOf(service)
  for (let at = 0; at < documents; at += openers.length)
    await Promise.all(openers.map((opener, next) => openAndWrite(service, opener, made[at + next]!)))
  const after = await memoryOf(service)
  endWriters()
  return after - before
}

async function openAndWrite(service: Service, me: Client, fileId: number): Promise<void> {
  const document = new Y.Doc()
  const writer = await joinWriter(service, { fileId, access: await tokenOf(me, fileId), document })
  for (let at = 0; at < 10; at += 1) writer.write('宣讲会在周三下午两点，请各位老师准时参加。')
  await writer.saved()
}

/** MB of a process that are in memory. */
async function memoryOf({ pid }: Service): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return Number(kilobytes![1]) / 1024
}

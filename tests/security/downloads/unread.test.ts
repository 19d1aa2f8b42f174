import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { usualLimits } from '../../../server/http/limits'
import { READ_CHUNK } from '../../../server/storage/BlobStorage'
import type { ItemRow } from '../../../server/database/tables'
import { deepTest, isDeep } from '../../support/deep'
import { Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf, type Visitor } from '../../support/shares/shares'
import { until } from '../../support/until'

const MIB = 1024 * 1024
/** bytes; more than the kernel's buffers hold for a connection that nobody reads */
const SIZE = 32 * MIB
/** bytes of a file that slow readers do not finish before they are measured */
const LARGE = 128 * MIB
/** ms */
const STALL = 2500
const places = { ofUser: 4, ofNetwork: 4, ofAll: 6 }
/** ms until slow readers give way */
const GIVE_WAY = 1500

let at: Sharing
let file: ItemRow
let link: Awaited<ReturnType<typeof makeLink>>
const opened: Socket[] = []

async function open(limits: Partial<typeof usualLimits>, size = SIZE) {
  at = await Sharing.open({ config: { trustedProxies: 1 }, limits: { ...usualLimits, ...limits } })
  file = await at.make.file({ owner: at.owner }, { content: Buffer.alloc(size) })
  link = await makeLink(at.me, file)
}
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()))

/** Requests an address and reads nothing of the answer. */
async function ask(path: string, network = '203.0.113.1'): Promise<Socket> {
  const socket = connect(Number(new URL(at.server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  opened.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${network}\r\n\r\n`)
  return socket
}

/** The bytes of an answer that is read to its end. */
async function readAll(path: string, network = '203.0.113.1'): Promise<number> {
  const headers = { 'x-forwarded-for': network }
  const asked = get(at.server.url + path, { headers, agent: false, signal: AbortSignal.timeout(60_000) })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length
  return bytes
}

const scenario = ({ uniqueName }: Visitor) => ({ scenario: 'share', share_link_token: uniqueName }) as const
const download = async (visitor: Visitor) =>
  (await visitor.client.call('GET /apps/files/download', { file_id: file.id, ...scenario(visitor) })).download_url
const pack = async (visitor: Visitor) =>
  (
    await visitor.client.call('POST /pack_download/download', {
      item_typed_ids: [typedIdOf(file)],
      ...scenario(visitor),
    })
  ).download_url
/** bytes of living buffers of the process */
function buffers(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

/** Collects the streams of files that the server opens. */
function watchReads() {
  const streams: ReadStream[] = []
  const { storage } = at.server.deps
  const read = storage.read.bind(storage)
  storage.read = async (...asked) => {
    const stream = await read(...asked)
    streams.push(stream as ReadStream)
    return stream
  }
  return streams
}

/** Waits until the server has sent as much as it can without a reader. */
async function untilFull(streams: readonly ReadStream[], count: number) {
  let seen = { sum: -1, times: 0 }
  await until('the connections to be full', () => {
    const sum = streams.reduce((bytes, { bytesRead }) => bytes + bytesRead, 0)
    seen = sum === seen.sum ? { sum, times: seen.times + 1 } : { sum, times: 0 }
    return streams.length === count && seen.times > 10
  })
}

describe('downloads that nobody reads', () => {
  before(() => open({ stall: STALL }))
  after(() => at.close())

  test('[ACT-08] hold two chunks of memory each, are ended, and give the memory back', async () => {
    const path = await download(await at.opened(link))
    const streams = watchReads()
    const before = buffers()
    const count = 40
    const sockets = await Promise.all(Array.from({ length: count }, () => ask(path)))
    await untilFull(streams, count)
    const held = buffers() - before
    assert.ok(held < count * 3 * READ_CHUNK, `${(held / count / 1024).toFixed()} KiB each`)
    await until('the server to end them', () => streams.every(({ destroyed }) => destroyed))
    for (const socket of sockets) socket.resume()
    await until('the connections to close', () => sockets.every(({ destroyed }) => destroyed))
    // The streams that this test collected hold their last chunks.
    streams.splice(0)
    await until('the memory to come back', () => buffers() - before < 2 * MIB)
  })

  deepTest('[ACT-08] archives are ended, too', async () => {
    const path = await pack(await at.opened(link))
    const streams = watchReads()
    await ask(path)
    await until('the archive to begin', () => streams.length === 1)
    await until('the server to end it', () => streams[0]!.destroyed)
  })

  test('[ACT-08] whoever asks for the head of an archive makes the server read none of its files', async () => {
    const path = await pack(await at.opened(link))
    const streams = watchReads()
    const heads = []
    for (const range of [undefined, 'bytes=-1']) {
      const answer = await fetch(at.server.url + path, { method: 'HEAD', headers: range ? { range } : {} })
      heads.push([answer.status, Number(answer.headers.get('content-length'))])
    }
    const length = await readAll(path)
    assert.deepEqual(heads, [
      [200, length],
      [206, 1],
    ])
    await until('the files to close', () => streams.length > 0 && streams.every(({ destroyed }) => destroyed))
    const read = streams.reduce((bytes, { bytesRead }) => bytes + bytesRead, 0)
    assert.ok(read < 1.5 * SIZE, `${read} bytes`)
  })

  deepTest('[ACT-08] a slow reader still gets the whole file, though an unread neighbour is ended', async () => {
    const path = await download(await at.opened(link))
    const [slow, unread] = [await ask(path), await ask(path)]
    let bytes = 0
    slow.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      slow.pause()
    })
    const drip = setInterval(() => slow.resume(), 5)
    const streamsEnd = once(unread, 'close')
    // Reads nothing, but hears of the reset.
    unread.once('error', () => unread.destroy())
    await until('the whole file', () => bytes > SIZE || slow.destroyed, 60_000)
    clearInterval(drip)
    assert.ok(bytes > SIZE, `${bytes} bytes`)
    unread.resume()
    await streamsEnd
  })
})

describe('answers of calls that nobody reads', () => {
  const unread = { ofNetwork: 8 * MIB, ofAll: 16 * MIB }
  before(() => open({ giveWay: 300, unread }, 1))
  after(() => at.close())

  /** Asks three times for the comments of the file, in one go. */
  async function askComments(network: string) {
    const socket = await ask('/api/apps/users/is_user_logged_in', network)
    const headers = Object.entries({ ...at.me.headers, 'x-forwarded-for': network, host: '127.0.0.1' })
    const head = `GET /api/apps/files/comments?no_pagination=true&item_typed_id=${typedIdOf(file)} HTTP/1.1`
    socket.write(`${[head, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`.repeat(3))
  }

  /** bytes of unread answers that the server holds */
  const held = () =>
    [...at.server.app.sending['watched']]
      .filter(([{ writableLength, destroyed }]) => writableLength > 0 && !destroyed)
      .reduce((sum, [, { size }]) => sum + size, 0)

  test('[COMM-01] take a bounded part of the memory', async () => {
    await sql`insert into comments (item_id, author_id, content, created_at)
      select ${file.id}, ${at.owner.id}, repeat('评', 500), now() from generate_series(1, 1000)`.execute(
      at.server.deps.db,
    )
    const { sending } = at.server.app
    const check = sending['check'].bind(sending)
    // The test checks, once more is held than a network may.
    sending['check'] = () => undefined
    try {
      for (let n = 0; n < 20; n += 1) await askComments('203.0.113.70')
      await until('more than a network may hold', () => held() > 2 * unread.ofNetwork)
      const isBounded = () => {
        check()
        return held() <= unread.ofNetwork
      }
      await until('less', isBounded, 10_000, 100)
    } finally {
      sending['check'] = check
    }
    assert.ok(held() > 0, 'all were ended')
  })
})

describe('places for sending', () => {
  before(() => open({ giveWay: 300, places: { file: places, archive: places } }))
  after(() => at.close())

  deepTest('[ACT-08] unread archives give their places to other visitors of the network', async () => {
    for (let n = 0; n < 10; n += 1) await ask(await pack(await at.opened(link)))
    assert.ok((await readAll(await pack(await at.opened(link)))) > SIZE)
  })

  test('[ACT-08] unread downloads give their places to other visitors of the network', async () => {
    for (let n = 0; n < 10; n += 1) await ask(await download(await at.opened(link)))
    assert.equal(await readAll(await download(await at.opened(link))), SIZE)
  })

  deepTest('[ACT-08] unread downloads of several networks give their places to another network', async () => {
    for (let n = 0; n < 12; n += 1) await ask(await download(await at.opened(link)), `203.0.113.${n % 4}`)
    assert.equal(await readAll(await download(await at.opened(link)), '198.51.100.7'), SIZE)
  })

  deepTest('[ACT-08] as many unread downloads give way at once as others wait, whatever their networks', async () => {
    const path = await download(await at.opened(link))
    const { sending } = at.server.app
    const check = sending['check'].bind(sending)
    // The test checks.
    sending['check'] = () => undefined
    try {
      const streams = watchReads()
      for (let n = 0; n < 2 * places.ofAll; n += 1) await ask(path, `203.${n}.113.1`)
      await untilFull(streams, places.ofAll)
      const first = streams.slice(0)
      const ended = () => first.filter(({ destroyed }) => destroyed).length
      const isChecked = () => {
        if (ended() === 0) check()
        return ended() > 0
      }
      // Slowly, because connections close some time after the check that ends them.
      await until('some give way', isChecked, 30_000, 300)
      await until('all give way', () => ended() === places.ofAll)
    } finally {
      sending['check'] = check
    }
  })

  test('[ACT-08] no more downloads are sent at once than there are places; the others wait for their turn', async () => {
    const path = await download(await at.opened(link))
    const streams = watchReads()
    let most = 0
    const { storage } = at.server.deps
    const read = storage.read.bind(storage)
    storage.read = async (...asked) => {
      const stream = await read(...asked)
      // Files close some time after their answers, when a thread is free.
      most = Math.max(most, streams.filter(({ destroyed }) => !destroyed).length)
      return stream
    }
    const sizes = await Promise.all(Array.from({ length: 12 }, () => readAll(path)))
    assert.deepEqual(sizes, Array<number>(12).fill(SIZE))
    assert.ok(most <= places.ofNetwork, String(most))
  })

  test('[ACT-08] visitors who leave while they wait free their turn', async () => {
    const path = await download(await at.opened(link))
    const waiting = await Promise.all(Array.from({ length: 12 }, () => ask(path)))
    waiting.forEach((socket) => socket.destroy())
    assert.equal(await readAll(path), SIZE)
  })

  test('[ACT-08] unread downloads of visitors take no place of a user', async () => {
    const path = await download(await at.opened(link))
    for (let n = 0; n < 12; n += 1) await ask(path, `203.0.113.${n}`)
    const own = (await at.me.call('GET /apps/files/download', { file_id: file.id })).download_url
    assert.equal(await readAll(own), SIZE)
  })
})

/** Requests an address often, and reads a piece of each answer again and again. @returns a function that ends this, when no answer has ended yet */
async function readSlowly(asked: readonly [path: string, network: string][]) {
  const sockets: Socket[] = []
  for (const each of asked) sockets.push(await ask(...each))
  for (const socket of sockets) socket.on('data', () => void socket.pause())
  const drip = setInterval(() => sockets.forEach((socket) => socket.resume()), 12)
  return (size = SIZE) => {
    clearInterval(drip)
    for (const { bytesRead } of sockets) assert.ok(bytesRead < size, 'a reader was ready')
  }
}

describe('slow readers', () => {
  before(() => open({ giveWay: GIVE_WAY, places: { file: places, archive: places } }))
  after(() => at.close())

  test('[ACT-08] slow readers of one IPv6 site leave a place to another network', async () => {
    const path = await download(await at.opened(link))
    const end = await readSlowly(Array.from({ length: 12 }, (_, n) => [path, `2001:db8:60:${n % 3}00::1`]))
    assert.equal(await readAll(path, '198.51.100.8'), SIZE)
    end()
  })

  deepTest('[ACT-08] a pause of the server ends no download that is read, although others wait', async () => {
    const path = await download(await at.opened(link))
    const sockets = await Promise.all(Array.from({ length: 12 }, () => ask(path)))
    for (const socket of sockets) socket.on('data', () => void socket.pause())
    const drip = setInterval(() => sockets.forEach((socket) => socket.resume()), 12)
    const begun = () => sockets.filter(({ bytesRead }) => bytesRead > MIB)
    const first = await until('the first downloads', () => (begun().length === places.ofNetwork ? begun() : null))
    const before = first.map(({ bytesRead }) => bytesRead)
    // Holds up the thread, without a processor.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * GIVE_WAY)
    const isOn = (socket: Socket, n: number) => socket.destroyed || socket.bytesRead > before[n]! + MIB
    await until('all of them to go on', () => first.every(isOn))
    clearInterval(drip)
    assert.ok(
      first.every(({ destroyed }) => !destroyed),
      'a download was ended',
    )
  })

  deepTest('[ACT-08] slow readers of two users leave a place to a third', async () => {
    const address = async (who = at.me) =>
      (await who.call('GET /apps/files/download', { file_id: file.id })).download_url
    const folder = await at.make.folder({ owner: at.owner })
    await at.change(file, { parent_id: folder.id })
    const paths: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const user = await at.make.user({ enterprise: at.enterprise })
      await at.make.collab(folder, { user }, 'editor')
      paths.push(await address(await at.signIn(user)))
    }
    const end = await readSlowly(Array.from({ length: 12 }, (_, n) => [paths[n % 2]!, '203.0.113.9']))
    assert.equal(await readAll(paths[2]!), SIZE)
    end()
  })
})

describe('slow readers of many networks, each with one place', { skip: !isDeep && 'only by npm run test:deep' }, () => {
  before(() => open({ giveWay: 1500, slow: 16 * MIB, places: { file: places, archive: places } }, LARGE))
  after(() => at.close())

  deepTest('[ACT-08] leave a place to another network', async () => {
    const path = await download(await at.opened(link))
    const networks = Array.from({ length: 12 }, (_, n) => [path, `203.0.${n}.1`] as [string, string])
    const end = await readSlowly(networks)
    assert.equal(await readAll(path, '198.51.100.8'), LARGE)
    end(LARGE)
  })
})

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { DOCUMENT_STATE_LIMIT, DOCUMENT_UPDATE_LIMIT } from '@/domain/documents/bounds'
import { documentAddressOf } from '../../support/documents/tokens'
import { client } from '../../support/client'
import { connectRaw, endRawSockets, joinRaw, message } from '../../support/documents/rawSocket'
import {
  endWriters,
  joinWriter,
  makeDocument,
  openWriter,
  socketAddress,
  tokenOf,
} from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { settled, until } from '../../support/until'

let now = new Date('2026-11-30T08:00:00Z')
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({
    connections: 10,
    clock: () => now,
    documents: { connections: 3, documents: 4, perMinute: { user: 12, network: 2000 }, patience: 2000 },
  })
  make = factories(server.deps)
})
afterEach(async () => {
  endWriters()
  endRawSockets()
  await until('nobody', () => server.deps.documentRooms.counts.connections === 0)
})
after(() => server.close())

async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const me = await client(server).as(owner.login)
  const { item, access } = await makeDocument(me)
  return { enterprise, owner, me, fileId: item.id, access }
}

/** How the server ends a socket that sends a message. */
async function endOf(fileId: number, send: (raw: Awaited<ReturnType<typeof connectRaw>>) => void) {
  const raw = await connectRaw(server, fileId)
  send(raw)
  return settled('the end', raw.closed)
}

/** The answer to a request for a socket that is refused. */
function refusalOf(options: { origin?: string; headers?: Record<string, string> }, path = '') {
  return new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(socketAddress(server) + path, options)
    socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0))
    socket.once('open', () => reject(new Error('opened')))
    socket.once('error', () => undefined)
  })
}

describe('[DOC-03] only pages of ours open a socket', () => {
  test('a foreign origin, none, and a foreign host are refused', async () => {
    assert.equal(await refusalOf({ origin: 'https://evil.example' }), 403)
    assert.equal(await refusalOf({ origin: 'null' }), 403)
    assert.equal(await refusalOf({}), 403)
    assert.equal(await refusalOf({ origin: server.url, headers: { host: 'evil.example' } }), 421)
  })

  test('no other address becomes a socket', async () => {
    assert.equal(await refusalOf({ origin: server.url }, '/../../api/apps/users/is_user_logged_in'), 200)
  })
})

describe('[DOC-03] only the holder of a token enters', () => {
  const denied = { code: 4401, reason: 'document_access' }

  test('an altered token, one of another file, of another purpose, and none are refused', async () => {
    const { me, owner, fileId, access } = await world()
    const other = await world()
    const altered = [
      access.replace(`file_id=${fileId}`, `file_id=${other.fileId}`),
      access.replace(`a=u${owner.id}`, `a=u${other.owner.id}`),
      access.replace(/session=\d+/, 'session=999999'),
      access.replace(/&e=\d+/, '&e=99999999999'),
      access.slice(0, -1),
      '',
      'x'.repeat(100_000),
      documentAddressOf(server.deps, fileId, owner.id),
    ]
    for (const token of altered)
      assert.deepEqual(await endOf(fileId, (raw) => raw.auth(token)), denied, token.slice(0, 80))
    // A good token opens only its own document.
    assert.deepEqual(await endOf(other.fileId, (raw) => raw.auth(access)), denied)
    assert.ok((await joinRaw(server, fileId, await tokenOf(me, fileId))).received.length > 0)
  })

  test('a token of a person without a right, of another organisation, or of an ended session opens nothing', async () => {
    const { me, fileId, owner, access } = await world()
    const stranger = await world()
    const forged = documentAddressOf(
      server.deps,
      fileId,
      stranger.owner.id,
      'token',
      await sessionOf(stranger.owner.id),
    )
    assert.deepEqual(await endOf(fileId, (raw) => raw.auth(forged)), { code: 4403, reason: 'item_not_found' })
    const borrowed = documentAddressOf(server.deps, fileId, owner.id, 'token', await sessionOf(stranger.owner.id))
    assert.deepEqual(await endOf(fileId, (raw) => raw.auth(borrowed)), denied)
    await me.call('POST /apps/users/logout', {})
    assert.deepEqual(await endOf(fileId, (raw) => raw.auth(access)), denied)
  })

  test('a token expires after at most two hours; a connection that is open gets newer ones', async () => {
    const { me, fileId } = await world()
    const access = await tokenOf(me, fileId)
    const before = now
    now = new Date(now.getTime() + 2 * 3_600_000)
    assert.deepEqual(await endOf(fileId, (raw) => raw.auth(access)), denied)
    now = before
  })

  test('anything before the token, and silence, ends the connection', async () => {
    const { fileId } = await world()
    for (const first of [
      message(fileId, 0, 0, Y.encodeStateVector(new Y.Doc())),
      message(fileId, 0, 2, Y.encodeStateAsUpdate(new Y.Doc())),
      message(fileId, 1, new Uint8Array([0])),
      message(fileId, 5, 'text'),
    ])
      assert.deepEqual(await endOf(fileId, (raw) => raw.send(first)), denied)
    assert.deepEqual(await endOf(fileId, () => undefined), denied)
    assert.deepEqual(await endOf(fileId, (raw) => raw.send(new Uint8Array([255, 255]))), {
      code: 4422,
      reason: 'document_update_refused',
    })
  })

  test('a connection never reaches a second document', async () => {
    const { me, fileId, access } = await world()
    const second = await makeDocument(me)
    const raw = await joinRaw(server, fileId, access)
    raw.send(message(second.item.id, 2, 0, second.access))
    assert.deepEqual(await settled('the end', raw.closed), { code: 4422, reason: 'document_update_refused' })
  })
})

describe('[DOC-02] a hostile writer harms nobody', () => {
  test('a refused update ends its connection, and the document and the others go on', async () => {
    const { me, fileId, access } = await world()
    const mine = await joinWriter(server, { fileId, access })
    mine.write('好的')
    await mine.saved()
    const foreign = new Y.Doc()
    foreign.getMap('other').set('a', 1)
    const attacks: [Uint8Array, { code: number; reason: string }][] = [
      [message(fileId, 0, 2, new Uint8Array([1, 2, 3])), { code: 4422, reason: 'document_update_refused' }],
      [message(fileId, 0, 1, Y.encodeStateAsUpdate(foreign)), { code: 4422, reason: 'document_update_refused' }],
      [message(fileId, 0, 0, new Uint8Array([200])), { code: 4422, reason: 'document_update_refused' }],
      [
        message(fileId, 0, 2, new Uint8Array(DOCUMENT_UPDATE_LIMIT + 1)),
        { code: 4413, reason: 'document_update_too_large' },
      ],
      [new Uint8Array(DOCUMENT_UPDATE_LIMIT + 100_000), { code: 1009, reason: '' }],
    ]
    for (const [attack, end] of attacks) {
      const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
      raw.send(attack)
      assert.deepEqual(await settled('the end', raw.closed), end)
    }
    mine.write('继续')
    await mine.saved()
    assert.deepEqual([mine.read(), mine.closes], [['好的', '继续'], []])
  })

  test('messages for everybody, forged names and other people’s presence are dropped', async () => {
    const { me, fileId, access } = await world()
    const mine = await joinWriter(server, { fileId, access })
    mine.provider.setAwarenessField('cursor', 1)
    const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
    await until('the presence', () => raw.received.includes(1))
    raw.send(message(fileId, 5, '{"type":"role"}'))
    raw.send(message(fileId, 6, '{"type":"role","role":"read"}'))
    const presence = (clientId: number, clock: number, state: string) =>
      message(fileId, 1, concat([1], clientId, clock, state))
    raw.send(presence(mine.document.clientID, 1000, 'null'))
    raw.send(presence(5, 1, '{"user":{"id":1,"name":"假"},"cursor":2}'))
    raw.send(presence(6, 1, '{"user":{"id":1,"name":"又一个"}}'))
    raw.send(presence(5, 2, JSON.stringify({ big: 'x'.repeat(5000) })))
    raw.send(presence(5, 3, '"text"'))
    const states = () => mine.provider.awareness!.getStates()
    await until('the presence', () => states().get(5))
    raw.send(presence(5, 4, '{"cursor":3}'))
    await until('the newer presence', () => states().get(5)?.cursor === 3)
    assert.deepEqual([...states().keys()].sort(), [5, mine.document.clientID].sort())
    assert.equal((states().get(5)!.user as { name: string }).name, mine.told('opened')!.user!.name)
    assert.deepEqual(
      mine.messages.map(({ type }) => type),
      ['opened'],
    )
    raw.socket.terminate()
  })

  test('a state never grows beyond its bound, and deleting is possible at the bound', async () => {
    const { fileId, access } = await world()
    const mine = await joinWriter(server, { fileId, access })
    mine.write('留下')
    await mine.saved()
    await server.deps.db
      .updateTable('documents')
      .set({ size: DOCUMENT_STATE_LIMIT })
      .where('item_id', '=', fileId)
      .execute()
    // The next update reports the size, which only the exact size may refuse.
    mine.write('真的不大')
    await mine.saved()
    const big = 'x'.repeat(1_900_000)
    for (let part = 0; part < 12; part += 1) mine.write(big)
    await until('the end', () => mine.closes.some(({ reason }) => reason === 'document_too_large'))
    mine.end()
    // The provider has connected again and again.
    now = new Date(now.getTime() + 60_000)
    const again = openWriter(server, { fileId, access })
    await until('the document', () => again.provider.isSynced)
    const length = again.read().length
    assert.ok(length > 2 && length < 14, String(length))
    again.document.getXmlFragment('default').delete(1, length - 1)
    await again.saved()
    assert.deepEqual(again.read(), ['留下'])
  })
})

describe('[DOC-02] bounds of connections', () => {
  test('a document has only so many readers, and a place is free again', async () => {
    const { me, fileId, access } = await world()
    const raws = [
      await joinRaw(server, fileId, access),
      await joinRaw(server, fileId, access),
      await joinRaw(server, fileId, access),
    ]
    const full = { code: 4429, reason: 'document_full' }
    assert.deepEqual(await endOf(fileId, (raw) => raw.auth(access)), full)
    raws[0]!.socket.terminate()
    await until('a place', () => server.deps.documentRooms.counts.connections === 2)
    const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
    assert.equal(raw.socket.readyState, WebSocket.OPEN)
    for (const each of [...raws, raw]) each.socket.terminate()
    await until('nobody', () => server.deps.documentRooms.counts.documents === 0)
  })

  test('a process opens only so many documents', async () => {
    const { me } = await world()
    const made = await Promise.all(Array.from({ length: 5 }, () => makeDocument(me)))
    const raws = await Promise.all(made.slice(0, 4).map(({ item, access }) => joinRaw(server, item.id, access)))
    const { item, access } = made[4]!
    assert.deepEqual(await endOf(item.id, (raw) => raw.auth(access)), { code: 4503, reason: 'document_busy' })
    for (const raw of raws) raw.socket.terminate()
    await until('nobody', () => server.deps.documentRooms.counts.documents === 0)
  })

  test('a person who connects again and again waits', async () => {
    const { fileId, access } = await world()
    const ends: string[] = []
    for (let time = 0; time < 13; time += 1) {
      const raw = await joinRaw(server, fileId, access)
      if (raw.socket.readyState === WebSocket.OPEN) raw.socket.terminate()
      else ends.push((await raw.closed).reason)
      await until('nobody', () => server.deps.documentRooms.counts.connections === 0)
    }
    assert.deepEqual(ends, ['document_too_often'])
  })

  test('a client that reads nothing is cut off, and others are not delayed', async () => {
    const { me, fileId, access } = await world()
    const mine = await joinWriter(server, { fileId, access })
    const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
    raw.socket.pause()
    const text = 'x'.repeat(1_500_000)
    for (let part = 0; part < 24; part += 1) {
      mine.write(text)
      await mine.saved()
      mine.document.getXmlFragment('default').delete(0, 1)
      await mine.saved()
      if (server.deps.documentRooms.counts.connections === 1) break
    }
    await until('the end of the slow client', () => server.deps.documentRooms.counts.connections === 1)
    assert.deepEqual(mine.closes, [])
    raw.socket.terminate()
  })
})

async function sessionOf(userId: number): Promise<number> {
  const { id } = await server.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/** The body of a presence message. */
function concat(head: number[], clientId: number, clock: number, state: string): Uint8Array {
  // The same writer as for messages, without the name and the type of a message.
  const whole = message(0, 1, clientId, clock, state)
  return Uint8Array.from([...head, ...whole.subarray(message(0, 1).length)])
}

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { compose } from '../../../server/compose'
import { emptyState, openState } from '../../../server/services/documents/body'
import { client, type Client } from '../../support/client'
import { connectRaw, endRawSockets, joinRaw, message } from '../../support/documents/rawSocket'
import {
  endWriters,
  joinWriter,
  makeDocument,
  openWriter,
  paragraphsOf,
  tokenOf,
  writeParagraph,
} from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(() => {
  endWriters()
  endRawSockets()
})
after(() => server.close())

/** A document in a shared folder, and two people who may write. */
async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const other = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: other }, 'editor')
  const me = await client(server).as(owner.login)
  const they = await client(server).as(other.login)
  const { item, access } = await makeDocument(me, 'ydoc', folder.id)
  return { enterprise, owner, other, folder, me, they, fileId: item.id, access, item }
}

const join = async (user: Client, fileId: number) => joinWriter(server, { fileId, access: await tokenOf(user, fileId) })

describe('[DOC-01] making a document', () => {
  for (const kind of ['ydoc', 'yxls'] as const)
    test(`a new ${kind} lies in its folder`, async () => {
      const { me, folder } = await world()
      const input = { parent_folder_id: folder.id, name: `计划.${kind}`, kind }
      const { item } = await me.call('POST /apps/documents/create', input)
      assert.deepEqual([item.name, item.extension_category, item.parent_folder_id], [`计划.${kind}`, 'ydoc', folder.id])
      const again = await me.call('POST /apps/documents/create', { ...input, name: '计划' })
      assert.equal(again.item.name, `计划 (1).${kind}`)
    })

  test('a text and a workbook open at the page of our own editor', async () => {
    const { me, item } = await world()
    const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: item.id })
    assert.match(access_url, new RegExp(`^${server.url}/documents/${item.id}#access=[^#&]+$`))
    const input = { parent_folder_id: 0, name: '表', kind: 'yxls' as const }
    const sheet = await me.call('POST /apps/documents/create', input)
    assert.match(sheet.access_url!, new RegExp(`^${server.url}/documents/${sheet.item.id}#access=[^#&]+$`))
  })

  test('a name that no file may have is refused, and leaves nothing', async () => {
    const { me, folder } = await world()
    const input = { parent_folder_id: folder.id, kind: 'ydoc' as const }
    await me.refused('POST /apps/documents/create', { ...input, name: ' .ydoc' }, 'name_empty')
    await me.refused('POST /apps/documents/create', { ...input, name: 'a/b' }, 'name_character')
    const { children } = (await me.call('GET /apps/files/file_list/{folderId}', {
      folderId: folder.id,
      folder_type: 'folder',
    } as never)) as never as { children: unknown[] }
    assert.equal(children.length, 1)
  })

  test('an organisation without collaborative documents makes and opens none', async () => {
    const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: false }) })
    const me = await client(server).as(owner.login)
    const input = { parent_folder_id: 0, name: '计划', kind: 'ydoc' as const }
    await me.refused('POST /apps/documents/create', input, 'not_support')
    const file = await make.file({ owner }, { name: '计划.ydoc', content: Buffer.from(emptyState) })
    await me.refused('GET /yiqixie/get_access_url', { file_id: file.id }, 'not_support')
  })

  test('an uploaded state opens, other bytes do not', async () => {
    const { me, folder } = await world()
    const document = new Y.Doc()
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('旧的')])
    document.getXmlFragment('default').push([paragraph])
    const content = Buffer.from(Y.encodeStateAsUpdate(document))
    const good = await make.file({ parent: folder }, { name: '旧.ydoc', content })
    assert.deepEqual((await join(me, good.id)).read(), ['旧的'])
    const empty = await make.file({ parent: folder }, { name: '空.ydoc', content: '' })
    assert.deepEqual((await join(me, empty.id)).read(), [])
    for (const bytes of ['text', Buffer.concat([content, Buffer.from([1])]).subarray(3)]) {
      const bad = await make.file({ parent: folder }, { name: '坏.ydoc', content: bytes })
      await me.refused('GET /yiqixie/get_access_url', { file_id: bad.id }, 'not_support')
    }
    const sheet = await make.file({ parent: folder }, { name: '表.yxls', content })
    await me.refused('GET /yiqixie/get_access_url', { file_id: sheet.id }, 'not_support')
  })
})

describe('[DOC-02] writing together', () => {
  test('two people see each other’s changes and names', async () => {
    const { me, they, owner, other, fileId } = await world()
    const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
    mine.write('第一段')
    await until('the first paragraph', () => theirs.read().includes('第一段'))
    theirs.write('第二段')
    await until('the second paragraph', () => mine.read().length === 2)
    assert.deepEqual(mine.read(), theirs.read())
    const opened = mine.told('opened')!
    assert.deepEqual(
      [opened.kind, opened.role, opened.reason, opened.user?.id, opened.watermark],
      ['ydoc', 'write', null, owner.id, null],
    )
    mine.provider.setAwarenessField('user', { id: other.id, name: '假', color: '#000000' })
    mine.provider.setAwarenessField('cursor', { anchor: 3 })
    const stateOf = () => theirs.provider.awareness!.getStates().get(mine.document.clientID)
    await until('the caret', () => stateOf()?.cursor)
    assert.deepEqual(stateOf(), { user: opened.user, cursor: { anchor: 3 } })
    mine.end()
    await until('the caret to go', () => stateOf() === undefined)
  })

  test('an update is acknowledged, and shown to others, only once it is stored', async () => {
    const { me, they, fileId } = await world()
    const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
    const { db } = server.deps
    let release = () => {}
    let isLocked = false
    const released = new Promise<void>((resolve) => (release = resolve))
    const holding = db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('documents').select('item_id').where('item_id', '=', fileId).forUpdate().execute()
      isLocked = true
      await released
    })
    await until('the lock', () => isLocked)
    mine.write('等待')
    const raw = await joinRaw(server, fileId, await tokenOf(they, fileId))
    // The server has read everything that was sent before, once it answers this.
    raw.send(message(fileId, 0, 0, Y.encodeStateVector(new Y.Doc())))
    await until('an answer', () => raw.received.filter((type) => type === 0).length > 1)
    assert.deepEqual([mine.provider.hasUnsyncedChanges, theirs.read()], [true, []])
    release()
    await holding
    await mine.saved()
    await until('the paragraph', () => theirs.read().includes('等待'))
    raw.socket.terminate()
  })

  test('many write at once, some of them in one paragraph, and all end with the same text', async () => {
    const { me, they, fileId } = await world()
    const writers = await Promise.all([me, they, me, they, me].map((user) => join(user, fileId)))
    writers[0]!.write('')
    await until('the paragraph', () => writers.every((writer) => writer.read().length === 1))
    for (let round = 0; round < 8; round += 1)
      for (const [at, { document, write }] of writers.entries()) {
        const paragraph = document.getXmlFragment('default').get(0) as Y.XmlElement
        const text = paragraph.get(0) as Y.XmlText
        text.insert(text.length, String.fromCharCode(97 + at))
        write(`${at}-${round}`)
      }
    await Promise.all(writers.map((writer) => writer.saved()))
    await until('the same text', () => new Set(writers.map(({ read }) => JSON.stringify(read()))).size === 1)
    const [first, ...others] = writers[0]!.read()
    assert.deepEqual(
      [...first!].sort().join(''),
      'abcde'
        .split('')
        .map((each) => each.repeat(8))
        .join(''),
    )
    assert.equal(others.length, 40)
  })

  test('what is written during a cut merges afterwards, on both sides (DOC-04)', async () => {
    const { me, they, fileId } = await world()
    const [mine, theirs] = [await join(me, fileId), await join(they, fileId)]
    mine.socket.disconnect()
    await until('the cut', () => mine.socket.status !== 'connected')
    mine.write('在路上')
    theirs.write('在教室')
    await theirs.saved()
    await mine.socket.connect()
    await mine.saved()
    await until('both', () => mine.read().length === 2 && theirs.read().length === 2)
    assert.deepEqual(mine.read(), theirs.read())
    assert.deepEqual([...mine.read()].sort(), ['在教室', '在路上'].sort())
  })

  test('what is written while a connection opens again waits for the answer that it builds on (DOC-04)', async () => {
    const { me, they, fileId } = await world()
    const witness = await join(they, fileId)
    const document = new Y.Doc()
    const changes: Uint8Array[] = []
    document.on('update', (change: Uint8Array) => changes.push(change))
    for (const text of ['断线时写的', '刚接通时写的']) writeParagraph(document, text)
    const raw = await connectRaw(server, fileId)
    raw.auth(await tokenOf(me, fileId))
    raw.update(changes[1]!)
    raw.send(message(fileId, 0, 1, Y.encodeStateAsUpdate(document)))
    await until('answers', () => raw.statuses.length === 2)
    assert.deepEqual(raw.statuses, [true, true])
    await until('both', () => witness.read().length === 2)
    assert.deepEqual(witness.read(), ['断线时写的', '刚接通时写的'])
    for (const text of ['丢了', '建在丢了的上面']) writeParagraph(document, text)
    raw.update(changes[3]!)
    assert.equal((await raw.closed).reason, 'document_outdated')
    assert.equal(witness.read().length, 2)
  })

  test('what a client repeats after a cut is stored once', async () => {
    const { me, fileId } = await world()
    const mine = await join(me, fileId)
    mine.write('一次')
    await mine.saved()
    const update = Y.encodeStateAsUpdate(mine.document)
    const raw = await joinRaw(server, fileId, await tokenOf(me, fileId))
    for (let time = 0; time < 3; time += 1) raw.update(update)
    await until('answers', () => raw.statuses.length === 3)
    assert.deepEqual(raw.statuses, [true, true, true])
    const facts = await server.deps.db
      .selectFrom('documents')
      .select('sequence')
      .where('item_id', '=', fileId)
      .executeTakeFirstOrThrow()
    assert.equal(facts.sequence, 1)
    raw.socket.terminate()
  })

  test('a document leaves the memory with its last reader, and comes back whole', async () => {
    const { me, fileId } = await world()
    const mine = await join(me, fileId)
    mine.write('留下')
    await mine.saved()
    endWriters()
    await until('no document', () => server.deps.documentRooms.counts.documents === 0)
    assert.deepEqual((await join(me, fileId)).read(), ['留下'])
  })

  test('a reader hears of nobody before the first message, and a request without a socket is told so', async () => {
    const { fileId } = await world()
    const raw = await connectRaw(server, fileId)
    raw.send(message(fileId, 3))
    assert.deepEqual(await raw.closed, { code: 4401, reason: 'document_access' })
    assert.deepEqual(raw.received, [])
    const answer = await fetch(`${server.url}/documents/socket`)
    assert.equal(answer.status, 426)
  })

  test('a request that offers another protocol is answered as without the offer', async () => {
    const headers = { connection: 'upgrade, http2-settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    const ask = (method: string, path: string, body?: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const sent = request(
          `${server.url}${path}`,
          {
            method,
            headers: {
              ...headers,
              ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            },
          },
          (answer) => {
            let text = ''
            answer.on('data', (chunk) => (text += String(chunk)))
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          },
        )
        sent.on('error', reject)
        sent.end(body)
      })
    const info = await ask('GET', '/api/apps/users/is_user_logged_in')
    assert.equal(info.status, 200)
    const login = await ask('POST', '/api/apps/users/login', JSON.stringify({ login: 'x', password: 'y' }))
    assert.equal(login.status, 200)
    assert.match(login.text, /"success":false/)
  })
})

test('the text of the newest state is the same in a process of its own (DOC-02)', async () => {
  const { me, fileId } = await world()
  const second = await openSecond()
  try {
    const [here, there] = [await join(me, fileId), openWriter(second, { fileId, access: await tokenOf(me, fileId) })]
    await until('the document elsewhere', () => there.provider.isSynced)
    here.write('这里')
    await until('the change elsewhere', () => there.read().includes('这里'))
    here.provider.setAwarenessField('cursor', 1)
    await until('the caret elsewhere', () => there.provider.awareness!.getStates().get(here.document.clientID)?.cursor)
    there.write('那里')
    await until('the change here', () => here.read().includes('那里'))
    await there.saved()
    for (let round = 0; round < 20; round += 1) {
      here.write(`h${round}`)
      there.write(`t${round}`)
    }
    await Promise.all([here.saved(), there.saved()])
    await until('the same text', () => here.read().length === 42 && there.read().length === 42)
    assert.deepEqual(here.read(), there.read())
    const { document } = await openState(server.deps, fileId, 'ydoc')
    assert.deepEqual(paragraphsOf(document), here.read())
  } finally {
    endWriters()
    await second.stop()
  }

  /** Another server on the same database. */
  async function openSecond() {
    const { app, stop } = await compose(server.deps.config, {
      webFolder: `${server.folder}/web`,
      database: { db: server.deps.db, connection: server.connection },
      sweeps: false,
    })
    return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop }
  }
})

import assert from 'node:assert/strict'
import { request as httpRequest, type RequestOptions, type ServerResponse } from 'node:http'
import type { ReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { once } from 'node:events'
import { createServer } from '../../../server/app'
import { usualLimits } from '../../../server/http/limits'
import { client, password, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

/** bytes */
const LARGE = { small: 1000, ofNetwork: 10_000, ofAll: 20_000 }

let server: TestServer
let make: ReturnType<typeof factories>
let member: Client
let address: string

before(async () => {
  server = await startTestServer({
    limits: { ...usualLimits, headers: 300, body: 300, idle: 60_000, perNetwork: 40, bodies: LARGE },
  })
  make = factories(server.deps)
  const user = await make.user()
  const file = await make.file({ owner: user })
  member = await client(server).as(user.login)
  address = (await member.call('GET /apps/files/download', { file_id: file.id })).download_url
})
after(() => server.close())

/** Sends a path exactly as written, without normalisation. */
async function raw(path: string, options: RequestOptions = {}) {
  const { port } = new URL(server.url)
  const sent = httpRequest({ host: '127.0.0.1', port, path, agent: false, ...options }).end()
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode!, headers: answer.headers, text }
}

describe('signed addresses', () => {
  test('an unaltered address is answered', async () => {
    assert.equal((await raw(address)).status, 200)
  })

  const altered: [string, (address: string) => string][] = [
    ['a second signature behind the first', (at) => `${at}&s=x`],
    ['another parameter behind the signature', (at) => `${at}&x=1`],
    ['a repeated parameter behind the signature', (at) => `${at}&file_id=1`],
    ['a repeated parameter behind a second signature', (at) => `${at}&s=x&file_id=1`],
    ['a repeated parameter in front', (at) => at.replace('?', '?file_id=1&')],
    ['an escaped parameter behind the signature', (at) => `${at}%26file_id=1`],
    ['a path with a double slash', (at) => at.replace('/api/', '//api/')],
    ['another spelling of the path', (at) => at.replace('/api/', '/%61pi/')],
  ]
  for (const [what, alter] of altered) {
    test(`${what} is refused`, async () => {
      const { status } = await raw(alter(address))
      assert.ok(status === 403 || status === 404, String(status))
    })
  }
})

describe('guards apply to routes, not to the text of a path', () => {
  for (const path of [
    '/%61pi/apps/users/update_user_guide_settings',
    '/%61%70%69/apps/users/update_user_guide_settings',
  ]) {
    test(`${path} requires the request token, too`, async () => {
      const { cookie = '' } = member.headers
      const headers = { cookie, 'content-type': 'application/json' }
      const body = JSON.stringify({ new_user_guide_settings: { notify_file_preview: false } })
      const answer = await fetch(server.url + path, { method: 'POST', headers, body })
      assert.match(await answer.text(), /security_check_failed/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })
  }
})

describe('the host', () => {
  test('a foreign name that resolves to this machine is refused', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      '10.1.2.3',
      '127.0.0.1.nip.io',
      'x@127.0.0.1',
      '[::2]',
    ]) {
      const { status, text } = await raw('/api/apps/users/get_base_info', { headers: { host } })
      assert.deepEqual([status, text], [421, ''], host)
    }
  })

  test('the names of this machine are accepted', async () => {
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1', '[::1]:3000'])
      assert.equal((await raw('/api/apps/users/get_base_info', { headers: { host } })).status, 200, host)
  })

  test('the host of BASE_URL is accepted', async () => {
    const other = await startTestServer({ config: { baseUrl: 'https://drive.example.edu' } })
    const { port } = new URL(other.url)
    const status = async (host: string) =>
      (await raw('/api/apps/users/get_base_info', { port, headers: { host } })).status
    const found = [
      await status('drive.example.edu'),
      await status('Drive.Example.edu:443'),
      await status('example.edu'),
    ]
    await other.close()
    assert.deepEqual(found, [200, 200, 421])
  })
})

test('the server requires https for a year if BASE_URL is https, and does not otherwise', async () => {
  const other = await startTestServer({ config: { baseUrl: 'https://drive.example.edu' } })
  const { port } = new URL(other.url)
  const { headers } = await raw('/api/apps/users/get_base_info', { port, headers: { host: 'drive.example.edu' } })
  await other.close()
  const [, seconds] = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '') ?? []
  assert.ok(Number(seconds) >= 31_536_000, seconds)
  const plain = await raw('/api/apps/users/get_base_info')
  assert.equal(plain.headers['strict-transport-security'], undefined)
})

test('a client that resets its connection at once causes no failure', async () => {
  const other = await startTestServer({ config: { trustedProxies: 1 } })
  const user = await factories(other.deps).user()
  const { cookie = '' } = (await client(other).as(user.login)).headers
  const { port } = new URL(other.url)
  const answers: ServerResponse[] = []
  other.app.server.prependListener('request', (_, answer: ServerResponse) => void answers.push(answer))
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET /api/apps/users/get_base_info HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
      socket.resetAndDestroy()
    })
    await once(socket, 'close')
  }
  await until('the requests', () => answers.length === 20)
  // The server has judged them before it answers a later one.
  assert.equal((await raw('/api/apps/users/get_base_info', { port })).status, 200)
  await other.close()
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
})

test('[RUN-02] the address of a client is the one that the outermost trusted proxy saw', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 192.0.2.5' }
  for (const [trustedProxies, ip] of [
    [0, '127.0.0.1'],
    [1, '192.0.2.5'],
    [2, '198.51.100.7'],
  ] as const) {
    const app = createServer({ logLevel: 'fatal', trustedProxies })
    app.get('/address', (request) => request.ip)
    assert.equal((await app.inject({ url: '/address', headers })).body, ip)
    await app.close()
  }
})

describe('slow and idle connections', () => {
  const opened: Socket[] = []
  after(() => opened.forEach((socket) => socket.destroy()))

  async function open(at = server) {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    opened.push(socket)
    await once(socket, 'connect')
    // A socket that is not read never reports the end of its connection.
    socket.resume()
    return socket
  }

  test('a connection that sends no headers, or sends them slowly, is closed', async () => {
    const [silent, dripping] = [await open(), await open()]
    dripping.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const drip = setInterval(() => dripping.write('X-A: a\r\n'), 50)
    await until('both to be closed', () => silent.destroyed && dripping.destroyed, 20_000)
    clearInterval(drip)
  })

  test('a slow body is aborted', async () => {
    const socket = await open()
    socket.write(
      'POST /api/apps/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    )
    const drip = setInterval(() => socket.write(' '), 50)
    await until('the connection to be closed', () => socket.destroyed, 20_000)
    clearInterval(drip)
  })

  test('large bodies that are not sent to their ends take little memory, and small ones are still received', async () => {
    const head = 'POST /api/apps/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const sockets = []
    const refusals: string[] = []
    for (const more of [...Array<string>(7).fill('Content-Length: 3000'), 'Transfer-Encoding: chunked']) {
      const socket = await open()
      socket.on('data', (answer) => refusals.push(String(answer).split(' ', 2)[1]!))
      socket.write(`${head}${more}\r\n\r\n`)
      sockets.push(socket)
    }
    await until('five to be refused', () => refusals.length >= 5)
    const { visitor } = client(server)
    await visitor.refused('POST /apps/users/login', { login: 'x', password: 'y' }, 'security_check_failed')
    assert.deepEqual(refusals, Array(5).fill('429'))
    for (const socket of sockets) socket.destroy()
    await until('the memory to be free', async () => {
      const { status } = await raw('/api/apps/users/login', {
        method: 'POST',
        headers: { 'content-length': '3000' },
      }).catch(() => ({ status: 0 }))
      return status !== 429
    })
  })

  test('the server closes idle connections of an address that has too many, and still serves the address', async () => {
    const sockets: Socket[] = []
    for (let n = 0; n < 60; n += 1) sockets.push(await open())
    await until('most to be closed', () => sockets.filter(({ destroyed }) => !destroyed).length <= 40, 20_000)
    assert.equal((await raw('/api/apps/users/get_base_info')).status, 200)
  })

  deepTest('the connections of one IPv6 customer count together, whatever their addresses', async () => {
    const other = await startTestServer({ limits: { ...usualLimits, perNetwork: 40 } })
    let n = 0
    other.app.server.prependListener('connection', (socket: Socket) => {
      n += 1
      Object.defineProperty(socket, 'remoteAddress', { value: `2001:db8:90:${n.toString(16)}::1` })
    })
    const sockets: Socket[] = []
    for (let count = 0; count < 60; count += 1) sockets.push(await open(other))
    await until('most to be closed', () => sockets.filter(({ destroyed }) => !destroyed).length <= 40, 10_000)
    await other.close()
  })

  test('a connection that sends many requests without waiting for answers is closed before many are answered', async () => {
    const { storage } = server.deps
    const read = storage.read.bind(storage)
    let reads = 0
    storage.read = async (...asked) => {
      reads += 1
      return read(...asked)
    }
    try {
      const socket = await open()
      socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200))
      await until('the connection to be closed', () => socket.destroyed, 20_000)
      assert.equal((await raw(address)).status, 200)
      assert.ok(reads <= 5, String(reads))
    } finally {
      storage.read = read
    }
  })
})

test('If-None-Match may name several versions, and thousands of blanks do no harm', async () => {
  const { etag } = (await raw(address)).headers
  const statusOf = async (value: string) => (await raw(address, { headers: { 'if-none-match': value } })).status
  const blanks = ' '.repeat(14_000)
  assert.equal(await statusOf(`"one" ,${blanks}${etag}`), 304)
  for (let n = 0; n < 200; n += 1) assert.equal(await statusOf(`"one"${blanks}"two"`), 200)
})

test('a writing call ignores its query, because logs contain addresses', async () => {
  const { login } = await make.user()
  const from = client(server).visitor
  const { csrf_token: requesttoken } = await from.call('GET /apps/users/get_base_info', {})
  const query = new URLSearchParams({ login, password })
  const answer = await fetch(`${server.url}/api/apps/users/login?${query}`, {
    method: 'POST',
    headers: { requesttoken, 'content-type': 'application/json' },
    body: '{}',
  })
  const { success } = (await answer.json()) as { success: boolean }
  assert.equal(success, false)
})

describe('HEAD requests', () => {
  test('read no file of an archive', async () => {
    const owner = await make.user()
    const they = await client(server).as(owner.login)
    const folder = await make.folder({ owner })
    for (let n = 0; n < 3; n += 1) await make.file({ parent: folder }, { content: Buffer.alloc(1_000_000, n) })
    const pack = await they.call('POST /pack_download/download', { item_typed_ids: [`folder_${folder.id}`] })
    const { storage } = server.deps
    const read = storage.read.bind(storage)
    const opened: Readable[] = []
    storage.read = async (...asked) => {
      const stream = await read(...asked)
      opened.push(stream)
      return stream
    }
    try {
      const whole = await raw(pack.download_url, { method: 'HEAD' })
      assert.ok(Number(whole.headers['content-length']) > 3_000_000)
      const ends = () => opened.every((stream) => stream.destroyed)
      await until('the opened connections to close', async () => ends())
      assert.ok(opened.length <= 1 && opened.every((stream) => (stream as ReadStream).bytesRead < 1_000_000))
    } finally {
      storage.read = read
    }
  })

  test('leave no event stream open', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { status } = await raw('/api/events', { method: 'HEAD', headers: member.headers })
      assert.equal(status, 404)
    }
    await until('they are over', async () => server.deps.live.size() === 0)
  })
})

describe('repeated parameters', () => {
  for (const path of [
    '/api/apps/files/save?to=a&to=b',
    '/api/events?watch=own&watch=trash',
    '/api/apps/files/download/content?file_id=1&file_id=2&s=x',
    '/api/apps/representations/download?kind=a&kind=b&s=x',
    '/api/pack_download/content?pack_id=1&pack_id=2&s=x',
  ]) {
    test(`${path} causes no server error`, async () => {
      const { status, text } = await raw(path, { headers: member.headers })
      assert.ok(status < 500 && !text.includes('server_error'), `${status} ${text}`)
    })
  }
})

import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { describe, test } from 'node:test'
import { DirectoryFailure } from '../../../server/remote/DirectoryFailure'
import { LdapClients, type LdapServer } from '../../../server/remote/LdapClients'
import { guardedClient } from '../../../server/remote/ldapGuard'
import { publicLookup } from '../../../server/remote/publicLookup'
import { entryOf, idOf, RawServer, successOf } from '../../support/directories/RawServer'
import { until } from '../../support/until'

/*
 * Attacks by a server: it lies, drips, floods, redirects, or wants the password without encryption.
 */

const clients = new LdapClients({ config: { signOnLoopback: true } })
const search = { base: 'dc=x', filter: '(objectClass=*)', attributes: ['uid'] }
const never = new AbortController().signal
/** bytes that no answer needs */
const MUCH = 20_971_520
const serverAt = (url: string, given: Partial<LdapServer> = {}): LdapServer => ({
  url,
  startsTls: false,
  caCertificate: '',
  bindDn: 'cn=reader',
  bindPassword: 'our-secret',
  ...given,
})

async function failsWith(reason: string, work: Promise<unknown>): Promise<DirectoryFailure> {
  const error: unknown = await work.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof DirectoryFailure, String(error))
  assert.equal(error.reason, reason)
  assert.ok(!error.message.includes('our-secret'), 'the failure names the password')
  return error
}

async function withServer(answer: Parameters<typeof RawServer.open>[0], run: (server: RawServer) => Promise<unknown>) {
  const server = await RawServer.open(answer)
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

const code = (id: number, kind: number, value: number) => {
  const bytes = successOf(id, kind)
  bytes[9] = value
  return bytes
}

describe('a server that is no directory', () => {
  test('[DIR-02] bytes that are no LDAP end the connection and nothing else', () =>
    withServer(
      (_data, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (server) => failsWith('directory_unreachable', clients.search(serverAt(server.url), search, never)),
    ))

  test('[DIR-02] a message that never ends is not collected', async () => {
    let sent = 0
    await withServer(
      (_data, socket) => {
        // The length says 2 GB.
        socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]))
        const more = () => {
          if (sent > MUCH || socket.destroyed) return socket.destroy()
          sent += 262_144
          return socket.write(Buffer.alloc(262_144), (error) => !error && setImmediate(more))
        }
        more()
      },
      (server) => failsWith('directory_unreachable', clients.search(serverAt(server.url), search, never)),
    )
    assert.ok(sent < MUCH, `${sent} bytes were read`)
  })

  test('[DIR-02] a flood of tiny messages ends the connection and not the process', () =>
    withServer(
      (_data, socket) => socket.end(Buffer.concat(Array.from({ length: 100_000 }, () => successOf(99, 0x65)))),
      (server) => failsWith('directory_unreachable', clients.search(serverAt(server.url), search, never)),
    ))

  test('[DIR-02] a server that stays silent is given up', () =>
    withServer(
      () => undefined,
      (server) =>
        failsWith('directory_unreachable', clients.search(serverAt(server.url), search, AbortSignal.timeout(300))),
    ))

  test('[DIR-02] a server that drips its answer is given up', () =>
    withServer(
      (data, socket) => {
        const bytes = successOf(idOf(data), 0x61)
        let at = 0
        const drip = () => {
          socket.write(bytes.subarray(at, (at += 1)))
          if (at < bytes.length - 2) setTimeout(drip, 100)
        }
        drip()
      },
      (server) =>
        failsWith('directory_unreachable', clients.search(serverAt(server.url), search, AbortSignal.timeout(700))),
    ))
})

describe('a server that lies', () => {
  test('[DIR-02] an answer with a referral is nonsense, and the referral is not followed', () =>
    withServer(
      (_data, socket) => socket.destroy(),
      (thief) =>
        withServer(
          (data, socket) => socket.write(code(idOf(data), data[5] === 0x60 ? 0x61 : 0x65, data[5] === 0x60 ? 0 : 10)),
          async (server) => {
            await failsWith('directory_nonsense', clients.search(serverAt(server.url), search, never))
            assert.equal(thief.connections, 0)
          },
        ),
    ))

  test('[DIR-02] an answer that the server cut short is nonsense, not a smaller directory', () =>
    withServer(
      (data, socket) => {
        const id = idOf(data)
        // sizeLimitExceeded after one entry
        if (data[5] === 0x60) socket.write(successOf(id, 0x61))
        else socket.write(Buffer.concat([entryOf(id, 'uid=a,dc=x'), code(id, 0x65, 4)]))
      },
      (server) => failsWith('directory_nonsense', clients.search(serverAt(server.url), search, never)),
    ))

  test('[DIR-02] a connection that ends within the answer is a failure', () =>
    withServer(
      (data, socket) => {
        const id = idOf(data)
        if (data[5] === 0x60) socket.write(successOf(id, 0x61))
        else socket.end(entryOf(id, 'uid=a,dc=x'))
      },
      (server) => failsWith('directory_unreachable', clients.search(serverAt(server.url), search, never)),
    ))

  test('[DIR-02] an entry without a name signs nobody in', () =>
    withServer(
      (data, socket) => {
        const id = idOf(data)
        if (data[5] === 0x60) socket.write(successOf(id, 0x61))
        else socket.write(Buffer.concat([entryOf(id, ''), successOf(id, 0x65)]))
      },
      async (server) => {
        assert.equal(await clients.checkPassword(serverAt(server.url), search, 'x', () => true), false)
        assert.ok(!server.heard.includes('\x80\x01x'), 'the password was sent')
      },
    ))

  test('[DIR-02] an empty password of a person is wrong without asking, although the server would take it', () =>
    withServer(
      (data, socket) => {
        const id = idOf(data)
        if (data[5] === 0x60) socket.write(successOf(id, 0x61))
        else socket.write(Buffer.concat([entryOf(id, 'uid=other,dc=x'), successOf(id, 0x65)]))
      },
      async (server) => {
        assert.equal(await clients.checkPassword(serverAt(server.url), search, '', () => true), false)
        assert.equal(server.connections, 0)
      },
    ))

  test('[DIR-02] the password of a person goes only to the expected entry', () =>
    withServer(
      (data, socket) => {
        const id = idOf(data)
        if (data[5] === 0x60) socket.write(successOf(id, 0x61))
        else socket.write(Buffer.concat([entryOf(id, 'uid=other,dc=x'), successOf(id, 0x65)]))
      },
      async (server) => {
        assert.equal(await clients.checkPassword(serverAt(server.url), search, 'of-a-person', () => false), false)
        assert.ok(!server.heard.includes('of-a-person'), 'the password was sent')
        assert.equal(await clients.checkPassword(serverAt(server.url), search, 'of-a-person', () => true), true)
      },
    ))
})

describe('a machine between', () => {
  const startsTls = { startsTls: true }

  test('[DIR-02] a refusal of StartTLS sends no password', () =>
    withServer(
      (data, socket) => socket.write(code(idOf(data), 0x78, 2)),
      async (server) => {
        await failsWith('directory_nonsense', clients.search(serverAt(server.url, startsTls), search, never))
        assert.ok(!server.heard.includes('our-secret'), 'the password was sent')
      },
    ))

  test('[DIR-02] a connection that ended is never begun again, because that would be without StartTLS', () =>
    withServer(
      (data, socket) => socket.end(successOf(idOf(data), 0x61)),
      async (server) => {
        const { client, close } = guardedClient({ url: server.url, timeout: 5000 })
        await client.bind('cn=reader', 'first')
        await until('the connection ends', () => !client.isConnected)
        await assert.rejects(client.bind('cn=reader', 'our-secret'))
        close()
        assert.equal(server.connections, 1)
        assert.ok(!server.heard.includes('our-secret'), 'the password was sent')
      },
    ))

  test('[DIR-02] a connection that ends during StartTLS sends no password', () =>
    withServer(
      (data, socket) => {
        if (data[5] === 0x77) socket.write(successOf(idOf(data), 0x78))
        else socket.destroy()
      },
      async (server) => {
        await failsWith('directory_unreachable', clients.search(serverAt(server.url, startsTls), search, never))
        assert.ok(!server.heard.includes('our-secret'), 'the password was sent')
        assert.equal(server.connections, 1)
      },
    ))

  test('[DIR-02] an empty password of the account is refused before asking', () =>
    withServer(
      (data, socket) => socket.write(successOf(idOf(data), 0x61)),
      async (server) => {
        await failsWith(
          'directory_credentials',
          clients.search(serverAt(server.url, { bindPassword: '' }), search, never),
        )
        assert.ok(!server.heard.includes('cn=reader'), 'the account was sent')
      },
    ))
})

describe('names that lead to this machine', () => {
  const looking = (addresses: string[]) =>
    new Promise<string>((done) => {
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
      const lookup = publicLookup((_name, _options, answer) => answer(null, found))
      lookup('dc.school.example', {}, (error, address) => done(error ? 'refused' : String(address)))
    })

  for (const address of [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '169.254.169.254',
    '::1',
    '::',
    'fe80::1',
    '::ffff:127.0.0.1',
  ])
    test(`[DIR-02] a directory whose name leads to ${address} is not asked`, async () => {
      assert.equal(await looking([address]), 'refused')
      assert.equal(await looking(['192.0.2.7', address]), 'refused')
    })

  test('[DIR-02] a directory in a private network is asked', async () => {
    assert.equal(await looking(['10.0.0.7']), '10.0.0.7')
    assert.equal(await looking(['fd00::7', '10.0.0.7']), 'fd00::7')
  })

  test('[DIR-02] the name of a directory is looked up so', async () => {
    const strict = new LdapClients({ config: { signOnLoopback: false } })
    const server = await RawServer.open((_data, socket) => socket.end('x'))
    try {
      const { port } = new URL(server.url.replace('ldap:', 'http:'))
      for (const scheme of ['ldaps', 'ldap'] as const)
        await failsWith(
          'directory_unreachable',
          strict.search(serverAt(`${scheme}://${hostname()}:${port}`, { startsTls: true }), search, never),
        )
      assert.equal(server.connections, 0)
    } finally {
      await server.close()
    }
  })
})

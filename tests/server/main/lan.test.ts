import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import qrcode from 'qrcode'
import { announceLan, lanAddress, lanSettings } from '../../../scripts/lan.mjs'
import { settingsBeside } from '../../support/administration/runAdminHere'
import { client } from '../../support/client'
import { fillSmallDemo } from '../../support/fillSmallDemo'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { startTestServer, type TestServer } from '../../support/testServer'

const published = 'satchel-demo'
let demo: TestServer
let server: ServerProcess | undefined

before(async () => {
  demo = await startTestServer()
  await fillSmallDemo(demo.deps, published)
})
after(async () => {
  await server?.stop()
  await demo.close()
})

const entry = (address: string, internal = false) => ({ family: 'IPv4', internal, address })

describe('npm start -- --lan', () => {
  for (const [what, interfaces, expected] of [
    [
      'an address of a home network precedes any other',
      { tun: [entry('100.64.3.2')], wlan: [entry('192.168.1.7')] },
      '192.168.1.7',
    ],
    ['the loopback address is omitted', { lo: [entry('127.0.0.1', true)] }, undefined],
    [
      'an IPv6 address is omitted, because nobody types one',
      { wlan: [{ family: 'IPv6', internal: false, address: 'fe80::1' }, entry('10.0.0.4')] },
      '10.0.0.4',
    ],
  ] as const) {
    test(what, () => assert.equal(lanAddress(interfaces), expected))
  }

  test('the QR code encodes the printed address', async () => {
    const { BASE_URL: url } = lanSettings('192.168.1.7', { PORT: '8080' })
    assert.equal(url, 'http://192.168.1.7:8080')
    const printed = await announceLan(url)
    assert.equal(printed.includes(await qrcode.toString(url, { type: 'terminal', small: true })), true)
    assert.equal(printed.endsWith(url), true)
  })

  test('[AH-31] it listens to the network and replaces demo passwords with a random one, which it prints', async () => {
    const settings = lanSettings('192.168.1.7', {})
    assert.equal(settings.HOST, '0.0.0.0')
    assert.match(settings.DEMO_PASSWORD, /^[a-z2-9]{10}$/)
    assert.notEqual(settings.DEMO_PASSWORD, lanSettings('192.168.1.7', {}).DEMO_PASSWORD)

    // Listens only on this machine, like every test; the password does not depend on the address.
    server = await startServerProcess({
      ...settings,
      ...settingsBeside(demo),
      HOST: '127.0.0.1',
      BASE_URL: '',
      PORT: '0',
      DEMO: '1',
    })
    assert.equal(server.output().includes(`password ${settings.DEMO_PASSWORD}`), true)
    await client(server).as('teacher@mingde.demo', settings.DEMO_PASSWORD)
    await assert.rejects(client(server).as('teacher@mingde.demo', published), /wrong_credentials/)
  })
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { client } from '../../support/client'
import { startManyServers, type ManyServers } from '../../support/manyServers'
import { Caddy, withoutCaddy } from '../../support/operation/Caddy'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { freePorts } from '../../support/storage/freePorts'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const readers = 4
const writers = 2

let many: ManyServers
let servers: ServerProcess[] = []
let caddy: Caddy
let ports: number[]

const start = (port: number) => startServerProcess({ ...many.settings, PORT: String(port) })
const isReady = async ({ url }: ServerProcess) => (await fetch(`${url}/readyz`)).status === 200

before(async () => {
  if (withoutCaddy) return
  many = await startManyServers(0, () => ({ TRUST_PROXY: '1', STOP_DELAY: '5', ALLOW_DEMO_ON_NETWORK: '1' }))
  const first = await freePorts(3)
  ports = [first, first + 1]
  servers = await Promise.all(ports.map(start))
  caddy = await Caddy.start(first + 2, ports)
})
after(async () => {
  if (withoutCaddy) return
  await caddy.close()
  await Promise.all(servers.map((server) => server.stop()))
  await many.close()
})

test(
  '[RUN-04] two servers behind the proxy of the deployment are replaced one after the other, and no request fails',
  { skip: withoutCaddy },
  async () => {
    const owner = await many.make.user()
    const me = await client({ url: caddy.url }).as(owner.login)
    let isEnded = false
    let rounds = 0
    const work = async (label: string, isWriter: boolean) => {
      for (let round = 0; !isEnded; round += 1) {
        if (isWriter) {
          const bytes = randomBytes(20_000)
          const { id } = await upload(me, `${label}-${round}.bin`, bytes, { folder_id: 0 })
          const { download_url: address } = await me.call('GET /apps/files/download', { file_id: id })
          const answer = await fetch(new URL(address, caddy.url), { headers: me.headers })
          assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
        } else await me.call('GET /apps/files/file_list', { folder_type: 'folder' })
        rounds += 1
      }
    }
    const more = async () => {
      const before = rounds
      await until('more requests', () => rounds > before + 2 * (readers + writers))
    }
    const update = async () => {
      for (const [at, server] of servers.entries()) {
        await more()
        assert.equal(await server.stop(), 0)
        await more()
        servers[at] = await start(ports[at]!)
        await until('the new server', () => isReady(servers[at]!))
      }
      await more()
    }
    await Promise.all([
      ...Array.from({ length: readers }, (_, at) => work(`reader ${at}`, false)),
      ...Array.from({ length: writers }, (_, at) => work(`writer ${at}`, true)),
      update().finally(() => (isEnded = true)),
    ])
  },
)

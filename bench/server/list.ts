import http from 'node:http'
import { client } from '../../tests/support/client'
import { median, percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'
import { createWorld } from '../world'
import { timed } from './timed'

const items = 100_000
const page = 25
const runs = 3
const warmCalls = 300

/** Lists 25 items of a department's folder over one keep-alive connection, as a member whose role is computed each time. */
export async function measureList(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const world = await createWorld(ground, url)
    const { folder, login } = await world.fillDepartment(items)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const address = `${url}/api/apps/files/file_list/${folder.id}?folder_type=folder&limit=${page}`
    const list = (offset: number) => timed(`${address}&offset=${offset}`, headers, agent)

    const near: { p95: number; p50: number }[] = []
    const spread = (call: number) => ((call * 7) % (1000 / page)) * page
    await series(list, 50, spread)
    for (let run = 0; run < runs; run += 1) {
      const times = await series(list, warmCalls, spread)
      near.push({ p95: percentile(times, 0.95), p50: median(times) })
    }
    const deep = await series(list, 60, (call) => 50_000 + call * page)
    const deepest = await series(list, 60, () => items - page)
    agent.destroy()
    return [
      { id: 'server.list', value: median(near.map(({ p95 }) => p95)) },
      { id: 'server.list.median', value: median(near.map(({ p50 }) => p50)) },
      { id: 'server.deep', value: percentile(deep, 0.95) },
      { id: 'server.deepest', value: percentile(deepest, 0.95) },
    ]
  } finally {
    await ground.close()
  }
}

async function series(
  list: (offset: number) => Promise<number>,
  calls: number,
  offsetOf: (call: number) => number,
): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) times.push(await list(offsetOf(call)))
  return times
}

import http from 'node:http'
import { sql } from 'kysely'
import { median, type Measurement, type MetricId } from '../measurement'
import { prepareGround } from '../service'
import { createWorld } from '../world'
import { timed } from './timed'

const items = 10_000
const warmCalls = 300
/** Calls before the measured ones: V8 compiles frequent code step by step, and until then a list takes a third longer. */
const warmingCalls = 600
const word = '招生办公室'

/** The calls of every visit, and a search that matches a whole large folder, over one keep-alive connection. */
export async function measureUsual(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const world = await createWorld(ground, url)
    const { id } = await world.fill(items)
    await sql`update items set name = ${word} || ' ' || name, name_key = ${word} || ' ' || name_key where parent_id = ${id}`.execute(
      ground.db,
    )
    await sql`vacuum analyze items`.execute(ground.db)
    const calls: Partial<Record<MetricId, string>> = {
      'server.usual.list': `/files/file_list/${id}?folder_type=folder&offset=0&limit=25`,
      'server.usual.search': `/files/search?query_words=${encodeURIComponent(word)}&offset=0&limit=25`,
      'server.usual.baseInfo': '/users/get_base_info',
    }
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const measured: Measurement[] = []
    for (const [name, path] of Object.entries(calls)) {
      const times: number[] = []
      for (let call = -warmingCalls; call < warmCalls; call += 1) {
        const time = await timed(`${url}/api/apps${path}`, world.session.headers, agent)
        if (call >= 0) times.push(time)
      }
      measured.push({ id: name as MetricId, value: median(times) })
    }
    agent.destroy()
    return measured
  } finally {
    await ground.close()
  }
}

import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'
import { timed } from './timed'

const people = 10_000
const departments = 200
/** ms between two lists of the other user, and between two looks at the memory */
const INTERVAL = 50

/** Imports a file of 10,000 new people while somebody else reads lists, and imports the file again. */
export async function measureImport(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url, pid } = await ground.serve()
    const make = factories({ db: ground.db, storage: ground.storage, clock: () => new Date() })
    const enterprise = await make.enterprise()
    const owner = await make.user({ enterprise, role: 'owner' })
    const other = await make.user()
    for (let at = 0; at < 200; at += 1) await make.file({ owner: other }, { name: `file ${at}.txt` })
    const they = await client({ url }).asApplet(owner.login)
    const reader = await client({ url }).asApplet(other.login)
    const memoryBefore = await memoryOf(pid)
    const watch = watchLists(url, reader.headers, pid)
    const check = () => timedCall(() => they.call('POST /admin/import/check', file()))
    const [checked, dryRun] = await check()
    const [, carriedOut] = await timedCall(() => they.call('POST /admin/import/run', { import_id: checked.import.id }))
    const [again, repeated] = await check()
    if (again.import.unchanged_count !== people) throw new Error(`${again.import.unchanged_count} are unchanged`)
    const { times, peak } = await watch.end()
    return [
      { id: 'server.import.dryRun', value: dryRun / 1000 },
      { id: 'server.import.carriedOut', value: carriedOut / 1000 },
      { id: 'server.import.repeated', value: repeated / 1000 },
      { id: 'server.import.memory', value: (peak - memoryBefore) / 1024 },
      { id: 'server.import.lists', value: percentile(times, 0.99) },
    ]
  } finally {
    await ground.close()
  }
}

function file() {
  const lines = Array.from({ length: people }, (_, n) =>
    [
      `p${n}@import.test`,
      `林小满${n}`,
      `p${n}@example.edu`,
      `第${n % 20}部/第${n % departments}组`,
      `社团${n % 30}`,
    ].join(','),
  )
  const text = ['账号,姓名,邮箱,部门,群组', ...lines].join('\n')
  return { file_name: 'people.csv', content: Buffer.from(text).toString('base64') }
}

async function timedCall<T>(call: () => Promise<T>): Promise<[answer: T, ms: number]> {
  const began = performance.now()
  return [await call(), performance.now() - began]
}

/** Reads lists as another user until the end, and the memory of the server beside it. */
function watchLists(url: string, headers: Record<string, string>, pid: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let isEnded = false
  let peak = 0
  const run = async () => {
    while (!isEnded) {
      times.push(await timed(`${url}/api/apps/files/file_list/0`, headers, agent))
      peak = Math.max(peak, await memoryOf(pid))
      await pause(INTERVAL)
    }
  }
  const running = run()
  return {
    async end() {
      isEnded = true
      await running
      agent.destroy()
      return { times, peak }
    },
  }
}

/** KiB of resident memory */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

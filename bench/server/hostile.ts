import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { endsOf, openCanary } from '../../tests/support/hostile/endOf'
import { hostileFiles } from '../../tests/support/hostile/hostileFiles'
import { until } from '../../tests/support/until'
import { percentile } from '../measurement'
import { buildServer } from '../run'
import { prepareGround } from '../service'
import { probeLists } from './listProbe'

/** ms */
const LATE = 200
/** ms, the limit for another user's list meanwhile */
const LIST = 150
const LOOK = 250

interface Lateness {
  p50: number
  p99: number
  max: number
}

/** Prints the outcome of every hostile file, the delay of the server's event loop and of another user's list meanwhile, and the peak memory. */
export async function measureHostile(): Promise<void> {
  buildServer()
  const files = Object.values(hostileFiles).flat()
  const canary = await openCanary()
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-probe-'))
  process.env.LOOP_PROBE = path.join(folder, 'loop.json')
  process.env.NODE_OPTIONS = `--import=${path.resolve('bench/loopProbe.mjs')}`
  const ground = await prepareGround()
  try {
    const { url, pid } = await ground.serve()
    const make = factories({ db: ground.db, storage: ground.storage, clock: () => new Date() })
    const me = await client({ url }).as((await make.user()).login)
    await latenessOf(pid, process.env.LOOP_PROBE)
    let all = 0
    const watch = setInterval(() => {
      all = Math.max(all, memoryOfTree(pid))
    }, LOOK)
    const other = await make.user()
    for (let file = 0; file < 25; file += 1) await make.file({ owner: other })
    const lists = probeLists(await client({ url }).as(other.login), LOOK)
    const began = performance.now()
    const ends = await endsOf(me, files, canary.address)
    const seconds = (performance.now() - began) / 1000
    clearInterval(watch)
    const listed = await lists()
    const { p50, p99, max } = await latenessOf(pid, process.env.LOOP_PROBE)
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    const counts = new Map<string, number>()
    for (const end of ends.values()) counts.set(end, (counts.get(end) ?? 0) + 1)
    console.log(
      `${ends.size} files in ${seconds.toFixed(0)} s: ${[...counts].map(([end, count]) => `${count} ${end}`).join(', ')}`,
    )
    console.log(
      `loop late by p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms, about 10 ms of it from the measurement itself`,
    )
    console.log(
      `${listed.length} lists of another user: p50 ${percentile(listed, 0.5).toFixed(0)} ms, p99 ${percentile(listed, 0.99).toFixed(0)} ms, max ${Math.max(...listed).toFixed(0)} ms; p99 < ${LIST} ms: ${percentile(listed, 0.99) < LIST ? 'holds' : 'MISSED'}`,
    )
    console.log(`memory: server ${own.toFixed(0)} MiB, with its converters ${all.toFixed(0)} MiB`)
    console.log(
      `p99 < ${LATE} ms: ${p99 < LATE ? 'holds' : 'MISSED'}; hostile files made the server send ${canary.asked.length} requests`,
    )
  } finally {
    await ground.close()
    canary.close()
    await rm(folder, { recursive: true })
  }
}

/** The delay since the last call. */
async function latenessOf(pid: number, file: string): Promise<Lateness> {
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  return JSON.parse(await until('the probe', () => readFile(file, 'utf8').catch(() => null))) as Lateness
}

/** MiB of a process and its descendants. */
function memoryOfTree(pid: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const tree = new Set([pid])
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const [own = 0, parent = 0] of rows) if (tree.has(parent)) tree.add(own)
  }
  return rows.reduce((sum, [own = 0, , kilobytes = 0]) => sum + (tree.has(own) ? kilobytes / 1024 : 0), 0)
}

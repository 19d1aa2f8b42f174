import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import { purgeExpired } from '../../../server/jobs/purgeExpired'
import { factories } from '../../support/factories'
import { startTestServer } from '../../support/testServer'
import { treeFaults } from '../../support/moving/treeFaults'
import { deepTest, isDeep, seed as runSeed } from '../../support/deep'
import { until } from '../../support/until'
import { assertShown, differenceOf, membersDiffer, membersOf, modelOf, rowsOf } from './compare'
import type { Deed, Model, Verdict } from './Model'
import { crowdOf, actionOf, duelsOf, histories, storms, waves, type Step } from './steps'
import { World, type Result, type Stage } from './World'

/** Actions of all tests here together. */
const operations = isDeep ? 6_000 : 200
/** Servers that run concurrently, each with its database and clock. */
const LANES = isDeep ? 4 : 2
/** actions per history */
const LENGTH = 150
/** waves per history, and the maximum of actions per wave */
const WAVES = 20
const WIDTH = 4
/** storms per history, and actions per storm */
const STORMS = 4
const FORCE = 18
const STRANDS = 6

/** ms */
const timeout = 120_000 + 100 * operations

/** `MODEL_SEED` and `MODEL_PATH` replay a failure, as printed by fast-check. */
const seed = Number(process.env.MODEL_SEED ?? runSeed)
const path = process.env.MODEL_PATH

const stages: Stage[] = []

before(async () => {
  // Reading a tree with a cycle would never end.
  process.env.PGOPTIONS = '-c statement_timeout=20s'
  for (let lane = 0; lane < LANES; lane += 1) {
    const stage = { now: Date.UTC(2026, 8, 1) } as Stage
    stage.server = await startTestServer({ clock: () => new Date(stage.now), config: { logLevel: 'error' } })
    stage.make = factories(stage.server.deps)
    stages.push(stage)
  }
})
after(async () => {
  delete process.env.PGOPTIONS
  await Promise.all(stages.map(({ server }) => server.close()))
})

/** Runs histories on each server until the number of actions is reached. */
async function play<T>(
  context: TestContext,
  part: number,
  arbitrary: fc.Arbitrary<T>,
  lengthOf: number,
  history: (world: World, steps: T) => Promise<number>,
) {
  const lanes = path === undefined ? stages : stages.slice(0, 1)
  const began = Date.now()
  let done = 0
  const reportProgress = () => context.diagnostic(`${done} deeds in ${Math.round((Date.now() - began) / 1000)} s`)
  const faults = await Promise.all(
    lanes.map(async (stage, lane) => {
      const property = fc.asyncProperty(arbitrary, async (steps) => {
        const world = await World.open(stage)
        try {
          const more = await history(world, steps)
          done += more
          if (Math.floor(done / 5000) > Math.floor((done - more) / 5000)) reportProgress()
        } finally {
          world.close()
        }
      })
      const numRuns = Math.ceil((operations * part) / lengthOf / lanes.length)
      const {
        failed,
        errorInstance,
        seed: played,
        counterexamplePath,
      } = await fc.check(property, { seed: seed + lane, path, endOnFailure: true, numRuns })
      const { name, message, stack } = (errorInstance ?? {}) as Error
      return failed
        ? `${name === 'AssertionError' ? message : stack}\nAgain: MODEL_SEED=${played} MODEL_PATH=${counterexamplePath}`
        : []
    }),
  )
  reportProgress()
  context.diagnostic(`MODEL_SEED=${seed} … ${seed + lanes.length - 1}`)
  if (faults.flat().length > 0) assert.fail(faults.flat().join('\n\n'))
}

const describeAction = (deed: Deed) => JSON.stringify(deed)

describe('[ACT-09] [ACT-12] [ACT-13] the server against a model', () => {
  test('sequential actions: every answer, table and list equals the model', { timeout }, async (context) => {
    await play(context, 0.4, histories(LENGTH), LENGTH, playHistory)
  })

  deepTest('overlapping actions: some order of each wave explains its outcome', { timeout }, async (context) => {
    await play(context, 0.4, waves(WAVES, WIDTH), (WAVES * (WIDTH + 2)) / 2, playWaves)
  })

  deepTest(
    'many concurrent actions: no unforeseen failure, acknowledged changes persist, and every counter is exact',
    { timeout },
    async (context) => {
      await play(context, 0.2, storms(STORMS, FORCE), STORMS * FORCE, playStorms)
    },
  )

  deepTest('at the end no server has a wrong tree, counter or blob', async () => {
    for (const stage of stages) await assertSound(stage)
  })
})

async function playHistory(world: World, steps: readonly Step[]): Promise<number> {
  const { model, stage } = world
  let done = 0
  for (const step of steps) {
    stage.now += step.kind === 'expire' ? 86_400_000 / 2 : 1000
    const deed = actionOf(model, step, stage.now)
    if (!deed) continue
    done += 1
    const { verdict, madeId } = await world.perform(model, deed)
    const wanted = model.perform(deed, stage.now, madeId)
    assert.ok(isSame(wanted, verdict), `${describeAction(deed)} → ${verdict}, not ${wanted}`)
    if (deed.kind === 'copy' && verdict === 'done')
      assert.equal(differenceOf(world, model, await rowsOf(world)), null, describeAction(deed))
  }
  assert.equal(differenceOf(world, model, await rowsOf(world)), null)
  await assertShown(world)
  return done
}

async function playWaves(world: World, history: readonly (readonly Step[])[]): Promise<number> {
  const { stage } = world
  let { model } = world
  let done = 0
  for (const wave of history) {
    stage.now += 1000
    const crowd = crowdOf(model, wave[0]!.picks[0])
    const deeds = wave.flatMap((step) => actionOf(model, step, stage.now, crowd) ?? [])
    const start = model
    const results = await Promise.all(deeds.map((deed) => world.perform(start, deed)))
    const [rows, members] = [await rowsOf(world), await membersOf(world)]
    const faults: string[] = []
    const fits = (end: Model) => {
      const fault = membersDiffer(end, members) ?? differenceOf(world, end, rows)
      if (fault !== null) faults.push(fault)
      return fault === null
    }
    const next = orderOf({ deeds, results, now: stage.now, fits }, start)
    const told = deeds
      .map(
        (deed, index) =>
          `${JSON.stringify(deed)} → ${results[index]!.verdict}, alone ${start.clone().perform(deed, stage.now)}`,
      )
      .join('\n')
    assert.ok(next, `no order gives this:\n${told}\n${[...new Set(faults)].join('\n')}`)
    model = next
    done += deeds.length
  }
  world.model = model
  await assertShown(world)
  return done
}

async function playStorms(world: World, history: readonly (readonly Step[])[]): Promise<number> {
  const { stage } = world
  let done = 0
  for (const storm of history) {
    stage.now += 86_400_000
    const { model } = world
    const crowd = crowdOf(model, storm[0]!.picks[0])
    const deeds = storm.flatMap((step) => actionOf(model, step, stage.now, crowd) ?? [])
    const results = (
      await Promise.all(
        [...duelsOf(model, storm[0]!), ...strandsOf(deeds)].map((strand) => playStrand(world, model, strand)),
      )
    ).flat()
    done += results.length
    await purgeExpired(stage.server.deps)
    const rows = await rowsOf(world)
    world.model = await modelOf(world, rows)
    assert.equal(differenceOf(world, world.model, rows), null)
    const mayBeGone = results.some(({ kind, verdict }) => kind === 'purge' && verdict === 'done')
    const lost = results.filter(({ madeId }) => madeId !== null && !rows.some(({ id }) => id === madeId))
    assert.ok(mayBeGone || lost.length === 0, 'something was acknowledged and is lost')
    const keys = rows
      .filter(({ parent_id, deleted_at }) => parent_id !== null && !deleted_at)
      .map(({ parent_id, name }) => `${parent_id}/${nameKey(name)}`)
    assert.equal(new Set(keys).size, keys.length, 'a name twice in a folder')
  }
  await assertShown(world)
  return done
}

const strandsOf = (deeds: readonly Deed[]) =>
  Array.from({ length: STRANDS }, (_, strand) => deeds.filter((_deed, index) => index % STRANDS === strand))

/** Runs one action after the other. Deleted items are purged immediately, while others still add items to them. */
async function playStrand(world: World, model: Model, deeds: readonly Deed[]) {
  const results: (Result & Pick<Deed, 'kind'>)[] = []
  for (const deed of deeds) {
    const result = await world.perform(model, deed)
    results.push({ ...result, kind: deed.kind })
    if (deed.kind !== 'delete' || result.verdict !== 'done') continue
    const purge = { ...deed, kind: 'purge' as const, who: model.ownerOf(model.get(deed.things[0]!)) }
    results.push({ ...(await world.perform(model, purge)), kind: 'purge' })
  }
  return results
}

/** Whether two verdicts are the same. The message of a job has a code without its subject: `target: permission_denied` lacks `target`. */
function isSame(wanted: Verdict, found: Verdict): boolean {
  return wanted === found || wanted.endsWith(`: ${found}`)
}

/** Actions that check several conditions in turn: under concurrency the server may report either reason. */
const asksTwice: ReadonlySet<Deed['kind']> = new Set(['copy', 'move', 'upload', 'version', 'rename', 'lock', 'unlock'])

interface Wave {
  deeds: readonly Deed[]
  results: readonly Result[]
  now: number
  fits(end: Model): boolean
}

/**
 * A model in which some order of the actions gives the server's answers and ends in the server's state.
 * @param unread copies that may still read their source before the actions that precede their write
 */
function orderOf(wave: Wave, start: Model): Model | undefined {
  const all = wave.deeds.map((_, index) => index)
  return (
    follow(wave, start, all, new Map()) ??
    follow(
      wave,
      start,
      all,
      new Map(),
      wave.deeds.flatMap(({ kind }, index) => (kind === 'copy' ? index : [])),
    )
  )
}

function follow(
  wave: Wave,
  start: Model,
  rest: readonly number[],
  read: ReadonlyMap<number, Model>,
  unread: readonly number[] = [],
): Model | undefined {
  const { deeds, results, now, fits } = wave
  if (rest.length === 0) return fits(start) ? start : undefined
  const without = (from: readonly number[], index: number) => from.filter((other) => other !== index)
  for (const index of rest) {
    const model = start.clone()
    const wanted = model.perform(deeds[index]!, now, results[index]!.madeId, read.get(index))
    const { verdict } = results[index]!
    const isRefusedToo = wanted !== 'done' && verdict !== 'done' && asksTwice.has(deeds[index]!.kind)
    if (!isSame(wanted, verdict) && !isRefusedToo) continue
    const end = follow(wave, model, without(rest, index), read, without(unread, index))
    if (end) return end
  }
  for (const index of unread) {
    const end = follow(wave, start, rest, new Map(read).set(index, start), without(unread, index))
    if (end) return end
  }
  return undefined
}

/** Invariants of a whole server after its jobs: the rules of the tables, one blob per version, no other blobs. */
async function assertSound({ server: { deps } }: Stage) {
  await until(
    'the jobs to end',
    async () => {
      const { rows } =
        await sql`select from jobs where kind in ('remove_bodies', 'relocation') and state <> 'failed'`.execute(deps.db)
      return rows.length === 0
    },
    60_000,
  )
  assert.deepEqual(await treeFaults(deps.db), [])
  const { rows: bodies } = await sql<{ key: string; is_used: boolean }>`
    select key, exists (select from versions where body_id = bodies.id) as is_used from bodies`.execute(deps.db)
  assert.deepEqual(
    bodies.filter((body) => !body.is_used),
    [],
    'blobs without a version',
  )
  const stored = new Set<string>()
  for await (const { key } of deps.storage.writtenBefore(new Date(8.64e15))) stored.add(key)
  assert.deepEqual(
    bodies.filter(({ key }) => !stored.delete(key)),
    [],
    'blobs without a file',
  )
  assert.deepEqual([...stored], [], 'files without a body')
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Permission } from '@/contract/entities'
import { nameKey } from '@/domain/items/naming'
import { userKey } from '../../../server/actors/actor'
import { accessOf } from '../../../server/services/access/itemAccess'
import { actorOfKey } from '../../../server/services/access/actorOfKey'
import { differenceOf, rowsOf } from '../../server/model/compare'
import type { Deed, Model } from '../../server/model/Model'
import { people, type Thing, type Who } from '../../server/model/Tree'
import { actionOf, type Step } from '../../server/model/steps'
import { World, typedId, type Stage } from '../../server/model/World'
import { factories } from '../../support/factories'
import { isDeep, seed as runSeed } from '../../support/deep'
import { startTestServer } from '../../support/testServer'

const histories = isDeep ? 60 : 2
/** The numbers of steps that create a tree and give roles, and of the steps that change the tree afterwards. */
const PLANTING = 25
const DOING = 25
/** ms */
const timeout = 60_000 + 10_000 * histories

/** `MODEL_SEED` and `MODEL_PATH` replay a failure, as printed by fast-check. */
const seed = Number(process.env.MODEL_SEED ?? runSeed)
const path = process.env.MODEL_PATH

const stage = { now: Date.UTC(2026, 8, 1) } as Stage

before(async () => {
  stage.server = await startTestServer({ clock: () => new Date(stage.now), config: { logLevel: 'error' } })
  stage.make = factories(stage.server.deps)
})
after(() => stage.server.close())

type Weights = Partial<Record<Deed['kind'], number>>
const planting: Weights = { folder: 5, upload: 4, grant: 9, join: 1 }
const doing: Weights = {
  move: 16,
  copy: 6,
  delete: 6,
  restore: 5,
  purge: 4,
  grant: 3,
  folder: 2,
  upload: 2,
  version: 2,
  rename: 1,
  lock: 1,
  join: 1,
  expire: 1,
}

function stepsOf(weights: Weights, length: number): fc.Arbitrary<Step[]> {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({
    arbitrary: fc.constant(kind as Deed['kind']),
    weight,
  }))
  const step = fc.record<Step>({
    who: fc.constantFrom(...people),
    kind: fc.oneof(...kinds),
    picks: fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)),
    value: fc.nat(999),
  })
  return fc.array(step, { minLength: length, maxLength: length, size: 'max' })
}

describe('after any operations every user has the rights of the oracle on every item, and nobody gains rights', () => {
  test('roles × operations over random trees', { timeout }, async (context) => {
    let deeds = 0
    let looks = 0
    const property = fc.asyncProperty(
      stepsOf(planting, PLANTING),
      stepsOf(doing, DOING),
      fc.integer(),
      async (...[trees, steps, picked]) => {
        const world = await World.open(stage)
        try {
          await plant(world, trees)
          const done = await play(world, steps, picked)
          deeds += done.deeds
          looks += done.looks
        } finally {
          world.close()
        }
      },
    )
    const result = await fc.check(property, { seed, path, numRuns: histories, endOnFailure: true })
    context.diagnostic(`${deeds} deeds, ${looks} rights compared, MODEL_SEED=${seed}`)
    if (!result.failed) return
    const { message, name, stack } = result.errorInstance as Error
    assert.fail(
      `${name === 'AssertionError' ? message : stack}\nAgain: MODEL_SEED=${result.seed} MODEL_PATH=${result.counterexamplePath}`,
    )
  })
})

async function plant(world: World, steps: readonly Step[]) {
  const { model } = world
  for (const step of steps) {
    stage.now += 1000
    const deed = actionOf(model, step, stage.now)
    if (deed) model.perform(deed, stage.now, (await world.perform(model, deed)).madeId)
  }
}

async function play(world: World, steps: readonly Step[], picked: number) {
  const { model } = world
  const done = { deeds: 0, looks: 0 }
  let before = await rightsNow(world, await rowsOf(world))
  for (const [at, step] of steps.entries()) {
    stage.now += step.kind === 'expire' ? 86_400_000 : 1000
    const deed = actionOf(model, step, stage.now)
    if (!deed) continue
    const history = `${JSON.stringify(deed)}, step ${at}`
    const grantees = deed.kind === 'move' || deed.kind === 'copy' ? insiders(model, deed.target) : new Set<Who>()
    const { verdict, madeId } = await world.perform(model, deed)
    const wanted = model.perform(deed, stage.now, madeId)
    assert.ok(wanted === verdict || wanted.endsWith(`: ${verdict}`), `${history} → ${verdict}, not ${wanted}`)
    const rows = await rowsOf(world)
    assert.equal(differenceOf(world, model, rows), null, history)
    const rights = await rightsNow(world, rows)
    done.looks += assertAsOracle(model, rights, history)
    if (deed.kind !== 'grant' && deed.kind !== 'join') assertNoGain({ deed, before, rights, grantees, told: history })
    before = rights
    done.deeds += 1
    if (at % 4 === 0) await assertDownload(world, picked + at)
  }
  for (const who of people) await assertFound(world, who)
  return done
}

/** A user's rights on an item and its bytes, including rights that are suspended while the item is in the trash. */
interface Rights {
  isDeleted: boolean
  permissions: ReadonlySet<Permission>
  isOwner: boolean
  bodies: readonly number[]
}
type AllRights = Map<Who, Map<number, Rights>>

const asked: readonly Permission[] = ['item_view', 'item_download', 'edit_properties', 'item_delete']

/** The rights that the server gives at this moment. */
async function rightsNow(world: World, rows: readonly { id: number }[]): Promise<AllRights> {
  const { db } = stage.server.deps
  const ids = rows.map(({ id }) => id)
  const versions = await sql<{ item_id: number; bodies: number[] }>`
    select item_id, array_agg(body_id) as bodies from versions where item_id = any(${ids}) group by item_id`.execute(db)
  const bodies = new Map(versions.rows.map((row) => [row.item_id, row.bodies]))
  const rights: AllRights = new Map()
  for (const who of people) {
    const actor = (await actorOfKey(db, userKey(world.user(who).id)))!
    const found = await accessOf(db, actor, ids)
    rights.set(
      who,
      new Map(
        [...found].map(([id, { permissions, role, isDeleted }]) => [
          id,
          { isDeleted, permissions: new Set(permissions), isOwner: role === 'owner', bodies: bodies.get(id) ?? [] },
        ]),
      ),
    )
  }
  return rights
}

function assertAsOracle(model: Model, rights: AllRights, told: string): number {
  let looks = 0
  for (const who of people) {
    for (const thing of model.living()) {
      const found = rights.get(who)!.get(thing.id!)
      const title = `${who} on ${thing.id} "${thing.name}" after ${told}`
      for (const permission of asked) {
        assert.equal(found?.permissions.has(permission), model.may(who, permission, thing), `${permission}: ${title}`)
        looks += 1
      }
      assert.equal(found?.isOwner, model.roleOf(who, thing) === 'owner', `owner: ${title}`)
    }
  }
  return looks
}

/** The users who see the target folder. They may see items that a user with the right to do so puts there. */
function insiders(model: Model, target: number): Set<Who> {
  return new Set(people.filter((who) => model.sees(who, model.get(target))))
}

interface Change {
  deed: Deed
  before: AllRights
  rights: AllRights
  grantees: ReadonlySet<Who>
  told: string
}

/**
 * Restoring an item gives nobody new rights. If its folder is gone, the item is restored to the root of the space, which only
 * the owner can do.
 */
function assertNoGain({ deed, before, rights, grantees, told }: Change) {
  const known = new Set([...before.values()].flatMap((items) => [...items.values()].flatMap(({ bodies }) => bodies)))
  const had = bytesOf(before.get(deed.who)!)
  for (const who of people) {
    const mine = bytesOf(before.get(who)!)
    const now = [...rights.get(who)!].filter(([, { isDeleted }]) => !isDeleted)
    for (const body of bytesOf(new Map(now))) {
      if (mine.has(body) || !known.has(body)) continue
      assert.ok(who !== deed.who && grantees.has(who) && had.has(body), `${who} gains bytes ${body} by ${told}`)
    }
    for (const [id, { permissions, isOwner }] of now) {
      const earlier = before.get(who)!.get(id)
      if (!earlier) continue
      const more = asked.filter((permission) => permissions.has(permission) && !earlier.permissions.has(permission))
      const mayGain = deed.kind === 'move' && grantees.has(who) && who !== deed.who
      assert.ok(more.length === 0 || mayGain, `${who} gains ${more.join()} on ${id} by ${told}`)
      assert.ok(!isOwner || earlier.isOwner || deed.kind === 'move', `${who} becomes owner of ${id} by ${told}`)
    }
  }
}

function bytesOf(items: ReadonlyMap<number, Rights>): Set<number> {
  return new Set(
    [...items.values()].flatMap(({ permissions, bodies }) => (permissions.has('item_download') ? bodies : [])),
  )
}

/** Checks one download of one user over HTTP. */
async function assertDownload(world: World, picked: number) {
  const { model } = world
  const files = model.living().filter(({ isFolder }) => !isFolder)
  if (files.length === 0) return
  const number = Math.abs(picked)
  const who = people[number % people.length]!
  const file = files[number % files.length]!
  const { verdict } = await world.ask(who, 'GET /apps/files/download', { file_id: file.id!, no_redirect: true })
  assert.equal(verdict, downloadOf(model, who, file), `${who} downloads ${typedId(file)}`)
}

function downloadOf(model: Model, who: Who, file: Thing) {
  if (!model.sees(who, file)) return 'item_not_found'
  if (model.isDeleted(file)) return 'item_is_deleted'
  return model.may(who, 'item_download', file) ? 'done' : 'permission_denied'
}

/** Checks that a search finds all folders that a user sees, and nothing else. */
async function assertFound(world: World, who: Who) {
  const input = { query_words: 'a', file_type_category: 'folder', limit: 100 } as const
  const { items, num_found } = await world.read(who, 'GET /apps/files/search', input)
  const wanted = world.model
    .living()
    .filter(({ space, isFolder }) => isFolder && (space === null || space === 'office'))
    .filter((thing) => nameKey(thing.name).includes('a'))
    .filter((thing) => world.model.sees(who, thing) && !world.model.isDeleted(thing))
  assert.deepEqual(new Set(items.map(({ id }) => id)), new Set(wanted.map(({ id }) => id)), `results of ${who}`)
  assert.equal(num_found, wanted.length)
}

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Item } from '@/contract/entities'
import { purgeExpired } from '../../server/jobs/purgeExpired'
import { openSession } from '../../server/queries/sessions'
import { Client } from '../support/client'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'
import type { UserRow } from '../../server/database/tables'

const DAY = 86_400_000
const PERIOD = 2
/** `SEED` and `SPATH` of a failure, as fast-check prints them, play it again. */
const runs = Number(process.env.TRASH_RUNS ?? 25)

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

type Who = 'owner' | 'editor'
type Kind = 'file' | 'folder' | 'delete' | 'restore' | 'purge' | 'wait'
interface Step { who: Who; kind: Kind; pick: number }

const step = fc.record<Step>({
  who: fc.constantFrom('owner', 'editor'),
  kind: fc.constantFrom('file', 'folder', 'delete', 'delete', 'restore', 'restore', 'purge', 'wait'),
  pick: fc.nat(1000),
})

/** What ought to be there. `base` is the folder that the editor was invited to, `root` the owner's own space above it. */
interface Thing {
  id: number
  isFolder: boolean
  size: number
  parent: Thing | 'root'
  isGone: boolean
  deleted: { by: Who; at: number; isHidden: boolean } | null
  isParentGone: boolean
}

class Model {
  readonly things: Thing[]

  constructor(readonly base: Thing) {
    this.things = [base]
  }

  above(thing: Thing): Thing[] {
    return thing.parent === 'root' ? [] : [thing.parent, ...this.above(thing.parent)]
  }

  sees(who: Who, thing: Thing): boolean {
    return !thing.isGone && (who === 'owner' || [thing, ...this.above(thing)].includes(this.base))
  }

  isDeleted(thing: Thing): boolean {
    return [thing, ...this.above(thing)].some(({ deleted }) => deleted !== null)
  }

  purge(thing: Thing) {
    thing.isGone = true
    for (const below of this.things.filter(({ parent, isGone }) => parent === thing && !isGone)) {
      if (!below.deleted) this.purge(below)
      else Object.assign(below, { parent: 'root', isParentGone: true })
    }
  }

  expire() {
    for (const thing of this.things) {
      if (!thing.isGone && thing.deleted && now - thing.deleted.at >= PERIOD * DAY) this.purge(thing)
    }
  }

  trashOf(who: Who): number[] {
    const isRecord = ({ deleted }: Thing) => deleted !== null && (who === 'owner' || (deleted.by === who && !deleted.isHidden))
    return this.things.filter((thing) => this.sees(who, thing) && isRecord(thing)).map(({ id }) => id).sort((a, b) => a - b)
  }

  childrenOf(folder: Thing | 'root'): number[] {
    return this.things.filter(({ parent, isGone, deleted }) => parent === folder && !isGone && !deleted).map(({ id }) => id).sort((a, b) => a - b)
  }

  get bytes(): number {
    return this.things.reduce((sum, { size, isGone }) => sum + (isGone ? 0 : size), 0)
  }
}

interface World {
  model: Model
  clients: Record<Who, Client>
  users: Record<Who, UserRow>
}

async function makeWorld(): Promise<World> {
  const enterprise = await make.enterprise({ trash_period_days: PERIOD })
  const users = { owner: await make.user({ enterprise }), editor: await make.user({ enterprise }) }
  const base = await make.folder({ owner: users.owner })
  await make.collab(base, { user: users.editor }, 'editor')
  const as = async (user: UserRow) => {
    const self = new Client(server.url)
    self.headers = { 'auth-token': await openSession(server.deps.db, () => new Date(now), user.id, 'token') }
    return self
  }
  const thing: Thing = { id: base.id, isFolder: true, size: 0, parent: 'root', isGone: false, deleted: null, isParentGone: false }
  return { users, clients: { owner: await as(users.owner), editor: await as(users.editor) }, model: new Model(thing) }
}

const typed = ({ id, isFolder }: Thing) => ({ item_typed_ids: [`${isFolder ? 'folder' : 'file'}_${id}` as Item['typed_id']] })

/** One step on the server; gives its code, `done` when it succeeded. */
async function act({ clients, users }: World, { who, kind }: Step, thing: Thing): Promise<{ code: string; made?: Thing }> {
  if (kind === 'wait') {
    await purgeExpired(server.deps)
    return { code: 'done' }
  }
  if (kind === 'file') {
    const made = await make.file({ parent: { id: thing.id } }, { content: randomBytes(1 + (thing.id % 9)), creator: users[who] })
    return { code: 'done', made: { ...blank, id: made.id, isFolder: false, size: made.size, parent: thing } }
  }
  if (kind === 'folder') {
    const input = { parent_folder_id: thing.id, name: randomBytes(6).toString('hex') }
    const { code, body } = await ask(clients[who], 'POST /apps/files/new_folder', input)
    return { code, ...(code === 'done' && { made: { ...blank, id: (body as { item: Item }).item.id, isFolder: true, size: 0, parent: thing } }) }
  }
  const call = { delete: 'POST /apps/files/delete', restore: 'POST /apps/files/restore_from_trash', purge: 'POST /apps/files/delete_from_trash' } as const
  return ask(clients[who], call[kind], typed(thing))
}

const blank = { isGone: false, deleted: null, isParentGone: false }

async function ask(self: Client, name: Parameters<Client['send']>[0], input: object) {
  const { status, body } = await self.send(name, input)
  assert.equal(status, 200, JSON.stringify(body))
  const { success, errors = {} } = body as { success: boolean; errors?: Record<string, unknown> }
  return { code: success ? 'done' : ([Object.values(errors)[0]].flat()[0] as { error_code: string }).error_code, body }
}

/** What the step must answer, and what it changes. */
function expect(model: Model, { who, kind }: Step, thing: Thing): string {
  const sees = model.sees(who, thing)
  switch (kind) {
    case 'wait':
      now += DAY / 2
      model.expire()
      return 'done'
    case 'file':
    case 'folder':
      if (!sees) return 'item_not_found'
      return model.isDeleted(thing) ? 'item_is_deleted' : 'done'
    case 'delete':
      if (!sees) return 'item_not_found'
      if (model.isDeleted(thing)) return 'item_is_deleted'
      thing.deleted = { by: who, at: now, isHidden: false }
      return 'done'
    case 'restore':
      if (!sees) return 'item_is_deleted'
      if (model.above(thing).some(({ deleted }) => deleted)) return 'target_folder_not_deleted'
      Object.assign(thing, { deleted: null, isParentGone: false })
      return 'done'
    case 'purge':
      if (!sees) return 'item_not_found'
      if (!thing.deleted) return 'item_not_in_trash'
      if (who === 'owner') model.purge(thing)
      else if (thing.deleted.by !== who) return 'permission_denied'
      else thing.deleted.isHidden = true
      return 'done'
  }
}

/** A file can only be made by the factory where the server would take it. */
function pickFor(model: Model, { who, kind, pick }: Step): Thing | undefined {
  const fits = (thing: Thing) => {
    if (kind === 'file') return thing.isFolder && model.sees(who, thing) && !model.isDeleted(thing)
    if (kind === 'folder') return thing.isFolder
    return kind === 'wait' || thing !== model.base
  }
  const fitting = model.things.filter(fits)
  return fitting[pick % fitting.length]
}

async function assertAlike({ model, clients, users }: World) {
  for (const who of ['owner', 'editor'] as const) {
    const { items, total_count } = await clients[who].call('GET /apps/files/trash_list', { limit: 200 })
    assert.deepEqual(items.map(({ id }) => id).sort((a, b) => a - b), model.trashOf(who), `the trash of the ${who}`)
    assert.equal(total_count, items.length)
  }
  const folders = model.things.filter((thing) => thing.isFolder && !thing.isGone && !model.isDeleted(thing))
  for (const folder of folders) {
    const list = await clients.owner.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id, limit: 200 })
    assert.deepEqual(list.children?.map(({ id }) => id).sort((a, b) => a - b), model.childrenOf(folder), `in folder ${folder.id}`)
    assert.equal(list.total_children_count, list.children?.length)
  }
  const space = await clients.owner.call('GET /apps/frequently_used_items/get_space_info', {})
  assert.deepEqual([space.used, space.item_count], [model.bytes, model.childrenOf('root').length])
  await assertWhole(users.owner)
}

/** Counters are what they count, every item hangs below its root, every version has its body. */
async function assertWhole(owner: UserRow) {
  const { rows } = await sql<{ fault: string }>`
    with recursive tree as (
      select id, used_bytes, child_count, folder_count, is_folder from items where personal_of = ${owner.id}
      union all
      select items.id, items.used_bytes, items.child_count, items.folder_count, items.is_folder from items join tree on items.parent_id = tree.id
    )
    select 'children of ' || tree.id as fault from tree
    where child_count <> (select count(*) from items where parent_id = tree.id and deleted_at is null)
      or folder_count <> (select count(*) from items where parent_id = tree.id and deleted_at is null and is_folder)
    union all
    select 'bytes' from items root where personal_of = ${owner.id}
      and used_bytes <> (select coalesce(sum(size), 0) from versions where item_id in (select id from tree))
    union all
    select 'versions of ' || id from tree where not is_folder and not exists (select from versions where item_id = tree.id)`
    .execute(server.deps.db)
  assert.deepEqual(rows, [])
}

describe('[ACT-13] active → deleted → restored or purged, by an owner and an editor', () => {
  test('one after the other: each answer, both trashes, every folder and the bytes are those of the model', { timeout: 300_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world = await makeWorld()
      for (const each of steps) {
        const thing = pickFor(world.model, each)
        if (!thing) continue
        now += 1000
        const expected = expect(world.model, each, thing)
        const { code, made } = await act(world, each, thing)
        assert.equal(code, expected, `${each.who} ${each.kind} ${thing.id}`)
        if (made) world.model.things.push(made)
      }
      await assertAlike(world)
    }), { numRuns: runs, endOnFailure: true, ...(process.env.SEED && { seed: Number(process.env.SEED), path: process.env.SPATH }) })
  })

  test('overlapping in time: nothing fails unforeseen, and the tree stays whole', { timeout: 300_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 5, maxLength: 10 }), async (waves) => {
      const world = await makeWorld()
      const { model } = world
      for (const kind of ['folder', 'folder', 'file', 'folder', 'file'] as const) {
        const each: Step = { who: 'owner', kind, pick: model.things.length }
        const { made } = await act(world, each, pickFor(model, each)!)
        model.things.push(made!)
      }
      for (const wave of waves) {
        now += 1000
        const wanted = wave.filter(({ kind }) => kind !== 'file' && kind !== 'wait')
        const results = await Promise.all(wanted.map(async (each) => {
          const thing = pickFor(model, each)
          return thing && act(world, each, thing)
        }))
        model.things.push(...results.flatMap((result) => result?.made ?? []))
      }
      await assertWhole(world.users.owner)
    }), { numRuns: runs, endOnFailure: true })
  })
})

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { Item, Role } from '@/contract/entities'
import { Model } from './Model'
import { enterpriseOf, groups, people, type Subject, type Thing, type Who } from './Tree'
import type { World } from './World'

interface Row {
  id: number
  parent_id: number | null
  is_folder: boolean
  name: string
  size: number
  creator_id: number
  child_count: number
  folder_count: number
  used_bytes: number
  lock_user_id: number | null
  deleted_at: Date | null
  deleted_by: number | null
  deleted_space_owner_id: number | null
  is_record_hidden: boolean
  is_parent_gone: boolean
  versions: number[]
  bodies: number
  grants: { user_id: number | null; group_id: number | null; role: Role; accepted: boolean }[]
}

/** All items below the roots of a world. */
export async function rowsOf({ stage, model }: World): Promise<Row[]> {
  const roots = [...model.things.values()].filter(({ space }) => space !== null).map(({ id }) => id)
  const { rows } = await sql<Row>`
    with recursive tree as (
      select * from items where id = any(${roots}::bigint[])
      union
      select items.* from items join tree on items.parent_id = tree.id
    )
    select tree.*, coalesce(held.sizes, '{}') as versions, coalesce(held.bodies, 0) as bodies, coalesce(given.grants, '[]') as grants
    from tree left join lateral (
      select array_agg(versions.size order by number) as sizes, count(bodies.id) as bodies
      from versions left join bodies on bodies.id = body_id and bodies.size = versions.size where item_id = tree.id
    ) held on true left join lateral (
      select jsonb_agg(jsonb_build_object('user_id', user_id, 'group_id', group_id, 'role', role, 'accepted', accepted)) as grants
      from collabs where item_id = tree.id
    ) given on true`.execute(stage.server.deps.db)
  return rows
}

/**
 * Compares the tables with the model's items: none may be lost, duplicated, orphaned or miscounted. The model learns the ids of
 * items whose creation no answer reported: their names, which are unique in a folder, identify these items.
 * @returns the first difference; null without one
 */
export function differenceOf(world: World, model: Model, rows: readonly Row[]): string | null {
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (byId.size !== rows.length) return 'an item hangs in the tree twice'
  const learnt = new Map<Thing, number>()
  const idOf = (thing: Thing) => thing.id ?? learnt.get(thing) ?? null
  const claimed = new Set<number>()
  const queue = model.living().filter(({ space }) => space !== null)
  for (let thing = queue.shift(); thing; thing = queue.shift()) {
    const row = byId.get(idOf(thing) ?? 0)
    if (!row) return `${describe(thing)} is lost`
    claimed.add(row.id)
    const wanted = wantedOf(world, model, thing, row, idOf)
    const stored = { ...row, grants: grantsOf(world, row) }
    for (const [field, value] of Object.entries(wanted)) {
      const found = stored[field as keyof Row]
      if (JSON.stringify(found) !== JSON.stringify(value))
        return `${field} of ${describe(thing)} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`
    }
    const below = model.under(thing)
    for (const child of below.filter(({ id: known }) => known === null)) {
      const called = (name: string | null) =>
        rows.find(
          (other) =>
            other.parent_id === row.id &&
            other.deleted_at === null &&
            nameKey(other.name) === nameKey(name ?? '') &&
            ![...learnt.values()].includes(other.id) &&
            !below.some(({ id }) => id === other.id),
        )
      /* An item that is deleted while it is copied may or may not be seen when the name is chosen. */
      const match = called(child.name) ?? called(child.wished)
      if (!match) return `${describe(child)} is lost`
      child.name = match.name
      learnt.set(child, match.id)
    }
    queue.push(...below)
  }
  const stray = rows.find(({ id }) => !claimed.has(id))
  if (stray) return `item ${stray.id} "${stray.name}" is too many`
  for (const [thing, id] of learnt) thing.id = id
  return null
}

/**
 * Reads the tables into a model, for when the order of actions is unknown. Counters and totals are computed by the model,
 * so that comparing it with the same rows finds wrong ones.
 */
export async function modelOf(world: World, rows: readonly Row[]): Promise<Model> {
  const { db } = world.stage.server.deps
  const known = world.model
  const { memberships, office } = await membersOf(world)
  const model = new Model(undefined, memberships, office)
  const keys = new Map<number, number>()
  const waiting = new Map<number, Row[]>()
  for (const row of rows) waiting.set(row.parent_id ?? 0, [...(waiting.get(row.parent_id ?? 0) ?? []), row])
  const add = (row: Row, parent: number | null) => {
    const { key } = model.add({
      id: row.id,
      isFolder: row.is_folder,
      name: row.name,
      creator: world.whoHas(row.creator_id)!,
      parent,
      versions: row.versions,
      space: known.living().find(({ space, id }) => space !== null && id === row.id)?.space ?? null,
      lockedBy: world.whoHas(row.lock_user_id),
      isParentGone: row.is_parent_gone,
      grants: new Map(grantsOf(world, row)),
      deleted: row.deleted_at && {
        by: world.whoHas(row.deleted_by)!,
        at: row.deleted_at.getTime(),
        isHidden: row.is_record_hidden,
      },
    })
    keys.set(row.id, key)
    for (const below of waiting.get(row.id) ?? []) add(below, key)
  }
  for (const root of waiting.get(0) ?? []) add(root, null)

  const storedFavourites = await db
    .selectFrom('favourites')
    .selectAll()
    .where(
      'user_id',
      'in',
      people.map((who) => world.user(who).id),
    )
    .execute()
  for (const { user_id, target_id, kind } of storedFavourites) {
    const key =
      keys.get(target_id) ??
      model.add({ id: target_id, isFolder: kind === 'folder', name: '', creator: 'ann', parent: null, isGone: true })
        .key
    const who = world.whoHas(user_id)!
    model.favourites.set(who, new Set([...model.favourites.get(who)!, key]))
  }
  return model
}

type Members = Pick<Model, 'memberships' | 'office'>

/** The members of the groups and the department, from the tables. */
export async function membersOf(world: World): Promise<Members> {
  const { db } = world.stage.server.deps
  const rows = await db
    .selectFrom('department_members')
    .selectAll()
    .where('department_id', '=', world.departmentId)
    .execute()
  const office = new Map(
    rows.map(({ user_id, role, is_manager }) => [world.whoHas(user_id)!, { role, isManager: is_manager }]),
  )
  const memberships: Members['memberships'] = new Map()
  for (const group of groups) {
    const members = await db
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', world.groupId(group))
      .execute()
    memberships.set(group, new Set(members.map(({ user_id }) => world.whoHas(user_id)!)))
  }
  return { office, memberships }
}

/** @returns the first difference; null without one */
export function membersDiffer(wanted: Members, found: Members): string | null {
  const listed = ({ office, memberships }: Members) =>
    JSON.stringify([
      people.map((who) => office.get(who) ?? null),
      groups.map((group) => people.filter((who) => memberships.get(group)!.has(who))),
    ])
  return listed(wanted) === listed(found) ? null : `the members are ${listed(found)}, not ${listed(wanted)}`
}

function grantsOf(world: World, { grants }: Row): Grants {
  return inOrder(
    grants.map(({ user_id, group_id, role, accepted }) => [
      world.whoHas(user_id) ?? groups.find((group) => world.groupId(group) === group_id)!,
      { role, isAccepted: accepted },
    ]),
  )
}

type Grants = [Subject, { role: Role; isAccepted: boolean }][]
const inOrder = (grants: Grants) => grants.sort(([one], [other]) => (one < other ? -1 : 1))

function wantedOf(
  { users }: World,
  model: Model,
  thing: Thing,
  row: Row,
  idOf: (thing: Thing) => number | null,
): Partial<Record<keyof Row, unknown>> {
  const userId = (who: Who | null) => (who === null ? null : users.get(who)!.id)
  const children = model.childrenOf(thing)
  return {
    parent_id: thing.parent === null ? null : idOf(model.get(thing.parent)),
    is_folder: thing.isFolder,
    name: thing.name,
    size: thing.versions.at(-1) ?? 0,
    versions: thing.versions,
    bodies: thing.versions.length,
    creator_id: userId(thing.creator)!,
    child_count: children.length,
    folder_count: children.filter(({ isFolder }) => isFolder).length,
    used_bytes: thing.space === null ? 0 : model.usedBytes(thing),
    lock_user_id: userId(thing.lockedBy),
    deleted_by: userId(thing.deleted?.by ?? null),
    deleted_space_owner_id: thing.deleted ? userId(model.ownerOf(thing)) : null,
    is_record_hidden: thing.deleted?.isHidden ?? false,
    is_parent_gone: thing.isParentGone,
    grants: inOrder([...thing.grants]),
    deleted_at: thing.deleted ? (row.deleted_at ?? new Date(0)) : null,
  }
}

export function describe({ key, id, name, space, isFolder }: Thing): string {
  return space !== null
    ? `the root of ${space}`
    : `${isFolder ? 'folder' : 'file'} ${key} "${name}" (${id ?? 'id unknown'})`
}

/** Compares what every user sees over HTTP: lists with totals, trashes, favourites and the space. */
export async function assertShown(world: World): Promise<void> {
  for (const who of people) {
    await assertFolders(world, who)
    await assertInvited(world, who)
    await assertTrashes(world, who)
    await assertFavourites(world, who)
    const root = world.model.living().find(({ space }) => space === who)!
    const space = await world.read(who, 'GET /apps/frequently_used_items/get_space_info', {})
    assert.deepEqual(
      [space.used, space.item_count],
      [world.model.usedBytes(root), world.model.childrenOf(root).length],
      `the space of ${who}`,
    )
  }
}

const PAGE = 6

async function assertFolders(world: World, who: Who) {
  const { model } = world
  const folders = model
    .living()
    .filter(({ isFolder, space }) => isFolder && space === null)
    .reverse()
  const roots = model.living().filter(({ space }) => space === who || space === 'office')
  for (const folder of [...roots, ...folders.filter(isComparable(model, who))]) {
    const { verdict } = verdictOn(model, who, folder)
    const input = (offset: number) => ({
      folderId: folder.space === who ? 0 : folder.id!,
      folder_type: folder.space === who ? ('own' as const) : ('folder' as const),
      offset,
      limit: PAGE,
      sort_by: 'name' as const,
      sort_direction: 'asc' as const,
    })
    if (verdict !== 'done') {
      const answer = await world.ask(who, 'GET /apps/files/file_list/{folderId}', input(0))
      assert.equal(answer.verdict, verdict, `${who} opens ${describe(folder)}`)
      continue
    }
    const wanted = model.childrenOf(folder).filter((child) => model.sees(who, child))
    const shown: Item[] = []
    for (let total = 1; shown.length < total;) {
      const page = await world.read(who, 'GET /apps/files/file_list/{folderId}', input(shown.length))
      const items = page.items ?? page.children ?? []
      total = page.total_count ?? page.total_children_count ?? -1
      assert.equal(total, wanted.length, `the total of ${describe(folder)} for ${who}`)
      if (items.length === 0) break
      shown.push(...items)
    }
    assertItems(model, who, shown, wanted, `in ${describe(folder)}`)
  }
}

/** The folders that users may open and a few others; not all, because listing takes longer than acting. */
function isComparable(model: Model, who: Who) {
  const left = { open: 8, closed: 2 }
  return (folder: Thing) => (left[verdictOn(model, who, folder).verdict === 'done' ? 'open' : 'closed'] -= 1) >= 0
}

function verdictOn(model: Model, who: Who, folder: Thing) {
  if (!model.sees(who, folder)) return { verdict: 'item_not_found' }
  return { verdict: model.isDeleted(folder) ? 'item_is_deleted' : 'done' }
}

function assertItems(model: Model, who: Who, shown: readonly Item[], wanted: readonly Thing[], where: string) {
  const sorted = <T>(rows: (readonly [number, ...T[]])[]) => rows.sort(([one], [other]) => one - other)
  const found = sorted(
    shown.map((item) => [
      item.id,
      item.name,
      item.size,
      item.final_role,
      item.locked,
      item.is_frequently_used,
      item.is_deleted,
    ]),
  )
  const expected = sorted(
    wanted.map((thing) => [
      thing.id!,
      thing.name,
      thing.versions.at(-1) ?? 0,
      model.roleOf(who, thing) ?? 'reset',
      thing.lockedBy !== null,
      model.favourites.get(who)!.has(thing.key),
      model.isDeleted(thing),
    ]),
  )
  assert.deepEqual(found, expected, `${where}, as ${who} sees it`)
}

const page = { offset: 0, limit: 200 }

async function assertInvited(world: World, who: Who) {
  const { model } = world
  const own = enterpriseOf(who)
  const other = own === 'ours' ? 'theirs' : 'ours'
  const collabs = await world.read(who, 'GET /apps/files/file_list_for_collabs', page)
  assertItems(model, who, collabs.items, model.invitedTo(who, own), 'among the invitations')
  assert.equal(collabs.total_count, collabs.items.length)
  const outside = model.invitedTo(who, other)
  const input = { enterprise_id: world.enterprises.get(other)!.id, ...page }
  if (outside.length === 0) {
    assert.equal(
      (await world.ask(who, 'GET /apps/files/file_list_for_external_enterprise', input)).verdict,
      'item_not_found',
    )
    return
  }
  const external = await world.read(who, 'GET /apps/files/file_list_for_external_enterprise', input)
  assertItems(model, who, external.items, outside, 'among the invitations from outside')
  assert.equal(external.total_count, external.items.length)
}

async function assertTrashes(world: World, who: Who) {
  const { model } = world
  const own = enterpriseOf(who)
  const other = own === 'ours' ? 'theirs' : 'ours'
  const trash = await world.read(who, 'GET /apps/files/trash_list', page)
  assertItems(model, who, trash.items, model.trashOf(who, own), 'in the trash')
  assert.equal(trash.total_count, trash.items.length)
  const abroad = model.trashOf(who, other)
  const enterprise = world.enterprises.get(other)!
  assert.deepEqual(
    trash.external_list.map(({ id }) => id),
    abroad.length > 0 ? [enterprise.id] : [],
    `the other trashes of ${who}`,
  )
  if (abroad.length === 0) return
  const external = await world.read(who, 'GET /apps/files/trash_list', {
    ...page,
    external_typed_id: `enterprise_${enterprise.id}`,
  })
  assertItems(model, who, external.items, abroad, 'in the trash of the other enterprise')
  assert.equal(external.total_count, external.items.length)
}

async function assertFavourites(world: World, who: Who) {
  const { model } = world
  const { frequent_used_items: shown } = await world.read(who, 'GET /apps/frequently_used_items/get_list', {})
  const found = shown.map((row) => [row.item_id, row.isForbidden, row.item.item_count, row.item.folder_count]).sort()
  const wanted = [...model.favourites.get(who)!]
    .map((key) => {
      const thing = model.get(key)
      const isOpen = model.sees(who, thing) && !model.isDeleted(thing)
      const inside = isOpen ? model.childrenOf(thing).filter((child) => model.sees(who, child)) : []
      return [thing.id, !isOpen, inside.length, inside.filter(({ isFolder }) => isFolder).length]
    })
    .sort()
  assert.deepEqual(found, wanted, `the favourites of ${who}`)
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import { extensionOf } from '@/domain/items/extension'
import type { Db } from '../database/connect'
import { userId, type People, type Root } from './people'
import type { SampleBody } from './sampleBlobs'
import { days, type Crowd, type FileSeed, type Seed, type SpaceSeed } from './seeds'

export interface World {
  people: People
  blobs: Map<string, SampleBody>
  now: Date
  /** files per crowd */
  crowd: number
}

/** A seed before it becomes a row. Ids are assigned before rows are inserted, so that one statement inserts a whole tree. */
interface Draft {
  seed: Seed
  root: Root
  parent: { id: number }
  /** The path, beginning with the name of the space. */
  path: string
  id: number
  /** Ids of its versions, oldest first; empty for folders. */
  versionIds: number[]
}

export interface SeededItem {
  id: number
  isFolder: boolean
  name: string
}

/** Inserts items below their roots. Returns them by path, which begins with the name of the space. */
export async function seedItems(db: Db, world: World, spaces: readonly SpaceSeed[]): Promise<Map<string, SeededItem>> {
  const drafts = spaces.flatMap(({ of, children }) => draftsOf(children, rootOf(world.people, of), of))
  await assignIds(db, drafts)
  await insertRows(
    db,
    'items',
    drafts.map((draft) => itemRow(world, draft)),
  )
  await insertRows(
    db,
    'versions',
    drafts.flatMap((draft) => versionRows(world, draft)),
  )
  await insertRows(
    db,
    'collabs',
    drafts.flatMap((draft) => collabRows(world, draft)),
  )
  await tag(db, drafts)
  for (const draft of drafts) {
    if (draft.seed.isFolder && draft.seed.crowd) await insertCrowd(db, world, draft, draft.seed.crowd)
  }
  return new Map(drafts.map(({ path, id, seed }) => [path, { id, isFolder: seed.isFolder, name: seed.name }]))
}

function rootOf({ roots }: People, name: string): Root {
  const root = roots.get(name)
  if (!root) throw new Error(`The demo world has no space ${name}`)
  return root
}

function draftsOf(seeds: readonly Seed[], root: Root, above: string, parent: { id: number } = root): Draft[] {
  return seeds.flatMap((seed) => {
    const draft: Draft = { seed, root, parent, path: `${above}/${seed.name}`, id: 0, versionIds: [] }
    return seed.isFolder ? [draft, ...draftsOf(seed.children, root, draft.path, draft)] : [draft]
  })
}

async function assignIds(db: Db, drafts: readonly Draft[]) {
  const samples = drafts.map(({ seed }) => (seed.isFolder ? 0 : samplesOf(seed).length))
  const itemIds = await reserve(db, 'items', drafts.length)
  const versionIds = await reserve(
    db,
    'versions',
    samples.reduce((sum, count) => sum + count, 0),
  )
  for (const [at, draft] of drafts.entries()) {
    draft.id = itemIds[at]!
    draft.versionIds = versionIds.splice(0, samples[at])
  }
}

async function reserve(db: Db, table: string, count: number) {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.id)
}

/** @param rows with the same columns each, possibly including an assigned `id` */
async function insertRows(db: Db, table: string, rows: readonly Record<string, unknown>[]) {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

function itemRow(world: World, { id, parent, root, seed, versionIds }: Draft) {
  const creatorId = seed.by ? userId(world.people, seed.by) : root.ownerId
  const at = ago(world.now, seed.age)
  return {
    id,
    parent_id: parent.id,
    is_folder: seed.isFolder,
    name: seed.name,
    name_key: nameKey(seed.name),
    extension: seed.isFolder ? '' : extensionOf(seed.name),
    description: seed.about ?? '',
    creator_id: creatorId,
    updater_id: creatorId,
    created_at: ago(world.now, seed.age + Math.max(0, versionIds.length - 1) * days(1)),
    modified_at: at,
    changed_at: at,
    deleted_at: seed.deleted ? ago(world.now, seed.deleted.ago) : null,
    deleted_by: seed.deleted ? (seed.deleted.by ? userId(world.people, seed.deleted.by) : root.ownerId) : null,
    deleted_space_owner_id: seed.deleted ? root.ownerId : null,
    ...(seed.isFolder ? folderColumns : fileColumns(world, seed, versionIds.at(-1)!)),
  }
}

const folderColumns = {
  size: 0,
  current_version_id: null,
  is_encrypted: false,
  scope: 0,
  scanned: 0,
  share_disabled_for: null,
  lock_user_id: null,
  lock_kind: null,
  locked_at: null,
}

type StateColumns = Record<keyof typeof folderColumns, unknown>

function fileColumns({ people, blobs, now }: World, seed: FileSeed, current_version_id: number): StateColumns {
  const { lock } = seed
  return {
    size: bodyOf(blobs, seed.sample).size,
    current_version_id,
    is_encrypted: seed.isEncrypted ?? false,
    scope: seed.isPreviewForbidden ? 1 : 0,
    scanned: seed.isBeingScanned ? 1 : 0,
    share_disabled_for: seed.shareDisabledFor ?? null,
    lock_user_id: lock ? userId(people, lock.by) : null,
    lock_kind: lock?.kind ?? null,
    locked_at: lock ? ago(now, seed.age) : null,
  }
}

function versionRows(world: World, { id, root, seed, versionIds }: Draft) {
  if (seed.isFolder) return []
  const samples = samplesOf(seed)
  return samples.map((sample, at) => {
    const body = bodyOf(world.blobs, sample)
    return {
      id: versionIds[at],
      item_id: id,
      number: at + 1,
      body_id: body.id,
      name: seed.name,
      extension: extensionOf(seed.name),
      size: body.size,
      key: randomBytes(8).toString('hex'),
      remark: '',
      creator_id: seed.by ? userId(world.people, seed.by) : root.ownerId,
      created_at: ago(world.now, seed.age + (samples.length - 1 - at) * days(1)),
    }
  })
}

function collabRows({ people, now }: World, { id, root, seed }: Draft) {
  return (seed.invitations ?? []).map(({ to, role, isPending = false, isOver = false, message = '' }) => ({
    item_id: id,
    user_id: to.includes('@') ? userId(people, to) : null,
    group_id: to.includes('@') ? null : people.groups.get(to),
    role,
    accepted: !isPending && !isOver,
    inviter_id: root.ownerId,
    message,
    created_at: ago(now, seed.age),
    invited_at: isOver ? ago(now, days(31)) : now,
    expires_at: isPending ? ago(now, -days(30)) : isOver ? ago(now, days(1)) : null,
  }))
}

async function tag(db: Db, drafts: readonly Draft[]) {
  const wanted = drafts.flatMap(({ id, root: { enterpriseId }, seed }) =>
    (seed.tags ?? []).map((name, position) => ({ id, enterpriseId, name, position })),
  )
  const tags = await db
    .insertInto('tags')
    .values(wanted.map(({ enterpriseId, name }) => ({ enterprise_id: enterpriseId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  const tagId = new Map(tags.map(({ id, enterprise_id, name }) => [`${enterprise_id} ${name}`, id]))
  await db
    .insertInto('item_tags')
    .values(
      wanted.map(({ id, enterpriseId, name, position }) => ({
        item_id: id,
        tag_id: tagId.get(`${enterpriseId} ${name}`)!,
        position,
      })),
    )
    .execute()
}

/** The files of a crowd are a minute apart. */
async function insertCrowd(db: Db, { blobs, now, crowd }: World, { id, root, seed }: Draft, { stem, sample }: Crowd) {
  const body = bodyOf(blobs, sample)
  const extension = extensionOf(sample)
  await sql`
    with numbered as (
      select ${stem} || lpad(n::text, 5, '0') || ${`.${extension}`} as name,
        ${ago(now, seed.age)}::timestamptz - n * interval '1 minute' as at
      from generate_series(1, ${crowd}::integer) n
    ), crowd as (
      insert into items (parent_id, is_folder, name, name_key, extension, size, current_version_id, creator_id, updater_id,
        created_at, modified_at, changed_at)
      select ${id}, false, name, name, ${extension}, ${body.size}, nextval(pg_get_serial_sequence('versions', 'id')),
        ${root.ownerId}, ${root.ownerId}, at, at, at
      from numbered
      returning id, name, current_version_id, created_at
    )
    insert into versions (id, item_id, number, body_id, name, extension, size, key, creator_id, created_at) overriding system value
    select current_version_id, id, 1, ${body.id}, name, ${extension}, ${body.size}, left(md5(gen_random_uuid()::text), 16),
      ${root.ownerId}, created_at
    from crowd`.execute(db)
}

function samplesOf({ before = [], sample }: FileSeed) {
  return [...before, sample]
}

function bodyOf(blobs: World['blobs'], sample: string): SampleBody {
  const body = blobs.get(sample)
  if (!body) throw new Error(`The demo world has no sample ${sample}`)
  return body
}

function ago(now: Date, minutes: number) {
  return new Date(now.getTime() - minutes * 60_000)
}

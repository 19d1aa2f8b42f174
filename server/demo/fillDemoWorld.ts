import { sql } from 'kysely'
import { extensionOf } from '@/domain/items/extension'
import { calendar } from '../time/calendar'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { hashPassword } from '../crypto/passwords'
import type { StoredBlob } from '../storage/BlobStorage'
import { makeDemoApplication } from './demoApplication'
import { mingdeFavourites, mingdeSpaces } from './mingde'
import { otherFavourites, otherSpaces } from './others'
import { makePeople, userId, type People } from './people'
import { seedComments, voiceSample } from './seedComments'
import { seedItems, type SeededItem, type World } from './seedItems'
import { seedInvitations } from './seedInvitations'
import { seedShares } from './seedShares'
import { recordSamples, writeSamples } from './sampleBlobs'
import { externalPrefix, type Favourites, type Seed } from './seeds'
import { yunzhouFavourites, yunzhouSpaces } from './yunzhou'

const spaces = [...mingdeSpaces, ...yunzhouSpaces, ...otherSpaces]
const favourites: Favourites = { ...mingdeFavourites, ...yunzhouFavourites, ...otherFavourites }

/** Any number: of several processes on one empty database, only one fills it. */
const fillLock = 7_283_226

/**
 * Fills a database without enterprises with a demo school, a demo company and their content, all or nothing. Leaves any other database unchanged.
 * Jobs make the thumbnails afterwards.
 * @param password of all accounts
 * @param crowd files in the largest folder
 * @returns whether the database was filled
 */
export async function fillDemoWorld(
  {
    db,
    storage,
    previews,
    clock,
    encrypter,
  }: Pick<Dependencies, 'db' | 'storage' | 'previews' | 'clock' | 'encrypter'>,
  password: string,
  { crowd = 10_000 }: { crowd?: number } = {},
): Promise<boolean> {
  let stored = new Map<string, StoredBlob>()
  let voices = new Map<string, StoredBlob>()
  const blobs = await db
    .transaction()
    .execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(fillLock)})`.execute(transaction)
      if (await transaction.selectFrom('enterprises').select('id').limit(1).executeTakeFirst()) return null
      stored = await writeSamples(storage, [...samplesOf(spaces.flatMap((space) => space.children))])
      // A recording is deleted with its comment, so it shares no blob with a file.
      voices = await writeSamples(storage, [voiceSample])
      const world = {
        people: await makePeople({ db: transaction, clock }, await hashPassword(password)),
        blobs: await recordSamples(transaction, stored),
        now: clock(),
        crowd,
      }
      const items = await seedItems(transaction, world, spaces)
      await addFavourites(transaction, world, items)
      await seedInvitations(transaction)
      await seedComments(transaction, world, items, voices.get(voiceSample)!)
      await seedShares(transaction, { encrypter }, world, items)
      await dateDepartments(transaction, world.now)
      await makeDemoApplication({ db: transaction, clock }, password)
      return world.blobs
    })
    .catch(async (error: unknown) => {
      await Promise.all([...stored.values(), ...voices.values()].map(({ key }) => storage.delete(key)))
      throw error
    })
  for (const [name, { id, key, size }] of blobs ?? []) {
    await previews.startThumbnails({ bodyId: id, bodyKey: key, extension: extensionOf(name), size })
  }
  return blobs !== null
}

function samplesOf(seeds: readonly Seed[]): Set<string> {
  return new Set(
    seeds.flatMap((seed) => {
      if (!seed.isFolder) return [...(seed.before ?? []), seed.sample]
      return [...samplesOf(seed.children), ...(seed.crowd ? [seed.crowd.sample] : [])]
    }),
  )
}

/** A person's favourites are a minute apart, newest first. */
async function addFavourites(db: Db, { people, now }: World, items: ReadonlyMap<string, SeededItem>) {
  const found = await db.selectFrom('enterprises').select(['id', 'name']).execute()
  const enterprises = new Map(found.map(({ id, name }) => [externalPrefix + name, id]))
  const rows = Object.entries(favourites).flatMap(([login, targets]) =>
    targets.map((target, at) => ({
      user_id: userId(people, login),
      created_at: calendar(now).subtract(at, 'minutes').toDate(),
      ...targetOf(target, { people, items, enterprises }),
    })),
  )
  await db.insertInto('favourites').values(rows).execute()
}

interface Targets {
  people: People
  items: ReadonlyMap<string, SeededItem>
  enterprises: ReadonlyMap<string, number>
}

function targetOf(target: string, { people: { departments }, items, enterprises }: Targets) {
  const enterpriseId = enterprises.get(target)
  if (enterpriseId !== undefined) {
    return { kind: 'external_enterprise' as const, target_id: enterpriseId, name: target.slice(externalPrefix.length) }
  }
  const departmentId = departments.get(target)
  if (departmentId !== undefined) return { kind: 'department' as const, target_id: departmentId, name: target }
  const item = items.get(target)
  if (!item) throw new Error(`The demo world has no item ${target}`)
  return { kind: item.isFolder ? ('folder' as const) : ('file' as const), target_id: item.id, name: item.name }
}

/** Makes departments as old as a school year, changed with their latest content. */
async function dateDepartments(db: Db, now: Date) {
  const founded = calendar(now).subtract(90, 'days').toDate()
  await sql`
    update items root
    set created_at = ${founded}, modified_at = coalesce(newest.at, ${founded}), changed_at = coalesce(newest.at, ${founded})
    from items self left join lateral (
      select max(child.modified_at) as at from items child where child.parent_id = self.id and child.department_id is null
    ) newest on true
    where root.id = self.id and root.department_id is not null`.execute(db)
}

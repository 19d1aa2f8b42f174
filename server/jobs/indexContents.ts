import { sql } from 'kysely'
import type { Dependencies } from '../dependencies'
import { currentFileOf, forgetOlder } from '../queries/contents'
import { INDEX, orderIndexing, type IndexedFile } from '../services/contents'
import type { Job } from './Jobs'

/** The kind of the job that `indexMissing` is. */
export const INDEX_MISSING = 'index_missing'

/** jobs that wait at most before more documents are looked for */
const BATCH = 100
/** ms between two looks */
const BATCH_INTERVAL = 5000

type Needs = Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>

/** Takes the jobs that read documents; before the jobs start. */
export function handleContents(deps: Needs): void {
  deps.jobs.handle<{ bodyId: number }>(INDEX, { run: (job) => indexContent(deps, job) })
}

/**
 * Orders what current versions of files lack: those of the demo world, those from before there was an index, office documents from before
 * LibreOffice was installed. What was given up is not tried again.
 */
export async function indexMissing(deps: Needs): Promise<void> {
  const { db, jobs, clock } = deps
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', INDEX)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  const free = Math.max(0, BATCH - count)
  const missing = await findMissing(deps, free)
  for (const file of missing) await orderIndexing(deps, file)
  if (missing.length < free) return
  const next = Math.floor(clock().getTime() / BATCH_INTERVAL) + 1
  await jobs.add(INDEX_MISSING, {}, { dedupeKey: `batch ${next}`, runAt: new Date(next * BATCH_INTERVAL) })
}

async function findMissing({ db, previews }: Needs, limit: number): Promise<IndexedFile[]> {
  const known = await db.selectFrom('versions').select('extension').distinct().execute()
  const extensions = known
    .map((row) => row.extension)
    .filter((extension) => previews.isReadable({ extension, size: 1 }))
  const { rows } = await sql<IndexedFile>`
    select distinct on (body_id) body_id as "bodyId", versions.extension, versions.size
    from items join versions on versions.id = items.current_version_id
    where not is_encrypted and versions.size > 0 and versions.extension = any(${extensions})
      and not exists (select from contents where contents.body_id = versions.body_id)
      and not exists (select from jobs where kind = ${INDEX} and dedupe_key = versions.body_id::text)
    order by body_id limit ${limit}`.execute(db)
  return rows
}

/** Does nothing where the body is no file's current version any more. What cannot be read is noted as empty, so that it is read once. */
async function indexContent(
  { db, previews }: Needs,
  { payload: { bodyId }, signal }: Job<{ bodyId: number }>,
): Promise<void> {
  const file = await currentFileOf(db, bodyId)
  if (!file) return
  const content = previews.isReadable(file) ? await previews.readContent(file, signal) : null
  await db
    .insertInto('contents')
    .values({ body_id: bodyId, ...(content ?? { text: '', key: '', marks: [] }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await forgetOlder(db, bodyId)
}

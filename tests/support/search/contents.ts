import type { Dependencies } from '../../../server/dependencies'
import { indexMissing } from '../../../server/jobs/indexContents'
import { until } from '../until'

/** The indexed texts of these items' current versions; unread ones are missing. */
export function contentsOf({ db }: Pick<Dependencies, 'db'>, items: readonly { id: number }[]) {
  return db
    .selectFrom('items')
    .innerJoin('versions', 'versions.id', 'items.current_version_id')
    .innerJoin('contents', 'contents.body_id', 'versions.body_id')
    .select(['items.id', 'contents.text', 'contents.created_at'])
    .where(
      'items.id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
}

/** Reads files into the index and waits for it; does not wait for scheduled jobs. */
export async function readContents(deps: Dependencies, ...items: { id: number }[]): Promise<void> {
  await indexMissing(deps)
  await deps.db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .where('kind', '=', 'index_content')
    .where('state', '=', 'waiting')
    .execute()
  await until('the contents', async () => (await contentsOf(deps, items)).length === items.length, 60_000)
}

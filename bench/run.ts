import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import type { Measurement } from './measurement'
import { tableOf } from './table'

const parts: Record<string, () => Promise<Measurement[]>> = {
  h5: async () => (await import('./h5/measure')).measureH5(),
  console: async () => (await import('./h5/console')).measureConsole(),
  share: async () => (await import('./h5/share')).measureShare(),
  weapp: async () => (await import('./weapp/measure')).measureWeapp(),
  server: async () => (await import('./server/list')).measureList(),
  usual: async () => (await import('./server/usual')).measureUsual(),
  packs: async () => (await import('./server/pack')).measurePack(),
  s3: async () => (await import('./server/s3')).measureS3(),
  search: async () => (await import('./server/search')).measureSearch(),
  contacts: async () => (await import('./contacts')).measureContacts(),
  administration: async () => (await import('./server/administration')).measureAdministration(),
  import: async () => (await import('./server/importing')).measureImport(),
  directory: async () => (await import('./server/directories')).measureDirectories(),
  collabs: async () => (await import('./server/collabs')).measureCollabs(),
  comments: async () => (await import('./h5/comments')).measureComments(),
  grid: async () => (await import('./h5/grid')).measureGrid(),
  opening: async () => (await import('./h5/opening')).measureOpening(),
  documents: async () => [
    ...(await (await import('./server/documents')).measureDocuments()),
    ...(await (await import('./h5/documents')).measureDocumentPages()),
  ],
  talk: async () => (await import('./server/talk')).measureTalk(),
  moves: async () => (await import('./server/copyMove')).measureCopyMove(),
  phrases: async () => (await import('./phrases')).measurePhrases(),
}

/** Measures all parts, or the named ones, and prints the table. */
export async function run(requested: readonly string[]): Promise<void> {
  const unknown = requested.filter((name) => !parts[name])
  if (unknown.length > 0) throw new Error(`There is no part "${unknown[0]}". Parts: ${Object.keys(parts).join(', ')}`)
  buildServer()
  const measurements: Measurement[] = []
  for (const name of requested.length > 0 ? requested : Object.keys(parts)) {
    console.error(`measuring ${name} …`)
    measurements.push(...(await parts[name]!()))
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n\n${tableOf(measurements)}\n\n! exceeds its commit`,
  )
}

/** Builds the server every time: it takes a second, and a stale build would be measured unnoticed. */
export function buildServer(): void {
  const { status } = spawnSync(process.execPath, ['scripts/builds.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the server could not be built')
}

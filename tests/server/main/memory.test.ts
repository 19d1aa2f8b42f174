import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = 'server'
/** Code that runs in processes of its own, or once. */
const apart = /^(demo|migrations|admin|previews\/converters)\//

/** How a file keeps something in memory between two requests: limits, variables and empty collections of a module, collections of a class. */
const memory = [
  /new (KeyedSemaphore|MinuteLimit)\b/,
  /^(export )?let /m,
  /^(export )?const \w+(: (?!Readonly)[^=\n]+)? = new (Map|Set|WeakMap)(<.*>)?\(\)/m,
  /^ {2}((private|protected|readonly) )*\w+(: (?!Readonly)[^=\n]+)? = new (Map|Set|WeakMap)(<.*>)?\(\)/m,
]

const guards = 'it protects this process: its memory, processor or connections'
const cache = 'it is computed again elsewhere'
const forOneTask = 'it lives for one task'

/** What the server keeps in memory, and why several processes may each have their own. */
const harmless: Record<string, string> = {
  'crypto/passwords.ts': guards,
  'database/connect.ts': cache,
  'http/bodies.ts': guards,
  'http/sending.ts': guards,
  'http/turns.ts': guards,
  'limits/MinuteLimit.ts': guards,
  'limits/SharedMinuteLimit.ts': 'the database counts; only reserved acts are here',
  'live/Listeners.ts': 'every process hears every notification',
  'live/documents/DocumentRooms.ts':
    'updates are stored before they are acknowledged, and notified to the other processes',
  'live/documents/Presence.ts': 'the processes tell each other who is present',
  'mail/Mailer.ts': guards,
  'messengers/SharedTokens.ts': 'the database holds the tokens; only requests under way are here',
  'operation/Metrics.ts': 'Prometheus reads every process',
  'operation/backup/BlobShelf.ts': forOneTask,
  'previews/RenditionWaits.ts': guards,
  'previews/Renditions.ts': 'each process orders trimming after its own share of the budget',
  'previews/makers/Archives.ts': cache,
  'previews/sandbox/TempWorkspace.ts': forOneTask,
  'previews/sandbox/descriptors.ts': cache,
  'queries/search/hanForms.ts': cache,
  'remote/FamiliarNetworks.ts': 'a network that another process knows passes with the usual limit',
  'remote/OpenIdClients.ts': cache,
  'routes/messengers/messengers.ts': guards,
  'routes/session/weCom.ts': guards,
  'services/administration/import/places.ts': forOneTask,
  'services/administration/import/plan.ts': forOneTask,
  'services/comments/passages.ts': guards,
  'services/comments/voices.ts': guards,
  'services/directories/departments.ts': forOneTask,
  'services/directories/people.ts': forOneTask,
  'services/documents/checkUpdate.ts': forOneTask,
  'services/documents/pictures.ts': guards,
  'services/downloads/archiveNames.ts': forOneTask,
  'services/previews/content.ts': guards,
  'services/search/sounds.ts': cache,
  'services/session/commonPasswords.ts': cache,
  'services/session/directorySignIn.ts': guards,
  'services/session/loginAttempts.ts': guards,
  'storage/DiskStorage.ts': cache,
  'storage/s3/LocalCache.ts': cache,
  'storage/s3/s3Transport.ts': cache,
}

test('[RUN-02] what a process keeps in memory is listed, each with the reason why other processes need not know it', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !apart.test(file),
  )
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return memory.some((pattern) => pattern.test(text))
  })
  assert.deepEqual(found.sort(), Object.keys(harmless).sort())
})

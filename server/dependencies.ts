import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock'
import type { ContentCheck } from './contentCheck'
import type { Configuration } from './configuration'
import type { Db } from './database/connect'
import type { Jobs } from './jobs/Jobs'
import type { Live } from './live/Live'
import type { Messengers } from './messengers/Messengers'
import type { CodeSender } from './phoneCodes/CodeSender'
import type { Previews } from './previews/Previews'
import type { Sealer } from './sealing'
import type { Signer } from './signing'
import type { BlobStorage } from './storage/BlobStorage'
import type { TemporaryOwner } from './storage/TemporaryOwner'
import type { UploadLocks } from './uploads/UploadLocks'

/** Everything that `compose` has built. Only `app.ts` takes it whole: routes and services name the ports that they use. */
export interface Dependencies {
  db: Db
  config: Configuration
  storage: BlobStorage
  /** Owns the temporaries of this process. */
  lease: TemporaryOwner
  log: FastifyBaseLogger
  clock: Clock
  jobs: Jobs
  previews: Previews
  live: Live
  sign: Signer
  sealer: Sealer
  uploadLocks: UploadLocks
  messengers: Messengers
  /** null: none is configured. */
  codeSender: CodeSender | null
  contentCheck: ContentCheck
}

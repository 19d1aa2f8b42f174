import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import type { Jobs } from '../jobs/Jobs'
import type { BlobStorage } from '../storage/BlobStorage'

/** What making renditions uses of the server. */
export interface PreviewPorts {
  db: Db
  storage: BlobStorage
  jobs: Jobs
  log: FastifyBaseLogger
  clock: Clock
}

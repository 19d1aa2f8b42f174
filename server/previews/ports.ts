import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../time/clock'
import type { Db } from '../database/connect'
import type { Programs } from '../database/lease'
import type { Jobs } from '../jobs/Jobs'
import type { BlobStorage } from '../storage/BlobStorage'
import type { TemporaryOwner } from '../storage/TemporaryOwner'
import type { Configuration } from '../config/configuration'

/** The parts of the server that making renditions uses. */
export interface PreviewPorts {
  db: Db
  storage: BlobStorage
  jobs: Jobs
  log: FastifyBaseLogger
  clock: Clock
  /** Owns the working folder of this process, and knows the programs of all. */
  lease: TemporaryOwner & Programs
  config: Pick<Configuration, 'dataFolder' | 'officeWithoutIsolation' | 'previewBytes'>
}

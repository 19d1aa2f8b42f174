import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './time/clock'
import type { ContentCheck } from './remote/contentCheck'
import type { Configuration } from './config/configuration'
import type { Db } from './database/connect'
import type { Lease } from './database/lease'
import type { Jobs } from './jobs/Jobs'
import type { OpenDocuments } from './live/documents/openDocuments'
import type { Live } from './live/Live'
import type { Mailer } from './mail/Mailer'
import type { Messengers } from './messengers/Messengers'
import type { CodeSender } from './remote/CodeSender'
import type { LdapClients } from './remote/LdapClients'
import type { OfficeService } from './remote/OfficeService'
import type { OpenIdClients } from './remote/OpenIdClients'
import type { Readiness } from './operation/Readiness'
import type { Previews } from './previews/Previews'
import type { DirectoryRow } from './database/directoryTables'
import type { DirectorySource } from './services/directories/snapshot'
import type { Encrypter } from './crypto/encryption'
import type { Signer } from './crypto/signing'
import type { BlobStorage } from './storage/BlobStorage'
import type { S3Bucket } from './storage/s3/S3Bucket'
import type { UploadLocks } from './storage/UploadLocks'

/** Everything that `compose` builds. Only `app.ts` receives it whole: routes and services name the ports that they use. */
export interface Dependencies {
  db: Db
  config: Configuration
  storage: BlobStorage
  /** The S3 store, for what is no blob; null when files lie in the data folder */
  bucket: S3Bucket | null
  /** Owns the temporary files of this process, and knows the programs of all. */
  lease: Lease
  log: FastifyBaseLogger
  clock: Clock
  jobs: Jobs
  previews: Previews
  readiness: Readiness
  live: Live
  documentRooms: OpenDocuments
  sign: Signer
  encrypter: Encrypter
  uploadLocks: UploadLocks
  messengers: Messengers
  /** null when none is configured */
  codeSender: CodeSender | null
  contentCheck: ContentCheck
  /** null when no SMTP server is configured */
  mailer: Mailer | null
  openIdClients: OpenIdClients
  /** null when none is configured */
  office: OfficeService | null
  ldapClients: LdapClients
  /** Opens a directory with its stored settings. @throws DirectoryFailure */
  openDirectory(directory: DirectoryRow): Promise<DirectorySource>
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { RawNode, type KyselyPlugin } from 'kysely'
import type { Clock } from '../../server/time/clock'
import { compose } from '../../server/compose'
import { readConfiguration, type Configuration } from '../../server/config/configuration'
import type { Connection } from '../../server/database/embedded'
import type { Dependencies } from '../../server/dependencies'
import type { RequestLimits } from '../../server/http/limits'
import type { DocumentSettings } from '../../server/live/documents/openDocuments'
import type { LiveSettings } from '../../server/live/Live'
import type { Ffmpeg } from '../../server/previews/makers/ffmpeg'
import type { Tesseract } from '../../server/previews/makers/tesseract'
import type { Sandbox } from '../../server/previews/sandbox/sandbox'
import type { UploadLockSettings } from '../../server/storage/UploadLocks'
import { loggedFacts, requireWords } from './administration/loggedFacts'
import { createTestDatabase } from './cluster'

export interface TestServer {
  /** `http://127.0.0.1:port` */
  url: string
  app: FastifyInstance
  deps: Dependencies
  /** The temporary folder: `files` in it contains the blobs, `web` is served as the web client. */
  folder: string
  connection: Connection
  close(): Promise<void>
}

export interface TestServerOptions {
  clock?: Clock
  /** Connections to the database, for a test that blocks several. */
  connections?: number
  config?: Partial<Configuration>
  /** The built web client; default: an empty folder. */
  webFolder?: string
  /** Shorter times of event streams. */
  live?: Partial<LiveSettings>
  /** Shorter times and smaller bounds of open documents. */
  documents?: Partial<DocumentSettings>
  /** Shorter waits for an upload that another request has locked. */
  uploadLocks?: Partial<UploadLockSettings>
  /** Shorter times and fewer connections. */
  limits?: RequestLimits
  /** LibreOffice's command, null for none; default: the installed one. */
  soffice?: string | null
  /** ms for one run of LibreOffice. */
  officeLimit?: number
  /** ffmpeg's commands, null for none; default: the installed ones. */
  ffmpeg?: Ffmpeg | null
  /** Tesseract's command and languages; default: none, because recognising words is slow. */
  tesseract?: Tesseract | null
  /** The sandbox of converters, null for none; default: one that works on this machine. */
  sandbox?: Sandbox | null
  /** Called with each statement that the server sends to the database. */
  watch?: (statement: string) => void
}

/** Passes on each statement, raw ones as text, others as their kind. */
function reportStatements(watch: (statement: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      watch(RawNode.is(node) ? node.sqlFragments.join('?') : node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/** The real server on a free port, with a database and a folder of its own. Close it in `after`. */
export async function startTestServer({
  clock,
  config,
  connections,
  webFolder,
  live,
  documents,
  uploadLocks,
  limits,
  soffice,
  officeLimit,
  ffmpeg,
  tesseract = null,
  sandbox,
  watch,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-files-'))
  const created = await createTestDatabase(connections)
  const database = { ...created, db: watch ? created.db.withPlugin(reportStatements(watch)) : created.db }
  const configuration = {
    ...readConfiguration({ DATA_DIR: folder, LOG_LEVEL: process.env.TEST_LOG ?? 'fatal' }, folder),
    // Tests move their clock far ahead.
    sessionDays: 3650,
    ...config,
  }
  const { app, deps, stop } = await compose(configuration, {
    webFolder: webFolder ?? join(folder, 'web'),
    database,
    clock,
    sweeps: false,
    jobs: { pollInterval: 200, lease: 2000 },
    live,
    documents,
    uploadLocks,
    limits,
    programs: { soffice, officeLimit, ffmpeg, tesseract, sandbox },
  })
  deps.jobs.start()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    app,
    deps,
    folder,
    connection: database.connection,
    async close() {
      // A test may have taken the database or the log away.
      const facts = await loggedFacts(deps.db).catch(() => [])
      await stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      requireWords(facts)
    },
  }
}

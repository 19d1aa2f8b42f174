import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readSetting } from '../../../server/database/settings'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { STORAGE_NAME } from '../../../server/storage/storageName'
import { runAdmin } from '../../support/administration/runAdmin'
import { Client, client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { factories } from '../../support/factories'
import { addressOf } from '../../support/manyServers'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { settingsOf, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { until } from '../../support/until'
import { begin, offsetOf, openPatch, patch } from '../../support/uploads/tus'

describe(
  '[RUN-01] [RUN-02] several processes without a shared disk, on one database and one bucket',
  { skip: withoutSwift },
  () => {
    let database: TestDatabase
    let s3: S3Settings
    let bucket: S3Bucket
    let folder: string
    let settings: Record<string, string>
    const started: ServerProcess[] = []

    before(async () => {
      database = await createTestDatabase()
      s3 = await swiftBucket('many', { prefix: 'drive/' })
      bucket = new S3Bucket(s3)
      folder = await mkdtemp(join(tmpdir(), 'satchel-buckets-'))
      await chmod(folder, 0o711)
      settings = {
        DATABASE_URL: addressOf(database.connection),
        SEALING_KEY: randomBytes(32).toString('base64'),
        DEMO: '0',
        ...settingsOf(s3),
      }
    })
    afterEach(async () => {
      await Promise.all(started.splice(0).map((server) => server.stop()))
    })
    after(async () => {
      bucket.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })

    /** Starts a process with a data folder of its own. @returns the process, or what it printed before it ended */
    async function start(name: string, more: Record<string, string> = {}): Promise<ServerProcess | string> {
      try {
        const server = await startServerProcess({ ...settings, DATA_DIR: join(folder, name), ...more })
        started.push(server)
        return server
      } catch (error) {
        return (error as Error).message
      }
    }

    async function startThree(): Promise<ServerProcess[]> {
      const outcomes = await Promise.all(['one', 'two', 'three'].map((name) => start(name)))
      assert.deepEqual(
        outcomes.map((each) => (typeof each === 'string' ? each : '')),
        ['', '', ''],
      )
      return outcomes as ServerProcess[]
    }

    async function signIn(servers: readonly ServerProcess[]): Promise<Client[]> {
      const { login } = await factories({
        db: database.db,
        storage: undefined as never,
        clock: () => new Date(),
      }).user()
      const { headers } = await client(servers[0]!).as(login)
      return servers.map(({ url }) => Object.assign(new Client(url), { headers: { ...headers } }))
    }

    test('three that start at once on an empty database and an empty bucket give the bucket one name', async () => {
      await sql`drop schema public cascade`.execute(database.db)
      await sql`create schema public`.execute(database.db)
      await startThree()
      const name = (await bucket.get('storage.name'))!.trim()
      assert.match(name, /^[0-9a-f]{32}$/)
      assert.equal(await readSetting(database.db, STORAGE_NAME), name)
      for (const data of ['one', 'two', 'three']) assert.ok(!(await readdir(join(folder, data))).includes('files'))
    })

    test('an upload goes on at another process when the one that receives it is killed, and a third one reads the file', async () => {
      const servers = await startThree()
      const sessions = await signIn(servers)
      const [first, second, third] = sessions as [Client, Client, Client]
      const bytes = randomBytes(2 * PART_SIZE + 1000)
      const { path, id } = await begin(first, bytes.length)
      const sending = openPatch(first, path, 0, bytes.length)
      sending.on('error', () => undefined)
      sending.write(bytes.subarray(0, PART_SIZE + 1_000_000))
      await until('a part is acknowledged', async () => {
        const { received } = await database.db
          .selectFrom('uploads')
          .select('received')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return received >= PART_SIZE
      })
      await servers[0]!.kill()
      const offset = await until('the offset', () => offsetOf(second, path))
      assert.ok(offset >= PART_SIZE && offset <= PART_SIZE + 1_000_000, String(offset))
      await until('the other process has the upload', async () => {
        const { status } = await patch(second, path, offset, bytes.subarray(offset))
        return status === 204
      })
      const { new_file: file } = await second.call('POST /apps/files/upload_finish', { upload_id: id })
      const { download_url } = await third.call('GET /apps/files/download', { file_id: file.id, no_redirect: true })
      const answer = await fetch(new URL(download_url, servers[2]!.url))
      assert.equal(bytes.compare(Buffer.from(await answer.arrayBuffer())), 0)
    })

    test('a process or a command with another bucket, another prefix or a folder is refused, and leaves no name there', async () => {
      const another = await swiftBucket('many-another')
      const known = await readSetting(database.db, STORAGE_NAME)
      const words = new RegExp(
        `does not hold the files of this database: its name is missing, the database knows ${known}`,
      )
      const others: Record<string, string>[] = [
        settingsOf(another),
        { S3_PREFIX: 'elsewhere' },
        { S3_URL: '', S3_BUCKET: '', S3_KEY: '', S3_SECRET: '' },
      ]
      for (const [at, more] of others.entries()) {
        const refused = String(await start(`other-${at}`, more))
        assert.match(refused, words)
        assert.ok(!refused.includes(s3.secret))
        const { code, err } = await runAdmin(['check'], { ...settings, DATA_DIR: join(folder, 'one'), ...more })
        assert.equal(code, 1)
        assert.match(err, words)
      }
      const left = [new S3Bucket(another), new S3Bucket({ ...s3, prefix: 'elsewhere/' })]
      for (const other of left) {
        for await (const { name } of other.list('')) assert.fail(`${name} is left`)
        other.close()
      }
    })

    test('a bucket of another database is refused; it is accepted once its name is what the message says', async () => {
      const another = await swiftBucket('many-renamed')
      const other = new S3Bucket(another)
      await other.put('storage.name', Buffer.from('of-another-database\n'))
      const refused = String(await start('renamed', { ...settingsOf(another), S3_PREFIX: '' }))
      const [, name, at] = /its name is of-another-database,.* write (\w+) into (\S+)\.\n/.exec(refused) ?? []
      assert.equal(at, `${another.url}/many-renamed/storage.name`, refused)
      await other.put('storage.name', Buffer.from(name!))
      assert.notEqual(typeof (await start('renamed', { ...settingsOf(another), S3_PREFIX: '' })), 'string')
      other.close()
    })
  },
)

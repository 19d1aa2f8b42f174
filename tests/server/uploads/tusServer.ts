import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import type { UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import type { TusAnswer } from '../../support/uploads/tus'
import { refusedWith } from '../../support/uploads/upload'

export const DAY = 86_400_000
export let server: TestServer
export let make: ReturnType<typeof factories>
export let owner: UserRow
export let me: Client
export let storedBefore: number

/** No sender counts as silent unless a test changes this. */
export const locks = { quiet: 600_000, patience: 30_000 }

/** Starts a server for the tests of a file. Each test has a user of its own. */
export function startTusServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock, uploadLocks: locks })
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    Object.assign(locks, { quiet: 600_000, patience: 30_000 })
    owner = await make.user()
    await signIn()
    storedBefore = await storedFiles()
  })
}

/** Gives the user another session, e.g. after the clock has moved. */
export async function signIn(): Promise<void> {
  me = await client(server).as(owner.login)
}

export const storedFiles = async () =>
  (await readdir(join(server.folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length
export const finish = (id: string, who = me) =>
  who.call('POST /apps/files/upload_finish', { upload_id: id }).then(({ new_file }) => new_file)
export const finishRefused = (id: string, code: ErrorCode, who = me) =>
  who.refused('POST /apps/files/upload_finish', { upload_id: id }, code)
export const namesOf = async () =>
  (await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })).items?.map(
    ({ name }) => name,
  )
export const sha256Of = async (fileId: number, who = me) => {
  const { download_url } = await who.call('GET /apps/files/download', { file_id: fileId })
  return sha256(Buffer.from(await (await fetch(new URL(download_url, server.url))).arrayBuffer()))
}
export const rowOf = (id: string) =>
  server.deps.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
export const keyOf = async (id: string) => (await rowOf(id))?.part_key ?? assert.fail('no part')
export const refusal = ({ status, body }: TusAnswer, expected: number, code: ErrorCode) =>
  refusedWith({ status, body }, code, expected)

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import type { Fault } from '../../../server/operation/check/Fault'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { client } from '../../support/client'
import { photo, sendPicture } from '../../support/documents/pictures'
import { endWriters, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeEmptyServer } from '../../support/operation/emptyServer'
import { startTestServer, type TestServer } from '../../support/testServer'

const DAY = 24 * 3600_000

let server: TestServer
let backup: string
/** The text with the picture. */
let item: { id: number; name: string }
/** The row and the key of the picture's bytes. */
let picture: { id: number; key: string }

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
  const me = await client(server).as(owner.login)
  item = (await makeDocument(me)).item
  await sendPicture(server, await tokenOf(me, item.id), await photo())
  picture = await server.deps.db
    .selectFrom('document_pictures')
    .innerJoin('bodies', 'bodies.id', 'document_pictures.body_id')
    .select(['bodies.id', 'bodies.key'])
    .executeTakeFirstOrThrow()
  backup = await mkdtemp(join(tmpdir(), 'satchel-pictures-'))
})
afterEach(endWriters)
after(async () => {
  await server.close()
  await rm(backup, { recursive: true, force: true })
})

/** Runs a command that must end with the code. */
async function run<T>(args: string[], settings: Record<string, string>, code = 0): Promise<T> {
  const answer = await runAdminHere([...args, '--json'], settings)
  assert.equal(answer.code, code, `${answer.out}${answer.err}`)
  return JSON.parse(answer.out) as T
}

const pathOf = (folder: string) => join(folder, 'files', picture.key)

describe('pictures of texts in backups, checks and sweeps (DOC-09)', () => {
  test('[RUN-05] a backup contains the bytes of pictures; restored, the server equals it', async () => {
    await run(['backup', backup], settingsBeside(server))
    const empty = await makeEmptyServer()
    try {
      await run(['restore', backup], empty.settings)
      const { differences } = await run<{ differences: unknown[] }>(['compare', backup], empty.settings)
      assert.deepEqual(differences, [])
      assert.deepEqual(await readFile(pathOf(empty.folder)), await readFile(pathOf(server.folder)))
    } finally {
      await empty.remove()
    }
  })

  test('[RUN-07] a check counts the bytes of pictures, and finds nothing wrong', async () => {
    assert.deepEqual(await run(['check'], settingsBeside(server)), [])
  })

  test('[RUN-07] a check names the text whose picture is lost, and restores the bytes from a backup', async () => {
    const bytes = await readFile(pathOf(server.folder))
    await rename(pathOf(server.folder), `${pathOf(server.folder)}.away`)
    const found = await run<Fault[]>(['check', '--repair'], settingsBeside(server), 1)
    assert.deepEqual(
      found.map(({ kind, text, state }) => ({ kind, text, state })),
      [
        {
          kind: 'missing_blob',
          text: `the picture ${picture.key} in ${item.id} (${item.name}) is missing`,
          state: 'open',
        },
      ],
    )
    await writeFile(pathOf(server.folder), bytes.subarray(1))
    const [fault] = await run<Fault[]>(['check', '--from', backup, '--repair'], settingsBeside(server))
    assert.deepEqual([fault?.kind, fault?.state], ['wrong_size', 'repaired'])
    assert.deepEqual(await readFile(pathOf(server.folder)), bytes)
  })

  test('[RUN-07] the sweep and a repair remove no picture, however old it is', async () => {
    const { db } = server.deps
    const old = new Date(Date.now() - 3 * DAY)
    await sql`update bodies set created_at = ${old} where id = ${picture.id}`.execute(db)
    await sweepBlobs({ ...server.deps, clock: () => new Date(Date.now() + 3 * DAY) })
    assert.deepEqual(await run(['check', '--repair'], settingsBeside(server)), [])
    assert.ok((await server.deps.storage.stat(picture.key))?.isComplete)
    assert.equal((await db.selectFrom('bodies').select('id').where('id', '=', picture.id).execute()).length, 1)
  })
})

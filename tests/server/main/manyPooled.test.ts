import assert from 'node:assert/strict'
import { after, before, test, describe } from 'node:test'
import { client, type Client } from '../../support/client'
import { createTestDatabase } from '../../support/cluster'
import { openEvents } from '../../support/eventStream'
import { addressOf, startManyServers, type ManyServers } from '../../support/manyServers'
import { Pgbouncer, withoutPgbouncer } from '../../support/Pgbouncer'
import { begin, openPatch, offsetOf, patch } from '../../support/uploads/tus'
import { until } from '../../support/until'

describe('[RUN-02] a pooler in transaction mode before the database', { skip: withoutPgbouncer }, () => {
  let pooler: Pgbouncer
  let many: ManyServers
  let sessions: Client[]
  let folder: { id: number }
  before(async () => {
    const engine = await createTestDatabase()
    pooler = await Pgbouncer.start(engine.connection)
    await engine.drop()
    many = await startManyServers(2, (connection) => ({
      DATABASE_URL: pooler.addressOf(connection),
      DATABASE_DIRECT_URL: addressOf(connection),
    }))
    const user = await many.make.user()
    folder = await many.make.folder({ owner: user })
    sessions = many.everywhere(await client(many.servers[0]!).as(user.login))
  })
  after(async () => {
    await many.close()
    await pooler.stop()
  })

  test('many calls at once are answered, though each statement may meet another connection', async () => {
    const list = (who: Client) =>
      who.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id, folder_type: 'folder' })
    const write = (who: Client, n: number) =>
      who.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: `文件夹 ${n}` })
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? write : list)(sessions[n % 2]!, n)))
    const { total_children_count: total } = (await list(sessions[0]!)) as { total_children_count?: number }
    assert.equal(total, 10)
  })

  test('a change at one process reaches the open lists of the other', async () => {
    const events = await openEvents(sessions[1]!, `folder_${folder.id}`)
    await sessions[0]!.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '新的' })
    await events.hears(`changed folder_${folder.id}`)
    events.close()
  })

  test('uploads are locked, taken over and released across the processes', async () => {
    const size = 3_000_000
    const { path, id } = await begin(sessions[0]!, size)
    const silent = openPatch(sessions[0]!, path, 0, size)
    silent.write(Buffer.alloc(1_000_000, 1))
    await until('the first bytes', () =>
      many.database.db
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'partial')
        .executeTakeFirst(),
    )
    await until('the rest to be taken', async () => {
      const offset = (await offsetOf(sessions[1]!, path))!
      return (await patch(sessions[1]!, path, offset, Buffer.alloc(size - offset, 1))).status === 204
    })
    silent.destroy()
    const finish = (who: Client) => who.call('POST /apps/files/upload_finish', { upload_id: id })
    const made = await Promise.all([...sessions, ...sessions].map(finish))
    assert.equal(new Set(made.map(({ new_file: file }) => file.id)).size, 1)
  })
})

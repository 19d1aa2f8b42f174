import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../../../server/database/connect'
import { migrate } from '../../../server/database/migrate'
import { migrations } from '../../../server/migrations'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'

let host: TestDatabase
let created = 0
before(async () => {
  host = await createTestDatabase()
})
after(async () => {
  for (; created > 0; created--) {
    await sql`drop database ${sql.id(`${host.connection.database}_${created}`)} with (force)`.execute(host.db)
  }
  await host.drop()
})

describe('migrations', () => {
  test('a database is migrated once, also by two processes at once', async () => {
    const connection = await emptyDatabase()
    const [one, other] = [connect(connection, 2, () => undefined), connect(connection, 2, () => undefined)]
    const applied = await Promise.all([migrate(one), migrate(other)])
    assert.deepEqual(
      applied.sort((a, b) => a.length - b.length),
      [[], Object.keys(migrations)],
    )
    await Promise.all([one.destroy(), other.destroy()])
  })

  test('a database of a newer release is refused', async () => {
    const { db } = await migratedDatabase()
    await sql`insert into kysely_migration (name, timestamp) values ('999_future', '2100-01-01T00:00:00.000Z')`.execute(
      db,
    )
    await assert.rejects(migrate(db), /newer release/)
    await db.destroy()
  })

  test('[AH-17] the migration keeps whether the maker or an administrator closed a link', async () => {
    const db = await databaseBefore('034_shareClosings')
    const link = (name: string, closed: string) =>
      sql`
        insert into share_links (unique_name, serial_number, maker_id, enterprise_id, access, disable_download, disable_forward,
          is_watermark_visitor, created_at, closed_at, is_closed_by_administrator)
        select rpad(${name}, 22, 'x'), ${name}, id, enterprise_id, 'public', false, false, false, now(),
          ${sql.raw(closed)} from users`.execute(db)
    await sql`
      insert into enterprises (name, wording) values ('kept', 'default');
      insert into users (enterprise_id, login, name) select id, 'wang', '王芳' from enterprises`.execute(db)
    await link('open', 'null, false')
    await link('maker', "'2026-11-01', false")
    await link('administrator', "'2026-11-02', true")
    await sql.raw(migrations['034_shareClosings']!).execute(db)
    const { rows } = await sql`
      select serial_number, closed_at::date::text as maker, closed_by_administrator_at::date::text as administrator
      from share_links order by id`.execute(db)
    assert.deepEqual(rows, [
      { serial_number: 'open', maker: null, administrator: null },
      { serial_number: 'maker', maker: '2026-11-01', administrator: null },
      { serial_number: 'administrator', maker: null, administrator: '2026-11-02' },
    ])
    await db.destroy()
  })

  describe('a database of a release that numbered its migrations', () => {
    test('it is migrated with its data, and only missing migrations are applied', async () => {
      const { db } = await numberedDatabase((number) => number < 13)
      await sql`insert into enterprises (name, wording) values ('kept', 'default')`.execute(db)
      assert.deepEqual(
        await migrate(db),
        Object.keys(migrations).filter((name) => Number.parseInt(name, 10) >= 13),
      )
      const { rows } = await sql<{ name: string }>`select name from enterprises`.execute(db)
      assert.deepEqual(rows, [{ name: 'kept' }])
      assert.deepEqual(await migrate(db), [])
      await db.destroy()
    })

    test('archives keep their users, now as actor keys', async () => {
      const { db } = await numberedDatabase((number) => number < 13)
      await sql`
        insert into enterprises (name, wording) values ('kept', 'default');
        insert into users (enterprise_id, login, name) select id, 'wang', '王芳' from enterprises;
        insert into packs (id, user_id, item_ids, expires_at) select 'pack', id, '{}', now() from users`.execute(db)
      await migrate(db)
      const { rows } = await sql<{ owner: string; actor_key: string }>`
        select 'u' || users.id as owner, actor_key from packs, users`.execute(db)
      assert.equal(rows.length, 1)
      assert.equal(rows[0]!.actor_key, rows[0]!.owner)
      await db.destroy()
    })

    test('sessions are kept; an unconfirmed secret of the second step is dropped', async () => {
      const { db } = await numberedDatabase((number) => number < 13)
      await sql`
        insert into enterprises (name, wording) values ('kept', 'default');
        insert into users (enterprise_id, login, name, totp_secret) select id, 'wang', '王芳', 'SEEN' from enterprises;
        insert into users (enterprise_id, login, name, totp_secret, totp_enrolled_at) select id, 'li', '李蔚', 'OWN', now() from enterprises;
        insert into sessions (token_hash, user_id, kind) select login::bytea, id, 'cookie' from users`.execute(db)
      await migrate(db)
      const { rows } = await sql`
        select login, totp_secret, sessions.device, sessions.address from users join sessions on user_id = users.id order by login`.execute(
        db,
      )
      assert.deepEqual(rows, [
        { login: 'li', totp_secret: 'OWN', device: null, address: '' },
        { login: 'wang', totp_secret: null, device: null, address: '' },
      ])
      await db.destroy()
    })

    test('two processes at once migrate it once', async () => {
      const { db, connection } = await numberedDatabase(() => true)
      const other = connect(connection, 2, () => undefined)
      const applied = await Promise.all([migrate(db), migrate(other)])
      assert.deepEqual(
        applied.sort((one, two) => one.length - two.length),
        [[], Object.keys(migrations).filter((name) => Number.parseInt(name, 10) > 16)],
      )
      await Promise.all([db.destroy(), other.destroy()])
    })

    test('a database of a newer release is refused and stays unchanged', async () => {
      const { db } = await numberedDatabase(() => true)
      await sql`insert into migrations (number, name) values (999, 'from the future')`.execute(db)
      await assert.rejects(migrate(db), /newer release/)
      const { rows } = await sql<{ count: number }>`select count(*) from migrations where number = 999`.execute(db)
      assert.deepEqual(rows, [{ count: 1 }])
      await db.destroy()
    })
  })
})

/** Creates a database without tables; the tests drop it at the end. */
async function emptyDatabase() {
  const database = `${host.connection.database}_${++created}`
  await sql`create database ${sql.id(database)}`.execute(host.db)
  return { ...host.connection, database }
}

async function migratedDatabase() {
  const connection = await emptyDatabase()
  const db = connect(connection, 2, () => undefined)
  await migrate(db)
  return { db, connection }
}

/** Creates a database with the migrations before the given one. */
async function databaseBefore(migration: string) {
  const db = connect(await emptyDatabase(), 2, () => undefined)
  for (const [name, text] of Object.entries(migrations)) {
    if (name === migration) break
    await sql.raw(text).execute(db)
  }
  return db
}

/** A database as release 0.1 left it: some of its sixteen migrations, with their numbers in a table of their own. */
async function numberedDatabase(isApplied: (number: number) => boolean) {
  const connection = await emptyDatabase()
  const db = connect(connection, 2, () => undefined)
  await sql`create table migrations (number integer primary key, name text not null, applied_at timestamptz default now())`.execute(
    db,
  )
  for (const [name, text] of Object.entries(migrations)) {
    const number = Number.parseInt(name, 10)
    if (number > 16 || !isApplied(number)) continue
    await sql.raw(text).execute(db)
    await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(db)
  }
  return { db, connection }
}

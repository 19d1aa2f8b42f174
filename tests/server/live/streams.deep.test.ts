import assert from 'node:assert/strict'
import { describe } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { inTransaction } from '../../../server/database/transaction'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer } from '../../support/testServer'
import { until } from '../../support/until'
import {
  actor,
  changedOf,
  colleague,
  events,
  fence,
  file,
  folder,
  make,
  outside,
  server,
  settledEvents,
  startLiveServer,
  stranger,
  watches,
} from './liveServer'

startLiveServer()

describe('[AH-20] batching of notifications', () => {
  deepTest('ten thousand rows of one action are one notification, which names the tab', async () => {
    const payloads: string[] = []
    const listener = new pg.Client(server.connection)
    listener.on('notification', ({ payload }) => void payloads.push(payload ?? ''))
    await listener.connect()
    await listener.query('listen live')
    await inTransaction(
      server.deps.db,
      (transaction) =>
        sql`
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${folder.id}, false, '文件' || n, '文件' || n, ${actor.id}, ${actor.id} from generate_series(1, 10000) as n`.execute(
          transaction,
        ),
      { actor: { client: `${actor.id}.mine` } },
    )
    await until('the notification', () => payloads.length > 0)
    assert.deepEqual(payloads, [`in ${folder.id} by ${actor.id}.mine`])
    await listener.end()
  })

  deepTest('ten thousand rows are one notification and one mark', async () => {
    const stream = await settledEvents(watches, colleague, `folder_${folder.id}`)
    const payloads: string[] = []
    const listener = new pg.Client(server.connection)
    listener.on('notification', ({ payload }) => void payloads.push(payload ?? ''))
    await listener.connect()
    await listener.query('listen live')
    await sql`
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${folder.id}, false, '文件' || n, '文件' || n, ${actor.id}, ${actor.id} from generate_series(1, 10000) as n`.execute(
      server.deps.db,
    )
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [`changed folder_${folder.id}`])
    await until('the fence', () => payloads.includes(`messages ${colleague.id}`))
    assert.deepEqual(payloads, [`in ${folder.id}`, `messages ${colleague.id}`])
    payloads.length = 0
    stream.forget()
    await sql`update items set changed_at = now() where parent_id = ${folder.id} and deleted_at is null`.execute(
      server.deps.db,
    )
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [`changed folder_${folder.id}`])
    await until('the fence', () => payloads.includes(`messages ${colleague.id}`))
    assert.deepEqual(payloads, [`in ${folder.id}`, `messages ${colleague.id}`])
    await listener.end()
  })

  deepTest('a rolled-back change is not notified', async () => {
    const stream = await settledEvents(watches, colleague, `folder_${folder.id}`)
    await assert.rejects(
      server.deps.db.transaction().execute(async (transaction) => {
        await transaction.updateTable('items').set({ description: 'x' }).where('id', '=', file.id).execute()
        throw new Error('no')
      }),
    )
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [])
  })
})

describe('[AH-20] the unread badge', () => {
  deepTest('a new message and a read one update the count on every stream of the user and on no other', async () => {
    const [first, second, theirs] = [await events(watches, 'own'), await events(watches, ''), await events(outside, '')]
    const { id } = await make.message(colleague)
    await Promise.all([first.hears('unread 1'), second.hears('unread 1')])
    await watches.call('POST /apps/messages/mark_read', { message_ids: [id] })
    await Promise.all([first.hears('unread 0'), second.hears('unread 0')])
    await fence(theirs, stranger)
    assert.deepEqual(theirs.marks, ['unread 1'])
  })
})

describe('[AH-20] a stream and its session', () => {
  deepTest('a stream needs a session and valid places', async () => {
    const { body } = await client(server).visitor.request('GET', '/api/events?watch=own')
    assert.ok('login_expired' in (body as { errors: object }).errors)
  })

  deepTest('a refused stream ends and states the reason: no session, or an expired enterprise', async () => {
    const stranger = await openEvents(client(server).visitor, 'own')
    assert.deepEqual([stranger.status, stranger.marks], [200, ['refused login_expired']])
    await until('its end', () => stranger.isEnded)

    const user = await make.user({
      enterprise: await make.enterprise({ expires_at: new Date(Date.now() - 86_400_000) }),
    })
    const late = await openEvents(await client(server).as(user.login), 'own')
    assert.deepEqual([late.status, late.marks], [200, ['refused enterprise_expired']])
    await until('its end', () => late.isEnded)
  })

  for (const watch of [
    'folder_',
    'folder_1;drop',
    'file_1',
    Array.from({ length: 11 }, (_, n) => `folder_${n + 1}`).join(','),
  ]) {
    deepTest(`watch=${watch.slice(0, 30)} is refused`, async () => {
      const { body } = await watches.request('GET', `/api/events?watch=${watch}`)
      assert.ok('validation_errors' in (body as { errors: object }).errors)
    })
  }

  deepTest('a stream ends when its user signs out; the user’s other session keeps its stream', async () => {
    const other = await client(server).as(colleague.login)
    const [mine, elsewhere] = [await events(watches, 'own'), await events(other, 'own')]
    await watches.call('POST /apps/users/logout', {})
    await until('the end', () => mine.isEnded)
    await fence(elsewhere, colleague)
    assert.equal(elsewhere.isEnded, false)
  })

  deepTest('a stream sends heartbeats, and ends when its user is signed out by force', async () => {
    const stream = await events(watches, 'own')
    await until('a sign of life', () => stream.beats > 1)
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', colleague.id).execute()
    await until('the end', () => stream.isEnded)
  })

  deepTest('a stream survives a database error: changes are notified once the database answers', async () => {
    const { db } = server.deps
    const stream = await events(watches, 'own')
    // A sequence counts the failures: a rollback does not reset it.
    await sql`create sequence session_failures`.execute(db)
    await sql`create function fail_session() returns boolean language plpgsql as $$
      begin perform nextval('session_failures'); raise 'no session today'; end $$`.execute(db)
    await sql`alter table sessions rename to sessions_kept`.execute(db)
    await sql`create view sessions as select * from sessions_kept where fail_session()`.execute(db)
    try {
      await make.folder({ owner: colleague })
      await until('a failure', async () => {
        const { rows } = await sql<{ is_called: boolean }>`select is_called from session_failures`.execute(db)
        return rows[0]!.is_called
      })
    } finally {
      await sql`drop view sessions`.execute(db)
      await sql`alter table sessions_kept rename to sessions`.execute(db)
    }
    await stream.hears('changed own')
    assert.equal(stream.isEnded, false)
  })

  deepTest('an applet opens streams with its token; a ninth is refused, and closed streams do not count', async () => {
    const before = server.deps.live.size()
    const applet = await client(server).asApplet(colleague.login)
    const streams = []
    for (let n = 0; n < 8; n += 1) streams.push(await events(applet, 'own'))
    const ninth = await openEvents(applet, 'own')
    assert.deepEqual([ninth.status, ninth.marks], [200, ['refused too_many_streams']])
    await until('its end', () => ninth.isEnded)
    assert.equal((await applet.request('GET', '/api/events?watch=own')).status, 429)
    assert.equal(server.deps.live.size(), before + 8)
    for (const stream of streams) stream.close()
    await until('all forgotten', () => server.deps.live.size() === before)
    assert.equal((await events(applet, 'own')).status, 200)
  })

  deepTest('the headers of a stream forbid proxies to compress, cache or buffer it', async () => {
    const stop = new AbortController()
    const applet = await client(server).asApplet(colleague.login)
    const headers = { ...applet.headers, accept: 'text/event-stream', 'accept-encoding': 'gzip, deflate, br' }
    const answer = await fetch(`${applet.url}/api/events?watch=own`, { headers, signal: stop.signal })
    const headerNames = ['content-type', 'content-encoding', 'cache-control', 'x-accel-buffering', 'content-length']
    assert.deepEqual(
      headerNames.map((name) => answer.headers.get(name)),
      ['text/event-stream; charset=utf-8', null, 'no-store, no-transform', 'no', null],
    )
    stop.abort()
  })

  deepTest('after a lost database connection every place is marked, because anything may have changed', async () => {
    const stream = await events(watches, 'own')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen live'`.execute(
      server.deps.db,
    )
    await stream.hears('changed own')
    stream.forget()
    await make.folder({ owner: colleague })
    await stream.hears('changed own')
  })

  deepTest('a stopping server ends its streams and does not wait for them', async () => {
    const second = await startTestServer()
    const user = await factories(second.deps).user()
    const stream = await openEvents(await client(second).as(user.login), 'own')
    await second.close()
    await until('the end', () => stream.isEnded)
  })
})

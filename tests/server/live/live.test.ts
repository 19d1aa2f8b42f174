import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { inTransaction } from '../../../server/database/transaction'
import type { DepartmentRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openEvents, type EventStream } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

let server: TestServer
let make: ReturnType<typeof factories>
let department: DepartmentRow
let actor: UserRow
let colleague: UserRow
let stranger: UserRow
let acts: Client
let watches: Client
let outside: Client
let folder: ItemRow
let file: ItemRow
const open: EventStream[] = []

before(async () => {
  server = await startTestServer({ live: { gather: 20, heartbeat: 100, retry: 100 } })
  make = factories(server.deps)
})
after(async () => {
  for (const stream of open) stream.close()
  await server.close()
})

/** A department's folder with a file, two members, and a colleague who is not a member. */
beforeEach(async () => {
  await server.deps.db.deleteFrom('login_attempts').execute()
  department = await make.department()
  actor = await make.user({ department })
  colleague = await make.user({ department })
  stranger = await make.user({ enterprise: { id: department.enterprise_id } })
  await server.deps.db
    .updateTable('department_members')
    .set({ role: 'coowner' })
    .where('user_id', '=', actor.id)
    .execute()
  acts = await client(server).as(actor.login)
  watches = await client(server).as(colleague.login)
  outside = await client(server).as(stranger.login)
  folder = await make.folder({ department })
  file = await make.file({ parent: folder })
})

async function events(who: Client, watch: string) {
  const stream = await openEvents(who, watch)
  open.push(stream)
  return stream
}

const typed = (item: ItemRow) => `${item.is_folder ? 'folder' : 'file'}_${item.id}` as const

/** Waits until all earlier notifications have arrived: a stream delivers them in order. */
async function fence(stream: EventStream, whose: UserRow) {
  const message = await make.message(whose)
  const { unread } = await server.deps.db
    .selectFrom('messages')
    .select((eb) => eb.fn.sum<number>('unread_count').as('unread'))
    .where('user_id', '=', whose.id)
    .executeTakeFirstOrThrow()
  assert.ok(message)
  await stream.hears(`unread ${unread}`)
}

/** A stream that has received and dropped the notifications of the test's preparation. */
async function settledEvents(who: Client, whose: UserRow, watch: string) {
  const stream = await events(who, watch)
  await fence(stream, whose)
  stream.forget()
  return stream
}

const changedOf = (stream: EventStream) => stream.marks.filter((mark) => mark.startsWith('changed'))

describe('[AH-20] changes of others mark the places that show them, for users who may see them', () => {
  interface Change {
    what: string
    act(): Promise<unknown>
    /** The watched place; {folder} by default. */
    where?: () => string
  }
  const changes: Change[] = [
    {
      what: 'a new folder',
      act: () => acts.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '新' }),
    },
    { what: 'an upload', act: () => upload(acts, '新.txt', Buffer.from('a'), { folder_id: folder.id } as never) },
    {
      what: 'another name',
      act: () => acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' }),
    },
    { what: 'a deletion', act: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }) },
    { what: 'a lock', act: () => acts.call('POST /apps/files/lock', { item_typed_id: typed(file) }) },
    {
      what: 'a restore',
      act: async () => {
        await acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] })
        await acts.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typed(file)] })
      },
    },
    { what: 'an invitation to the folder', act: () => make.collab(folder, { user: stranger }, 'viewer') },
    {
      what: 'the deletion of the parent folder',
      act: () =>
        server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', folder.id).execute(),
    },
  ]
  for (const { what, act } of changes) {
    deepTest(what, async () => {
      const place = `folder_${folder.id}`
      const mine = await events(watches, place)
      const theirs = await settledEvents(outside, stranger, `${place},frequent,own,trash`)
      await act()
      await mine.hears(`changed ${place}`)
      await fence(theirs, stranger)
      const isInvited = what.startsWith('an invitation')
      assert.deepEqual(
        [...new Set(changedOf(theirs))].sort(),
        isInvited ? [`changed ${place}`, 'changed frequent', 'changed trash'] : [],
      )
    })
  }

  test('a move marks its source and target folders', async () => {
    const target = await make.folder({ department })
    const both = await events(watches, `folder_${folder.id},folder_${target.id}`)
    await acts.call('POST /apps/files/move', { item_typed_ids: [typed(file)], target_folder_id: target.id } as never)
    await both.hears(`changed folder_${folder.id}`)
    await both.hears(`changed folder_${target.id}`)
  })

  deepTest('a copy marks only its target folder', async () => {
    const target = await make.folder({ department })
    const both = await settledEvents(watches, colleague, `folder_${folder.id},folder_${target.id}`)
    await acts.call('POST /apps/files/copy', { item_typed_ids: [typed(file)], target_folder_id: target.id } as never)
    await both.hears(`changed folder_${target.id}`)
    await fence(both, colleague)
    assert.deepEqual(changedOf(both), [`changed folder_${target.id}`])
  })

  deepTest(
    'the department, the own space, the trash and the frequent space are marked when their contents change',
    async () => {
      const stream = await settledEvents(watches, colleague, `department_${department.id},own,trash,frequent`)
      await make.folder({ department })
      await stream.hears(`changed department_${department.id}`)
      await make.folder({ owner: colleague })
      await stream.hears('changed own')
      await fence(stream, colleague)
      assert.deepEqual(changedOf(stream), [`changed department_${department.id}`, 'changed own'])
      stream.forget()
      await watches.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) })
      await stream.hears('changed frequent')
      stream.forget()
      await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '常用.txt' })
      await stream.hears('changed frequent')
      const own = await make.file({ owner: colleague })
      await watches.call('POST /apps/files/delete', { item_typed_ids: [typed(own)] })
      await stream.hears('changed trash')
      stream.forget()
      await watches.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typed(own)] })
      await stream.hears('changed trash')
    },
  )

  deepTest(
    'the collaboration space is marked when an invitation is added, changed or removed, also of a group',
    async () => {
      const stream = await events(outside, 'collab')
      const group = await make.group({ members: [stranger] })
      await server.deps.db
        .updateTable('groups')
        .set({ enterprise_id: department.enterprise_id })
        .where('id', '=', group.id)
        .execute()
      await fence(stream, stranger)
      stream.forget()
      const invitation = await make.collab(file, { group }, 'viewer')
      await stream.hears('changed collab')
      stream.forget()
      await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '协作.txt' })
      await stream.hears('changed collab')
      stream.forget()
      await server.deps.db.deleteFrom('collabs').where('id', '=', invitation.id).execute()
      await stream.hears('changed collab')
    },
  )

  deepTest('losing a right is notified once, then nothing; gaining a right notifies from then on', async () => {
    const place = `folder_${folder.id}`
    const stream = await settledEvents(watches, colleague, place)
    await server.deps.db.deleteFrom('department_members').where('user_id', '=', colleague.id).execute()
    await stream.hears(`changed ${place}`)
    stream.forget()
    await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '看不见.txt' })
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [])
    await make.collab(folder, { user: colleague }, 'viewer')
    await stream.hears(`changed ${place}`)
    stream.forget()
    await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '又看见.txt' })
    await stream.hears(`changed ${place}`)
  })

  deepTest('nothing is notified about missing and unwatched places', async () => {
    const stream = await settledEvents(watches, colleague, 'folder_999999999,department_999999999,enterprise_999999999')
    await make.folder({ department })
    await make.folder({ parent: folder })
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [])
  })
})

describe('[AH-20] a page is not notified of its own actions', () => {
  /** A client that acts in the tab `mine`, the streams of that tab and of another tab of the same user. */
  async function tabs(places: string) {
    const here = Object.assign(new Client(acts.url), { headers: { ...acts.headers, 'x-client': 'mine' } })
    const [mine, other] = [await events(here, `${places}&client=mine`), await events(acts, `${places}&client=other`)]
    // By now the notifications of the test's preparation have arrived.
    for (const stream of [mine, other]) {
      await fence(stream, actor)
      stream.forget()
    }
    return { here, mine, other }
  }

  const actions: {
    what: string
    place?: 'frequent' | 'trash'
    before?(): Promise<unknown>
    act(here: Client): Promise<unknown>
  }[] = [
    {
      what: 'a new folder',
      act: (here) => here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '新' }),
    },
    { what: 'an upload', act: (here) => upload(here, '新.txt', Buffer.from('a'), { folder_id: folder.id } as never) },
    {
      what: 'an upload of a form, as the mini-program sends it',
      act: async (here) => {
        const { upload_url } = await here.call('POST /apps/files/presign_upload', {
          file_size: 1,
          folder_id: folder.id,
        } as never)
        const form = new FormData()
        form.append('file', new Blob(['a']), '表.txt')
        assert.equal(
          (await fetch(here.url + upload_url, { method: 'POST', headers: here.headers, body: form })).status,
          200,
        )
      },
    },
    {
      what: 'another name',
      act: (here) => here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' }),
    },
    { what: 'a deletion', act: (here) => here.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }) },
    {
      what: 'a restore',
      before: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }),
      act: (here) => here.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typed(file)] }),
    },
    {
      what: 'a permanent deletion',
      place: 'trash',
      before: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }),
      act: (here) => here.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typed(file)] }),
    },
    { what: 'a lock', act: (here) => here.call('POST /apps/files/lock', { item_typed_id: typed(file) }) },
    {
      what: 'an unlock',
      before: () => acts.call('POST /apps/files/lock', { item_typed_id: typed(file) }),
      act: (here) => here.call('POST /apps/files/unlock', { item_typed_id: typed(file) }),
    },
    {
      what: 'a copy',
      act: (here) =>
        here.call('POST /apps/files/copy', { item_typed_ids: [typed(file)], target_folder_id: folder.id } as never),
    },
    {
      what: 'a move',
      act: async (here) => {
        const target = await make.folder({ department })
        await here.call('POST /apps/files/move', {
          item_typed_ids: [typed(file)],
          target_folder_id: target.id,
        } as never)
      },
    },
    {
      what: 'a favourite',
      place: 'frequent',
      act: (here) => here.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) }),
    },
    {
      what: 'a removed favourite',
      place: 'frequent',
      before: () => acts.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) }),
      act: (here) => here.call('POST /apps/frequently_used_items/delete', { typed_id: typed(file) }),
    },
  ]
  for (const { what, place, before: first, act } of actions) {
    deepTest(`${what}: another tab of the same user is notified, the acting tab is not`, async () => {
      await first?.()
      const watched = place ?? `folder_${folder.id}`
      const { here, mine, other } = await tabs(watched)
      await act(here)
      await other.hears(`changed ${watched}`)
      await fence(mine, actor)
      assert.deepEqual(changedOf(mine), [])
    })
  }

  deepTest('a colleague who uses the same tab name is notified, and their actions are notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    const theirs = await events(watches, `${place}&client=mine`)
    await here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' })
    await theirs.hears(`changed ${place}`)
    await server.deps.db
      .updateTable('department_members')
      .set({ role: 'coowner' })
      .where('user_id', '=', colleague.id)
      .execute()
    const there = Object.assign(new Client(watches.url), { headers: { ...watches.headers, 'x-client': 'mine' } })
    await there.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '又改.txt' })
    await mine.hears(`changed ${place}`)
  })

  deepTest('own actions and an action of another user in the same batch are notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    const own = (name: string) => here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name })
    await Promise.all([own('一'), make.folder({ parent: folder }), own('二')])
    await mine.hears(`changed ${place}`)
  })

  deepTest(
    'a tab is notified of others after its own actions: pooled connections do not remember the actor',
    async () => {
      const place = `folder_${folder.id}`
      const { here, mine } = await tabs(place)
      for (let n = 0; n < 12; n += 1)
        await here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: `我的${n}` })
      await fence(mine, actor)
      assert.deepEqual(changedOf(mine), [])
      for (let n = 0; n < 12; n += 1) {
        mine.forget()
        await make.folder({ parent: folder })
        await mine.hears(`changed ${place}`)
      }
    },
  )

  deepTest('a user’s own action that hides the watched place is notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    await here.call('POST /apps/files/delete', { item_typed_ids: [typed(folder)] })
    await mine.hears(`changed ${place}`)
  })

  for (const [what, name] of [
    ['too long', 'a'.repeat(41)],
    ['of invalid characters', 'mine by 9.x'],
    ['empty', ''],
  ] as const) {
    deepTest(`a tab name that is ${what} is ignored: everything is notified`, async () => {
      const place = `folder_${folder.id}`
      const here = Object.assign(new Client(acts.url), { headers: { ...acts.headers, 'x-client': name } })
      const mine = await events(here, `${place}&client=${encodeURIComponent(name)}`)
      await here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' })
      await mine.hears(`changed ${place}`)
    })
  }
})

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

  deepTest('an applet opens a stream by its token; a closed stream is forgotten; a ninth is refused', async () => {
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

  deepTest('the answer tells proxies not to compress, cache or buffer it', async () => {
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

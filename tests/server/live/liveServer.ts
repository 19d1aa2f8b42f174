import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { DepartmentRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { client } from '../../support/client'
import { openEvents, type EventStream } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let department: DepartmentRow
export let actor: UserRow
export let colleague: UserRow
export let stranger: UserRow
export let acts: Client
export let watches: Client
export let outside: Client
export let folder: ItemRow
export let file: ItemRow
const open: EventStream[] = []

/** Starts a server for the tests of a file. Each test has a shared folder with a file, two users who see it and a stranger. */
export function startLiveServer(): void {
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
}

export async function events(who: Client, watch: string) {
  const stream = await openEvents(who, watch)
  open.push(stream)
  return stream
}

/** Waits until all earlier notifications have arrived: a stream delivers them in order. */
export async function fence(stream: EventStream, whose: UserRow) {
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
export async function settledEvents(who: Client, whose: UserRow, watch: string) {
  const stream = await events(who, watch)
  await fence(stream, whose)
  stream.forget()
  return stream
}

export const changedOf = (stream: EventStream) => stream.marks.filter((mark) => mark.startsWith('changed'))

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Request } from '@/contract/api'
import type { UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

export const SEARCH = 'GET /apps/files/search'
export type Query = Partial<Request<typeof SEARCH>>

export let server: TestServer
export let make: ReturnType<typeof factories>

/** By user id. Files share this module, but each has a server of its own. */
const sessions = new Map<number, Promise<Client>>()

/** Starts a server for the tests of a file. */
export function startSearchServer(): void {
  before(async () => {
    server = await startTestServer()
    sessions.clear()
    make = factories(server.deps)
  })
  after(() => server.close())
}

export const signIn = (user: UserRow) => {
  const session = sessions.get(user.id) ?? signedIn(server, user)
  sessions.set(user.id, session)
  return session
}

export async function found(user: UserRow, query_words: string, query: Query = {}) {
  const { items, num_found } = await (await signIn(user)).call(SEARCH, { query_words, ...query })
  assert.ok(items.length <= num_found)
  return { items, names: items.map(({ name }) => name), total: num_found }
}

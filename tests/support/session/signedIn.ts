import { hashOf } from '../../../server/crypto/secretHash'
import type { UserRow } from '../../../server/database/tables'
import { cookieNames } from '../../../server/http/cookies'
import { sessionToken } from '../../../server/http/requestTokens'
import { openSession } from '../../../server/services/session/sessions'
import { Client } from '../client'
import type { TestServer } from '../testServer'

/** A client with a new session of a browser. It did not sign in, which takes ten times as long: no event and no device tells of it. */
export async function signedIn({ url, deps }: TestServer, user: UserRow): Promise<Client> {
  const { db, clock, sign, config } = deps
  const token = await openSession(db, clock, user.id, 'cookie')
  const client = new Client(url)
  const { session } = cookieNames({ protocol: 'http' }, config)
  client.headers = { cookie: `${session}=${token}`, requesttoken: sessionToken(sign, hashOf(token)) }
  return client
}

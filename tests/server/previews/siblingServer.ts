import { after, before } from 'node:test'
import type { Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

type Asked = Request<'POST /apps/files/get_sibling'>

export const POST = 'POST /apps/files/get_sibling'
export const GET = 'GET /apps/files/get_sibling'

export let server: TestServer
export let make: ReturnType<typeof factories>

/** Starts a server for the tests of a file. */
export function startSiblingServer(): void {
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())
}

export const names = (items: readonly Item[] = []) => items.map((item) => item.name)
export const signIn = (user: UserRow) => signedIn(server, user)
export const siblingNames = async (who: Client, input: Asked) => names((await who.call(POST, input)).siblings)
/** Siblings on both sides of a picture, in the order of the gallery. */
export const around = async (who: Client, input: Asked) => [
  ...(await siblingNames(who, { ...input, type: 'left' })),
  '·',
  ...(await siblingNames(who, { ...input, type: 'right' })),
]

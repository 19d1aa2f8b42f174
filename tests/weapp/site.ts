import { after, afterEach, before } from 'node:test'
import type { ItemRow } from '../../server/database/tables'
import { factories } from '../support/factories'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/testServer'
import { Wire } from './Wire'

/** The server's address as the mini-program is built with it. */
export const origin = 'https://api.satchel.test'

export interface Site {
  server: TestServer
  /** The network before the server; phones use its address as the server's. */
  wire: Wire
  make: ReturnType<typeof factories>
  /** Writes columns of an item, as time or somebody else would have. */
  change(
    item: Pick<ItemRow, 'id'>,
    values: Partial<
      Pick<
        ItemRow,
        | 'size'
        | 'is_encrypted'
        | 'scope'
        | 'deleted_at'
        | 'deleted_by'
        | 'deleted_space_owner_id'
        | 'share_disabled_for'
        | 'lock_user_id'
        | 'lock_kind'
        | 'locked_at'
      >
    >,
  ): Promise<void>
  /** Ends every session, as the server does after idle days. */
  endSessions(): Promise<void>
}

/** The real server for the tests of a file. @param isLive whether it sends events about others (AH-20), after which lists refresh */
export function openSite(config: TestServerOptions['config'] = {}, { isLive = false } = {}): Site {
  const site = {} as Site
  before(async () => {
    const server = await startTestServer({ config: { baseUrl: origin, ...config } })
    const { db } = server.deps
    const wire = await Wire.open(server.url)
    if (!isLive) wire.mute('/api/events')
    Object.assign(site, {
      server,
      wire,
      make: factories(server.deps),
      async change({ id }, values) {
        await db.updateTable('items').set(values).where('id', '=', id).execute()
      },
      endSessions: async () => void (await db.deleteFrom('sessions').execute()),
    } satisfies Site)
  })
  afterEach(() => site.wire.clear())
  after(async () => {
    await site.wire.close()
    await site.server.close()
  })
  return site
}

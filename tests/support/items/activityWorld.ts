import type { ActivityEntry } from '@/contract/items/activity'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import { client, type Client } from '../client'
import { factories } from '../factories'
import { typedIdOf } from '../shares/shares'
import { startTestServer, type TestServer } from '../testServer'

export const ACTIVITY = 'GET /apps/files/activity'

export interface Somebody {
  user: UserRow
  client: Client
}

/** A server on the real clock, whose times the triggers of the database share, and an enterprise of named people. */
export class ActivityWorld {
  server!: TestServer
  make!: ReturnType<typeof factories>
  enterprise!: EnterpriseRow
  /** 王珂 owns the items; 李蔚 is a colleague; 外人 belongs to another company. */
  owner!: Somebody
  colleague!: Somebody
  guest!: Somebody

  async open(): Promise<void> {
    this.server = await startTestServer()
    this.make = factories(this.server.deps)
    this.enterprise = await this.make.enterprise()
    await savePolicy(this.server.deps.db, this.enterprise.id, { is_share_force_passwd_switch: false })
    this.owner = await this.somebody('王珂')
    this.colleague = await this.somebody('李蔚')
    this.guest = await this.somebody('外人', await this.make.enterprise())
  }

  close(): Promise<void> {
    return this.server.close()
  }

  async somebody(name: string, enterprise = this.enterprise): Promise<Somebody> {
    const user = await this.make.user({ enterprise, name, login: `${name}@e${enterprise.id}.test` })
    return { user, client: await client(this.server).as(user.login) }
  }

  /** All entries of an item, newest first, read page by page. */
  async entriesOf(
    item: Pick<ItemRow, 'id' | 'is_folder'>,
    who = this.owner.client,
    limit = 50,
  ): Promise<ActivityEntry[]> {
    const found: ActivityEntry[] = []
    for (let before: string | undefined; ;) {
      const asked = { item_typed_id: typedIdOf(item), limit, ...(before !== undefined && { before }) }
      const { entries, next } = await who.call(ACTIVITY, asked)
      found.push(...entries)
      if (next === null) return found
      if (next === before) throw new Error(`the page after ${next} ends there again`)
      before = next
    }
  }

  /** The deeds of an item, newest first. */
  async deedsOf(...asked: Parameters<ActivityWorld['entriesOf']>): Promise<ActivityEntry['deed'][]> {
    return (await this.entriesOf(...asked)).map(({ deed }) => deed)
  }
}

import type { CallName } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../client'
import { makeLink, typedIdOf } from '../shares/shares'
import { Sharing } from '../shares/sharing'

/** The domain on which an enterprise's links are opened. */
export const DOMAIN = 'https://school.example'

/** A user, a colleague and a visitor, on a server that can neither convert office documents nor play sounds. */
export class CodeWorld {
  at!: Sharing
  me!: Client
  colleague!: UserRow
  theirs!: Client

  async open(): Promise<void> {
    this.at = await Sharing.open({ soffice: null, ffmpeg: null, config: { shareDomains: [DOMAIN] } })
    this.me = this.at.me
    this.colleague = await this.at.make.user({ enterprise: this.at.enterprise, name: '李蔚' })
    this.theirs = await this.at.signIn(this.colleague)
  }

  /** A new visitor at each access. */
  get visitor(): Client {
    return client(this.at.server).visitor
  }

  file(values: { name?: string; content?: Buffer | string } = {}): Promise<ItemRow> {
    return this.at.make.file({ owner: this.at.owner }, values)
  }

  folder(): Promise<ItemRow> {
    return this.at.make.folder({ owner: this.at.owner })
  }

  /** A file in the user's trash. */
  async deleted(): Promise<ItemRow> {
    const item = await this.file()
    await remove(this.me, item)
    return item
  }

  async linkOf(settings?: Parameters<typeof makeLink>[2]) {
    return makeLink(this.me, await this.file(), settings)
  }

  /** Creates a member of an enterprise with these fields. */
  async memberOf(values: Partial<EnterpriseRow>): Promise<Client> {
    const { make } = this.at
    return this.at.signIn(await make.user({ enterprise: await make.enterprise(values) }))
  }

  async change(table: 'enterprises' | 'collabs', { id }: { id: number }, values: object): Promise<void> {
    await this.at.server.deps.db.updateTable(table).set(values).where('id', '=', id).execute()
  }
}

/** A call that must be refused. */
type Asked = [who: Client, name: CallName, input: object]

export interface CodeRow {
  code: ErrorCode
  when: string
  /** Returns the call, or nothing if it has checked everything itself. */
  provoke(world: CodeWorld, code: ErrorCode): Promise<Asked | void>
}

export function refused(code: ErrorCode, when: string, provoke: CodeRow['provoke']): CodeRow {
  return { code, when, provoke }
}

export const chosen = (...items: ItemRow[]) => ({ item_typed_ids: items.map(typedIdOf) })

export const remove = (who: Client, ...items: ItemRow[]) => who.call('POST /apps/files/delete', chosen(...items))

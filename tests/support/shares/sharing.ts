import { sql } from 'kysely'
import type { ShareLink } from '@/contract/shares/shares'
import type { EnterpriseRow, ItemChange, ItemRow, UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import type { Answer, Client } from '../client'
import { cheapHash, factories } from '../factories'
import { makeLink, Visitor } from './shares'
import { signedIn } from '../session/signedIn'
import { startTestServer, type TestServer, type TestServerOptions } from '../testServer'

/** The start time of the clock of Sharing. */
export const begin = new Date('2026-11-25T09:00:00Z')

/** A server with a stopped clock, an enterprise that requires no passwords, and a sharing user. Close it in `after`. */
export class Sharing {
  now = begin
  server!: TestServer
  make!: ReturnType<typeof factories>
  enterprise!: EnterpriseRow
  owner!: UserRow
  me!: Client

  static async open(options: Omit<TestServerOptions, 'clock'> = {}): Promise<Sharing> {
    const sharing = new Sharing()
    sharing.server = await startTestServer({ ...options, clock: () => sharing.now })
    sharing.make = factories(sharing.server.deps)
    sharing.enterprise = await sharing.freeEnterprise()
    sharing.owner = await sharing.make.user({ enterprise: sharing.enterprise, name: '王老师' })
    sharing.me = await sharing.signIn(sharing.owner)
    return sharing
  }

  close(): Promise<void> {
    return this.server.close()
  }

  /** Resets the clock to the start. */
  rewind(): void {
    this.now = begin
  }

  later(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }

  async freeEnterprise(): Promise<EnterpriseRow> {
    const made = await this.make.enterprise()
    await savePolicy(this.server.deps.db, made.id, { is_share_force_passwd_switch: false })
    return made
  }

  signIn(user: UserRow): Promise<Client> {
    return signedIn(this.server, user)
  }

  visitorOf({ unique_name }: { unique_name: string }, session?: Client): Visitor {
    return new Visitor(this.server.url, unique_name, session?.headers)
  }

  /** A link of a new file with a password that takes little time to check. */
  async guardedLink(password: string): Promise<ShareLink> {
    const link = await makeLink(this.me, await this.make.file({ owner: this.owner }), {
      password_protected: true,
      password,
    })
    const { db } = this.server.deps
    const password_hash = await cheapHash(password)
    await db.updateTable('share_links').set({ password_hash }).where('id', '=', link.id).execute()
    return link
  }

  /** A visitor with a grant. */
  async opened(link: { unique_name: string }, session?: Client, password?: string): Promise<Visitor> {
    const visitor = this.visitorOf(link, session)
    await visitor.open(password)
    return visitor
  }

  async linkNow(id: number) {
    return (await this.me.call('GET /apps/share_links/get', { share_link_id: id })).share_link
  }

  async change(item: { id: number }, values: ItemChange): Promise<void> {
    await this.server.deps.db.updateTable('items').set(values).where('id', '=', item.id).execute()
  }

  /** Uploads a second version of a file. */
  async newVersion(file: ItemRow, name: string, content: string | Buffer): Promise<void> {
    const { db } = this.server.deps
    const other = await this.make.file({ owner: this.owner }, { content })
    const extension = name.split('.').at(-1)!
    const { rows } = await sql<{ id: number }>`
      insert into versions (item_id, number, body_id, name, extension, size, key, creator_id)
      select ${file.id}, 2, body_id, ${name}, ${extension}, size, ${`second${file.id}`}, ${this.owner.id}
      from versions where item_id = ${other.id} returning id`.execute(db)
    await sql`
      update items set current_version_id = ${rows[0]!.id}, name = ${name}, name_key = ${name}, extension = ${extension},
        size = ${Buffer.from(content).length} where id = ${file.id}`.execute(db)
  }
}

/** The code of a refusal, or `success`. */
export function codeOf({ body }: Answer): string {
  const { success, errors } = body as { success?: boolean; errors?: Record<string, unknown> }
  if (success) return 'success'
  const [value] = Object.values(errors ?? {})
  return ((Array.isArray(value) ? value[0] : value) as { error_code: string } | undefined)?.error_code ?? 'none'
}

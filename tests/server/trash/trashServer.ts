import { after, before } from 'node:test'
import type { Item, Role } from '@/contract/entities'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

export const RESTORE = 'POST /apps/files/restore_from_trash'
export const PURGE = 'POST /apps/files/delete_from_trash'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let enterprise: EnterpriseRow
export let owner: UserRow
export let asOwner: Client
/** Moves the clock of the tests by a minute. */
let passTime: () => void

/** Starts a server with a user for the tests of a file. */
export function startTrashServer(clock: () => Date, passMinute: () => void): void {
  before(async () => {
    passTime = passMinute
    server = await startTestServer({ clock })
    make = factories(server.deps)
    enterprise = await make.enterprise({ name: '明德学校' })
    owner = await make.user({ enterprise, name: '王珂', login: 'wang@trash' })
    asOwner = await signIn(owner)
  })
  after(() => server.close())
}

/** Many users sign in here. Time passes between two sign-ins; otherwise the server would take them for guesses. */
export function signIn(who: UserRow) {
  passTime()
  return signedIn(server, who)
}
export const typed = (...items: Pick<ItemRow, 'id' | 'is_folder'>[]) => ({
  item_typed_ids: items.map(({ id, is_folder }) => (is_folder ? `folder_${id}` : `file_${id}`) as Item['typed_id']),
})
export const trash = async (who: Client, input = {}) => who.call('GET /apps/files/trash_list', input)
export const isInTrash = async (who: Client, item: ItemRow, input = {}) =>
  (await trash(who, { limit: 200, ...input })).items.some(({ id }) => id === item.id)
export const isThere = (item: ItemRow) =>
  server.deps.db.selectFrom('items').select('id').where('id', '=', item.id).executeTakeFirst()
export const remove = (who: Client, ...items: ItemRow[]) => who.call('POST /apps/files/delete', typed(...items))

/** A folder of the owner that a colleague was invited to, and a file in it. */
export async function shared(role: Role | null, colleague?: UserRow) {
  const folder = await make.folder({ owner })
  const user = colleague ?? (await make.user({ enterprise }))
  if (role) await make.collab(folder, { user }, role)
  const file = await make.file({ parent: folder })
  return { folder, file, user, client: await signIn(user) }
}

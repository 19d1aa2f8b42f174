import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { Refusal } from '@/contract/errors'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { ownRoot } from '../../../server/queries/items/spaces'
import { checked, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'
import { treeFaults } from '../../support/moving/treeFaults'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let enterprise: EnterpriseRow
export let user: UserRow
export let member: Client
export let colleague: UserRow

/** Starts a server with two users of one enterprise for the tests of a file. The tree has no faults after each test. */
export function startMoveServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock })
    make = factories(server.deps)
    enterprise = await make.enterprise()
    user = await make.user({ enterprise })
    colleague = await make.user({ enterprise })
    member = await signIn(user)
  })
  afterEach(async () => assert.deepEqual(await treeFaults(server.deps.db), []))
  after(() => server.close())
}

export type Action = 'copy' | 'move'
export type Placed = Pick<ItemRow, 'id' | 'is_folder'>
/** 0: the own root */
type Target = { id: number } | 0

export const signIn = (who: UserRow) => signedIn(server, who)
export const idOf = ({ is_folder, id }: Placed): Item['typed_id'] => (is_folder ? `folder_${id}` : `file_${id}`)
export const input = (items: Placed[], target: Target) => ({
  item_typed_ids: items.map(idOf),
  target_folder_id: target === 0 ? 0 : target.id,
})
export const run = (action: Action, items: Placed[], target: Target, who = member) =>
  who.call(`POST /apps/files/${action}`, input(items, target))
export const refused = async (
  action: Action,
  items: Placed[],
  target: Target,
  code: ErrorCode,
  type: 'item' | 'target',
  who = member,
) => {
  await who.refused(`POST /apps/files/${action}`, input(items, target), code)
  const { body } = await who.send(`POST /apps/files/${action}`, input(items, target))
  assert.equal(checked(Refusal, body, action).error_type, type)
}
export const row = (id: number) =>
  server.deps.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const change = (item: Placed, values: Record<string, unknown>) =>
  server.deps.db.updateTable('items').set(values).where('id', '=', item.id).execute()
export const namesIn = async (folder: { id: number }) => {
  const rows = await server.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', folder.id)
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .execute()
  return rows.map(({ name }) => name)
}
export const childOf = (folder: { id: number }, name: string) =>
  server.deps.db
    .selectFrom('items')
    .selectAll()
    .where('parent_id', '=', folder.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
export const tagFor = async (item: Placed, name: string) => {
  const tag = await server.deps.db
    .insertInto('tags')
    .values({ enterprise_id: enterprise.id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.deps.db.insertInto('item_tags').values({ item_id: item.id, tag_id: tag.id }).execute()
}
export const usedBy = async (who: UserRow) => (await row(await ownRoot(server.deps.db, who.id))).used_bytes

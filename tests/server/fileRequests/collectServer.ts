import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { FileRequestLink } from '@/contract/fileRequests'
import type { ItemRow } from '../../../server/database/tables'
import { Contributing } from '../../support/fileRequests/collecting'
import { Sharing } from '../../support/shares/sharing'

export const DAY = 86_400

export let at: Sharing
export let folder: ItemRow

/** Starts a server for the tests of a file. Each test has a folder of its own. */
export function startCollectServer(): void {
  before(async () => {
    at = await Sharing.open()
  })
  beforeEach(async () => {
    at.rewind()
    folder = await at.make.folder({ owner: at.owner }, {})
  })
  after(() => at.close())
}

export const seconds = () => at.now.getTime() / 1000
export const contributorOf = ({ unique_name: name }: FileRequestLink) => new Contributing(at.server.url, name)
export const joined = async (link: FileRequestLink, name: string) => {
  const somebody = contributorOf(link)
  assert.equal(await somebody.join(name), 'success')
  return somebody
}
export const now = async ({ id }: FileRequestLink) =>
  (await at.me.call('GET /apps/collects/get', { collect_id: id })).collect
export const namesIn = async (parent: ItemRow) => {
  const rows = await at.server.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', parent.id)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
export const bin = (id: number, by = at.owner.id) =>
  at.change({ id }, { deleted_at: at.now, deleted_by: by, deleted_space_owner_id: at.owner.id })

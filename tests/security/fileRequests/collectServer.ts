import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { FileRequestLink } from '@/contract/fileRequests'
import type { ItemRow } from '../../../server/database/tables'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { Sharing } from '../../support/shares/sharing'

export let at: Sharing
export let folder: ItemRow
export let link: FileRequestLink

/** Starts a server for the tests of a file. Each test has a collecting link to a folder of its own. */
export function startCollectServer(): void {
  before(async () => {
    at = await Sharing.open({ config: { trustedProxies: 1 } })
  })
  beforeEach(async () => {
    at.rewind()
    folder = await at.make.folder({ owner: at.owner }, {})
    link = await makeFileRequest(at.me, folder, { names: ['周舟', '何小北'] })
  })
  after(() => at.close())
}

export const contributorOf = ({ unique_name: name } = link) => new Contributing(at.server.url, name)
export const joined = async (name: string, to = link) => {
  const somebody = contributorOf(to)
  assert.equal(await somebody.join(name), 'success')
  return somebody
}
export const itemsIn = ({ id }: { id: number }) =>
  at.server.deps.db
    .selectFrom('items')
    .select(['id', 'name', 'size'])
    .where('parent_id', '=', id)
    .orderBy('id')
    .execute()

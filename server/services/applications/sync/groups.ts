import type { SyncedGroup } from '@/contract/applications/platform'
import { inTransaction } from '../../../database/transaction'
import { invalidRequest, Refused } from '../../../errors'
import { idsOfCustom, putCustomId } from '../../../queries/applications/customIds'
import { deleteGroup } from '../../administration/groups'
import { addGroup, administeredGroups, changeGroup } from '../administration/groups'
import { requireCustom, syncRows, type Synced, type Syncing } from './rows'

const KEEP = 1
const deletions: readonly number[] = [0, 2]

/** @throws Refused permission_denied */
export async function syncGroups(syncing: Syncing, rows: readonly SyncedGroup[]): Promise<Synced> {
  const { ports, actor } = syncing
  const { total: present } = await administeredGroups(ports, actor, { page_id: 0, page_capacity: 1 })
  return syncRows(ports, rows, {
    deletes: ({ status }) => deletions.includes(status),
    present,
    run: (row) => inTransaction(ports.db, (db) => syncGroup({ ...syncing, ports: { ...ports, db } }, row), { actor }),
  })
}

async function syncGroup(syncing: Syncing, row: SyncedGroup): Promise<void> {
  const { ports, actor, platform } = syncing
  const known = (await idsOfCustom(ports.db, platform, 'group', [row.id])).get(row.id)
  if (deletions.includes(row.status)) {
    if (known === undefined) throw new Refused('group_not_found')
    return deleteGroup(ports, actor, known)
  }
  if (row.status !== KEEP) throw invalidRequest('status')
  const { name, admin_id: admin } = row
  const facts = {
    ...(admin !== undefined && {
      admin_user_id: admin === '' ? -1 : (await requireCustom(syncing, 'user', [admin]))[0]!,
    }),
  }
  if (known !== undefined) return changeGroup(ports, actor, known, { ...facts, ...(name !== undefined && { name }) })
  if (name === undefined) throw invalidRequest('name')
  const id = await addGroup(ports, actor, { ...facts, name })
  return putCustomId(ports.db, platform, 'group', id, row.id)
}

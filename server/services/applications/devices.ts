import type { ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { DeviceSyncTable } from '../../database/applicationTables'
import { inTransaction } from '../../database/transaction'
import { invalidRequest, Refused } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { mayLookUp } from '../../policies/contacts'
import { addDeviceSync, countDeviceSyncs, deviceSyncsOf, removeDeviceSync } from '../../queries/applications/devices'
import { countMembers } from '../../queries/contacts'
import { accessOf } from '../access/itemAccess'
import { requireItem } from '../access/places'
import { ownTreeOf, seenOrganisation } from './organisation'

/** most marks of a user */
const MOST = 2000

type Kind = DeviceSyncTable['kind']

/** What a device syncs. */
export interface SyncTarget {
  type: Kind
  id?: number
}

export interface DeviceSyncs {
  folders: { id: number; name: string }[]
  departments: { id: number; name: string; userCount: number }[]
  hasPersonal: boolean
  hasCollab: boolean
}

/** What a device of the user syncs, without what the user sees no longer. */
export async function openDeviceSyncs(db: Db, actor: ApplicationActor, device: string): Promise<DeviceSyncs> {
  const rows = await deviceSyncsOf(db, actor.onBehalfOf.user.id, device)
  const idsOf = (kind: Kind) => rows.flatMap((row) => (row.kind === kind ? row.target_id : []))
  const access = await accessOf(db, actor, idsOf('folder'))
  const departments = idsOf('department')
  const canLookUp = departments.length > 0 && mayLookUp(actor, actor.onBehalfOf.enterprise.id)
  const byId = canLookUp ? (await seenOrganisation(db, actor)).byId : new Map<number, { name: string }>()
  const counts = canLookUp ? await countMembers(db, departments) : new Map<number, number>()
  return {
    folders: [...access.values()].flatMap((each) =>
      isAllowed(each) ? { id: each.chain[0].id, name: each.chain[0].name } : [],
    ),
    departments: departments.flatMap((id) => {
      const department = byId.get(id)
      return department ? { id, name: department.name, userCount: counts.get(id) ?? 0 } : []
    }),
    hasPersonal: idsOf('personal').length > 0,
    hasCollab: idsOf('collab').length > 0,
  }
}

/** Marks what a device syncs. @throws Refused as requireItem for a folder, department_not_found; invalid_request for more than 2,000 marks */
export async function addSync(
  db: Db,
  actor: ApplicationActor,
  device: string,
  { type, id = 0 }: SyncTarget,
): Promise<void> {
  if (type === 'folder') await requireItem(db, actor, `folder_${id}`)
  if (type === 'department' && !(await ownTreeOf(db, actor)).has(id)) throw new Refused('department_not_found')
  const userId = actor.onBehalfOf.user.id
  await inTransaction(db, async (transaction) => {
    await addDeviceSync(transaction, rowOf(userId, device, { type, id }))
    if ((await countDeviceSyncs(transaction, userId)) > MOST) throw invalidRequest('target')
  })
}

/** Removes a mark; nothing happens without one. */
export function removeSync(db: Db, { onBehalfOf: { user } }: ApplicationActor, device: string, target: SyncTarget) {
  return removeDeviceSync(db, rowOf(user.id, device, target))
}

function rowOf(userId: number, device: string, { type, id = 0 }: SyncTarget): DeviceSyncTable {
  const isWhole = type === 'personal' || type === 'collab'
  return { user_id: userId, device, kind: type, target_id: isWhole ? 0 : id }
}

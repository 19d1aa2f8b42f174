import type { SyncedDepartment } from '@/contract/applications/platform'
import { inTransaction } from '../../../database/transaction'
import { invalidRequest, Refused } from '../../../errors'
import { forgetCustomId, idsOfCustom, putCustomId } from '../../../queries/applications/customIds'
import { deleteDepartment } from '../../administration/departments'
import { addDepartment, administeredOrganisation, changeDepartment } from '../administration/departments'
import { requireCustom, syncRows, type Synced, type Syncing } from './rows'

const KEEP = 1
const DELETE = 0
/** gigabytes of a department */
const SPACE = { least: 1, most: 2048 }

/** Parents are made before the departments below them, and deleted after them. @throws Refused permission_denied */
export async function syncDepartments(syncing: Syncing, rows: readonly SyncedDepartment[]): Promise<Synced> {
  const { ports, actor } = syncing
  const { byId } = await administeredOrganisation(ports.db, actor)
  const isDeleted = ({ status }: SyncedDepartment) => status === DELETE
  const kept = fromTop(rows.filter((row) => !isDeleted(row)))
  return syncRows(ports, [...kept, ...fromTop(rows.filter(isDeleted)).reverse()], {
    deletes: isDeleted,
    present: byId.size,
    run: (row) =>
      inTransaction(ports.db, (db) => syncDepartment({ ...syncing, ports: { ...ports, db } }, row), { actor }),
  })
}

/** Rows behind the row of their parent. Rows of a circle stay in their order: the service refuses them. */
function fromTop(rows: readonly SyncedDepartment[]): SyncedDepartment[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sorted = new Set<SyncedDepartment>()
  const visiting = new Set<SyncedDepartment>()
  const visit = (row: SyncedDepartment) => {
    if (sorted.has(row) || visiting.has(row)) return
    visiting.add(row)
    const parent = byId.get(row.parent_id ?? '')
    if (parent) visit(parent)
    sorted.add(row)
  }
  rows.forEach(visit)
  return [...sorted]
}

async function syncDepartment(syncing: Syncing, row: SyncedDepartment): Promise<void> {
  const { ports, actor, platform } = syncing
  const known = (await idsOfCustom(ports.db, platform, 'department', [row.id])).get(row.id)
  if (row.status === DELETE) {
    if (known === undefined) throw new Refused('department_not_found')
    await deleteDepartment(ports, actor, { department_id: known, members_to: null, files_to: null })
    return forgetCustomId(ports.db, platform.platformId, 'department', known)
  }
  if (row.status !== KEEP) throw invalidRequest('status')
  const { name, parent_id: parent, director_id: director, space_total: space } = row
  if (space !== undefined && (space < SPACE.least || space > SPACE.most)) throw invalidRequest('space_total')
  const parentId = parent ? (await requireCustom(syncing, 'department', [parent]))[0]! : 0
  const facts = {
    ...(space !== undefined && { space_total: space }),
    ...(director !== undefined && {
      director_id: director === '' ? -1 : (await requireCustom(syncing, 'user', [director]))[0]!,
    }),
  }
  if (known !== undefined) {
    const change = {
      ...facts,
      ...(name !== undefined && { name }),
      ...(parent !== undefined && { parent_id: parentId }),
    }
    return changeDepartment(ports, actor, known, change)
  }
  if (name === undefined) throw invalidRequest('name')
  const id = await addDepartment(ports, actor, { ...facts, name, parent_id: parentId })
  return putCustomId(ports.db, platform, 'department', id, row.id)
}

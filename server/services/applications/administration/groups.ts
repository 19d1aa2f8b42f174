import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor } from '../../../actors/actor'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { Refused } from '../../../errors'
import { lockPeople } from '../../../queries/administration/accounts'
import { groupsOf } from '../../../queries/administration/groups'
import { openGroupRows, type OpenGroupRow } from '../../../queries/applications/people'
import { requireRight } from '../../administration/acts'
import {
  addGroupMembers,
  createGroup,
  describeGroup,
  removeGroupMembers,
  renameGroup,
  type GroupFacts,
} from '../../administration/groups'
import { administeredUsers } from './people'
import { personNotFound, type Listed, type OpenUsers } from '../people'

type Ports = Pick<Dependencies, 'db' | 'clock'>

interface Facts {
  /** -1: nobody */
  admin_user_id?: number
  description?: string
  visible?: boolean
}

const factsOf = ({ admin_user_id: adminId, description, visible }: Facts): GroupFacts => ({
  ...(adminId !== undefined && { admin_id: adminId < 0 ? null : adminId }),
  ...(description !== undefined && { description }),
  ...(visible !== undefined && { is_visible: visible }),
})

/** A page of the enterprise's groups. @throws Refused permission_denied */
export async function administeredGroups(
  { db }: Pick<Ports, 'db'>,
  actor: UserActor,
  { query_words: words = '', page_id: id, page_capacity: limit }: Listed,
): Promise<{ groups: OpenGroupRow[]; total: number }> {
  requireRight(actor, 'readGroups')
  const filter = { enterpriseId: actor.enterprise.id, seenBy: null, key: searchKey(searchWords(words)) }
  return openGroupRows(db, filter, { offset: id * limit, limit })
}

/** @throws Refused permission_denied, group_not_found */
export async function administeredGroup(
  { db }: Pick<Ports, 'db'>,
  actor: UserActor,
  id: number,
): Promise<OpenGroupRow> {
  requireRight(actor, 'readGroups')
  const filter = { enterpriseId: actor.enterprise.id, seenBy: null, id }
  const { groups } = await openGroupRows(db, filter, { offset: 0, limit: 1 })
  if (!groups[0]) throw new Refused('group_not_found')
  return groups[0]
}

/** @returns the id @throws Refused as createGroup */
export function addGroup(ports: Ports, actor: UserActor, { name, ...facts }: Facts & { name: string }) {
  return createGroup(ports, actor, name, [], factsOf(facts))
}

/** @throws Refused as renameGroup, describeGroup */
export function changeGroup(
  ports: Ports,
  actor: UserActor,
  id: number,
  { name, ...facts }: Facts & { name?: string },
): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      if (name !== undefined) await renameGroup({ ...ports, db }, actor, id, name)
      await describeGroup({ ...ports, db }, actor, id, factsOf(facts))
    },
    { actor },
  )
}

/** @throws Refused as administeredGroup */
export async function administeredGroupUsers(
  { db }: Pick<Ports, 'db'>,
  actor: UserActor,
  id: number,
  asked: Listed,
): Promise<OpenUsers> {
  await administeredGroup({ db }, actor, id)
  return administeredUsers(db, actor, asked, { groupId: id })
}

/** @throws Refused as addGroupMembers, invalid_request for a member */
export function addUserToGroup(ports: Ports, actor: UserActor, id: number, userId: number): Promise<void> {
  return onMember(ports, actor, { id, userId }, async (within, isMember) => {
    if (isMember) throw new Refused('invalid_request', { field: 'user_id', open: 'user_already_in_group' })
    await addGroupMembers(within, actor, id, [userId])
  })
}

/** @throws Refused as removeGroupMembers, invalid_request for somebody who is no member */
export function removeUserFromGroup(ports: Ports, actor: UserActor, id: number, userId: number): Promise<void> {
  return onMember(ports, actor, { id, userId }, async (within, isMember) => {
    if (!isMember) throw new Refused('invalid_request', { field: 'user_id', open: 'user_not_in_group' })
    await removeGroupMembers(within, actor, id, [userId])
  })
}

function onMember(
  ports: Ports,
  actor: UserActor,
  { id, userId }: { id: number; userId: number },
  run: (within: Ports, isMember: boolean) => Promise<void>,
): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      requireRight(actor, 'changeGroup')
      await administeredGroup({ db }, actor, id)
      const [subject] = await lockPeople(db, [userId])
      if (subject?.enterprise_id !== actor.enterprise.id) throw personNotFound()
      await run(
        { ...ports, db },
        (await groupsOf(db, userId)).some((group) => group.id === id),
      )
    },
    { actor },
  )
}

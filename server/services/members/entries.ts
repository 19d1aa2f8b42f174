import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { maySeeEntry } from '../../policies/members/entries'
import type { Access, CollabRow } from '../../policies/access/facts'
import type { Member } from '../../policies/members/members'
import { findCollabs, lockCollabs, lockMembers } from '../../queries/members/entries'
import { accessOf } from '../access/itemAccess'
import { membersOf } from './members'

/** An entry of a folder (a member or an invitation), with the actor's access to that folder. */
export interface Entry {
  access: Access
  member: Member & { row: CollabRow }
}

/**
 * Some entries with their folders, locked against concurrent changes until the transaction ends. Entries that are gone or that the actor may not
 * know of are left out.
 */
export async function lockEntries(db: Db, actor: UserActor, ids: readonly number[]): Promise<Entry[]> {
  const itemIds = [...new Set((await findCollabs(db, ids)).map(({ item_id }) => item_id))].sort((a, b) => a - b)
  for (const itemId of itemIds) await lockMembers(db, itemId)
  await lockCollabs(db, ids)
  return findEntries(db, actor, ids)
}

/** As lockEntries, without locks. */
export async function findEntries(db: Db, actor: UserActor, ids: readonly number[]): Promise<Entry[]> {
  const rows = await findCollabs(db, ids)
  const accesses = await accessOf(db, actor, [...new Set(rows.map(({ item_id }) => item_id))])
  const entries: Entry[] = []
  for (const [itemId, access] of accesses) {
    const own = rows.filter((row) => row.item_id === itemId && maySeeEntry(actor, access, row))
    if (own.length === 0) continue
    const members = await membersOf(db, actor, access, {
      users: own.flatMap(({ user_id: id }) => id ?? []),
      groups: own.flatMap(({ group_id: id }) => id ?? []),
    })
    for (const { id } of own) {
      const member = members.find(({ row }) => row?.id === id)
      if (member?.row) entries.push({ access, member: { ...member, row: member.row } })
    }
  }
  return entries
}

/** @throws Refused collab_not_found */
export async function requireEntry(db: Db, actor: UserActor, id: number): Promise<Entry> {
  const [entry] = await lockEntries(db, actor, [id])
  if (!entry) throw new Refused('collab_not_found')
  return entry
}

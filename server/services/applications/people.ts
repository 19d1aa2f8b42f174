import { checkName } from '@/domain/items/naming'
import { searchKey, searchWords } from '@/domain/search/words'
import type { ApplicationActor, UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { mayLookUp } from '../../policies/contacts'
import { changeAccounts } from '../../queries/administration/accounts'
import { openUserRows, type OpenUserRow } from '../../queries/applications/people'
import { countPeople, pageOfPeople, type PeopleFilter } from '../../queries/contacts'
import { findPicture } from '../../queries/session/userPictures'
import { requireName } from '../access/preconditions'
import { requireUnowned } from '../administration/owned'
import { recordAuditEvent, recordedActorOf } from '../audit'
import { fillSoundsFor } from '../search/soundIndex'
import { soundsOf } from '../search/sounds'
import type { RedrawnPicture } from '../session/drawnPictures'

/** A request of a list with its page. */
export interface Listed {
  query_words?: string
  page_id: number
  page_capacity: number
}

export interface OpenUsers {
  users: OpenUserRow[]
  total: number
}

/** @throws Refused person_not_found */
export const personNotFound = () => new Refused('person_not_found')

/** People in the order of their ids, without deleted ones. The caller has checked the right. */
export async function describeUsers(db: Db, ids: readonly number[]): Promise<OpenUserRow[]> {
  const rows = await openUserRows(db, ids)
  return rows.map((row) => ({ ...row, sounds: row.sounds ?? soundsOf(row.name, 'person') }))
}

/** The user of a token. */
export async function ownUser(db: Db, { user }: Pick<UserActor, 'user'>): Promise<OpenUserRow> {
  return (await describeUsers(db, [user.id]))[0]!
}

/** A person whom the reader may look up, or the reader. @throws Refused person_not_found */
export async function openUser(db: Db, actor: ApplicationActor, id: number): Promise<OpenUserRow> {
  const [row] = await describeUsers(db, [id])
  if (!row || (id !== actor.onBehalfOf.user.id && !mayLookUp(actor, row.enterprise_id))) throw personNotFound()
  return row
}

/**
 * A page of people by name; nobody for a personal user.
 * @param among of the reader's enterprise: only members of these departments or of this group
 */
export async function openUsers(
  db: Db,
  actor: ApplicationActor,
  asked: Listed,
  among: Pick<PeopleFilter, 'memberOf' | 'groupId'> = {},
): Promise<OpenUsers> {
  const { enterprise } = actor.onBehalfOf
  if (!mayLookUp(actor, enterprise.id)) return { users: [], total: 0 }
  return usersOf(db, { enterpriseId: enterprise.id, isActiveOnly: true, ...among }, asked)
}

/** A page of the people that a filter selects. The caller has checked the right. */
export async function usersOf(
  db: Db,
  filter: Omit<PeopleFilter, 'key' | 'departments'>,
  { query_words: words = '', page_id: id, page_capacity: limit }: Listed,
): Promise<OpenUsers> {
  const key = searchKey(searchWords(words))
  await fillSoundsFor(db, [key])
  const whole: PeopleFilter = { ...filter, key, departments: 'any' }
  const [people, total] = await Promise.all([
    pageOfPeople(db, whole, { offset: id * limit, limit }),
    countPeople(db, whole),
  ])
  const users = await describeUsers(
    db,
    people.map((each) => each.id),
  )
  return { users, total }
}

/** A person's picture. @throws Refused as openUser; item_not_found without a picture; invalid_request for a key that is missing or wrong */
export async function openPicture(
  db: Db,
  actor: ApplicationActor,
  id: number,
  key: string | undefined,
): Promise<RedrawnPicture> {
  const { picture_key: present } = await openUser(db, actor, id)
  if (present === null) throw new Refused('item_not_found', { open: 'user_profile_pic_not_found' })
  const open = key === undefined ? 'user_profile_pic_key_not_found' : 'user_profile_pic_key_incorrect'
  const picture = key === undefined ? undefined : await findPicture(db, id, key)
  if (!picture) throw new Refused('invalid_request', { field: 'profile_pic_key', open })
  return picture
}

/**
 * Changes the name of an application's user.
 * @throws Refused name_…, content_refused, content_unchecked, directory_owned
 */
export async function renameSelf(
  { db, clock, contentCheck }: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>,
  actor: ApplicationActor,
  typed: string,
): Promise<void> {
  const { user, enterprise } = actor.onBehalfOf
  const name = requireName(checkName(typed))
  if (name === user.name) return
  await contentCheck.require({ kind: 'name', text: name }, user.id, 'name')
  const { by, detail } = recordedActorOf(actor)
  await inTransaction(
    db,
    async (transaction) => {
      await requireUnowned(transaction, enterprise.id, user.id, ['name'])
      await changeAccounts(transaction, [user.id], { name })
      const change = { user_id: user.id, before: { name: user.name }, after: { name } }
      await recordAuditEvent(transaction, clock(), by, 'person_changed', { detail: { ...detail, ...change } })
    },
    { actor: { user, address: actor.address } },
  )
}

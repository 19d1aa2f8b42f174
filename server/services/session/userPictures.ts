import { searchKey, searchWords } from '@/domain/search/words'
import { actorKey, type UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { addressRefused, itemNotFound, permissionDenied } from '../../errors'
import { mayBrand } from '../../policies/enterprise'
import { countPeople, findPerson, pageOfPeople, type PeopleFilter, type PersonRow } from '../../queries/contacts'
import { findPicture, pictureKeys, replacePicture } from '../../queries/session/userPictures'
import { actorOfKey } from '../access/actorOfKey'
import { recordAuditEvent } from '../audit'
import { redraw, type RedrawnPicture } from './drawnPictures'

/** Path of user pictures, by a signed address (1§7, decisions 39). */
export const PICTURE = '/api/apps/users/pic_download'

/** The addresses of user pictures, by user; users without a picture are missing. */
export type PictureAddresses = ReadonlyMap<number, string>

/** rows per page of people with a picture */
const PAGE_SIZE = 50

/**
 * Sets or removes a user's own picture. The stored picture is redrawn from the uploaded pixels.
 * @param picture bytes of a PNG, JPEG or WebP; null removes the picture
 * @returns the picture's key; null without a picture
 * @throws Refused invalid_request for any other content, content_refused, content_unchecked
 */
export async function savePicture(
  { db, previews, contentCheck }: Pick<Dependencies, 'db' | 'previews' | 'contentCheck'>,
  actor: UserActor,
  picture: Buffer | null,
): Promise<string | null> {
  const drawn = picture && (await redraw(previews, actor.enterprise.id, picture))
  if (drawn) await contentCheck.require({ kind: 'picture', media: drawn.body }, actor.user.id)
  await inTransaction(db, (transaction) => replacePicture(transaction, actor.user.id, drawn), { actor })
  return drawn?.key ?? null
}

/** The addresses of users' pictures, signed for an actor. Does not check rights: pass only users that the actor may know of. */
export async function pictureAddresses(
  { db, sign }: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  userIds: readonly number[],
): Promise<PictureAddresses> {
  const keys = await pictureKeys(db, userIds)
  return new Map([...keys].map(([id, key]) => [id, pictureAddress(sign, actor, id, key)]))
}

/** The address of a user's picture with this key, signed for an actor. */
export function pictureAddress(sign: Dependencies['sign'], actor: UserActor, userId: number, key: string): string {
  return sign.address(PICTURE, { user_id: userId, profile_pic_key: key }, actorKey(actor))
}

/**
 * The picture that a signed address names; undefined once the picture is replaced or removed.
 * @param url path and query as they arrived
 * @throws Refused permission_denied with the reason `address`, also if the address was made for an inactive user
 */
export async function pictureAt(
  { db, sign }: Pick<Dependencies, 'db' | 'sign'>,
  url: string,
  { user_id: id = '', profile_pic_key: key = '' }: { user_id?: string; profile_pic_key?: string },
): Promise<RedrawnPicture | undefined> {
  if ((await actorOfKey(db, sign.verify(url))) === null) throw addressRefused()
  return findPicture(db, Number(id), key)
}

/**
 * A page of the people with a picture in an administrator's enterprise, by name.
 * @param search part of a name or a login
 * @throws Refused permission_denied
 */
export async function picturedPeople(
  { db }: Pick<Dependencies, 'db'>,
  actor: UserActor,
  { search, offset }: { search: string; offset: number },
): Promise<{ people: PersonRow[]; total: number }> {
  if (!mayBrand(actor)) throw permissionDenied()
  const filter: PeopleFilter = {
    enterpriseId: actor.enterprise.id,
    key: searchKey(searchWords(search)),
    departments: 'any',
    isActiveOnly: true,
    isPicturedOnly: true,
  }
  const [people, total] = await Promise.all([
    pageOfPeople(db, filter, { offset, limit: PAGE_SIZE }),
    countPeople(db, filter),
  ])
  return { people, total }
}

/**
 * Removes the picture of a user in an administrator's enterprise. Does nothing without a picture.
 * @throws Refused permission_denied; item_not_found for a foreign or missing user
 */
export async function removePicture(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  userId: number,
): Promise<void> {
  if (!mayBrand(actor)) throw permissionDenied()
  const person = await findPerson(db, userId)
  if (person?.enterprise_id !== actor.enterprise.id) throw itemNotFound()
  await inTransaction(
    db,
    async (transaction) => {
      if (!(await replacePicture(transaction, userId, null))) return
      const detail = { user_id: userId, person_name: person.name }
      await recordAuditEvent(transaction, clock(), actor, 'picture_removed', { detail })
    },
    { actor },
  )
}

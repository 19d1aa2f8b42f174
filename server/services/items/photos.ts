import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Access } from '../../policies/access/facts'
import type { Window } from '../../queries/items/children'
import { photosIn, type Photos } from '../../queries/items/photos'
import { requirePlace, type PlaceAddress } from '../access/places'
import { requireOpenSpace } from '../access/preconditions'
import { childCounts } from './children'

/**
 * The pictures and videos in a folder that the actor sees, newest original date first (AH-39).
 * @throws Refused as requirePlace, personal_space_closed
 */
export async function listPhotos(
  db: Db,
  actor: UserActor,
  address: PlaceAddress,
  window: Window,
  withDates: boolean,
): Promise<Photos & { place: Access }> {
  const place = await requirePlace(db, actor, address)
  const [{ id, personalOf }] = place.chain
  if (personalOf === actor.user.id) requireOpenSpace(place)
  const { hidden } = (await childCounts(db, actor, [place])).get(id)!
  return { ...(await photosIn(db, id, hidden, window, withDates)), place }
}

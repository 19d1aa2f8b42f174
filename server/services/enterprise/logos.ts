import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayBrand } from '../../policies/enterprise'
import { findLogo, replaceLogo, type Logo } from '../../queries/enterprise/logos'
import { recordDeed } from '../audit'
import { drawAnew } from '../session/drawnPictures'

/**
 * Sets the picture that an enterprise shows of itself, or takes it away; what is kept is drawn anew from its pixels.
 * @param picture bytes of a PNG, JPEG or WebP; null: none
 * @returns its key; null for none
 * @throws Refused permission_denied; invalid_request for what is no such picture; content_refused, content_unchecked
 */
export async function saveLogo(
  { db, clock, previews, contentCheck }: Pick<Dependencies, 'db' | 'clock' | 'previews' | 'contentCheck'>,
  actor: UserActor,
  { picture, isDark }: { picture: Buffer | null; isDark: boolean },
): Promise<string | null> {
  if (!mayBrand(actor)) throw permissionDenied()
  const { id } = actor.enterprise
  const logo = picture && (await drawAnew(previews, id, picture))
  if (logo) await contentCheck.require({ kind: 'picture', media: logo.body }, actor.user.id)
  await inTransaction(db, async (transaction) => {
    await replaceLogo(transaction, id, isDark ? 'logo_dark_key' : 'logo_key', logo)
    await recordDeed(transaction, clock(), actor, 'logo_changed')
  })
  return logo?.key ?? null
}

/** The picture that an enterprise shows under a key, to anybody; undefined where it shows none or another one by now. */
export function logoOf({ db }: Pick<Dependencies, 'db'>, enterpriseId: number, key: string): Promise<Logo | undefined> {
  return findLogo(db, enterpriseId, key)
}

import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { mayBrand } from '../../policies/enterprise'
import { findLogo, replaceLogo, type Logo } from '../../queries/enterprise/logos'
import { recordAuditEvent } from '../audit'
import { redraw } from '../session/drawnPictures'

type LogoPorts = Pick<Dependencies, 'db' | 'clock' | 'contentCheck'> & {
  previews: Pick<Dependencies['previews'], 'redraw'>
}

/**
 * Sets or removes an enterprise's logo. The stored picture is redrawn from the uploaded pixels.
 * @param picture bytes of a PNG, JPEG or WebP; null removes the logo
 * @returns the logo's key; null without a logo
 * @throws Refused permission_denied; invalid_request for any other content; content_refused, content_unchecked
 */
export async function saveLogo(
  { db, clock, previews, contentCheck }: LogoPorts,
  actor: UserActor,
  { picture, isDark }: { picture: Buffer | null; isDark: boolean },
): Promise<string | null> {
  if (!mayBrand(actor)) throw permissionDenied()
  const { id } = actor.enterprise
  const logo = picture && (await redraw(previews, id, picture))
  if (logo) await contentCheck.require({ kind: 'picture', media: logo.body }, actor.user.id)
  await inTransaction(db, async (transaction) => {
    await replaceLogo(transaction, id, isDark ? 'logo_dark_key' : 'logo_key', logo)
    await recordAuditEvent(transaction, clock(), actor, 'logo_changed')
  })
  return logo?.key ?? null
}

/** An enterprise's logo by its key, for anybody; undefined once the logo is replaced or removed. */
export function logoOf({ db }: Pick<Dependencies, 'db'>, enterpriseId: number, key: string): Promise<Logo | undefined> {
  return findLogo(db, enterpriseId, key)
}

import { randomBytes } from 'node:crypto'
import type { UserActor } from '../actor'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { invalidRequest, permissionDenied } from '../errors'
import { mayBrand } from '../policies/enterprises'
import { findLogo, replaceLogo, type Logo } from '../queries/logos'
import { recordDeed } from './audit'

/** Pixels a side, three times what a page shows. */
const SIDE = 192

/** What is taken, by its first bytes: no drawing, whose program would be shown to strangers. */
const kinds: readonly [extension: string, start: RegExp][] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[^]{4}WEBP/],
]

/**
 * Sets the picture that an enterprise shows of itself, or takes it away; what is kept is drawn anew from its pixels.
 * @param picture bytes of a PNG, JPEG or WebP; null: none
 * @returns its key; null for none
 * @throws Refused permission_denied; invalid_request for what is no such picture
 */
export async function saveLogo(
  { db, clock, previews }: Pick<Dependencies, 'db' | 'clock' | 'previews'>,
  actor: UserActor,
  { picture, isDark }: { picture: Buffer | null; isDark: boolean },
): Promise<string | null> {
  if (!mayBrand(actor)) throw permissionDenied()
  const { id } = actor.enterprise
  const logo = picture && (await redraw(previews, id, picture))
  await inTransaction(db, async (transaction) => {
    await replaceLogo(transaction, id, isDark ? 'logo_dark_key' : 'logo_key', logo)
    await recordDeed(transaction, clock(), actor, 'logo_changed')
  })
  return logo?.key ?? null
}

async function redraw(previews: Dependencies['previews'], enterpriseId: number, picture: Buffer): Promise<Logo> {
  const start = picture.subarray(0, 16).toString('latin1')
  const [extension] = kinds.find(([, pattern]) => pattern.test(start)) ?? []
  if (extension === undefined) throw invalidRequest('picture')
  const drawn = await previews.redraw(enterpriseId, { bytes: picture, extension }, SIDE)
  if (!drawn) throw invalidRequest('picture')
  return { key: randomBytes(16).toString('base64url'), ...drawn }
}

/** The picture that an enterprise shows under a key, to anybody; undefined where it shows none or another one by now. */
export function logoOf({ db }: Pick<Dependencies, 'db'>, enterpriseId: number, key: string): Promise<Logo | undefined> {
  return findLogo(db, enterpriseId, key)
}

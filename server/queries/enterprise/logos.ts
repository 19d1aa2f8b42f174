import type { Db } from '../../database/connect'

export interface Logo {
  /** Identifies the picture in addresses; a new picture has a new key. */
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** A current logo of an enterprise. */
export async function findLogo(db: Db, enterpriseId: number, key: string): Promise<Logo | undefined> {
  const found = await db
    .selectFrom('enterprise_logos')
    .innerJoin('enterprises', 'enterprises.id', 'enterprise_id')
    .select(['key', 'media_type as mediaType', 'body'])
    .where('enterprise_id', '=', enterpriseId)
    .where('key', '=', key)
    .where((eb) => eb.or([eb('logo_key', '=', key), eb('logo_dark_key', '=', key)]))
    .executeTakeFirst()
  return found
}

/** Replaces the logo of an enterprise for light or dark backgrounds. @param logo null removes the current logo */
export async function replaceLogo(
  db: Db,
  enterpriseId: number,
  ground: 'logo_key' | 'logo_dark_key',
  logo: Logo | null,
): Promise<void> {
  if (logo) {
    await db
      .insertInto('enterprise_logos')
      .values({ key: logo.key, enterprise_id: enterpriseId, media_type: logo.mediaType, body: logo.body })
      .execute()
  }
  const current = await db
    .updateTable('enterprises')
    .set({ [ground]: logo?.key ?? null })
    .where('id', '=', enterpriseId)
    .returning(['logo_key', 'logo_dark_key'])
    .executeTakeFirstOrThrow()
  const currentKeys = [current.logo_key, current.logo_dark_key].filter((key) => key !== null)
  await db
    .deleteFrom('enterprise_logos')
    .where('enterprise_id', '=', enterpriseId)
    .$if(currentKeys.length > 0, (query) => query.where('key', 'not in', currentKeys))
    .execute()
}

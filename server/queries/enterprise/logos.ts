import type { Db } from '../../database/connect'

export interface Logo {
  /** Names it in addresses; another picture has another one. */
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** A picture that an enterprise shows now. */
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

/** Shows a picture of an enterprise, on light or on dark grounds, in place of the earlier one. @param logo null: none */
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
  const shown = await db
    .updateTable('enterprises')
    .set({ [ground]: logo?.key ?? null })
    .where('id', '=', enterpriseId)
    .returning(['logo_key', 'logo_dark_key'])
    .executeTakeFirstOrThrow()
  const kept = [shown.logo_key, shown.logo_dark_key].filter((key) => key !== null)
  await db
    .deleteFrom('enterprise_logos')
    .where('enterprise_id', '=', enterpriseId)
    .$if(kept.length > 0, (query) => query.where('key', 'not in', kept))
    .execute()
}

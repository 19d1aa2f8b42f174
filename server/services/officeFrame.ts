import type { ActorKey } from '../actorKey'
import type { Db } from '../database/connect'
import { addressRefused } from '../errors'
import { mayPreview } from '../policies/actionPermissions'
import { planOf } from '../previews/plans'
import { requireSignedFile, type AddressQuery, type SignedFile } from './transfer'

/** The document that the signed address of an office frame names. @throws Refused as requireSignedFile */
export async function requireFramedDocument(db: Db, key: ActorKey, query: AddressQuery): Promise<SignedFile> {
  const file = await requireSignedFile(db, key, query)
  const isShown = !file.access.isDeleted && mayPreview(file.row, file.access.permissions)
  if (!isShown || planOf(file.extension) !== 'office') throw addressRefused()
  return file
}

import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import { addressRefused } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { planOf } from '../../previews/plans'
import { requireSignedFile, type AddressQuery, type SignedFile } from '../downloads/files'

/** The document that the signed address of an office frame names. @throws Refused as requireSignedFile */
export async function requireFramedDocument(db: Db, key: ActorKey, query: AddressQuery): Promise<SignedFile> {
  const file = await requireSignedFile(db, key, query)
  const isShown = !file.access.isDeleted && mayPreview(file.row, file.access.permissions)
  if (!isShown || planOf(file.extension) !== 'office') throw addressRefused()
  return file
}

import type { UserActor } from '../actors/actor'
import { mayDownload } from './access/actionPermissions'
import { isInClosedSpace } from './access/authorize'
import type { Access, ItemFacts } from './access/facts'

export interface OfficeRights {
  /** The service reads a file's bytes for the user, who could also download them. */
  read: boolean
  write: boolean
  rename: boolean
  /** Whether the user may add files to the folder of the file. */
  writeBeside: boolean
}

/**
 * What a user may do with a file in the office service (DOC-10): edit needs the rights to upload and to download (1§6).
 * @param folder the user's access to the folder of the file; undefined for a file without one
 * @param isLocked whether the lock of another user keeps this user from changing the file
 */
export function officeRights(
  { user }: UserActor,
  row: ItemFacts,
  access: Access,
  folder: Access | undefined,
  isLocked: boolean,
): OfficeRights {
  const read = mayDownload(row, access, user.id)
  const mayChange = read && !isLocked && !isInClosedSpace(access)
  return {
    read,
    write: mayChange && access.permissions.includes('item_upload'),
    rename: mayChange && access.permissions.includes('edit_properties'),
    writeBeside:
      read &&
      folder !== undefined &&
      !folder.isDeleted &&
      !isInClosedSpace(folder) &&
      folder.permissions.includes('item_upload'),
  }
}

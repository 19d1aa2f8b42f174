import type { OpenRequest } from '@/contract/applications'
import { COPY_AT_ONCE_LIMIT } from '@/domain/limits'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { countWithin } from '../../queries/items/subtree'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { requireItem } from '../access/places'
import { viewItem } from '../items/viewing'
import { openRelocate } from './changes'
import { folderAtPath } from './files'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck'>

/** Copies a folder at once. @throws Refused as relocate; invalid_request for more items than can be copied at once */
export async function openCopyFolder(
  needs: Needs,
  actor: ApplicationActor,
  { id, ...target }: OpenRequest<'POST /v2/folder/{id}/copy'>,
): Promise<ViewedItem> {
  await requireItem(needs.db, actor, `folder_${id}`)
  const count = await countWithin(needs.db, [id], COPY_AT_ONCE_LIMIT + 1)
  if (count > COPY_AT_ONCE_LIMIT) throw invalidRequest('id')
  return viewItem(needs, actor, await openRelocate(needs, actor, 'copy', `folder_${id}`, target))
}

/** Copies a file into a folder below the own root, and makes what is missing of the path. @throws Refused as relocate and folderAtPath */
export async function openCopyByPath(
  needs: Needs,
  actor: ApplicationActor,
  { id, target_folder_path: path }: OpenRequest<'POST /v2/file/{id}/copy_by_path'>,
): Promise<ViewedItem> {
  // Without the right to copy no folder is made.
  await requireItem(needs.db, actor, `file_${id}`, 'item_download')
  const folderId = await folderAtPath(needs, actor, path)
  const target = { target_folder_id: folderId }
  return viewItem(needs, actor, await openRelocate(needs, actor, 'copy', `file_${id}`, target))
}

/** The folder of a path, with what was missing of it. @throws Refused as folderAtPath; invalid_request for the root itself */
export async function openFolderAtPath(
  needs: Needs,
  actor: ApplicationActor,
  { target_folder_path: path, department_id }: OpenRequest<'POST /v2/folder/create_by_path'>,
): Promise<ViewedItem> {
  if (path.split('/').every((name) => name.trim() === '')) throw invalidRequest('target_folder_path')
  return viewItem(needs, actor, await folderAtPath(needs, actor, path, department_id))
}

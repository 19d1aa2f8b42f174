import { answerOrNull } from '@/api/ApiFailure'
import type { AppServices } from '@/stores/app/AppServices'
import type { DocumentKind } from '@/contract/documents'
import type { NewFolderParent } from '@/stores/items/ItemNames'

type Dependencies = Pick<AppServices, 'api' | 'changes' | 'lazy' | 'platform'>

/** Makes a document that several people edit, and opens it at once (DOC-01). The app shows a failure. @param name for the server to number, where it is used */
export async function newDocument(
  { api, changes, lazy, platform }: Dependencies,
  { parentFolderId, departmentId }: NewFolderParent,
  { name, kind }: { name: string; kind: DocumentKind },
): Promise<void> {
  const request = { parent_folder_id: parentFolderId, department_id: departmentId, name, kind } as const
  const answer = await answerOrNull(api.call('POST /apps/documents/create', request))
  if (answer === null) return
  const { item, access_url: address } = answer
  changes.announceAdded(item)
  const { documentPages: pages } = lazy
  if (address !== null && pages?.isOwn(address)) await pages.open(item.id, address)
  else await platform.navigate.push({ page: 'preview', fileId: item.id })
}

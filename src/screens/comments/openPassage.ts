import { answerOrNull } from '@/api/ApiFailure'
import type { AppServices } from '@/stores/app/AppServices'
import type { CommentStore } from '@/stores/comments/CommentStore'

/**
 * Opens the text that comments are about, at the passage of a thread. Where no editor opens, as in the mini-program, shows its preview.
 * @param isInPlace whether the text takes the place of the comments; they stay where no editor opens
 */
export async function openPassage(
  { api, lazy, platform }: AppServices,
  { target }: Pick<CommentStore, 'target'>,
  thread: number,
  isInPlace = false,
): Promise<void> {
  const fileId = Number(target.typedId.split('_')[1])
  const { documentPages } = lazy
  const asked =
    documentPages && answerOrNull(api.call('GET /yiqixie/get_access_url', { file_id: fileId }, { handledCodes: 'all' }))
  const address = (await asked)?.access_url
  if (documentPages && address !== undefined && documentPages.isOwn(address))
    return documentPages.open(fileId, address, isInPlace, thread)
  if (!isInPlace) await platform.navigate.push({ page: 'preview', fileId })
}

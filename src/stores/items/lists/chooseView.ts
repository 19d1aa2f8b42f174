import { runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { FolderView } from '@/contract/items/lists'
import type { Platform } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'
import { readCachedList, writeCachedList } from './cachedList'
import { listCall } from './listSources'
import type { ListStore } from './ListStore'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock' | 'storage'>
  sessionContext: SessionContext
}

/** Shows a folder as rows or as a grid of pictures, and has the server remember that (AH-39). */
export async function chooseView(
  { api, platform: { clock, storage }, sessionContext }: Dependencies,
  list: ListStore,
  view: FolderView,
): Promise<void> {
  runInAction(() => {
    list.shownAs = view
  })
  // The next visit begins with the stored rows.
  const kept = readCachedList(storage, sessionContext.user, list.at)
  if (kept) writeCachedList(storage, { ...kept, answer: { ...kept.answer, head: { ...kept.answer.head, view } } })
  const { name, request } = listCall(list.at, { offset: 0, limit: 1 }, null)
  if (name !== 'GET /apps/files/file_list/{folderId}') return
  await answerOrReport(clock, api.call(name, { ...request, view }, { handledCodes: 'all' }))
}

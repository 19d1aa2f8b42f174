import { runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import type { FolderView } from '@/contract/items/lists'
import type { Clock } from '@/platform/Platform'
import { answerOrReport } from '@/stores/app/reportError'
import { listCall } from './listSources'
import type { ListStore } from './ListStore'

/** Shows a folder as rows or as a grid of pictures, and has the server remember that (AH-39). */
export async function chooseView(
  { api, platform: { clock } }: { api: Api; platform: { clock: Clock } },
  list: ListStore,
  view: FolderView,
): Promise<void> {
  runInAction(() => {
    list.shownAs = view
  })
  const { name, request } = listCall(list.at, { offset: 0, limit: 1 }, null)
  if (name !== 'GET /apps/files/file_list/{folderId}') return
  await answerOrReport(clock, api.call(name, { ...request, view }, { handledCodes: 'all' }))
}

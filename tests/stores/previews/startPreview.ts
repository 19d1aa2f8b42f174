import type { Item } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { makeItem, makePreviewInfo } from '../support/factories'
import { platformSignedIn, startApp } from '../support/startApp'

export const INFO = 'GET /apps/representations/info'
export const GET_INFO = 'GET /apps/files/get_info'

/** A preview of an item whose representation gets the given answers in turn; the last one repeats. */
export async function start(
  fields: Partial<Item> = {},
  answers: Partial<PreviewInfo>[] = [{}],
  name: 'h5' | 'weapp' = 'h5',
) {
  const rig = await startApp(platformSignedIn(name))
  const item = makeItem({ id: 5, ...fields })
  let asked = 0
  rig.server.on(GET_INFO, { item })
  rig.server.on(INFO, () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return makePreviewInfo(answer)
  })
  const preview = new PreviewStore(rig.app, { fileId: 5 })
  const asks = () => rig.server.callsOf(INFO).map(({ request }) => request)
  return { ...rig, item, preview, asks }
}

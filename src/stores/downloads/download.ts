import { answerOrNull } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { FileVersion } from '@/contract/items/versions'
import type { AppServices } from '@/stores/app/AppServices'

type Dependencies = Pick<AppServices, 'api' | 'feedback' | 'platform'>

/** Lets the browser save a file, or a folder packed into one archive; reports how much the archive leaves out (ACT-08). */
export async function download({ api, feedback, platform }: Dependencies, item: Item) {
  if (item.type === 'file') {
    const answer = await answerOrNull(api.call('GET /apps/files/download', { file_id: item.id, no_redirect: true }))
    if (answer) save(platform, answer.download_url)
    return
  }
  await downloadAll({ api, feedback, platform }, [item])
}

/** As `download`, for several items packed together. Resolves to whether it began. */
export async function downloadAll(
  { api, feedback, platform }: Dependencies,
  items: readonly Pick<Item, 'typed_id'>[],
): Promise<boolean> {
  const request = { item_typed_ids: items.map((item) => item.typed_id), no_redirect: true }
  const answer = await answerOrNull(api.call('POST /pack_download/download', request))
  if (!answer) return false
  if (answer.left_out > 0) feedback.toast({ key: 'download.leftOut', params: { n: answer.left_out } })
  save(platform, answer.download_url)
  return true
}

/** As `download`, for one version of a file (PREV-17). */
export async function downloadVersion(
  { api, platform }: Dependencies,
  { id, file_id }: Pick<FileVersion, 'id' | 'file_id'>,
) {
  const answer = await answerOrNull(
    api.call('GET /apps/file_versions/download', { file_id, file_version_id: id, no_redirect: true }),
  )
  if (answer) save(platform, answer.download_url)
}

/** As `download`, for a file in an archive, by its signed address. */
export function downloadInArchive({ platform }: Pick<Dependencies, 'platform'>, address: string) {
  save(platform, address)
}

/** Saves through a page with instructions where the browser cannot save (ACT-11). */
function save(platform: Dependencies['platform'], address: string) {
  platform.saveByAddress(`/api/apps/files/save?to=${encodeURIComponent(address)}`)
}

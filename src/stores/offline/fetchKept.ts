import type { Api } from '@/api/Api'
import type { KeptFault, ListedFile } from '@/domain/offline/kept'
import type { Canceler, OfflineFiles } from '@/platform/Platform'
import { KeepFailed } from '@/platform/fileFailures'
import { refusalText } from './callFailures'

/** `withheld`: the server refuses the file; `later`: another try may succeed. */
type Outcome = 'stored' | 'canceled' | 'withheld' | 'later' | KeptFault

/** Fetches the current version of a file onto the phone. @param key the name of its bytes */
export async function fetchKept(
  api: Api,
  files: OfflineFiles,
  { id, size, versionKey }: ListedFile,
  key: string,
  canceler: Canceler,
): Promise<Outcome> {
  if (size > files.largest) return 'size'
  try {
    const asked = { file_id: id, no_redirect: true }
    const { download_url: address } = await api.call('GET /apps/files/download', asked, { quiet: true, canceler })
    await files.fetch({ address, key, size, versionKey, canceler })
    return 'stored'
  } catch (error) {
    if (canceler.canceled) return 'canceled'
    if (error instanceof KeepFailed) return error.reason === 'network' ? 'later' : error.reason
    return refusalText(error) === null ? 'later' : 'withheld'
  }
}

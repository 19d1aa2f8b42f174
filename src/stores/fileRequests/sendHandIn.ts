import type { FileRequestApi } from '@/api/FileRequestApi'
import { deliver } from '@/api/sendFile'
import type { Contributor } from '@/contract/fileRequests'
import type { Canceler, Platform } from '@/platform/Platform'
import type { HandInEntry } from './HandInEntry'

interface Way {
  api: FileRequestApi
  phone: Pick<Platform, 'upload' | 'sendPart' | 'firstPartSize' | 'partSize' | 'clock'>
  uniqueName: string
  canceler: Canceler
}

/**
 * Uploads a file to a collecting link. An interrupted upload continues where it stopped. Resolves to the contributor with all files handed in.
 * @throws ApiFailure, FileUnreadable
 */
export function sendHandIn({ api, phone, uniqueName, canceler }: Way, entry: HandInEntry): Promise<Contributor> {
  const { file, replaces, opened } = entry
  const options = { handledCodes: 'all', canceler } as const
  const asked = {
    unique_name: uniqueName,
    name: file.name,
    file_size: file.size,
    ...(file.modifiedAt !== undefined && { original_date: file.modifiedAt }),
    ...(replaces && { replaced_id: replaces.id }),
  }
  return deliver(
    api,
    phone,
    {
      file,
      opened,
      onOpened: (where, received) => entry.resumeAt(where, received),
      onProgress: (loaded) => entry.setProgress(loaded),
      canceler,
    },
    {
      announce: () => api.call('POST /apps/collects/presign', asked, options),
      finish: async (uploadId) =>
        (await api.call('POST /apps/collects/finish', { unique_name: uniqueName, upload_id: uploadId }, options)).me,
    },
  )
}

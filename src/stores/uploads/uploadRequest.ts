import type { Request } from '@/contract/api'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { UploadEntry } from './UploadEntry'

const places = { folder: 'folder_id', department: 'department_id', file: 'target_file_id' } as const

/** The call that opens an upload on the server. */
export function uploadRequest({ file, target, remark }: UploadEntry): Request<'POST /apps/files/presign_upload'> {
  return {
    file_size: file.size,
    name: file.name,
    ...(remark && { remark }),
    ...((file.modifiedAt ?? 0) > 0 && { original_date: file.modifiedAt }),
    ...placeOf(target),
  }
}

function placeOf(target: UploadTarget) {
  const [kind, id] = target.split('_') as [keyof typeof places, string]
  return { [places[kind]]: Number(id) }
}

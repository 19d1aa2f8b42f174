import type { UserInfo } from '@/contract/entities'
import type { Unfinished } from '@/domain/uploads/parts'
import type { Platform } from '@/platform/Platform'
import { UPLOADS_KEY } from '@/stores/items/lists/cachedList'

type Storage = Platform['storage']
type CacheOwner = Pick<UserInfo, 'id'> | null

interface Notes {
  userId: number
  uploads: readonly Unfinished[]
}

/** Older ones have expired on the server anyway. */
const most = 100

/** Uploads that this user began on this phone and that have not ended; the server knows their progress. */
export function readNotes(storage: Storage, user: CacheOwner): readonly Unfinished[] {
  const notes = storage.read<Notes>(UPLOADS_KEY)
  return notes && notes.userId === user?.id ? notes.uploads : []
}

export function noteUpload(storage: Storage, user: CacheOwner, upload: Unfinished) {
  const others = readNotes(storage, user).filter(({ uploadId }) => uploadId !== upload.uploadId)
  write(storage, user, [...others, upload].slice(-most))
}

export function forgetUploads(storage: Storage, user: CacheOwner, uploadIds: readonly string[]) {
  write(
    storage,
    user,
    readNotes(storage, user).filter(({ uploadId }) => !uploadIds.includes(uploadId)),
  )
}

function write(storage: Storage, user: CacheOwner, uploads: readonly Unfinished[]) {
  if (!user) return
  if (uploads.length > 0) storage.write(UPLOADS_KEY, { userId: user.id, uploads } satisfies Notes)
  else storage.remove(UPLOADS_KEY)
}

import { isSameFile, type Unfinished } from '@/domain/uploads/parts'
import { uploadMaximum } from '@/domain/uploads/uploads'
import type { PickedFile } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

/** Asks whether sent bytes may be lost (UPL-02). */
export function mayLoseBytes(feedback: FeedbackStore): Promise<boolean> {
  return feedback.confirm(
    { key: 'upload.cancelText' },
    {
      title: { key: 'upload.cancelTitle' },
      confirm: { key: 'upload.cancelConfirm' },
      cancel: { key: 'upload.keep' },
      isDanger: true,
    },
  )
}

/** Whether a file is the one of an unfinished upload. Some phones rename a picked file: then the user is asked. */
export async function isItsFile(feedback: FeedbackStore, upload: Unfinished, file: PickedFile): Promise<boolean> {
  const { name } = upload
  if (file.size === upload.size)
    return (
      isSameFile(upload, file) ||
      (await feedback.confirm(
        { key: 'upload.sameText', params: { name, picked: file.name } },
        { title: { key: 'upload.sameTitle' }, confirm: { key: 'upload.sameConfirm' } },
      ))
    )
  await feedback.alert({ key: 'upload.otherFile', params: { name } })
  return false
}

/** Shows that files were refused (UPL-03). @param tooLarge @param leftOver numbers of files */
export function reportRejected(feedback: FeedbackStore, tooLarge: number, leftOver: number) {
  if (tooLarge > 0) void feedback.alert({ key: 'upload.fault.tooLarge' })
  if (leftOver > 0) feedback.toast({ key: 'upload.fault.tooMany', params: { n: uploadMaximum() } })
}

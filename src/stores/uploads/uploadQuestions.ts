import { allowedName } from '@/domain/items/allowedName'
import { isSameFile, type Unfinished } from '@/domain/uploads/parts'
import type { Message } from '@/api/Message'
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

/** A picked file under the nearest name that the drive accepts. */
export function withAllowedName<T extends PickedFile>(file: T): T {
  const name = allowedName(file.name)
  return name === file.name ? file : { ...file, name }
}

/** Reports refused files (UPL-03), and files that get another name. @param tooLarge number of files */
export function reportChoice(
  feedback: FeedbackStore,
  { tooLarge, renamed }: { tooLarge: number; renamed: readonly Pick<PickedFile, 'name'>[] },
) {
  if (tooLarge > 0) void feedback.alert({ key: 'upload.fault.tooLarge' })
  const [first] = renamed
  if (first) feedback.toast(renamedWords(first.name, renamed.length))
}

/** Tells the user that files are stored under other names. @param n number of files */
export function renamedWords(name: string, n: number): Message {
  return n === 1 ? { key: 'upload.renamed', params: { name } } : { key: 'upload.renamedMany', params: { name, n } }
}

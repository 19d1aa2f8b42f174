import { answerOrNull } from '@/api/ApiFailure'
import type { CopyFormat } from '@/contract/documents'
import type { Item } from '@/contract/entities'
import type { AppServices } from '@/stores/app/AppServices'
import type { MoveTarget } from '@/stores/moving/ItemMover'

type Dependencies = Pick<AppServices, 'api' | 'changes' | 'feedback' | 'platform'>

/** Calls that wait for one conversion, each for some 15 s, and ms between them. */
const CALLS = 40
const PAUSE = 1000

/** Makes a document of a file, beside the file, and offers to open it (DOC-07). The app shows a failure. */
export function makeDocument(app: Dependencies, { id }: Pick<Item, 'id'>): Promise<void> {
  return convert(app, (continues) => app.api.call('POST /apps/documents/import', { file_id: id, continues }))
}

/** Copies a document as a file of another kind into a folder, and offers to open it (DOC-07). The app shows a failure. */
export function copyAs(
  app: Dependencies,
  { id }: Pick<Item, 'id'>,
  format: CopyFormat,
  { folderId, departmentId }: MoveTarget,
): Promise<void> {
  const request = { file_id: id, format, parent_folder_id: folderId, department_id: departmentId }
  return convert(app, (continues) => app.api.call('POST /apps/documents/copy_as', { ...request, continues }))
}

async function convert(
  { changes, feedback, platform }: Dependencies,
  ask: (continues: boolean) => Promise<{ item: Item | null }>,
): Promise<void> {
  const { clock, navigate } = platform
  for (let call = 0; call < CALLS; call += 1) {
    feedback.toast({ key: 'convert.running' })
    const answer = await answerOrNull(ask(call > 0))
    if (answer === null) return
    const { item } = answer
    if (item) {
      changes.announceAdded(item)
      const show = () => void navigate.push({ page: 'preview', fileId: item.id })
      feedback.toast(
        { key: 'convert.made', params: { name: item.name } },
        { label: { key: 'convert.show' }, run: show },
      )
      return
    }
    await new Promise<void>((resolve) => clock.after(PAUSE, resolve))
  }
  feedback.toast({ key: 'convert.late' })
}

import type { Api } from '@/api/Api'
import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import { numbered } from '@/domain/items/naming'
import { FOLDER_UPLOAD_MAX, planFolders, type FolderPlan } from '@/domain/uploads/folders'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { FolderReader, FoundTree, PickedFile, Platform } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { LiveStore } from '@/stores/app/live/LiveStore'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { NewFolderParent } from '@/stores/items/ItemNames'
import type { UploadStore } from './UploadStore'

/** Where an upload goes; `parent` is null where the user may create no folders. */
export interface UploadPlace {
  target: UploadTarget
  parent: NewFolderParent | null
}

/** Where the list on top puts uploads; null where there is none, or it takes none. */
export function placeOnTop({ live }: { live?: Pick<LiveStore, 'listOnTop'> }): UploadPlace | null {
  const list = live?.listOnTop
  return list?.uploadTarget ? { target: list.uploadTarget, parent: list.newFolderParent ?? null } : null
}

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
  platform: Pick<Platform, 'releaseFile'>
  sessionContext: Pick<SessionContext, 'generation'>
}

/** Names that are tried for a folder whose name is taken. */
const TRIES = 100
/** Folders between two messages about the progress. */
const STEP = 25

/** Uploads whole folders: creates the folders one by one, and queues the files of each (AH-43). */
export class FolderUploads {
  /** @param uploads the queue, whose code loads with the first upload */
  constructor(
    private readonly deps: Dependencies,
    private readonly reader: FolderReader,
    private readonly uploads: () => Promise<UploadStore>,
  ) {}

  get canPick(): boolean {
    return this.reader.canPick
  }

  /** Lets the user choose a folder. Call this in the handler of the user's tap. */
  async pick(place: UploadPlace) {
    const tree = await this.reader.pick()
    await this.upload(tree, place)
  }

  /** Uploads what was dropped. Call this in the handler of the event. @param transfer the event's DataTransfer */
  async drop(transfer: object, place: UploadPlace) {
    const read = this.reader.take(transfer)
    await this.upload(await read(), place)
  }

  async upload({ entries, unreadable, isTooMany }: FoundTree, place: UploadPlace) {
    const { feedback } = this.deps
    const plan = isTooMany ? 'tooMany' : planFolders(entries)
    if (typeof plan === 'string') {
      this.release(entries)
      return feedback.alert({ key: `upload.folders.${plan}`, params: { n: FOLDER_UPLOAD_MAX } })
    }
    if (plan.folders.length > 0 && !place.parent) {
      this.release(entries)
      return feedback.alert({ key: 'upload.folders.noPermission' })
    }
    const uploads = await this.uploads()
    if (plan.files.length > 0) uploads.add(plan.files, place.target)
    if (place.parent) await this.fill(plan, place.parent, uploads)
    const left = [...plan.refused, ...unreadable]
    if (left.length > 0)
      await feedback.alert(
        { key: 'upload.folders.leftOut', params: { n: left.length } },
        { items: left.slice(0, 10).map((text) => ({ text })) },
      )
  }

  /** Ends at the first folder that cannot be created, which the user was told, and when another user signs in. */
  private async fill({ folders }: FolderPlan<PickedFile>, top: NewFolderParent, uploads: UploadStore) {
    const { changes, feedback, sessionContext } = this.deps
    const { generation } = sessionContext
    const made: Item[] = []
    for (const { name, parent, files } of folders) {
      const above = made[parent]
      const folder = await this.create(name, above ? { parentFolderId: above.id } : top)
      if (generation !== sessionContext.generation) return
      if (!folder) {
        for (const planned of folders.slice(made.length)) this.releaseFiles(planned.files)
        return
      }
      made.push(folder)
      changes.announceAdded(folder)
      if (files.length > 0) uploads.add(files, `folder_${folder.id}`)
      if (made.length % STEP === 0 && made.length < folders.length)
        feedback.toast({ key: 'upload.folders.running', params: { done: made.length, total: folders.length } })
    }
  }

  /** Creates a folder; under the next free name if its name is taken. Null if the server refuses the folder. */
  private async create(wanted: string, { parentFolderId, departmentId }: NewFolderParent): Promise<Item | null> {
    for (let n = 1; n <= TRIES; n += 1) {
      const name = n === 1 ? wanted : numbered(wanted, n, 'folder')
      const request = { parent_folder_id: parentFolderId, department_id: departmentId, name }
      try {
        return (
          await this.deps.api.call('POST /apps/files/new_folder', request, {
            handledCodes: n < TRIES ? ['name_taken'] : [],
          })
        ).new_folder
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error
        if (refusalCode(error) !== 'name_taken') return null
      }
    }
    return null
  }

  private release(entries: FoundTree['entries']) {
    this.releaseFiles(entries.flatMap(({ file }) => file ?? []))
  }

  private releaseFiles(files: readonly PickedFile[]) {
    for (const file of files) this.deps.platform.releaseFile(file)
  }
}

import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { checkName, checkRename, type NameCheck } from '@/domain/items/naming'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

/** Where a folder is created. Calls name the root folder of a department by the department's id. */
export interface NewFolderParent {
  parentFolderId: number
  departmentId?: number
}

/**
 * `fault` says what is wrong with the name; null when the app has already shown the failure. `isUnsent`: the network did not carry the call, which the
 * caller handles.
 */
export type NameOutcome = { done: true } | { done: false; fault: Message | null; isUnsent?: true }
export type NameResult = { done: true; item: Item } | Exclude<NameOutcome, { done: true }>

export const nameCodes: readonly ErrorCode[] = [
  'name_empty',
  'name_too_long',
  'name_character',
  'name_invisible',
  'name_end',
  'name_taken',
]

/** Renames items and creates folders. Not part of the first page. */
export class ItemNames {
  /** @param handled failures that the caller handles */
  constructor(
    private readonly deps: Dependencies,
    private readonly handled: readonly (ErrorCode | 'network')[] = nameCodes,
  ) {}

  /** Renames; the extension is kept (ACT-05). */
  async rename(item: Item, typed: string): Promise<NameResult> {
    const { api, changes, feedback } = this.deps
    const check = checkRename(typed, item)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    if (check.name === item.name) return { done: true, item }
    const request = { item_typed_id: item.typed_id, name: check.name }
    return this.named(async () => {
      const { item: renamed } = await api.call('POST /apps/files/edit', request, { handledCodes: this.handled })
      changes.announceReplaced(renamed)
      feedback.toast({ key: 'name.renamed' })
      return renamed
    })
  }

  /** Creates a folder, which appears on top of its list (LIST-06). */
  async newFolder(place: NewFolderParent, typed: string): Promise<NameResult> {
    const { api, changes, feedback } = this.deps
    const check = checkName(typed)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    const request = { parent_folder_id: place.parentFolderId, department_id: place.departmentId, name: check.name }
    return this.named(async () => {
      const { new_folder: folder } = await api.call('POST /apps/files/new_folder', request, {
        handledCodes: this.handled,
      })
      changes.announceAdded(folder)
      feedback.toast({ key: 'name.created', params: { name: folder.name } })
      return folder
    })
  }

  private async named(act: () => Promise<Item>): Promise<NameResult> {
    try {
      return { done: true, item: await act() }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (error.failure.kind === 'network' && this.handled !== nameCodes)
        return { done: false, fault: null, isUnsent: true }
      const isAboutName = error.code !== undefined && nameCodes.includes(error.code)
      return { done: false, fault: isAboutName ? messageOf(error.failure) : null }
    }
  }
}

/** Words a fault of a name. */
export function faultOf(check: Extract<NameCheck, { ok: false }>): Message {
  const key = `name.fault.${check.code}` as const
  return check.character === undefined ? { key } : { key, params: { character: check.character } }
}

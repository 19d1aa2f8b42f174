import type { Api } from '@/api/Api'
import { answerOrNull, ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Request } from '@/contract/api'
import type { Item } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { checkName, checkRename, type NameCheck } from '@/domain/items/naming'
import type { ChangesBus } from './ChangesBus'
import type { FeedbackStore } from './FeedbackStore'
import { offerUndo } from './offerUndo'
import { itemOf, lossOf, type Row } from './rows'

interface Dependencies {
  api: Api
  changes: ChangesBus
  feedback: FeedbackStore
}

type FavouriteId = Request<'POST /apps/frequently_used_items/add'>['typed_id']

/** Where a folder is made; a department's root folder names its department, too. */
export interface NewFolderPlace {
  parentFolderId: number
  departmentId?: number
}

/** `fault` says what is wrong with the name; null when the app has told already why it failed. */
export type NameResult = { done: true, item: Item } | { done: false, fault: Message | null }

const nameCodes: readonly ErrorCode[] = ['name_empty', 'name_too_long', 'name_character', 'name_end', 'name_taken']

/** What a user does with an item. Success is told to every live list; the user learns of a failure before the promise ends. */
export class ItemActions {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Favourite on or off; being there already, or gone already, is success (ACT-04).
   * The root folder of a department stands for the department. What is lost cannot be had back: its removal has no undo.
   */
  async setFavourite(row: Row, wanted: boolean) {
    const { api, changes, feedback } = this.deps
    const department = itemOf(row)?.department
    const typedId = department ? `department_${department.id}` as const : row.typed_id as FavouriteId
    const name = wanted ? 'POST /apps/frequently_used_items/add' : 'POST /apps/frequently_used_items/delete'
    const success: ErrorCode = wanted ? 'duplicate_frequently_used_item_id' : 'frequently_used_item_not_found'
    try {
      await api.call(name, { typed_id: typedId }, { accept: [success] })
    } catch (error) {
      if (refusalCode(error) !== success) return ignoreTold(error)
    }
    changes.replaced({ ...row, is_frequently_used: wanted })
    if (wanted) feedback.toast({ key: 'favourite.added' })
    else if (lossOf(row)) feedback.toast({ key: 'favourite.removed' })
    else offerUndo(feedback, { key: 'favourite.removed' }, () => this.setFavourite(row, true))
  }

  /** Renames; the extension is kept (ACT-05). */
  async rename(item: Item, typed: string): Promise<NameResult> {
    const { api, changes, feedback } = this.deps
    const check = checkRename(typed, item)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    if (check.name === item.name) return { done: true, item }
    const request = { item_typed_id: item.typed_id, name: check.name }
    return this.named(async () => {
      const { item: renamed } = await api.call('POST /apps/files/edit', request, { accept: nameCodes })
      changes.replaced(renamed)
      feedback.toast({ key: 'name.renamed' })
      return renamed
    })
  }

  /** Makes a folder, which comes on top of its list (LIST-06). */
  async newFolder(place: NewFolderPlace, typed: string): Promise<NameResult> {
    const { api, changes, feedback } = this.deps
    const check = checkName(typed)
    if (!check.ok) return { done: false, fault: faultOf(check) }
    const request = { parent_folder_id: place.parentFolderId, department_id: place.departmentId, name: check.name }
    return this.named(async () => {
      const { new_folder: folder } = await api.call('POST /apps/files/new_folder', request, { accept: nameCodes })
      changes.added(folder)
      feedback.toast({ key: 'name.created', params: { name: folder.name } })
      return folder
    })
  }

  /** Tells the server that an item was opened; nobody learns when it fails (CTX-09). */
  async markAsUsed(row: Row) {
    const item = itemOf(row)
    if (item) await answerOrNull(this.deps.api.call('POST /recent_items/mark_as_used', { item_typed_id: item.typed_id }, { accept: 'all' }))
  }

  private async named(act: () => Promise<Item>): Promise<NameResult> {
    try {
      return { done: true, item: await act() }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const isAboutName = error.code !== undefined && nameCodes.includes(error.code)
      return { done: false, fault: isAboutName ? messageOf(error.failure) : null }
    }
  }
}

function faultOf(check: Extract<NameCheck, { ok: false }>): Message {
  const key = `name.fault.${check.code}` as const
  return check.character === undefined ? { key } : { key, params: { character: check.character } }
}

/** The app has reacted to a failed call by now; anything else is a fault of our own. */
function ignoreTold(error: unknown): false {
  if (error instanceof ApiFailure) return false
  throw error
}

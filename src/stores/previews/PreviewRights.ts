import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Item, Role } from '@/contract/entities'
import type { LiveSubject } from '@/stores/app/live/LiveStore'
import type { PreviewStore } from './PreviewStore'

const refusals: readonly (string | null | undefined)[] = ['item_not_found', 'item_is_deleted', 'permission_denied']

/** The user's rights on the viewed file, fetched again when others change something in its folder (AH-20). */
export class PreviewRights implements LiveSubject {
  readonly phase = 'ready'
  readonly at: LiveSubject['at']

  /**
   * @param folderId the folder of the file
   * @param shown the viewed preview
   * @param onRole called when the role changed
   */
  constructor(
    private readonly api: Api,
    folderId: number,
    private readonly shown: () => PreviewStore,
    private readonly onRole: (role: Role) => void,
  ) {
    this.at = { space: 'folder', id: folderId }
  }

  async open() {
    await this.again()
  }

  async again(): Promise<boolean> {
    const preview = this.shown()
    const before = preview.item
    if (!before) return true
    try {
      const request = { item_typed_id: before.typed_id }
      const { item } = await this.api.call('GET /apps/files/get_info', request, { quiet: true })
      if (item && preview.item?.typed_id === item.typed_id) this.show(preview, before, item)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!refusals.includes(error.code)) return false
      preview.handleError(error)
    }
    return true
  }

  /** Closes a preview that is no longer allowed; otherwise applies the new rights. */
  private show(preview: PreviewStore, before: Item, item: Item) {
    preview.updateItem(item)
    const [had, has] = [before.action_permissions, item.action_permissions]
    const isOther = has.perm_preview !== had.perm_preview || has.perm_download !== had.perm_download
    if (!has.perm_preview) preview.fail('permission_denied')
    else if (isOther) void preview.reload()
    if (item.final_role !== before.final_role) this.onRole(item.final_role)
  }
}

import { makeAutoObservable } from 'mobx'
import { answerOrNull, ApiFailure } from '@/api/ApiFailure'
import type { Item } from '@/contract/entities'
import type { Carried } from '@/domain/moving/destinations'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import type { ListLocation } from '@/domain/addresses'
import type { AppServices } from '@/stores/app/AppServices'
import type { LandingStore } from './LandingStore'

/** Saves the contents of a link to the visitor's own drive (LAND-07). */
export class SharedSave {
  isBusy = false

  constructor(
    /** The app as the link's pages use it. */
    private readonly app: AppServices,
    private readonly visit: LandingStore,
    private readonly typedId: Item['typed_id'],
  ) {
    makeAutoObservable<this, 'app' | 'visit' | 'typedId'>(this, { app: false, visit: false, typedId: false })
  }

  /** The items that the destination must accept; they lie in no folder of the visitor (2§5). */
  get carried(): readonly Carried[] {
    const { typedId } = this
    const type = typedId.startsWith('file') ? 'file' : 'folder'
    return [{ type, typed_id: typedId, parent_folder_id: 0, space: 'external_space' }]
  }

  get start(): ListLocation {
    return { space: this.app.sessionContext.enterprise?.is_personal_space_closed ? 'frequent' : 'own' }
  }

  /** null: a failure, which the visitor was shown; another destination can be tried. `later`: it continues in the background. */
  async into(target: MoveTarget): Promise<'done' | 'later' | null> {
    if (this.isBusy) return null
    this.turned(true)
    try {
      return await this.save(target)
    } catch (error) {
      if (error instanceof ApiFailure) return null
      throw error
    } finally {
      this.turned(false)
    }
  }

  private async save({ folderId, departmentId }: MoveTarget) {
    const { api, changes, sessionContext } = this.app
    const answer = await api.call('POST /apps/files/copy', {
      item_typed_ids: [this.typedId],
      target_folder_id: folderId,
      department_id: departmentId,
    })
    for (const item of answer.files_and_folders) changes.announceAdded(item)
    if (sessionContext.scenario === 'applet') void this.note()
    await this.visit.reload()
    return answer.async_copying_items.length > 0 ? 'later' : 'done'
  }

  /** Records the link among what the user saved in the mini-program (2§7); saving succeeds without that. */
  private async note() {
    const asked = { type: 'share_link', unique_name: this.visit.uniqueName } as const
    await answerOrNull(this.app.api.call('POST /v1/wechat_applet/create_file_user', asked, { handledCodes: 'all' }))
  }

  private turned(isBusy: boolean) {
    this.isBusy = isBusy
  }
}

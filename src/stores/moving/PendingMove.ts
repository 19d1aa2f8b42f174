import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import type { ChangesBus } from '@/stores/items/lists/ChangesBus'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import type { LazyStores } from '@/stores/app/LazyStores'
import { type ChosenItems, CHOSEN } from '../items/ChosenItems'
import { ItemMover, type MoveTarget } from './ItemMover'
import { findItem } from '../items/findItem'
import type { ListLocation } from '@/domain/addresses'

export type PendingMoveAction = 'move' | 'copy'

interface Dependencies {
  api: Api
  changes: ChangesBus
  sessionContext: SessionContext
  feedback: FeedbackStore
  lazy: LazyStores<{ chosenItems: ChosenItems }>
}

/** Items being moved or copied: found, taken through the picker, put into a folder (ACT-09). */
export class PendingMove {
  /** `gone`: the items could not be fetched, the picker closes. `settled`: done, or left to a background job. */
  phase: 'finding' | 'ready' | 'putting' | 'gone' | 'settled' = 'finding'
  items: readonly Item[] = []
  private readonly mover: ItemMover

  constructor(
    private readonly deps: Dependencies,
    readonly action: PendingMoveAction,
    private readonly typedId: string,
  ) {
    this.mover = new ItemMover(deps)
    makeAutoObservable<this, 'deps' | 'mover' | 'typedId'>(this, {
      items: observable.ref,
      action: false,
      deps: false,
      mover: false,
      typedId: false,
    })
  }

  /** Where the picker begins: the space of the first item. */
  get start(): ListLocation {
    const [item] = this.items
    if (item?.space === 'department_space' && item.department_id !== null)
      return { space: 'dept', id: item.department_id }
    if (item?.space === 'collab_space') return { space: 'collab' }
    return { space: this.deps.sessionContext.enterprise?.is_personal_space_closed ? 'frequent' : 'own' }
  }

  async find() {
    if (this.typedId === CHOSEN) return this.found(this.deps.lazy.chosenItems?.items ?? [])
    const item = await findItem(this.deps, this.typedId)
    this.found(item ? [item] : [])
  }

  /** After a failure, which the user was shown, another destination can be tried. */
  async putInto(target: MoveTarget) {
    if (this.phase !== 'ready') return
    this.turned('putting')
    const isDone = await this.mover[this.action](this.items, target)
    if (isDone) this.deps.lazy.chosenItems?.forget()
    this.turned(isDone ? 'settled' : 'ready')
  }

  private found(items: readonly Item[]) {
    this.items = items
    this.phase = items.length > 0 ? 'ready' : 'gone'
  }

  private turned(phase: 'putting' | 'settled' | 'ready') {
    this.phase = phase
  }
}

import { makeAutoObservable, observable } from 'mobx'
import type { Item } from '@/contract/entities'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** The one way in which chosen items reach a picker; an address could not hold them. */
export function chosenItemsOf(app: HasLazy<{ chosenItems: ChosenItems }>): ChosenItems {
  return makeLazy(app, 'chosenItems', () => new ChosenItems())
}

/** Items on their way to a picker (AH-10). */
export class ChosenItems {
  /** null: none are on their way. */
  items: readonly Item[] | null = null

  constructor() {
    makeAutoObservable(this, { items: observable.ref })
  }

  sent(items: readonly Item[]) {
    this.items = items
  }

  forget() {
    this.items = null
  }
}

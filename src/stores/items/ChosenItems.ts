import { makeAutoObservable, observable } from 'mobx'
import type { Item } from '@/contract/entities'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** Stands for a typed_id in a picker's address: the picker's items are in `ChosenItems`. */
export const CHOSEN = 'chosen'

/** The only channel by which chosen items reach a picker; an address is too short for them. */
export function chosenItemsOf(app: HasLazy<{ chosenItems: ChosenItems }>): ChosenItems {
  return makeLazy(app, 'chosenItems', () => new ChosenItems())
}

/** Items that a picker is about to open for (AH-10). */
export class ChosenItems {
  /** null: none */
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

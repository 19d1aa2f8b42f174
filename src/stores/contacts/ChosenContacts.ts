import { makeAutoObservable, observable } from 'mobx'
import type { Contact } from '@/contract/contacts'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** The only channel between a page and the picker of people: pages of a mini-program cannot pass callbacks to each other. */
export function chosenContactsOf(app: HasLazy<{ chosenContacts: ChosenContacts }>): ChosenContacts {
  return makeLazy(app, 'chosenContacts', () => new ChosenContacts())
}

const nobody: readonly Contact[] = []

/** The chosen contacts per purpose; the picker writes them when the choice is confirmed. */
export class ChosenContacts {
  private readonly held = observable.map<string, readonly Contact[]>({}, { deep: false })

  constructor() {
    makeAutoObservable(this)
  }

  /** In the order of choosing. */
  of(choice: ContactChoice): readonly Contact[] {
    return this.held.get(keyOf(choice)) ?? nobody
  }

  put(choice: ContactChoice, contacts: readonly Contact[]) {
    this.held.set(keyOf(choice), contacts)
  }

  drop(choice: ContactChoice) {
    this.held.delete(keyOf(choice))
  }

  forget() {
    this.held.clear()
  }
}

function keyOf({ mode, typedId = '' }: ContactChoice): string {
  return `${mode}:${typedId}`
}

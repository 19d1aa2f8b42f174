import { makeAutoObservable, observable } from 'mobx'

/** A form whose changes are lost once the user leaves it. */
export interface UnsavedForm {
  isDirty(): boolean
  /** Resolves to whether the changes were saved; if not, the form shows why. */
  save(): Promise<boolean>
  discard(): void
  /** Whether the form keeps its changes in this section of its place. */
  staysIn(section: string | undefined): boolean
}

interface Waiting {
  forms: readonly UnsavedForm[]
  move(): void
}

/** Asks before the user leaves forms with unsaved changes. */
export class LeavingStore {
  private readonly forms = observable.array<UnsavedForm>([], { deep: false })
  private waiting: Waiting | null = null

  constructor() {
    makeAutoObservable<this, 'forms' | 'waiting'>(this, { forms: false, waiting: observable.ref })
  }

  get isDirty(): boolean {
    return this.forms.some((form) => form.isDirty())
  }

  get isAsking(): boolean {
    return this.waiting !== null
  }

  /** Returns a function that takes the form out. */
  add(form: UnsavedForm): () => void {
    this.forms.push(form)
    return () => void this.forms.remove(form)
  }

  /** Moves at once, or asks first if forms would lose changes. @param stays whether a form keeps its changes */
  leave(move: () => void, stays: (form: UnsavedForm) => boolean = () => false) {
    const forms = this.forms.filter((form) => form.isDirty() && !stays(form))
    if (forms.length === 0) move()
    else this.waiting = { forms, move }
  }

  stay() {
    this.waiting = null
  }

  discard() {
    const { forms, move } = this.end()
    for (const form of forms) form.discard()
    move()
  }

  /** Stays where a form could not be saved. */
  async save(): Promise<void> {
    const { forms, move } = this.end()
    for (const form of forms) if (!(await form.save())) return
    move()
  }

  private end(): Waiting {
    const { waiting } = this
    this.waiting = null
    return waiting ?? { forms: [], move: () => {} }
  }
}

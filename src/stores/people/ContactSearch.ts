import { makeAutoObservable, observable } from 'mobx'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import type { ContactChoice } from '@/domain/people/contacts'
import { searchWords } from '@/domain/search/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import { ContactList, type ContactDependencies } from './ContactList'

/** What is typed into a picker's search, and what it found (2§5). */
export class ContactSearch {
  text = ''
  /** Null before the first search and after the field was emptied. */
  list: ContactList | null = null
  private stopTimer: (() => void) | null = null

  constructor(
    private readonly deps: ContactDependencies,
    private readonly choice: ContactChoice,
  ) {
    makeAutoObservable<this, 'deps' | 'choice' | 'stopTimer'>(this, {
      list: observable.ref,
      deps: false,
      choice: false,
      stopTimer: false,
    })
  }

  /** What was searched for; '' without a list. */
  get words(): string {
    return this.list?.place.at === 'search' ? this.list.place.words : ''
  }

  /** Searches 1000 ms after the last letter, for 100 of them at most. */
  typed(text: string) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.stop()
    const words = searchWords(this.text)
    if (words === '') this.show(null)
    else if (words !== this.words) this.stopTimer = this.deps.clock.after(SEARCH_DEBOUNCE, () => this.submit())
  }

  /** The keyboard's own search key: at once. */
  submit() {
    this.stop()
    const words = searchWords(this.text)
    if (words === '') return
    if (words === this.words) {
      if (this.list?.phase === 'failed') void this.list.pages.retry()
      return
    }
    this.show(new ContactList(this.deps, this.choice, { at: 'search', words }))
    void this.list?.open()
  }

  dispose() {
    this.stop()
    this.list?.dispose()
  }

  private show(list: ContactList | null) {
    this.list?.dispose()
    this.list = list
  }

  private stop() {
    this.stopTimer?.()
    this.stopTimer = null
  }
}

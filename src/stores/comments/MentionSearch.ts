import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Contact } from '@/contract/contacts'
import type { Mention } from '@/domain/comments/mentions'
import { SEARCH_DEBOUNCE } from '@/domain/limits'
import { kindOf } from '@/domain/contacts/contacts'
import { searchKey } from '@/domain/search/words'
import { createCanceler } from '@/platform/canceler'
import { contactsQuery } from '@/stores/contacts/contactQueries'
import type { AppServices } from '@/stores/app/AppServices'

/** rows shown */
const SHOWN = 50

/** The people who can be mentioned at an item: everybody who may see it (CONT-05). */
export class MentionSearch {
  phase: 'loading' | 'ready' | 'failed' = 'loading'
  words = ''
  private contacts: readonly Contact[] = []
  private isWhole = false
  private canceler = createCanceler()
  private stopWaiting = () => {}

  constructor(
    private readonly app: Pick<AppServices, 'api' | 'platform'>,
    private readonly typedId: string,
  ) {
    makeAutoObservable<this, 'app' | 'typedId' | 'canceler' | 'stopWaiting' | 'contacts'>(this, {
      contacts: observable.ref,
      app: false,
      typedId: false,
      canceler: false,
      stopWaiting: false,
    })
  }

  /** The first people that match the typed words. */
  get found(): readonly Contact[] {
    const key = searchKey(this.words)
    const fits = ({ name, login }: Contact) => key === '' || searchKey(`${name} ${login}`).includes(key)
    return this.contacts.filter(fits).slice(0, SHOWN)
  }

  /** Searches for the typed words: at once among known people, and a second later on the server if it has more people. */
  look(words: string) {
    this.words = words
    this.stopWaiting()
    if (this.phase === 'loading' && words === '') void this.ask('')
    else if (!this.isWhole)
      this.stopWaiting = this.app.platform.clock.after(SEARCH_DEBOUNCE, () => void this.ask(words))
  }

  dispose() {
    this.stopWaiting()
    this.canceler.cancel()
  }

  private async ask(words: string) {
    this.canceler.cancel()
    const canceler = createCanceler()
    this.canceler = canceler
    const query = contactsQuery({ mode: 'mention', typedId: this.typedId }, 1, words)
    const answer = await answerOrNull(
      this.app.api.call('GET /apps/contacts/get', query, { handledCodes: 'all', quiet: true, canceler }),
    )
    if (canceler.canceled) return
    if (!answer) return this.failed()
    this.came(
      [...answer.contacts, ...answer.groups, ...answer.departments],
      words === '' && (answer.page_count ?? 0) <= 1,
    )
  }

  private came(contacts: readonly Contact[], isWhole: boolean) {
    this.contacts = contacts
    this.isWhole = isWhole
    this.phase = 'ready'
  }

  private failed() {
    this.phase = 'failed'
  }
}

/** A contact as a comment mentions it. */
export function mentionOf({ id, item_typed_id, group_id, name }: Contact): Mention {
  return kindOf(item_typed_id) === 'contact' ? { kind: 'user', id, name } : { kind: 'group', id: group_id ?? id, name }
}

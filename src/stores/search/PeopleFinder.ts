import { makeAutoObservable, observable } from 'mobx'
import { answerOrNull } from '@/api/ApiFailure'
import type { Contact } from '@/contract/contacts'
import { SEARCH_DEBOUNCE, SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchWords } from '@/domain/search/words'
import { firstCodePoints } from '@/domain/text/codePoints'
import { createCanceler } from '@/platform/canceler'
import type { AppServices } from '@/stores/app/AppServices'

/** people shown */
const SHOWN = 20

/** Finds the person to whom a search is restricted, among the user's contacts (AH-41). */
export class PeopleFinder {
  text = ''
  /** `idle`: nothing is typed. */
  phase: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  found: readonly Contact[] = []
  private canceler = createCanceler()
  private stopTimer = () => {}

  constructor(private readonly app: Pick<AppServices, 'api' | 'platform'>) {
    makeAutoObservable<this, 'app' | 'canceler' | 'stopTimer'>(this, {
      found: observable.ref,
      app: false,
      canceler: false,
      stopTimer: false,
    })
  }

  /** Searches 1000 ms after the last letter, as every search (1§5). */
  setText(text: string) {
    this.text = firstCodePoints(text, SEARCH_MAX_LENGTH)
    this.dispose()
    this.found = []
    const isTyped = searchWords(this.text) !== ''
    this.phase = isTyped ? 'loading' : 'idle'
    if (isTyped) this.stopTimer = this.app.platform.clock.after(SEARCH_DEBOUNCE, () => void this.find())
  }

  /** The keyboard's search key. */
  submit() {
    if (searchWords(this.text) === '') return
    this.stopTimer()
    void this.find()
  }

  dispose() {
    this.stopTimer()
    this.canceler.cancel()
  }

  private async find() {
    this.canceler.cancel()
    const canceler = createCanceler()
    this.canceler = canceler
    const query = {
      include_users_without_department: true,
      search_string: searchWords(this.text),
      page_size: SHOWN,
    }
    const answer = await answerOrNull(
      this.app.api.call('GET /apps/contacts/get', query, { handledCodes: 'all', quiet: true, canceler }),
    )
    if (!canceler.canceled) this.apply(answer?.contacts ?? null)
  }

  private apply(contacts: readonly Contact[] | null) {
    this.found = contacts ?? []
    this.phase = contacts ? 'ready' : 'failed'
  }
}

import { makeAutoObservable, observable } from 'mobx'
import { readRecentWords, rememberWords, withoutWords } from '@/domain/search/recentWords'
import type { AppServices } from '@/stores/app/AppServices'

const KEY = 'searches'

interface Kept {
  userId: number
  words: string[]
}

/** The last searches of the user on this phone (AH-41); erased with the account's other values (decisions 79). */
export class RecentSearches {
  /** The latest first. */
  words: readonly string[] = []

  constructor(private readonly app: Pick<AppServices, 'platform' | 'sessionContext'>) {
    makeAutoObservable<this, 'app'>(this, { words: observable.ref, app: false })
  }

  /** Reads what this user searched; call it once the user is known. */
  open() {
    const kept = this.app.platform.storage.read<Partial<Kept> | null>(KEY)
    this.words = kept && kept.userId === this.userId ? readRecentWords(kept.words) : []
  }

  remember(words: string) {
    this.save(rememberWords(this.words, words))
  }

  remove(words: string) {
    this.save(withoutWords(this.words, words))
  }

  clear() {
    this.save([])
  }

  private get userId(): number | undefined {
    return this.app.sessionContext.user?.id
  }

  private save(words: string[]) {
    const { userId } = this
    if (userId === undefined) return
    this.words = words
    const { storage } = this.app.platform
    if (words.length > 0) storage.write(KEY, { userId, words } satisfies Kept)
    else storage.remove(KEY)
  }
}

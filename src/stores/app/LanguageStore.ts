import { makeAutoObservable, observable } from 'mobx'
import type { SessionContext } from '@/api/SessionContext'
import type { Language, Wording } from '@/contract/entities'
import type { Platform } from '@/platform/Platform'

interface Dependencies {
  platform: Pick<Platform, 'language' | 'navigate'>
  sessionContext: SessionContext
}

const DEFAULT_LANGUAGE: Language = 'zh-CN'

/** The language and wording in force (I18N-02, decisions 33). A choice restarts the app; in the mini-program the stores survive a restart. */
export class LanguageStore {
  /** The user's choice; absent parts follow the default and the enterprise. */
  chosen: { language?: Language; wording?: Wording }

  constructor(private readonly deps: Dependencies) {
    this.chosen = deps.platform.language.read()
    makeAutoObservable<this, 'deps'>(this, { chosen: observable.ref, deps: false })
  }

  get language(): Language {
    return this.chosen.language ?? DEFAULT_LANGUAGE
  }

  get wording(): Wording {
    return this.chosen.wording ?? this.deps.sessionContext.enterprise?.language_type ?? 'default'
  }

  choose(choice: { language?: Language; wording?: Wording }) {
    this.take(choice)
    this.deps.platform.navigate.restart()
  }

  /** Applies a choice without a restart: the page keeps its state, such as typed text. */
  take(choice: { language?: Language; wording?: Wording }) {
    this.chosen = { ...this.chosen, ...choice }
    this.deps.platform.language.write(this.chosen)
  }
}

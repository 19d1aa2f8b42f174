import { makeAutoObservable } from 'mobx'
import type { Platform } from '@/platform/Platform'

export type Appearance = 'system' | 'light' | 'dark'

type AppearancePlatform = Pick<Platform, 'storage' | 'systemTheme' | 'onSystemTheme'>

export const APPEARANCE_KEY = 'appearance'
const appearances: readonly unknown[] = ['system', 'light', 'dark']

/** Light or dark: the user's choice, else the system's (AH-22). */
export class AppearanceStore {
  choice: Appearance
  private system: 'light' | 'dark'

  constructor(private readonly platform: AppearancePlatform) {
    const kept = platform.storage.read<Appearance>(APPEARANCE_KEY)
    this.choice = kept !== undefined && appearances.includes(kept) ? kept : 'system'
    this.system = platform.systemTheme()
    makeAutoObservable<this, 'platform'>(this, { platform: false })
    platform.onSystemTheme((theme) => this.systemChanged(theme))
  }

  get effective(): 'light' | 'dark' {
    return this.choice === 'system' ? this.system : this.choice
  }

  choose(choice: Appearance) {
    this.choice = choice
    this.platform.storage.write(APPEARANCE_KEY, choice)
  }

  private systemChanged(theme: 'light' | 'dark') {
    this.system = theme
  }
}

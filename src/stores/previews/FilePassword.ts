import { makeAutoObservable } from 'mobx'

/** The password that a file opens with, where its viewer wants one (PREV-07). It goes to the viewer and nowhere else. */
export class FilePassword {
  /** Null where the viewer wants none. */
  state: 'needed' | 'checking' | 'wrong' | null = null
  private unlock: ((password: string) => void) | null = null

  constructor() {
    makeAutoObservable<this, 'unlock'>(this, { unlock: false })
  }

  /** The viewer cannot open the file without its password, or with the one given. @param unlock takes the next one */
  ask(isWrong: boolean, unlock: (password: string) => void) {
    this.state = isWrong ? 'wrong' : 'needed'
    this.unlock = unlock
  }

  /** Tries what the user typed. */
  give(password: string) {
    if (!this.unlock) return
    this.state = 'checking'
    this.unlock(password)
  }

  forget() {
    this.state = null
    this.unlock = null
  }
}

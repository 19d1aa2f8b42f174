import { makeAutoObservable } from 'mobx'

/** The password of a file whose viewer asks for one (PREV-07). Only the viewer receives the password. */
export class FilePassword {
  /** Null where no password is needed. */
  state: 'needed' | 'checking' | 'wrong' | null = null
  private unlock: ((password: string) => void) | null = null

  constructor() {
    makeAutoObservable<this, 'unlock'>(this, { unlock: false })
  }

  /** The viewer needs a password, or the given password is wrong. @param unlock receives the next attempt */
  ask(isWrong: boolean, unlock: (password: string) => void) {
    this.state = isWrong ? 'wrong' : 'needed'
    this.unlock = unlock
  }

  /** Passes the typed password to the viewer. */
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

import { makeAutoObservable } from 'mobx'
import { mayBePassword } from '@/domain/landing/landing'
import { isCode, mayBecomeCode } from '@/domain/shares/code'
import { isPasswordTooLong, trimPassword } from '@/domain/shares/password'
import type { LandingStore } from './LandingStore'

type Visit = Pick<LandingStore, 'isChecking' | 'isWrong' | 'submit' | 'clearError'>

/**
 * The password that a visitor types. The boxes take a code, and send a whole one by themselves. Any text that cannot become a code turns the boxes
 * into a plain field, because a maker may choose any password; the server never says which kind a link has (decisions 232).
 */
export class PasswordEntry {
  text = ''
  /** The visitor asked for the plain field. */
  private isChosen = false

  constructor(private readonly visit: Visit) {
    makeAutoObservable<this, 'visit'>(this, { visit: false })
  }

  get isPlain(): boolean {
    return this.isChosen || !mayBecomeCode(this.text)
  }

  /** Whether the typed text, not the visitor, replaced the boxes. */
  get isNoCode(): boolean {
    return this.isPlain && !this.isChosen
  }

  get isTooLong(): boolean {
    return isPasswordTooLong(this.text)
  }

  get maySend(): boolean {
    return this.isPlain ? mayBePassword(this.text) : isCode(this.text)
  }

  /** Typed or pasted. While a password is being checked, the field stays as it is. */
  type(typed: string) {
    if (this.visit.isChecking) return
    const code = trimPassword(typed)
    this.text = !this.isChosen && mayBecomeCode(code) ? code : typed
    this.visit.clearError()
    if (!this.isPlain && isCode(code)) void this.send()
  }

  /** For a password that looks like a code, or like its beginning, but is none. */
  choosePlain() {
    this.isChosen = true
  }

  /** Sends the password; clears a wrong code. A wrong password of another form stays, to be corrected (LAND-10). */
  async send() {
    if (!this.maySend || this.visit.isChecking) return
    await this.visit.submit(this.text)
    if (this.visit.isWrong && !this.isPlain) this.clear()
  }

  private clear() {
    this.text = ''
  }
}

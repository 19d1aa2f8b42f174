import { makeAutoObservable } from 'mobx'

/** Whether a file that can be shown as text or as a table is shown as that or as pages (AH-36, AH-37). */
export class ReadingChoice {
  /** The user's wish for this file. */
  prefersPages = false
  /** Whether the server sent this user something else. */
  private isWithheld = false

  constructor() {
    makeAutoObservable(this)
  }

  get reads(): boolean {
    return !this.prefersPages && !this.isWithheld
  }

  prefer(prefersPages: boolean) {
    this.prefersPages = prefersPages
    this.isWithheld = false
  }

  /** The server answered the request for a preview. @param type of the preview that it sent @param viewer that waits for the answer */
  onAnswer(type: string | undefined, viewer: string | undefined) {
    if ((viewer === 'reading' || viewer === 'grid') && type !== viewer) this.isWithheld = true
  }
}

import { makeAutoObservable } from 'mobx'

/** Whether a file that can be read as text is shown as text or as pages (AH-36). */
export class ReadingChoice {
  /** The user's wish for this file. */
  prefersPages = false
  /** Whether the server sent this user something else than the text. */
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

  /** The server answered the request for a text. @param type the type of the preview that it sent */
  onAnswer(type: string | undefined) {
    if (this.reads && type !== 'reading') this.isWithheld = true
  }
}

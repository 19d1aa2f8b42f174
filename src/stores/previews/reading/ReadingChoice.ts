import { makeAutoObservable } from 'mobx'
import { hasReadingMode } from '@/domain/previews/viewerOf'
import { SharedPlace } from './SharedPlace'

/** Whether a file that can be shown as text or as a table is shown as that or as pages (AH-36, AH-37, AH-38). */
export class ReadingChoice {
  /** The user's wish for a file that is shown as text or as a table at first. */
  prefersPages = false
  /** The user's wish for a document, which is shown as pages at first. */
  readsDocument = false
  /** Why a document has no reading mode: it has no text, or only the viewer of its pages knows its password. */
  refusal: 'noText' | 'locked' | null = null
  /** Whether the document asked for a password. */
  private isLocked = false
  /** Whether the server sent this user something else. */
  private isWithheld = false
  readonly place = new SharedPlace()

  /** @param mayRead false where another site shows the preview */
  constructor(readonly mayRead = true) {
    makeAutoObservable(this, { mayRead: false, place: false })
  }

  get wishes(): { reads: boolean; readsDocument: boolean } {
    const { mayRead, prefersPages, isWithheld, readsDocument } = this
    return { reads: mayRead && !prefersPages && !isWithheld, readsDocument: mayRead && readsDocument }
  }

  /** @param extension of the file @returns false if what is shown stays */
  prefer(prefersPages: boolean, extension: string): boolean {
    const isDocument = hasReadingMode(extension)
    if (isDocument && !prefersPages && this.isLocked) {
      this.refusal = 'locked'
      return false
    }
    this.prefersPages = prefersPages && !isDocument
    this.readsDocument = !prefersPages && isDocument
    this.refusal = null
    this.isWithheld = false
    return true
  }

  /** The viewer asks for a password, which the server never receives (PREV-07). */
  onPassword() {
    this.isLocked = true
  }

  /** Another version of the file is shown, or another file. */
  turn(isSameFile: boolean) {
    this.place.forget()
    this.prefersPages &&= isSameFile
    this.readsDocument &&= isSameFile
    this.refusal = null
    this.isLocked = false
    this.isWithheld = false
  }

  /** The server answered the request for a preview. @param type of the preview that it sent @param viewer that waits for the answer */
  onAnswer(type: string | undefined, viewer: string | undefined) {
    if ((viewer !== 'reading' && viewer !== 'grid') || type === viewer) return
    if (this.readsDocument) {
      this.readsDocument = false
      this.refusal = 'noText'
    } else this.isWithheld = true
  }
}

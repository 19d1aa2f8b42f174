import { makeAutoObservable, reaction } from 'mobx'
import type { UploadSummary } from '@/domain/uploads/uploads'
import type { Clock } from '@/platform/Platform'

/** ms that uploads which all ended well stay */
const STAY = 6000

/** Clears the queue some seconds after all uploads ended well. A failure stays, and so does a list that the user looks at (AH-03). */
export class UploadClearing {
  private isListed = false
  private stopTimer: (() => void) | undefined

  constructor(clock: Clock, summary: () => UploadSummary, clear: () => void) {
    makeAutoObservable<this, 'stopTimer'>(this, { stopTimer: false })
    reaction(
      () => {
        const { done, total } = summary()
        return total > 0 && done === total && !this.isListed
      },
      (leaves) => {
        this.stopTimer?.()
        this.stopTimer = leaves ? clock.after(STAY, clear) : undefined
      },
    )
  }

  /** The list of uploads opened or closed. */
  setListed(isListed: boolean) {
    this.isListed = isListed
  }
}

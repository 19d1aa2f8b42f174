import { Refused } from '../../errors'

/**
 * Changes that a client makes after it connected and before it has answered what the server lacks. They may build on changes from before, which only
 * that answer brings; it brings them, too.
 */
export class EarlyUpdates {
  private held = 0
  private hasAnswered = false

  /** Whether a refused change comes again with the answer. @param isAnswer whether it was the answer itself */
  holds(error: unknown, isAnswer: boolean): boolean {
    if (this.hasAnswered || isAnswer || !(error instanceof Refused) || error.code !== 'document_outdated') return false
    this.held += 1
    return true
  }

  /** The answer has come. @returns how many changes it brought again */
  answered(): number {
    const { held } = this
    this.hasAnswered = true
    this.held = 0
    return held
  }
}

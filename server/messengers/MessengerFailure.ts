/**
 * Errors that a retry does not cure: a wrong sign-in code; a message without the user's consent, to an unknown user, or against its template or
 * page; a user outside the range of the app.
 */
const lasting = new Set([40029, 40163, 43101, 40003, 40037, 41030, 47003, 81013, 60111])

/** A messenger refused or did not answer. The error never holds the request, which contains secrets. */
export class MessengerFailure extends Error {
  constructor(
    /** The call, as a path. */
    readonly path: string,
    /** `errcode` of its answer; null without such an answer. */
    readonly code: number | null,
    reason = `errcode ${code}`,
    /** Whether nothing was answered, or nothing was asked after a silence. */
    readonly isSilent = false,
  ) {
    super(`${path}: ${reason}`)
    this.name = 'MessengerFailure'
  }

  /** Whether the failure concerns the recipient or the content: a retry is refused again. */
  get isLasting(): boolean {
    return this.code !== null && lasting.has(this.code)
  }
}

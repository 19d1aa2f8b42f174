/** A messenger refuses, or does not answer. It never holds what was asked: that has secrets in it. */
export class MessengerFailure extends Error {
  constructor(
    /** The call, as a path. */
    readonly path: string,
    /** `errcode` of its answer; null without such an answer. */
    readonly code: number | null,
    reason = `errcode ${code}`,
  ) {
    super(`${path}: ${reason}`)
    this.name = 'MessengerFailure'
  }
}

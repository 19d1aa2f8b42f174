/**
 * Wrong codes of a sign-in; a message that nobody accepted, to somebody unknown, out of a template's or page's order; somebody who is out of
 * the range of the app.
 */
const lasting = new Set([40029, 40163, 43101, 40003, 40037, 41030, 47003, 81013, 60111])

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

  /** Whether it is about whom or what the call names: asked again it is refused again. */
  get isLasting(): boolean {
    return this.code !== null && lasting.has(this.code)
  }
}

/** A failed call of `wx`: `reason` is what WeChat writes after `fail `, `extra` what it puts beside errMsg. */
export class WxFailure extends Error {
  constructor(
    readonly reason: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(reason)
    this.name = 'WxFailure'
  }
}

import { Api } from './Api'

/** The calls of somebody who hands in: the same, with the token by which the device proves itself (AH-25). */
export class CollectApi extends Api {
  /** @param token '' is none */
  constructor(
    base: Api,
    private readonly token: () => string,
  ) {
    super(base.deps)
    this.onTransport = (isCarried) => base.onTransport?.(isCarried)
  }

  override headers(): Record<string, string> {
    const token = this.token()
    return token ? { ...super.headers(), 'X-Collect-Token': token } : super.headers()
  }
}

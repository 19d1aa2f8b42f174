import { Api } from './Api'

/** Adds the token that identifies the contributor's device to every call (AH-25). */
export class FileRequestApi extends Api {
  /** @param token '' means none */
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

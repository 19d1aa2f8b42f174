/** The user refused the privacy authorisation (AH-29). */
export class PrivacyRefused extends Error {
  constructor() {
    super('privacy authorisation refused')
    this.name = 'PrivacyRefused'
  }
}

/** The console's privacy guide does not declare this API: WeChat refuses it to everybody until the administrator declares it. */
export class PrivacyUndeclared extends Error {
  /** @param api the refused API: `chooseMedia` */
  constructor(readonly api: string) {
    super(`${api} is not declared in the privacy guide`)
    this.name = 'PrivacyUndeclared'
  }
}

/** The user refused the privacy authorisation (AH-29). */
export class PrivacyRefused extends Error {
  constructor() {
    super('privacy authorisation refused')
    this.name = 'PrivacyRefused'
  }
}

/** The console's privacy guide does not declare what an interface reads: WeChat refuses it to everybody until the administrator does. */
export class PrivacyUndeclared extends Error {
  /** @param api the interface that was refused: `chooseMedia` */
  constructor(readonly api: string) {
    super(`${api} is not declared in the privacy guide`)
    this.name = 'PrivacyUndeclared'
  }
}

/** Reports that a test uses a method that the engine does not have. */
export class NotInEngine extends Error {
  constructor(engine: string, method: string) {
    super(`${engine} cannot be asked for ${method}`)
    this.name = 'NotInEngine'
  }
}

/** Offers the members of a part as the whole type; any other member throws an error that names the member and the engine. */
export function asWhole<Whole extends object>(part: object, engine: string, name: string): Whole {
  return new Proxy(part, {
    get(target, member) {
      // An awaited object is asked for `then`, a printed one for symbols and `constructor`.
      if (member in target || typeof member === 'symbol' || member === 'then' || member === 'toJSON')
        return Reflect.get(target, member) as unknown
      throw new NotInEngine(engine, `${name}.${member}`)
    },
  }) as unknown as Whole
}

import type { Trace } from './Trace'

const ofEveryObject = Object.getOwnPropertyNames(Object.prototype)

/** A table whose missing names throw and fail the test when they are read; `in` may ask for them. `asked`: names that frameworks look
   for although WeChat may lack them. */
export function strict(name: string, table: Record<string, unknown>, trace: Trace, asked: string[] = []): object {
  return new Proxy(table, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || asked.includes(key) || ofEveryObject.includes(key))
        return Reflect.get(target, key)
      const error = new Error(`${name}.${key} is not in the test host's table`)
      trace.report(error)
      throw error
    },
  })
}

import vm from 'node:vm'

/** Names that Node's bare context has and WeChat's service layer lacks (Intl is missing on Android). */
const absent = ['Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'console']

/** WeChat wraps every file in a function whose parameters hide the browser's names. */
const hidden = [
  'window',
  'document',
  'frames',
  'self',
  'location',
  'navigator',
  'localStorage',
  'history',
  'Caches',
  'screen',
  'alert',
  'confirm',
  'prompt',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'webkit',
]

interface Makers {
  object(): Record<string, unknown>
  array(): unknown[]
  buffer(length: number): ArrayBuffer
  error(message: string): Error
  promise(executor: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void): Promise<unknown>
  Promise: PromiseConstructor
  Object: ObjectConstructor
}

const makers = `({
  object: () => ({}), array: () => [], buffer: (length) => new ArrayBuffer(length), error: (message) => new Error(message),
  promise: (executor) => new Promise(executor), Promise, Object,
})`

/** The place where the app's own code runs: JavaScript's globals and the given ones, nothing of Node or a browser. */
export class Realm {
  private readonly context: vm.Context
  readonly make: Makers

  constructor() {
    this.context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } })
    vm.runInContext(absent.map((name) => `delete globalThis.${name}`).join(';'), this.context)
    this.make = vm.runInContext(makers, this.context) as Makers
  }

  /** Adds globals for the app. */
  add(globals: Record<string, unknown>): void {
    Object.assign(this.context, globals)
  }

  /** Runs one CommonJS file of the app and fills `module.exports`. */
  runModule(source: string, filename: string, require: (name: string) => unknown, module: { exports: unknown }): void {
    const parameters = ['require', 'module', 'exports', ...hidden]
    const run = vm.compileFunction(source, parameters, { filename, parsingContext: this.context })
    run.call(undefined, require, module, module.exports)
  }

  /** Copies plain data into the app's own objects and arrays; everything else passes through. */
  toApp(value: unknown): unknown {
    if (value === null || typeof value !== 'object' || this.isOwn(value)) return value
    if (Array.isArray(value)) {
      const list = this.make.array()
      for (const item of value) list.push(this.toApp(item))
      return list
    }
    if (!isPlain(value)) return value
    const copy = this.make.object()
    for (const [key, item] of Object.entries(value)) copy[key] = this.toApp(item)
    return copy
  }

  /** An ArrayBuffer of the app's own with these bytes. */
  toBuffer(bytes: Uint8Array): ArrayBuffer {
    const buffer = this.make.buffer(bytes.byteLength)
    new Uint8Array(buffer).set(bytes)
    return buffer
  }

  /** Whether the app's code made a promise. */
  owns(promise: unknown): boolean {
    return promise instanceof this.make.Promise
  }

  private isOwn(value: object): boolean {
    return value instanceof this.make.Object
  }
}

/** Whether a value is an object literal of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf'))
  )
}

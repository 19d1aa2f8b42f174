import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'

/** bytes per key */
const keyLimit = 1024 * 1024
/** bytes together */
const totalLimit = 10 * 1024 * 1024

/** The phone's storage: what an app stores there outlives it. */
export class Storage {
  private readonly entries = new Map<string, string>()

  constructor(initial: Record<string, unknown> = {}) {
    for (const [key, value] of Object.entries(initial)) this.set(key, value)
  }

  set(key: string, value: unknown): void {
    const text = JSON.stringify(value ?? '')
    if (Buffer.byteLength(text) > keyLimit) throw new WxFailure('exceed storage item max length')
    const others = this.size() - this.sizeOf(key)
    if (others + Buffer.byteLength(key) + Buffer.byteLength(text) > totalLimit)
      throw new WxFailure('exceed storage max size 10Mb')
    this.entries.set(key, text)
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }

  /** A missing key reads as the empty string, as in WeChat. */
  get(key: string): unknown {
    return JSON.parse(this.entries.get(key) ?? '""')
  }

  remove(key: string): void {
    this.entries.delete(key)
  }

  clear(): void {
    this.entries.clear()
  }

  keys(): string[] {
    return [...this.entries.keys()]
  }

  /** bytes */
  size(): number {
    return this.keys().reduce((sum, key) => sum + this.sizeOf(key), 0)
  }

  /** Everything, to pass to the next launch. */
  contents(): Record<string, unknown> {
    return Object.fromEntries(this.keys().map((key) => [key, this.get(key)]))
  }

  private sizeOf(key: string): number {
    const text = this.entries.get(key)
    return text === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(text)
  }
}

/** `wx.setStorage` and its family, with WeChat's limits. */
export function storageFamily(device: Device, storage: Storage): Api {
  const now = <T>(name: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw device.realm.make.error(`${name}:fail ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const read = (key: string) => device.realm.toApp(storage.get(key))
  const info = () => ({
    keys: storage.keys(),
    currentSize: Math.ceil(storage.size() / 1024),
    limitSize: totalLimit / 1024,
  })
  const getStored = (key: string) => {
    if (!storage.has(key)) throw new WxFailure('data not found')
    return { data: read(key) }
  }
  return {
    setStorageSync: (key: string, value: unknown) => now('setStorageSync', () => storage.set(key, value)),
    getStorageSync: (key: string) => read(key),
    removeStorageSync: (key: string) => storage.remove(key),
    clearStorageSync: () => storage.clear(),
    getStorageInfoSync: () => device.realm.toApp(info()),
    setStorage: device.asynchronous('setStorage', ({ key, data }) => storage.set(String(key), data)),
    getStorage: device.asynchronous('getStorage', ({ key }) => getStored(String(key))),
    removeStorage: device.asynchronous('removeStorage', ({ key }) => storage.remove(String(key))),
    clearStorage: device.asynchronous('clearStorage', () => storage.clear()),
    getStorageInfo: device.asynchronous('getStorageInfo', info),
  }
}

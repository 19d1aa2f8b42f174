import type { Device } from './Device'

/** setTimeout and setInterval as the app sees them: numbers as handles, errors recorded, all ended with the host. */
export class Timers {
  private readonly running = new Map<number, NodeJS.Timeout>()
  private count = 0

  constructor(private readonly device: Device) {}

  globals(): Record<string, unknown> {
    const clear = (id: number) => {
      clearTimeout(this.running.get(id))
      this.running.delete(id)
    }
    return {
      setTimeout: (callback: unknown, ms?: number, ...args: unknown[]) => this.once(callback, ms, args),
      setInterval: (callback: unknown, ms?: number, ...args: unknown[]) =>
        this.keep(setInterval(() => this.device.call(callback, ...args), ms)),
      clearTimeout: clear,
      clearInterval: clear,
    }
  }

  close(): void {
    for (const timer of this.running.values()) clearTimeout(timer)
    this.running.clear()
  }

  private once(callback: unknown, ms: number | undefined, args: unknown[]): number {
    const run = () => {
      this.running.delete(id)
      this.device.call(callback, ...args)
    }
    const id = this.keep(setTimeout(run, ms))
    return id
  }

  private keep(timer: NodeJS.Timeout): number {
    this.count += 1
    this.running.set(this.count, timer)
    return this.count
  }
}

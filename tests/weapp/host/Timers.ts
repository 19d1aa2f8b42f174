import type { Device } from './Device'

/** setTimeout and setInterval as the app sees them: numbers as handles, errors recorded, all ended with the host. */
export class Timers {
  private readonly running = new Map<number, NodeJS.Timeout>()
  private readonly waiting = new Map<number, { ms: number; run(): void }>()
  private count = 0

  constructor(private readonly device: Device) {}

  globals(): Record<string, unknown> {
    const clear = (id: number) => {
      clearTimeout(this.running.get(id))
      this.running.delete(id)
      this.waiting.delete(id)
    }
    return {
      setTimeout: (callback: unknown, ms?: number, ...args: unknown[]) => this.once(callback, ms, args),
      setInterval: (callback: unknown, ms?: number, ...args: unknown[]) =>
        this.keep(setInterval(() => this.device.call(callback, ...args), ms)),
      clearTimeout: clear,
      clearInterval: clear,
    }
  }

  /** How many timers wait exactly so long. */
  waits(ms: number): number {
    return this.waitingFor(ms).length
  }

  /** Runs timers of exactly so long at once, so that no test waits. @returns how many there were */
  due(ms: number): number {
    const due = this.waitingFor(ms)
    for (const [id, { run }] of due) {
      clearTimeout(this.running.get(id))
      run()
    }
    return due.length
  }

  close(): void {
    for (const timer of this.running.values()) clearTimeout(timer)
    this.running.clear()
  }

  private waitingFor(ms: number) {
    return [...this.waiting].filter(([, timer]) => timer.ms === ms)
  }

  private once(callback: unknown, ms: number | undefined, args: unknown[]): number {
    const run = () => {
      this.running.delete(id)
      this.waiting.delete(id)
      this.device.call(callback, ...args)
    }
    const id = this.keep(setTimeout(run, ms))
    this.waiting.set(id, { ms: ms ?? 0, run })
    return id
  }

  private keep(timer: NodeJS.Timeout): number {
    this.count += 1
    this.running.set(this.count, timer)
    return this.count
  }
}

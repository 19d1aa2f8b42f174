import { makeAutoObservable, observable } from 'mobx'
import { measured, startMeter, timeLeft, type Meter } from '@/domain/uploads/speed'
import type { UploadSummary } from '@/domain/uploads/uploads'
import type { Clock } from '@/platform/Platform'

/** The speed of a queue's uploads (AH-03). */
export class UploadPace {
  private meter: Meter | null = null

  constructor(
    private readonly clock: Clock,
    private readonly summary: () => UploadSummary,
  ) {
    makeAutoObservable<this, 'meter' | 'clock' | 'summary'>(this, {
      meter: observable.ref,
      clock: false,
      summary: false,
    })
  }

  /** bytes per second; null while unknown */
  get speed(): number | null {
    return this.summary().isRunning ? (this.meter?.speed ?? null) : null
  }

  /** whole seconds; null while unknown */
  get secondsLeft(): number | null {
    const { isRunning, size } = this.summary()
    return this.meter && isRunning ? timeLeft(this.meter, size) : null
  }

  start() {
    if (!this.meter) this.restart()
  }

  /** Discards former measurements. */
  restart() {
    this.meter = startMeter(this.summary().loaded, this.clock.now())
  }

  update() {
    if (this.meter) this.meter = measured(this.meter, this.summary().loaded, this.clock.now())
  }

  forget() {
    this.meter = null
  }
}

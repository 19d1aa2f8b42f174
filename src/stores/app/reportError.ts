import { ApiFailure } from '@/api/ApiFailure'
import type { Clock } from '@/platform/Platform'

/** Throws a programming error where the platform reports uncaught ones (`window.onerror`, `App.onError`); the caller goes on. */
export function reportError(clock: Clock, error: unknown): void {
  clock.after(0, () => {
    throw error
  })
}

/** The answer; null when the call failed. Any other error is reported. */
export function answerOrReport<T>(clock: Clock, call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) reportError(clock, error)
    return null
  })
}

import type { Clock } from './Platform'

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    zone: (at = Date.now()) => -new Date(at).getTimezoneOffset(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  }
}

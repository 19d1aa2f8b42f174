import type { Canceler } from './Platform'

export function createCanceler(): Canceler {
  const listeners: (() => void)[] = []
  let canceled = false
  return {
    get canceled() {
      return canceled
    },
    onCancel(listener) {
      if (canceled) listener()
      else listeners.push(listener)
    },
    cancel() {
      if (canceled) return
      canceled = true
      for (const listener of listeners.splice(0)) listener()
    },
  }
}

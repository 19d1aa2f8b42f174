import { NoAnswer, type Canceler } from '../../Platform'

export type Queue = <T>(job: () => Promise<T>, canceler?: Canceler) => Promise<T>

/** Runs at most `limit` jobs at once, the others in order. A job canceled while it waits fails at once. @throws NoAnswer */
export function createQueue(limit: number): Queue {
  const waiting = new Set<() => void>()
  let running = 0

  function startNext(): void {
    for (const start of waiting) {
      if (running >= limit) return
      waiting.delete(start)
      start()
    }
  }

  return (job, canceler) =>
    new Promise((resolve, reject) => {
      function start(): void {
        running += 1
        job()
          .finally(() => {
            running -= 1
            startNext()
          })
          .then(resolve, reject)
      }
      waiting.add(start)
      canceler?.onCancel(() => {
        if (waiting.delete(start)) reject(new NoAnswer('canceled'))
      })
      startNext()
    })
}

import type { Clock } from '../time/clock'
import type { Jobs } from './Jobs'

export interface Recurring {
  kind: string
  /** ms from one to the next */
  period: number
  run(): Promise<void>
}

/** Makes jobs that come again by themselves, each once in its period, however many processes there are; before `jobs.start`. */
export async function handleRecurring(jobs: Jobs, clock: Clock, recurring: readonly Recurring[]): Promise<void> {
  for (const { kind, period, run } of recurring) {
    // One key a period keeps it single.
    const addFor = (turn: number, runAt: Date) => jobs.add(kind, {}, { dedupeKey: String(turn), runAt })
    const turnNow = () => Math.floor(clock().getTime() / period)
    jobs.handle(kind, {
      // The next one first: the chain does not break with a run that fails.
      async run() {
        const next = turnNow() + 1
        await addFor(next, new Date(next * period))
        await run()
      },
    })
    await addFor(turnNow(), clock())
  }
}

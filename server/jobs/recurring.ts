import type { Clock } from '../time/clock'
import type { Jobs } from './Jobs'
import type { Slots } from './ServingOrder'

export interface Recurring {
  kind: string
  /** ms from one run to the next */
  period: number
  run(): Promise<void>
}

/** A run that takes longer than its period delays the next. */
const slots: Slots = { all: 1, enterprise: 1, actor: 1, overall: 'all' }

/** Runs recurring jobs, each once per period, however many processes there are; call before `jobs.start`. */
export async function handleRecurring(jobs: Jobs, clock: Clock, recurring: readonly Recurring[]): Promise<void> {
  for (const { kind, period, run } of recurring) {
    // One key per period prevents duplicates.
    const addFor = (turn: number, runAt: Date) => jobs.add(kind, {}, { dedupeKey: String(turn), runAt })
    const turnNow = () => Math.floor(clock().getTime() / period)
    jobs.handle(
      kind,
      {
        // Adds the next run first, so that a failed run does not break the chain.
        async run() {
          const next = turnNow() + 1
          await addFor(next, new Date(next * period))
          await run()
        },
      },
      slots,
    )
    await addFor(turnNow(), clock())
  }
}

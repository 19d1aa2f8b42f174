import type { Dependencies } from '../dependencies'
import {
  reportFailedRelocation,
  RELOCATION,
  runRelocation,
  type RelocationPayload,
} from '../services/moving/relocationJob'
import type { Slots } from './ServingOrder'

/** Keeps a long job from delaying colleagues and other enterprises. */
const slots: Slots = { all: 3, enterprise: 2, actor: 1, overall: 'owners' }

/** Handles the jobs that copy and move; call before the jobs start. */
export function handleRelocations(ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>): void {
  ports.jobs.handle<RelocationPayload>(
    RELOCATION,
    {
      run: ({ payload }) => runRelocation(ports, payload),
      onGiveUp: (payload) => reportFailedRelocation(ports, payload),
    },
    slots,
  )
}

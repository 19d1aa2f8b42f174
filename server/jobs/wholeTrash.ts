import type { Dependencies } from '../dependencies'
import { runWholeTrash, WHOLE_TRASH, type WholeTrashPayload } from '../services/applications/wholeTrash'
import type { Slots } from './ServingOrder'

/** Keeps a large recycle bin from delaying colleagues and other enterprises. */
const slots: Slots = { all: 2, enterprise: 1, actor: 1, overall: 'owners' }

/** Handles the jobs that empty and restore recycle bins for applications; call before the jobs start. */
export function handleWholeTrash(ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>): void {
  ports.jobs.handle<WholeTrashPayload>(WHOLE_TRASH, { run: ({ payload }) => runWholeTrash(ports, payload) }, slots)
}

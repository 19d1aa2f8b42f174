import type { Request } from '@/contract/api'
import type { UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { logAction } from '../queries/actions'

/** Keeps what a client tells about an upload or a preview. */
export async function recordAction(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user }: UserActor,
  action: Request<'POST /apps/logs/action'>,
): Promise<void> {
  await logAction(db, user.id, action, clock())
}

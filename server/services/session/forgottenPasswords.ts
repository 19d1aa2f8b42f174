import type { Db } from '../../database/connect'
import { deleteForgottenLink, deletePasswordRequest } from '../../queries/session/forgottenPasswords'

/** Ends the link and the request of a person who forgot the password: they signed in, or an administrator helps. */
export async function endForgotten(db: Db, userId: number): Promise<void> {
  await deleteForgottenLink(db, userId)
  await deletePasswordRequest(db, userId)
}

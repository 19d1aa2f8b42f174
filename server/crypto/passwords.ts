import { hash, verify } from '@node-rs/argon2'

/** Of no account: an unknown login must take as long as a wrong password (decisions 54). */
let decoy: Promise<string> | undefined

/** argon2id with the library's parameters (19 MiB, two passes), the salt included. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** @param stored null where there is no such account, or it has no password */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const isRight = await verify(stored ?? (await decoy), password)
  return stored !== null && isRight
}

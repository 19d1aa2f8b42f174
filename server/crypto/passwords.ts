import { hash, verify } from '@node-rs/argon2'

/** The hash of no account: an unknown login must take as long as a wrong password (decisions 54). */
let decoy: Promise<string> | undefined

/** argon2id with the library's parameters (19 MiB, two passes); the result includes the salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** @param stored null for an unknown account or one without a password */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const isRight = await verify(stored ?? (await decoy), password)
  return stored !== null && isRight
}

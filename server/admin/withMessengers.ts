import { createEncrypter } from '../crypto/encryption'
import { openSealingKey } from '../crypto/secrets'
import { openMessengers } from '../messengers/Messengers'
import type { Session } from './session'

/** Lets a command read and write stored secrets. */
export async function withEncrypter(session: Session) {
  return { ...session, encrypter: createEncrypter(await openSealingKey(session.db, session.config)) }
}

/** Lets a command ask WeCom with the stored secrets. */
export async function withMessengers(session: Session) {
  const able = await withEncrypter(session)
  return { ...able, messengers: openMessengers(able) }
}

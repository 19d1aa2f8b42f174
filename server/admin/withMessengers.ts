import { createEncrypter } from '../crypto/encryption'
import { sealingKey } from '../crypto/secrets'
import { openMessengers } from '../messengers/Messengers'
import type { Session } from './session'

/** Lets a command read and write stored secrets. */
export async function withEncrypter(session: Session) {
  const { sealingKey: key, dataFolder } = session.config
  return { ...session, encrypter: createEncrypter(key ?? (await sealingKey(dataFolder))) }
}

/** Lets a command ask WeCom with the stored secrets. */
export async function withMessengers(session: Session) {
  const able = await withEncrypter(session)
  return { ...able, messengers: openMessengers(able) }
}

import { createEncrypter } from '../crypto/encryption'
import { sealingKey } from '../crypto/secrets'
import { openMessengers } from '../messengers/Messengers'
import type { Session } from './session'

/** Lets a command ask WeCom with the stored secrets. */
export async function withMessengers(session: Session) {
  const { config } = session
  const encrypter = createEncrypter(config.sealingKey ?? (await sealingKey(config.dataFolder)))
  return { ...session, encrypter, messengers: openMessengers({ ...session, encrypter }) }
}

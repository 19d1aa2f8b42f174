import type { Language } from '@/contract/entities'
import type { OutsideKind } from '@/contract/push'
import type { Dependencies } from '../../dependencies'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import type { presentTemplate } from './words'
import type { MessengerIdentityRow } from '../../queries/messengers/identities'
import { templateOf } from '../messengers/identities'

/** With the pauses of `pauseAfter` about five hours. */
export const TRIES = 15
/** ms */
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 3_600_000

/** ms before a message is tried again, after so many tries */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)
}

type Ports = Pick<Dependencies, 'config' | 'log' | 'messengers'>

/** A message as each messenger takes it. */
interface Told {
  kind: OutsideKind
  message(language: Language, template: MessageTemplate): ReturnType<typeof presentTemplate>
  text(language: Language): string
}

/**
 * Sends somebody a message. What the messenger will never take is told in the log and done with; what it may take later throws.
 * @param about what else the log says of it
 * @throws MessengerFailure
 */
export async function deliver(ports: Ports, to: MessengerIdentityRow, told: Told, about: object = {}): Promise<void> {
  const facts = { ...about, kind: told.kind, messenger: to.messenger }
  try {
    if (!(await send(ports, to, told)))
      ports.log.warn(facts, 'a message outside is not sent: the app at the messenger is gone')
  } catch (error) {
    if (!(error instanceof MessengerFailure) || !error.isLasting) throw error
    ports.log.warn({ ...facts, failure: error.message }, 'a messenger refuses a message outside')
  }
}

/** @returns false where the app that knows them is not configured any more */
async function send(
  { config, messengers }: Ports,
  { messenger, app_id: appId, external_id: to, language }: MessengerIdentityRow,
  { kind, message, text }: Told,
): Promise<boolean> {
  const { wecomAgent } = config.messengers
  if (messenger === 'wechat') {
    const template = templateOf(config, kind)
    if (messengers.applet?.id !== appId || template === null) return false
    await messengers.applet.send({ touser: to, ...message(language, template) })
    return true
  }
  if (messengers.wecom?.id !== appId || wecomAgent === null) return false
  await messengers.wecom.send({ to, agent: wecomAgent, text: text(language) })
  return true
}

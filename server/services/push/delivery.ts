import type { Language } from '@/contract/entities'
import type { PushKind } from '@/contract/push'
import type { Dependencies } from '../../dependencies'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import type { presentTemplate } from './words'
import type { MessengerIdentityRow } from '../../queries/messengers/identities'
import { templateOf } from '../messengers/identities'

/** most attempts per message; with the pauses of `pauseAfter`, they take about five hours */
export const MAX_ATTEMPTS = 15
/** ms */
const FIRST_PAUSE = 5000
const MAX_PAUSE = 3_600_000

/** ms until the next attempt, after this many attempts */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), MAX_PAUSE)
}

type Ports = Pick<Dependencies, 'config' | 'log' | 'messengers'>

/** A message in the form of each messenger. */
interface PushMessage {
  kind: PushKind
  message(language: Language, template: MessageTemplate): ReturnType<typeof presentTemplate>
  text(language: Language): string
}

/**
 * Sends a message to a user. A permanent refusal by the messenger is only logged; a temporary failure throws.
 * @param about further facts for the log
 * @throws MessengerFailure
 */
export async function deliver(
  ports: Ports,
  to: MessengerIdentityRow,
  push: PushMessage,
  about: object = {},
): Promise<void> {
  const facts = { ...about, kind: push.kind, messenger: to.messenger }
  try {
    if (!(await send(ports, to, push)))
      ports.log.warn(facts, 'a push message is not sent, because the messenger’s app is no longer configured')
  } catch (error) {
    if (!(error instanceof MessengerFailure) || !error.isLasting) throw error
    ports.log.warn({ ...facts, failure: error.message }, 'a messenger refuses a push message')
  }
}

/** @returns false if the app that issued the identity is no longer configured */
async function send(
  { config, messengers }: Ports,
  { messenger, app_id: appId, external_id: to, language }: MessengerIdentityRow,
  { kind, message, text }: PushMessage,
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

import type { Language } from '@/contract/entities'
import type { PushKind } from '@/contract/push'
import type { MessengerKind } from '@/contract/messengers/messengers'
import { pushKinds } from '@/domain/push/kinds'
import type { UserActor } from '../../actors/actor'
import type { Configuration } from '../../config/configuration'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, messengerNotConfigured, messengerUnavailable } from '../../errors'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import type { MessengerIdentity } from '../../messengers/answers'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import type { WeChat } from '../../messengers/WeChat'
import type { WeCom } from '../../messengers/WeCom'
import { storeIdentity } from '../../queries/messengers/identities'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'messengers'>

/** A user in a session. */
export interface Identified {
  actor: UserActor
  sessionId: number
  language: Language
}

/**
 * Stores a user's identity in WeChat or WeCom for as long as the session lasts, so that signing out on a phone ends push messages there.
 * @param code of `wx.login` or `wx.qy.login`
 * @throws Refused messenger_not_configured, messenger_unavailable, invalid_request
 */
export async function identify(
  ports: Ports,
  { actor, sessionId, language }: Identified,
  { messenger, code }: { messenger: MessengerKind; code: string },
): Promise<void> {
  const { db, clock } = ports
  const app = appOf(ports, messenger)
  const { id } = await identityOfCode(ports, { messenger, app, code })
  await storeIdentity(db, {
    session_id: sessionId,
    user_id: actor.user.id,
    messenger,
    app_id: app.id,
    external_id: id,
    language,
    known_at: clock(),
  })
}

/** The app that resolves a messenger's codes. @throws Refused messenger_not_configured */
export function appOf({ messengers }: Pick<Ports, 'messengers'>, messenger: MessengerKind): WeChat | WeCom {
  const app = messenger === 'wechat' ? messengers.applet : messengers.wecom
  if (app === null) throw messengerNotConfigured()
  return app
}

/**
 * Resolves a messenger's sign-in code to an identity. The session key in the messenger's answer is never stored.
 * @throws Refused messenger_unavailable, invalid_request
 */
export function identityOfCode(
  { log }: Pick<Ports, 'log'>,
  { messenger, app, code }: { messenger: MessengerKind; app: Pick<WeChat | WeCom, 'identify'>; code: string },
): Promise<MessengerIdentity> {
  return app.identify(code).catch((error: unknown) => {
    if (!(error instanceof MessengerFailure)) throw error
    if (error.isLasting) throw invalidRequest('code')
    log.warn({ messenger, failure: error.message }, 'a messenger cannot identify a user')
    throw messengerUnavailable()
  })
}

/** The template for WeChat messages of a kind; null if WeChat sends none. */
export function templateOf({ messengers }: Pick<Configuration, 'messengers'>, kind: PushKind): MessageTemplate | null {
  const { wechatApplet, visitTemplate, mentionTemplate, invitationTemplate } = messengers
  if (wechatApplet === null) return null
  return { first_visit: visitTemplate, mention: mentionTemplate, invitation: invitationTemplate }[kind]
}

/** Whether any messenger is configured for push messages. */
export function sendsPush(config: Pick<Configuration, 'messengers'>): boolean {
  const { wecom, wecomAgent } = config.messengers
  return (wecom !== null && wecomAgent !== null) || pushKinds.some((kind) => templateOf(config, kind) !== null)
}

import { Type, type Static } from '@sinclair/typebox'
import { Password } from '../session/account'
import { Id, Seconds, call, nullable } from '../call'
import { MessengerCode, MessengerKind } from './messengers'

/** A WeChat or WeCom account that signs in as the user. The account's identity is never sent to a client. */
export const MessengerLink = Type.Object({
  id: Id,
  kind: MessengerKind,
  linked: Seconds,
  /** null: never. */
  last_used: nullable(Seconds),
})

/** Own calls: signing in to the mini-program with a WeChat or WeCom account (decisions 88). */
export const messengerLinkCalls = {
  /**
   * Replies like login in the mini-program, and sets no cookie. Refused with: messenger_not_linked (also for users who may not sign in),
   * messenger_code_invalid, messenger_not_configured, messenger_unavailable, login_too_often, asked_too_often.
   */
  'POST /apps/users/applet_login': call(
    {
      kind: MessengerKind,
      code: MessengerCode,
      /** The device token of an earlier sign-in. */
      device_token: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { csrf_token: Type.String(), auth_token: Type.String(), device_token: Type.String() },
  ),
  'GET /apps/users/messenger_links': call({}, { links: Type.Array(MessengerLink) }),
  /**
   * Links the account of the code with the user. Does nothing if they are already linked. Refused with: wrong_password, login_too_often,
   * messenger_link_taken, and the errors of applet_login.
   */
  'POST /apps/users/messenger_links/create': call(
    { kind: MessengerKind, code: MessengerCode, password: Password },
    { link: MessengerLink },
  ),
  /** Ignores a link that has already ended. */
  'POST /apps/users/messenger_links/end': call({ link_id: Id }, {}),
}

export type MessengerLink = Static<typeof MessengerLink>

import { Type, type Static } from '@sinclair/typebox'
import { Password } from '../session/account'
import { Id, Seconds, call, nullable } from '../call'
import { MessengerCode, MessengerKind } from './messengers'

/** Somebody in WeChat or WeCom who signs in as the user; who that is there is told to nobody. */
export const MessengerLink = Type.Object({
  id: Id,
  kind: MessengerKind,
  linked: Seconds,
  /** null: never. */
  last_used: nullable(Seconds),
})

/** Own calls: signing in to the mini-program as who somebody is in WeChat or WeCom (decisions 88). */
export const messengerLinkCalls = {
  /**
   * Answers what login answers in the mini-program, and sets no cookie. Refused: messenger_not_linked, also for who may not sign in;
   * messenger_code_invalid, messenger_not_configured, messenger_unavailable, login_too_often, asked_too_often.
   */
  'POST /apps/users/applet_login': call(
    {
      kind: MessengerKind,
      code: MessengerCode,
      /** What an earlier sign-in gave. */
      device_token: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { csrf_token: Type.String(), auth_token: Type.String(), device_token: Type.String() },
  ),
  'GET /apps/users/messenger_links': call({}, { links: Type.Array(MessengerLink) }),
  /**
   * Links whoever the code is with the user; nothing changes where they are linked already. Refused: wrong_password, login_too_often,
   * messenger_link_taken, and as applet_login.
   */
  'POST /apps/users/messenger_links/create': call(
    { kind: MessengerKind, code: MessengerCode, password: Password },
    { link: MessengerLink },
  ),
  /** One that has ended already is passed over. */
  'POST /apps/users/messenger_links/end': call({ link_id: Id }, {}),
}

export type MessengerLink = Static<typeof MessengerLink>

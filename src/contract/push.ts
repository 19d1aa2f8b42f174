import { Type, type Static } from '@sinclair/typebox'
import { call, oneOf } from './call'

/** The events that can notify a user in WeChat and WeCom while the app is closed (AH-30). */
const PushKind = oneOf('mention', 'invitation', 'first_visit')

const Choices = Type.Object({ mention: Type.Boolean(), invitation: Type.Boolean(), first_visit: Type.Boolean() })

export const pushCalls = {
  /** Own call: the user's choices. */
  'GET /apps/messages/outside': call(
    {},
    {
      /** Whether the server has an app at WeChat or WeCom that can send messages. */
      is_possible: Type.Boolean(),
      /** Whether the server knows the user's account at WeChat or WeCom. A phone with a session of the user reports the account. */
      is_known: Type.Boolean(),
      choices: Choices,
    },
  ),
  /** Own call: switches one kind on or off. */
  'POST /apps/messages/choose_outside': call({ kind: PushKind, is_on: Type.Boolean() }, {}),
}

export type PushKind = Static<typeof PushKind>

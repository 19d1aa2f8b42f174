import { Type, type Static } from '@sinclair/typebox'
import { call, oneOf } from './call'

/** What users may hear of in WeChat and WeCom while the app is closed (AH-30). */
const OutsideKind = oneOf('mention', 'invitation', 'first_visit')

const Choices = Type.Object({ mention: Type.Boolean(), invitation: Type.Boolean(), first_visit: Type.Boolean() })

export const outsideCalls = {
  /** Own call: which of it the user wants. */
  'GET /apps/messages/outside': call(
    {},
    {
      /** The server has an app at WeChat or WeCom that sends. */
      is_possible: Type.Boolean(),
      /** A phone on which the user is signed in has told the server who they are there. */
      is_known: Type.Boolean(),
      choices: Choices,
    },
  ),
  /** Own call: wants one kind, or does not. */
  'POST /apps/messages/choose_outside': call({ kind: OutsideKind, is_on: Type.Boolean() }, {}),
}

export type OutsideKind = Static<typeof OutsideKind>

import { Type, type Static } from '@sinclair/typebox'
import { TypedId, call, oneOf } from '../call'

export const LoggedAction = oneOf('upload_stat', 'preview_complete', 'privacy_undeclared')
export type LoggedAction = Static<typeof LoggedAction>

/** Small facts about an action: numbers and short strings. */
export const ActionInfo = Type.Record(
  Type.String({ minLength: 1, maxLength: 40 }),
  Type.Union([Type.Number(), Type.String({ maxLength: 200 })]),
  { maxProperties: 20 },
)
export type ActionInfo = Static<typeof ActionInfo>

export const logCalls = {
  /** Logs the result of an upload or a preview (1§7), or an API missing from the privacy guide. Stored once per uuid. */
  'POST /apps/logs/action': call(
    {
      uuid: Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' }),
      action: LoggedAction,
      source: Type.Literal('h5'),
      /** Absent if an upload produced no file. */
      typed_id: Type.Optional(TypedId),
      additional_info: Type.Optional(ActionInfo),
      fail_reason: Type.Optional(Type.String({ maxLength: 200 })),
    },
    {},
  ),
}

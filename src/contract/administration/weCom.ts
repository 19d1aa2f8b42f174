import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from '../call'

/** The settings of WeCom as a directory. The server checks the texts with error codes of its own. */
const settings = {
  /** Whether syncs, callbacks and signing in work. */
  is_on: Type.Boolean(),
  /** The name that people know it by: on the button of the sign-in page, and beside what WeCom owns. */
  label: Type.String({ maxLength: 100 }),
  /** The id of the organisation in WeCom. */
  corp_id: Type.String({ maxLength: 100 }),
  /** The number of the app in WeCom. */
  agent_id: Type.Integer({ minimum: 1, maximum: 4_294_967_295 }),
  /** Whether the sign-in page offers WeCom: by QR code on a computer, by itself in WeCom's browser. */
  offers_sign_in: Type.Boolean(),
  /** Whether a sync links people whose login is the userid, and departments with the same place. Never administrators. */
  links_existing: Type.Boolean(),
  /** hours from one sync to the next; null: only by hand and by callbacks */
  sync_hours: nullable(Type.Integer({ minimum: 1, maximum: 168 })),
}

export const WeComDirectory = Type.Object({
  id: Id,
  ...settings,
  has_contacts_secret: Type.Boolean(),
  has_callback: Type.Boolean(),
})

export const administrationWeComCalls = {
  /** For owners. No secret is ever shown. */
  'GET /admin/wecom/get': call(
    {},
    {
      directory: nullable(WeComDirectory),
      /** The host to enter in WeCom as the trusted domain and as the domain of the callback of signing in. */
      domain: Type.String(),
      /** The address to enter in WeCom for callbacks. */
      callback_url: Type.String(),
    },
  ),
  /**
   * For owners. Asks WeCom first whether it accepts the secrets. Absent secrets stay; another organisation in WeCom needs them again and ends all
   * links of people. Refused with: sign_on_settings, wecom_secret (both with the field), sign_on_unreachable, wecom_refused, wecom_taken.
   */
  'POST /admin/wecom/set': call(
    {
      directory: Type.Object(settings),
      secret: Type.Optional(Type.String({ maxLength: 200 })),
      /** '' removes it. */
      contacts_secret: Type.Optional(Type.String({ maxLength: 200 })),
      /** The token and the EncodingAESKey of the callback, both or none. '' removes them. */
      callback_token: Type.Optional(Type.String({ maxLength: 200 })),
      callback_key: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { directory: WeComDirectory },
  ),
  /** For owners. People and departments stay, and nobody owns them any more. */
  'POST /admin/wecom/remove': call({}, {}),
}

export type WeComDirectory = Static<typeof WeComDirectory>

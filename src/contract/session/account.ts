import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import { SmallPicture } from '../enterprise/enterprises'

/** A session of the user, as they can tell it from their others. */
export const SignedInDevice = Type.Object({
  id: Id,
  /** The mini-program, or a browser. */
  kind: oneOf('app', 'browser'),
  /** Such as `iPhone` or `Windows`; empty where it is not known. */
  system: Type.String(),
  /** Such as `Safari`; empty where it is not known. */
  browser: Type.String(),
  /** Where it was last used, such as an IP address. */
  address: Type.String(),
  begun: Seconds,
  /** To some minutes. */
  last_used: Seconds,
  /** The one that asks. */
  is_current: Type.Boolean(),
})

/** A password that is asked for again before something is changed; whether it is right is judged, not its form. */
export const Password = Type.String({ minLength: 1, maxLength: 200 })

/** Of a session that goes on under another token: what the client sends from now on. */
export const renewedTokens = {
  csrf_token: Type.String(),
  /** Of clients without cookies. */
  auth_token: Type.Optional(Type.String()),
}

/** Own calls: what users do with their own account. */
export const accountCalls = {
  /** All other sessions end, and this one goes on under another token. */
  'POST /apps/users/password': call(
    {
      password: Password,
      /** How long it may be is judged by the rules, with words of its own. */
      new_password: Type.String({ maxLength: 2000 }),
    },
    { ...renewedTokens, ended: Type.Integer({ minimum: 0 }) },
  ),
  'GET /apps/users/sessions': call(
    {},
    {
      sessions: Type.Array(SignedInDevice),
      /** Whether there is an audit log to read. */
      may_read_audit: Type.Boolean(),
      /** Whether the logo of the enterprise is theirs to set (LAND-09), and the pictures of its people theirs to remove. */
      may_brand: Type.Boolean(),
    },
  ),
  /** One that has ended already is passed over. */
  'POST /apps/users/sessions/end': call({ session_id: Id }, {}),
  'POST /apps/users/sessions/end_others': call({}, { ended: Type.Integer({ minimum: 0 }) }),
  /** The picture that the user shows of themself (CONT-03). Refused: invalid_request for what is no PNG, JPEG or WebP. */
  'POST /apps/users/set_picture': call(
    { picture: SmallPicture },
    /** Where it is had (decisions 39); null for none. */
    { avatar: nullable(Type.String()) },
  ),
}

export type SignedInDevice = Static<typeof SignedInDevice>

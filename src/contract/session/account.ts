import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import { SmallPicture } from '../enterprise/enterprises'

/** A session of the user, described so that they can recognise it. */
export const SignedInDevice = Type.Object({
  id: Id,
  /** The mini-program, or a browser. */
  kind: oneOf('app', 'browser'),
  /** For example `iPhone` or `Windows`; empty if unknown. */
  system: Type.String(),
  /** For example `Safari`; empty if unknown. */
  browser: Type.String(),
  /** The address of the last use, such as an IP address. */
  address: Type.String(),
  begun: Seconds,
  /** Accurate to a few minutes. */
  last_used: Seconds,
  /** Whether this session sent the request. */
  is_current: Type.Boolean(),
})

/** The present password, required again before a change. It is compared, not validated. */
export const Password = Type.String({ minLength: 1, maxLength: 200 })

/** The session's new tokens, in replies to calls that change its token. The client sends these from now on. */
export const renewedTokens = {
  csrf_token: Type.String(),
  /** For clients without cookies. */
  auth_token: Type.Optional(Type.String()),
}

/** Own calls: changes of users to their own account. */
export const accountCalls = {
  /** Ends all other sessions and gives this session a new token. */
  'POST /apps/users/password': call(
    {
      password: Password,
      /** The password rules check the length, with their own error codes. */
      new_password: Type.String({ maxLength: 2000 }),
    },
    { ...renewedTokens, ended: Type.Integer({ minimum: 0 }) },
  ),
  'GET /apps/users/sessions': call(
    {},
    {
      sessions: Type.Array(SignedInDevice),
      /** Whether the user may read the audit log. */
      may_read_audit: Type.Boolean(),
      /** Whether the user may set the enterprise's logo (LAND-09) and remove pictures of its people. */
      may_brand: Type.Boolean(),
    },
  ),
  /** Ignores a session that has already ended. */
  'POST /apps/users/sessions/end': call({ session_id: Id }, {}),
  'POST /apps/users/sessions/end_others': call({}, { ended: Type.Integer({ minimum: 0 }) }),
  /** The user's own picture (CONT-03). Refused with invalid_request unless it is a PNG, JPEG or WebP. */
  'POST /apps/users/set_picture': call(
    { picture: SmallPicture },
    /** The picture's address (decisions 39); null for none. */
    { avatar: nullable(Type.String()) },
  ),
}

export type SignedInDevice = Static<typeof SignedInDevice>

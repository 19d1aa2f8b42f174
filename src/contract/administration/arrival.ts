import { Type, type Static } from '@sinclair/typebox'
import { Seconds, call, oneOf } from '../call'
import { Language } from '../entities'

/** The part of an address after `#`: 32 random bytes. It reaches the server only in bodies, never in an address. */
const Token = Type.String({ pattern: '^[\\w-]{43}$' })
/** The password rules check the length, with their own error codes. */
const Password = Type.String({ maxLength: 2000 })

/** As after `login`. A browser gets its session as a cookie. */
const signedIn = {
  csrf_token: Type.String(),
  auth_token: Type.Optional(Type.String()),
  device_token: Type.Optional(Type.String()),
}

/** Calls without a session: the set-up of an empty server, and one-time links. */
export const arrivalCalls = {
  /** Whether a set-up token is valid. Refused with setup_token_invalid. */
  'POST /setup/info': call({ token: Token }, { expires_at: Seconds }),
  /**
   * Creates the first organisation with its owner, and signs the owner in. The token is used up. Refused with: setup_token_invalid, name_*,
   * login_invalid, password_*, setup_departments, setup_department_twice (with the line).
   */
  'POST /setup/create': call(
    {
      token: Token,
      organisation: Type.Object({
        name: Type.String({ maxLength: 1000 }),
        kind: oneOf('company', 'school'),
        language: Language,
      }),
      administrator: Type.Object({
        name: Type.String({ maxLength: 1000 }),
        login: Type.String({ maxLength: 1000 }),
        password: Password,
      }),
      /** A department per line; indents make the tree. */
      departments: Type.Optional(Type.String({ maxLength: 100_000 })),
    },
    signedIn,
  ),
  /** Who a one-time link is for. Refused with sign_in_link_invalid: unknown, expired, used, or withdrawn. */
  'POST /welcome/info': call(
    { token: Token },
    {
      login: Type.String(),
      name: Type.String(),
      organisation: Type.String(),
      /** Whether the person has never signed in. */
      is_first: Type.Boolean(),
      password_length: Type.Integer(),
      expires_at: Seconds,
    },
  ),
  /** Sets the person's own password and signs in. The link is used up. Refused with: sign_in_link_invalid, password_*. */
  'POST /welcome/accept': call(
    { token: Token, new_password: Password, scenario: Type.Optional(Type.Literal('applet')) },
    signedIn,
  ),
}

export type Arrival = Static<(typeof arrivalCalls)['POST /welcome/info']['reply']>

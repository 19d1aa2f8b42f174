import { Type } from '@sinclair/typebox'
import { Password, renewedTokens } from './account'
import { call } from '../call'

/** Own calls: the second step of signing in. An enterprise can force it (force_two_step, decisions 4.35); users can switch it on. */
export const twoStepCalls = {
  'GET /apps/users/two_step': call(
    {},
    {
      /** The enterprise forces it. */
      is_required: Type.Boolean(),
      is_enrolled: Type.Boolean(),
      /** Whether this session passed it. */
      is_passed: Type.Boolean(),
    },
  ),
  /** Starts the enrolment: a new secret for an authenticator app, effective once a code of it is sent. */
  'POST /apps/users/two_step/begin': call(
    { password: Password },
    {
      /** base32 */
      secret: Type.String(),
      /** `otpauth://…` with the same secret. */
      address: Type.String(),
    },
  ),
  /** A right code completes the enrolment, if needed, and passes this session, which gets a new token. */
  'POST /apps/users/two_step': call({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, renewedTokens),
  /** Refused where the enterprise forces it. */
  'POST /apps/users/two_step/disable': call({ password: Password }, {}),
}

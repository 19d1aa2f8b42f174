import { Type } from '@sinclair/typebox'
import { Password, renewedTokens } from './account'
import { call } from '../call'

/** Own calls: the second step of signing in. An enterprise can force it (force_two_step, decisions 4.35); users can enable it. */
export const twoStepCalls = {
  'GET /apps/users/two_step': call(
    {},
    {
      /** Whether the enterprise forces the second step. */
      is_required: Type.Boolean(),
      is_enrolled: Type.Boolean(),
      /** Whether this session passed the second step. */
      is_passed: Type.Boolean(),
    },
  ),
  /**
   * Starts the enrolment and returns a new secret for an authenticator app. The secret takes effect when the user sends a correct code.
   */
  'POST /apps/users/two_step/begin': call(
    { password: Password },
    {
      /** base32 */
      secret: Type.String(),
      /** `otpauth://…` with the same secret. */
      address: Type.String(),
    },
  ),
  /** A correct code completes a pending enrolment and the second step of this session. The session gets a new token. */
  'POST /apps/users/two_step': call({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, renewedTokens),
  /** Refused if the enterprise forces the second step. */
  'POST /apps/users/two_step/disable': call({ password: Password }, {}),
}

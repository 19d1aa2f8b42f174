import { Type } from '@sinclair/typebox'
import { Password, renewedTokens } from './account'
import { call, nullable } from '../call'

/** Codes for the case that the authenticator app is lost, each for one sign-in, such as `7KQ2M-X04TD`. */
const RecoveryCodes = Type.Array(Type.String())

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
      /** Recovery codes that can still be used; null before this session passed the second step. */
      recovery_codes_left: nullable(Type.Integer({ minimum: 0 })),
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
  'POST /apps/users/two_step': call(
    { code: Type.String({ pattern: '^[0-9]{6}$' }) },
    {
      ...renewedTokens,
      /** Only if the code completed an enrolment. No later call answers these codes again. */
      recovery_codes: Type.Optional(RecoveryCodes),
    },
  ),
  /** An unused recovery code stands for the code of the authenticator app, once. */
  'POST /apps/users/two_step/recover': call(
    { code: Type.String({ minLength: 1, maxLength: 100 }) },
    { ...renewedTokens, recovery_codes_left: Type.Integer({ minimum: 0 }) },
  ),
  /** Makes new recovery codes, which void all earlier ones. Refused with permission_denied while the second step is off. */
  'POST /apps/users/two_step/recovery_codes': call({ password: Password }, { recovery_codes: RecoveryCodes }),
  /** Refused if the enterprise forces the second step. */
  'POST /apps/users/two_step/disable': call({ password: Password }, {}),
}

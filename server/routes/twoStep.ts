import type { twoStepCalls } from '@/contract/twoStep'
import type { Dependencies } from '../dependencies'
import { wrongCode } from '../errors'
import { countAttempt, forgetAttempts } from '../queries/loginAttempts'
import { enrolmentAddress, passSecondStep, secretOf } from '../queries/twoStep'
import { signedInOf, type Handlers } from '../http/handler'

/** The second step of signing in; reachable before it is passed. */
export function twoStepRoutes({ db, clock, config }: Dependencies): Handlers<typeof twoStepCalls> {
  return {
    'GET /apps/users/two_step': async (context) => {
      const {
        actor: { user, enterprise },
        session,
      } = signedInOf(context)
      const isEnrolled = user.totp_enrolled_at !== null
      // Once enrolled the secret is never shown again.
      const secret = isEnrolled ? null : await secretOf(db, user)
      return {
        is_required: enterprise.force_two_step,
        is_enrolled: isEnrolled,
        is_passed: session.hasSecondStep,
        secret,
        address: secret && enrolmentAddress(secret, user.login, config.productName ?? enterprise.name),
      }
    },

    'POST /apps/users/two_step': async (context, { code }, request) => {
      const {
        actor: { user },
        session,
      } = signedInOf(context)
      const counted = `two-step:${user.login}`
      await countAttempt(db, clock, counted, request.ip)
      if (!(await passSecondStep(db, clock, user, session.hash, code))) throw wrongCode()
      await forgetAttempts(db, clock, counted, request.ip)
      return {}
    },
  }
}

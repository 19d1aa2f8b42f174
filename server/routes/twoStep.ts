import type { twoStepCalls } from '@/contract/twoStep'
import type { Dependencies } from '../dependencies'
import { loginExpired, wrongCode } from '../errors'
import { countAttempt, forgetAttempts } from '../queries/loginAttempts'
import { enrolmentAddress, passSecondStep, secretOf } from '../queries/twoStep'
import type { Handlers, Visit } from './handler'

/** The second step of signing in; reachable before it is passed. */
export function twoStepRoutes({ db, clock, config }: Dependencies): Handlers<typeof twoStepCalls> {
  return {
    'GET /apps/users/two_step': async (visit) => {
      const { user, enterprise, session } = signedInOf(visit)
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

    'POST /apps/users/two_step': async (visit, { code }, request) => {
      const { user, session } = signedInOf(visit)
      const counted = `two-step:${user.login}`
      await countAttempt(db, clock, counted, request.ip)
      if (!(await passSecondStep(db, clock, user, session.hash, code))) throw wrongCode()
      await forgetAttempts(db, clock, counted, request.ip)
      return {}
    },
  }
}

function signedInOf({ signedIn }: Visit) {
  if (!signedIn) throw loginExpired()
  return signedIn
}

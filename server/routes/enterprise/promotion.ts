import type { promotionCalls } from '@/contract/enterprise/promotion'
import { requireVisitorToken } from '../../http/authenticate'
import { requireUser, type Handlers } from '../../http/handler'
import { claimCoupon, sendCouponCode } from '../../services/enterprise/coupons'
import type { CodePorts } from '../../services/session/phoneCodes'

/** Codes sent to phones, and the coupon to claim with a code (2§7). */
export function promotionRoutes(ports: CodePorts): Handlers<typeof promotionCalls> {
  return {
    'POST /captcha/captcha_send': async ({ language, session }, { phone }, request) => {
      if (!session) requireVisitorToken(request, ports)
      await sendCouponCode(ports, { phone, address: request.ip, language })
      return {}
    },

    'POST /coupon/create': requireUser(async ({ actor }, { country, phone, code }) => {
      await claimCoupon(ports, actor, { country, phone, code })
      return {}
    }),
  }
}

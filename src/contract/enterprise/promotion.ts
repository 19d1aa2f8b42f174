import { Type } from '@sinclair/typebox'
import { call, oneOf } from '../call'

/** The digits of a country calling code, with or without a leading plus. */
const Country = Type.String({ pattern: '^\\+?[1-9]\\d{0,3}$' })

export const promotionCalls = {
  /**
   * 2§7: sends a code to a phone. Open to anybody, also before sign-in (decisions 36). A code is valid for ten minutes and five attempts. A new
   * code replaces the previous one. Refused with: promotion_ended, phone_invalid, phone_country_refused, captcha_too_often, captcha_not_sent.
   */
  'POST /captcha/captcha_send': call(
    {
      /** The purpose of the code. */
      sms_captcha_type: oneOf('coupon'),
      /** The channel. */
      message_type: oneOf('sms'),
      /** `(region)number`, such as `(86)13800138000`. */
      phone: Type.String({ pattern: '^\\(\\+?[1-9]\\d{0,3}\\)\\d{1,13}$' }),
    },
    {},
  ),
  /**
   * 2§7: claims the coupon of the starter edition, once per enterprise; for its administrators.
   * Refused with: permission_denied, promotion_ended, phone_invalid, captcha_wrong, coupon_claimed.
   */
  'POST /coupon/create': call(
    {
      country: Country,
      phone: Type.String({ pattern: '^\\d{1,13}$' }),
      code: Type.String({ pattern: '^\\d{1,6}$' }),
      group_id: Type.Literal(1),
    },
    {},
  ),
}

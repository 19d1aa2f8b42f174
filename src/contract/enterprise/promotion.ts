import { Type } from '@sinclair/typebox'
import { call, oneOf } from '../call'

/** Digits of a country's calling code, with or without the plus before them. */
const Country = Type.String({ pattern: '^\\+?[1-9]\\d{0,3}$' })

export const promotionCalls = {
  /**
   * 2§7: sends a code to a phone; for anybody, also before sign-in (decisions 36). A code is good for ten minutes and five tries, the next one ends it.
   * Refused: phone_invalid, captcha_too_often, captcha_not_sent.
   */
  'POST /captcha/captcha_send': call(
    {
      /** What the code is for. */
      sms_captcha_type: oneOf('coupon'),
      /** How it is sent. */
      message_type: oneOf('sms'),
      /** `(region)number`, such as `(86)13800138000`. */
      phone: Type.String({ pattern: '^\\(\\+?[1-9]\\d{0,3}\\)\\d{1,13}$' }),
    },
    {},
  ),
  /**
   * 2§7: the coupon of the starter edition, for the enterprise of an administrator, once.
   * Refused: permission_denied, promotion_ended, phone_invalid, captcha_wrong, coupon_claimed.
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

import { Type } from '@sinclair/typebox'
import { call } from '../call'

/** An e-mail address, or a phone number. Without a calling code, the number is of the first configured country. */
const Address = Type.String({ minLength: 1, maxLength: 1000 })

/** Own calls: registering a personal account (DIR-05). Without the setting REGISTRATION they are unknown. */
export const registrationCalls = {
  /** The kinds of addresses that an account can be registered with. */
  'GET /apps/users/registration_ways': call(
    {},
    {
      email: Type.Boolean(),
      /** Calling codes without a plus; none: phones get no codes. */
      phone_countries: Type.Array(Type.String()),
    },
  ),
  /**
   * Sends a code to an address. The reply is the same whether the address has an account or not: an e-mail address with an account gets a mail about
   * that instead. Refused with: email_invalid, phone_invalid, phone_country_refused, login_invalid, captcha_too_often, captcha_not_sent.
   */
  'POST /apps/users/registration_code': call({ address: Address }, {}),
  /**
   * Registers an account with a code, and signs in. Refused with: the refusals of an address, name_…, password_…, captcha_wrong, login_too_often,
   * content_refused, content_unchecked, and login_taken only after the code was right.
   */
  'POST /apps/users/register': call(
    {
      address: Address,
      code: Type.String({ pattern: '^\\d{1,6}$' }),
      name: Type.String({ maxLength: 1000 }),
      /** The password rules check the length, with their own error codes. */
      new_password: Type.String({ maxLength: 2000 }),
    },
    { csrf_token: Type.String() },
  ),
}

/** The tables of promotions, as of migration 047. */
export interface PromotionTables {
  phone_codes: PhoneCodeTable
  coupons: CouponTable
}

/** The last code sent to a phone. */
export interface PhoneCodeTable {
  phone_key: string
  /** null: used, or guessed too often */
  code_key: string | null
  tries: number
  sent_at: Date
  /** Start of the day that `day_count` covers. */
  day_begun_at: Date
  day_count: number
}

interface CouponTable {
  enterprise_id: number
  plan_id: number
  group_id: number
  user_id: number | null
  /** `+8613800138000` */
  phone: string
  created_at: Date
}

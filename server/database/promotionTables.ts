/** The tables of promotions, as migration 047 leaves them. */
export interface PromotionTables {
  phone_codes: PhoneCodeTable
  coupons: CouponTable
}

/** The last code that was sent to a phone. */
export interface PhoneCodeTable {
  phone_key: string
  /** null: used, or tried too often */
  code_key: string | null
  tries: number
  sent_at: Date
  /** When the day began that `day_count` counts in. */
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

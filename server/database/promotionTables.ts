/** The tables of promotions, as of migration 090. */
export interface PromotionTables {
  sent_codes: SentCodeTable
  coupons: CouponTable
}

/** The last code sent to a phone or an e-mail address. */
export interface SentCodeTable {
  target_key: string
  /** null: not sent yet, or used */
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

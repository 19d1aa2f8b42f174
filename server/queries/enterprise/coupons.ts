import type { Insertable } from 'kysely'
import type { Db } from '../../database/connect'
import type { PromotionTables } from '../../database/promotionTables'

/** Gives an enterprise a coupon. @returns false if the enterprise already has a coupon of that plan */
export async function insertCoupon(db: Db, coupon: Insertable<PromotionTables['coupons']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'plan_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether an enterprise has a coupon of a plan. */
export async function hasCoupon(db: Db, enterpriseId: number, planId: number): Promise<boolean> {
  const found = await db
    .selectFrom('coupons')
    .select('plan_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  return found !== undefined
}

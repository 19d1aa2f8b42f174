import { COUPON, PROMOTION_END } from '@/domain/limits'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { mayClaimCoupon } from '../../policies/enterprise'
import { hasCoupon, insertCoupon } from '../../queries/enterprise/coupons'
import { recordAuditEvent } from '../audit'
import { requirePhoneCode } from '../session/phoneCodes'

/**
 * Claims the coupon of the starter edition for an enterprise. Only an administrator of the enterprise may do so.
 * @throws Refused permission_denied, promotion_ended, coupon_claimed, phone_invalid, captcha_wrong
 */
export async function claimCoupon(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>,
  actor: UserActor,
  proof: { country: string; phone: string; code: string },
): Promise<void> {
  const { db, clock } = ports
  if (!mayClaimCoupon(actor)) throw permissionDenied()
  const at = clock()
  if (at.getTime() / 1000 >= PROMOTION_END) throw new Refused('promotion_ended')
  const { id } = actor.enterprise
  // Check for a coupon before requirePhoneCode uses up the code.
  if (await hasCoupon(db, id, COUPON.planId)) throw new Refused('coupon_claimed')
  const phone = await requirePhoneCode(ports, proof)
  await inTransaction(db, async (transaction) => {
    const coupon = { enterprise_id: id, plan_id: COUPON.planId, group_id: COUPON.groupId, user_id: actor.user.id }
    if (!(await insertCoupon(transaction, { ...coupon, phone, created_at: at }))) throw new Refused('coupon_claimed')
    await recordAuditEvent(transaction, at, actor, 'coupon_claimed')
  })
}

import { COUPON, PROMOTION_END } from '@/domain/limits'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { mayClaimCoupon } from '../../policies/enterprise'
import { hasCoupon, insertCoupon } from '../../queries/enterprise/coupons'
import { recordAuditEvent } from '../audit'
import { requirePhoneCode, sendPhoneCode, type CodePorts, type PhoneCodeRequest } from '../session/phoneCodes'

/**
 * Sends the code that a claim needs, as long as the promotion lasts.
 * @throws Refused promotion_ended, and as sendPhoneCode
 */
export async function sendCouponCode(ports: CodePorts, request: PhoneCodeRequest): Promise<void> {
  requireRunning(ports.clock())
  await sendPhoneCode(ports, request)
}

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
  requireRunning(at)
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

/** @throws Refused promotion_ended */
function requireRunning(now: Date): void {
  if (now.getTime() / 1000 >= PROMOTION_END) throw new Refused('promotion_ended')
}

import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { CouponStore } from '@/stores/enterprise/CouponStore'

interface Props {
  coupon: CouponStore
  onRegion(): void
}

/** An administrator's phone, the code sent to it, and the claim. */
export const CouponForm = observer(function CouponForm({ coupon, onRegion }: Props) {
  const t = useWords<'promotion'>()
  const { phoneCode, faults } = coupon
  const { feedback } = useApp()
  const send = async () => {
    if (await coupon.sendCode()) feedback.toast({ text: t('promotion.form.sent') })
  }
  const claim = async () => {
    const result = await coupon.claim()
    if (result === 'claimed') feedback.toast({ text: t('promotion.claimed') })
    if (result === 'denied') void feedback.alert({ text: t('promotion.administratorsOnly') })
  }
  return (
    <Form className="promotion promotion-form">
      <View className="promotion-title" role="heading" aria-level={1}>
        {t('promotion.form.title')}
      </View>
      <View className="promotion-line">
        <View
          className="promotion-region"
          aria-label={`${t('promotion.form.region')}: ${coupon.region}`}
          onClick={onRegion}
        >
          {coupon.region}
        </View>
        <View className="promotion-field">
          <Field
            label={t('promotion.form.phone')}
            name="tel-national"
            digits
            value={coupon.phone}
            confirmType="next"
            error={faults.phone && wordMessage(faults.phone, t)}
            onChange={(typed) => coupon.setPhone(typed)}
          />
        </View>
      </View>
      <View className="promotion-line">
        <View className="promotion-field">
          <Field
            label={t('promotion.form.code')}
            name="one-time-code"
            digits
            value={coupon.code}
            confirmType="done"
            error={faults.code && wordMessage(faults.code, t)}
            onChange={(typed) => coupon.setCode(typed)}
            onConfirm={() => void claim()}
          />
        </View>
        <View className="promotion-send">
          <Button
            small
            tone="weak"
            label={phoneCode.left > 0 ? t('promotion.form.again', { n: phoneCode.left }) : t('promotion.form.send')}
            disabled={phoneCode.left > 0}
            loading={phoneCode.isSending}
            onPress={() => void send()}
          />
        </View>
      </View>
      <View className="promotion-buttons">
        <Button label={t('promotion.form.submit')} loading={coupon.isClaiming} onPress={() => void claim()} />
      </View>
    </Form>
  )
})

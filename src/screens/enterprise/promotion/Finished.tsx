import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { Icon } from '@/components/ui/Icon'

/** Confirms that a coupon was claimed. */
export function Finished({ onHome }: { onHome(): void }) {
  const t = useWords<'promotion'>()
  return (
    <View className="promotion">
      <Ticket isClaimed />
      <View className="promotion-title" role="heading" aria-level={1}>
        {t('promotion.finished.title')}
      </View>
      <View className="promotion-text">{t('promotion.finished.text')}</View>
      <View className="promotion-buttons">
        <Button label={t('promotion.home')} onPress={onHome} />
      </View>
    </View>
  )
}

/** The picture of a coupon. */
export function Ticket({ isClaimed = false }: { isClaimed?: boolean }) {
  return (
    <View className={isClaimed ? 'ticket ticket-claimed' : 'ticket'} aria-hidden>
      <View className="ticket-body">
        <Icon name={isClaimed ? 'check' : 'star'} size={40} />
      </View>
      <View className="ticket-stub" />
    </View>
  )
}

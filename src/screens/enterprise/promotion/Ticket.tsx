import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'

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

import { Text, View } from '@tarojs/components'
import { Icon, type IconName } from './Icon'
import './IconButton.scss'

interface Props {
  icon: IconName
  /** What a screen reader says, the badge's count in it. */
  label: string
  /** At the icon's corner; nothing when empty. */
  badge?: string
  pressed?: boolean
  onPress(): void
}

export function IconButton({ icon, label, badge, pressed, onPress }: Props) {
  return (
    <View
      className={pressed ? 'icon-button icon-button-pressed' : 'icon-button'}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon name={icon} />
      {badge ? <Text className='icon-button-badge'>{badge}</Text> : null}
    </View>
  )
}

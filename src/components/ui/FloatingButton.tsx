import { View } from '@tarojs/components'
import { Icon, type IconName } from './Icon'
import './FloatingButton.scss'

interface Props {
  icon: IconName
  label: string
  /** Stands higher, above the upload tray. */
  isRaised?: boolean
  onPress(): void
}

/** The main action of a list. */
export function FloatingButton({ icon, label, isRaised, onPress }: Props) {
  return (
    <View
      className={isRaised ? 'floating-button floating-button-raised' : 'floating-button'}
      aria-label={label}
      onClick={onPress}
    >
      <Icon name={icon} size={26} />
    </View>
  )
}

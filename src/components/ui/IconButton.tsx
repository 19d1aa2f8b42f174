import { Text, View } from '@tarojs/components'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import './IconButton.scss'

interface Props {
  icon: IconName
  /** The name for screen readers, including the badge's count. */
  label: string
  /** At the icon's corner; hidden when empty. */
  badge?: string
  pressed?: boolean
  /** Looks disabled; a press still explains why. */
  disabled?: boolean
  onPress(): void
}

export function IconButton({ icon, label, badge, pressed, disabled, onPress }: Props) {
  return (
    <View
      className={classes('icon-button', pressed && 'icon-button-pressed', disabled && 'icon-button-disabled')}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
      {badge ? <Text className="icon-button-badge">{badge}</Text> : null}
    </View>
  )
}

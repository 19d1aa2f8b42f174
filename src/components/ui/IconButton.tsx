import { Text, View } from '@tarojs/components'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import './IconButton.scss'

interface Props {
  icon: IconName
  /** What a screen reader says, the badge's count in it. */
  label: string
  /** At the icon's corner; nothing when empty. */
  badge?: string
  pressed?: boolean
  /** Looks it; a press still says why. */
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

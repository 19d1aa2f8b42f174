import { View } from '@tarojs/components'
import { classes } from '../ui/classes'
import './Switch.scss'

interface Props {
  /** The name for screen readers. */
  label: string
  isOn: boolean
  /** Looks disabled; a press still explains why. */
  isDisabled?: boolean
  onSwitch(isOn: boolean): void
}

export function Switch({ label, isOn, isDisabled, onSwitch }: Props) {
  return (
    <View
      className={classes('switch', isOn && 'switch-on', isDisabled && 'switch-disabled')}
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-disabled={isDisabled || undefined}
      onClick={() => onSwitch(!isOn)}
    >
      <View className="switch-track">
        <View className="switch-knob" />
      </View>
    </View>
  )
}

import { View } from '@tarojs/components'
import { classes } from '../ui/classes'
import { Icon, type IconName } from '../ui/Icon'
import './MenuList.scss'

export interface MenuEntry {
  key: string
  label: string
  icon?: IconName
  danger?: boolean
  /** Looks disabled; a press still explains why. */
  disabled?: boolean
  /** Shown at the end, such as the present setting. */
  value?: string
  /** Whether it is the option in force. */
  isChosen?: boolean
  onSelect(): void
}

/** Actions, one per line. */
export function MenuList({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <View className="menu-list">
      {entries.map(({ key, label, icon, danger, disabled, value, isChosen, onSelect }) => (
        <View
          key={key}
          className={classes(
            'menu-entry',
            danger && 'menu-danger',
            disabled && 'menu-disabled',
            isChosen && 'menu-chosen',
          )}
          aria-current={isChosen}
          aria-disabled={disabled}
          onClick={onSelect}
        >
          {icon ? <Icon name={icon} /> : null}
          <View className="menu-label">{label}</View>
          {value ? <View className="menu-value">{value}</View> : null}
          {isChosen ? <Icon name="check" size={20} /> : null}
        </View>
      ))}
    </View>
  )
}

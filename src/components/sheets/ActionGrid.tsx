import { View } from '@tarojs/components'
import { Icon, type IconName } from '../ui/Icon'
import './ActionGrid.scss'

export interface GridAction {
  key: string
  icon: IconName
  label: string
  onSelect(): void
}

/** The main actions, four per line. */
export function ActionGrid({ actions }: { actions: readonly GridAction[] }) {
  return (
    <View className="action-grid">
      {actions.map(({ key, icon, label, onSelect }) => (
        <View key={key} className="action-grid-cell" onClick={onSelect}>
          <View className="action-grid-icon">
            <Icon name={icon} />
          </View>
          {label}
        </View>
      ))}
    </View>
  )
}

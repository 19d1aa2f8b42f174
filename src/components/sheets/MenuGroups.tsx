import { View } from '@tarojs/components'
import { Icon } from '../ui/Icon'
import { MenuList, type MenuEntry } from './MenuList'
import './MenuGroups.scss'

interface Props {
  /** The most used actions, as round buttons in a row. */
  round: readonly MenuEntry[]
  /** The others, with a line between two groups. */
  groups: readonly (readonly MenuEntry[])[]
}

/** A long menu: round buttons on top, groups below. */
export function MenuGroups({ round, groups }: Props) {
  return (
    <>
      {round.length > 0 ? (
        <View className="menu-rounds">
          {round.map(({ key, icon, label, onSelect }) => (
            <View key={key} className="menu-entry menu-round" onClick={onSelect}>
              {icon ? (
                <View className="menu-round-icon">
                  <Icon name={icon} />
                </View>
              ) : null}
              <View className="menu-label">{label}</View>
            </View>
          ))}
        </View>
      ) : null}
      {groups.map((entries) => (
        <View key={entries[0]?.key} className="menu-group">
          <MenuList entries={entries} />
        </View>
      ))}
    </>
  )
}

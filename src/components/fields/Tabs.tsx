import { View } from '@tarojs/components'
import { classes } from '../ui/classes'
import './Tabs.scss'

interface Props<V extends string> {
  label: string
  chosen: V
  tabs: readonly { value: V; label: string }[]
  onChoose(value: V): void
}

/** Tabs of a page, below its header. */
export function Tabs<V extends string>({ label, chosen, tabs, onChoose }: Props<V>) {
  return (
    <View className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <View
          key={tab.value}
          className={classes('tab', tab.value === chosen && 'tab-chosen')}
          role="tab"
          aria-selected={tab.value === chosen}
          onClick={() => {
            if (tab.value !== chosen) onChoose(tab.value)
          }}
        >
          {tab.label}
        </View>
      ))}
    </View>
  )
}

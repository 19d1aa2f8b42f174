import { View } from '@tarojs/components'
import './PathSteps.scss'

/** The path to a folder: some of the folders above, then the folder itself. */
export function PathSteps({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <View className="path-steps" aria-label={label}>
      {names.map((name, at) => (
        <View key={at} className={at > 0 ? 'path-step path-step-below' : 'path-step'}>
          {name}
        </View>
      ))}
    </View>
  )
}

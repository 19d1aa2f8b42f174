import { View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'

const BARS = 36
/** px */
const HEIGHT = { least: 4, range: 52 }

/** How loud it was of late, the last moment at the end. Where the phone does not tell, it breathes. */
export function VoiceWave({ levels }: { levels: readonly number[] }) {
  return (
    <View className={classes('voice-wave', levels.length === 0 && 'voice-wave-calm')} aria-hidden>
      {Array.from({ length: BARS }, (_, at) => {
        const level = levels[levels.length - BARS + at] ?? 0
        const height = `${HEIGHT.least + Math.round(level * HEIGHT.range)}px`
        return <View key={at} className="voice-bar" style={{ height }} />
      })}
    </View>
  )
}

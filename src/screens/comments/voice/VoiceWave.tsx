import { View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'

const BARS = 36
/** px */
const HEIGHT = { least: 4, range: 52 }

/** The recent loudness, newest last; an animation where the phone does not measure it. */
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

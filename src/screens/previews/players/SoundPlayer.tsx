import { useState } from 'react'
import { Text, View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Tile as TileData } from '@/domain/items/tiles'
import { wordLength } from '@/domain/previews/playing'
import type { PlayerProps } from '../ViewerProps'
import { SeekBar } from './SeekBar'
import { useSound } from './useSound'

interface Props extends Omit<PlayerProps, 'poster'> {
  tile: TileData
  /** The length in seconds, measured by the server; null if it is unknown. */
  length: number | null
}

/** A sound with its position (PREV-09). */
export function SoundPlayer(props: Props) {
  const { address, attempt, isContinued, tile, name, start, length, onShown, onFailed, onTime } = props
  const t = useWords<'preview'>()
  const [seconds, setSeconds] = useState(start)
  const [known, setKnown] = useState(length ?? 0)
  const [isPlaying, setPlaying] = useState(false)
  const sound = useSound(address, attempt, {
    onKnown(whole) {
      // For some sounds a browser only guesses the length; the server has measured it.
      if (length === null && Number.isFinite(whole)) setKnown(whole)
      if (start > 0) sound.seek(start)
      if (isContinued) sound.play()
      onShown()
    },
    onTime(at) {
      setSeconds(at)
      onTime(at, known)
    },
    onPlaying(runs) {
      setPlaying(runs)
      props.onPlaying(runs)
    },
    onFailed,
  })

  function seek(to: number) {
    setSeconds(to)
    sound.seek(to)
  }

  const place = `${wordLength(seconds)} / ${wordLength(known)}`
  return (
    <View className="sound">
      <Tile {...tile} large />
      <Text className="sound-name">{name}</Text>
      <SeekBar seconds={seconds} length={known} label={t('preview.position')} words={place} onSeek={seek} />
      <View className="sound-times">
        <Text>{wordLength(seconds)}</Text>
        <Text>{wordLength(known)}</Text>
      </View>
      <View
        className="sound-button"
        role="button"
        aria-label={isPlaying ? t('preview.pause') : t('preview.play')}
        onClick={() => (isPlaying ? sound.pause() : sound.play())}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={28} />
      </View>
    </View>
  )
}

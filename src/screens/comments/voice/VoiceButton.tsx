import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { wordLength } from '@/domain/previews/playing'
import { useApp } from '@/screens/app/AppContext'
import { useSound } from '../../previews/players/useSound'

interface Props {
  /** null: there is nothing to play */
  address: string | null
  /** length */
  seconds: number
}

/** A recording: its length, and playback. Nothing is fetched before the first press. */
export function VoiceButton({ address, seconds }: Props) {
  const t = useWords<'comments'>()
  const [isWanted, setWanted] = useState(false)
  if (isWanted && address !== null) return <Playing address={address} length={seconds} />
  return (
    <View
      className="comment-voice"
      role="button"
      aria-label={t('comments.play', { n: seconds })}
      onClick={() => setWanted(true)}
    >
      <Icon name="play" size={16} />
      <Text>{wordLength(seconds)}</Text>
    </View>
  )
}

function Playing({ address, length }: { address: string; length: number }) {
  const t = useWords<'comments'>()
  const { feedback } = useApp()
  const [isPlaying, setPlaying] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const sound = useSound(address, 0, {
    onKnown: () => {},
    onTime: setSeconds,
    onPlaying: setPlaying,
    onFailed: () => feedback.toast({ text: t('comments.playFailed') }),
  })
  useEffect(() => {
    sound.play()
    // Once, on the first press.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const left = Math.max(0, length - Math.floor(seconds))
  return (
    <View
      className="comment-voice"
      role="button"
      aria-label={isPlaying ? `${t('comments.pause')} ${wordLength(left)}` : t('comments.play', { n: length })}
      onClick={() => (isPlaying ? sound.pause() : sound.play())}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      <Text>{wordLength(isPlaying ? left : length)}</Text>
    </View>
  )
}

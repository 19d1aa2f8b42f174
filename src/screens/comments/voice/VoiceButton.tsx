import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { Comment } from '@/contract/comments'
import { wordLength } from '@/domain/previews/playing'
import { useApp } from '@/screens/app/AppContext'
import { useSound } from '../../previews/players/useSound'

/** A voice comment: its length, and playback. Nothing is fetched before the first press. */
export function VoiceButton({ comment }: { comment: Comment }) {
  const t = useWords<'comments'>()
  const { platform } = useApp()
  const [isWanted, setWanted] = useState(false)
  const address = comment.voice_url === null ? null : platform.origin + comment.voice_url
  if (isWanted && address !== null) return <Playing comment={comment} address={address} />
  return (
    <View
      className="comment-voice"
      role="button"
      aria-label={t('comments.play', { n: comment.voice_length })}
      onClick={() => setWanted(true)}
    >
      <Icon name="play" size={16} />
      <Text>{wordLength(comment.voice_length)}</Text>
    </View>
  )
}

function Playing({ comment, address }: { comment: Comment; address: string }) {
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
  const left = Math.max(0, comment.voice_length - Math.floor(seconds))
  return (
    <View
      className="comment-voice"
      role="button"
      aria-label={isPlaying ? t('comments.pause') : t('comments.play', { n: comment.voice_length })}
      onClick={() => (isPlaying ? sound.pause() : sound.play())}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      <Text>{wordLength(isPlaying ? left : comment.voice_length)}</Text>
    </View>
  )
}

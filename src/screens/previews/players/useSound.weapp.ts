import { useEffect, useRef } from 'react'
import Taro from '@tarojs/taro'
import type { Sound, SoundEvents } from '../ViewerProps'

/** A sound in WeChat; plays even when the phone is muted. @param attempt loads the address again when it rises */
export function useSound(address: string, attempt: number, events: SoundEvents): Sound {
  const told = useRef(events)
  told.current = events
  const sound = useRef<Taro.InnerAudioContext>()
  useEffect(() => {
    const player = Taro.createInnerAudioContext()
    sound.current = player
    player.obeyMuteSwitch = false
    player.onCanplay(() => told.current.onKnown(player.duration))
    player.onTimeUpdate(() => told.current.onTime(player.currentTime, player.duration))
    player.onPlay(() => told.current.onPlaying(true))
    for (const stopped of ['onPause', 'onStop', 'onEnded'] as const)
      player[stopped](() => told.current.onPlaying(false))
    player.onEnded(() => told.current.onTime(player.duration, player.duration))
    player.onError(() => told.current.onFailed())
    player.src = address
    return () => player.destroy()
  }, [address, attempt])
  return {
    play: () => sound.current?.play(),
    pause: () => sound.current?.pause(),
    seek: (seconds) => sound.current?.seek(seconds),
  }
}

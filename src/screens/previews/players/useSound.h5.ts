import { useEffect, useRef, useState } from 'react'
import type { Sound, SoundEvents } from '../ViewerProps'

/** A sound in the browser. @param attempt loads the address again when it rises */
export function useSound(address: string, attempt: number, events: SoundEvents): Sound {
  const told = useRef(events)
  told.current = events
  const [sound] = useState(() => new Audio())
  useEffect(() => {
    const time = () => {
      // While it loads, a player reports 0.
      if (sound.readyState > HTMLMediaElement.HAVE_NOTHING) told.current.onTime(sound.currentTime, sound.duration)
    }
    const listeners: [keyof HTMLMediaElementEventMap, () => unknown][] = [
      ['loadedmetadata', () => told.current.onKnown(sound.duration)],
      ['timeupdate', time],
      ['seeking', time],
      ['seeked', time],
      ['play', () => told.current.onPlaying(true)],
      ['pause', () => !sound.error && told.current.onPlaying(false)],
      ['ended', time],
      ['error', () => told.current.onFailed()],
    ]
    for (const [type, listener] of listeners) sound.addEventListener(type, listener)
    sound.preload = 'metadata'
    sound.src = address
    return () => {
      for (const [type, listener] of listeners) sound.removeEventListener(type, listener)
      sound.pause()
      // Closes the connection.
      sound.removeAttribute('src')
      sound.load()
    }
  }, [sound, address, attempt])
  return {
    play: () => void sound.play().catch(() => told.current.onPlaying(false)),
    pause: () => sound.pause(),
    seek: (seconds) => {
      sound.currentTime = seconds
    },
  }
}

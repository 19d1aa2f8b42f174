import { useRef } from 'react'
import type { PlayerProps } from './PlayerProps'

/** A film in the browser's own player, which has ranges, speed and the whole screen (PREV-09, AH-12). */
export function FilmPlayer({ address, poster, name, start, onShown, onFailed, onTime }: PlayerProps) {
  const film = useRef<HTMLVideoElement>(null)
  const told = () => onTime(film.current!.currentTime, film.current!.duration)

  function known() {
    if (start > 0 && start < film.current!.duration) film.current!.currentTime = start
    onShown()
  }

  return (
    <video
      ref={film}
      className="film"
      src={address}
      poster={poster}
      aria-label={name}
      controls
      controlsList="nodownload"
      playsInline
      preload="metadata"
      onLoadedMetadata={known}
      onTimeUpdate={told}
      onEnded={told}
      onError={onFailed}
    />
  )
}

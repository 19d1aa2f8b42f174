import { useEffect, useRef, type CSSProperties } from 'react'
import type { PlayerProps } from '../ViewerProps'

/** A video in the browser's own player, with seeking, speed and full screen (PREV-09, AH-12). */
export function VideoPlayer(props: PlayerProps & { style?: CSSProperties }) {
  const { address, attempt, isContinued, poster, name, start, onShown, onFailed, onPlaying, onTime } = props
  const video = useRef<HTMLVideoElement>(null)
  const told = () => {
    const { currentTime, duration, readyState } = video.current!
    // While it loads, a player reports 0.
    if (readyState > HTMLMediaElement.HAVE_NOTHING) onTime(currentTime, duration)
  }
  useEffect(() => {
    // The element stays, because another one would leave the full screen.
    if (attempt > 0) video.current!.load()
  }, [attempt])

  function known() {
    const player = video.current!
    if (start > 0 && start < player.duration) player.currentTime = start
    if (isContinued) player.play().catch(() => onPlaying(false))
    onShown()
  }

  return (
    <video
      ref={video}
      className="video-player"
      style={props.style}
      src={address}
      poster={poster}
      aria-label={name}
      controls
      controlsList="nodownload"
      playsInline
      preload="metadata"
      onLoadedMetadata={known}
      onPlay={() => onPlaying(true)}
      onPause={() => {
        if (!video.current!.error) onPlaying(false)
      }}
      onSeeking={told}
      onTimeUpdate={told}
      onEnded={told}
      onError={onFailed}
    />
  )
}

import { useRef } from 'react'
import type { PlayerProps } from '../ViewerProps'

/** A video in the browser's own player, with seeking, speed and full screen (PREV-09, AH-12). */
export function VideoPlayer({ address, poster, name, start, onShown, onFailed, onTime }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const told = () => onTime(video.current!.currentTime, video.current!.duration)

  function known() {
    if (start > 0 && start < video.current!.duration) video.current!.currentTime = start
    onShown()
  }

  return (
    <video
      ref={video}
      className="video-player"
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

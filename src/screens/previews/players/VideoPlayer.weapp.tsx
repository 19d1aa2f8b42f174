import { useRef } from 'react'
import { Video } from '@tarojs/components'
import type { PlayerProps } from '../ViewerProps'

/** A video in WeChat's own player, with full screen (PREV-09, AH-12). */
export function VideoPlayer({ address, poster, name, start, onShown, onFailed, onTime }: PlayerProps) {
  const length = useRef(0)
  return (
    <Video
      className="video-player"
      src={address}
      poster={poster}
      title={name}
      initialTime={start}
      objectFit="contain"
      showFullscreenBtn
      enableProgressGesture
      onLoadedMetaData={({ detail }) => {
        length.current = Number(detail.duration)
        onShown()
      }}
      onTimeUpdate={({ detail }) => onTime(detail.currentTime, detail.duration || length.current)}
      onEnded={() => onTime(length.current, length.current)}
      onError={onFailed}
    />
  )
}

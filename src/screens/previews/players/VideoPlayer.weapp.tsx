import { useRef, type CSSProperties } from 'react'
import { Video } from '@tarojs/components'
import type { PlayerProps } from '../ViewerProps'

/** A video in WeChat's own player, with full screen (PREV-09, AH-12). */
export function VideoPlayer(props: PlayerProps & { style?: CSSProperties }) {
  const { address, attempt, isContinued, poster, name, start, onShown, onFailed, onPlaying, onTime } = props
  const length = useRef(0)
  return (
    <Video
      key={attempt}
      autoplay={attempt > 0 && isContinued}
      className="video-player"
      style={props.style}
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
      onPlay={() => onPlaying(true)}
      onPause={() => onPlaying(false)}
      onTimeUpdate={({ detail }) => onTime(detail.currentTime, detail.duration || length.current)}
      onEnded={() => onTime(length.current, length.current)}
      onError={onFailed}
    />
  )
}

import { Slider } from '@tarojs/components'
import type { SeekBarProps } from '../ViewerProps'

export function SeekBar({ seconds, length, label, onSeek }: SeekBarProps) {
  return (
    <Slider
      className="sound-bar"
      min={0}
      max={Math.max(1, Math.floor(length))}
      value={Math.floor(seconds)}
      blockSize={16}
      ariaLabel={label}
      onChange={({ detail }) => onSeek(detail.value)}
    />
  )
}

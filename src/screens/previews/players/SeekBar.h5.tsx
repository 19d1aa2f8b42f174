import type { CSSProperties } from 'react'
import type { SeekBarProps } from '../ViewerProps'
import './seekBar.scss'

export function SeekBar({ seconds, length, label, words, onSeek }: SeekBarProps) {
  const most = Math.max(1, Math.floor(length))
  return (
    <input
      className="seek-bar"
      style={{ '--done': `${100 * Math.min(1, seconds / most)}%` } as CSSProperties}
      type="range"
      min={0}
      max={most}
      step={1}
      value={Math.floor(seconds)}
      aria-label={label}
      aria-valuetext={words}
      onChange={(event) => onSeek(Number(event.target.value))}
    />
  )
}

export interface SeekBarProps {
  seconds: number
  /** Seconds of the whole. */
  length: number
  label: string
  /** What a screen reader says of the place. */
  words: string
  onSeek(seconds: number): void
}

export interface SoundEvents {
  /** Seconds of the whole. */
  onKnown(length: number): void
  /** Seconds played, and of the whole. */
  onTime(seconds: number, length: number): void
  onPlaying(isPlaying: boolean): void
  onFailed(): void
}

export interface Sound {
  play(): void
  pause(): void
  /** @param seconds from the beginning */
  seek(seconds: number): void
}

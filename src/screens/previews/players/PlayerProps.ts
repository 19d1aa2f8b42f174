export interface PlayerProps {
  /** Whole. */
  address: string
  /** Whole; what stands there before it plays. */
  poster: string
  name: string
  /** Seconds at which it begins. */
  start: number
  onShown(): void
  onFailed(): void
  /** Seconds played, and of the whole: while it plays, and when it stops. */
  onTime(seconds: number, length: number): void
}

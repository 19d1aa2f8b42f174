import type { Canceler, HttpAnswer } from './requests'

/** A finished recording. */
export interface Recording {
  milliseconds: number
  /** The input of `send`. */
  source: unknown
}

/** A recording in progress. */
export interface RunningRecording {
  /** Ends the recording; also works after the phone ended it. @throws RecordingFailed if nothing was recorded */
  stop(): Promise<Recording>
  /** Ends and discards the recording. */
  drop(): void
}

export interface RecordingRequest {
  /** A path of the server. */
  path: string
  headers: Record<string, string>
  recording: Recording
  canceler: Canceler
}

/** The phone's microphone. Not part of Platform, to keep the first page small. */
export interface Recorder {
  /**
   * Asks the user for the microphone, then records. Call it within the user's tap.
   * @param ended called when the phone ends the recording (a call, or a hidden app); `stop` then returns the part recorded so far
   * @param heard receives the loudness, 0 to 1, a few times a second, if the phone can measure it
   * @throws PrivacyRefused, PrivacyUndeclared, RecordingFailed
   */
  start(ended: () => void, heard?: (level: number) => void): Promise<RunningRecording>
  /** POSTs the bytes of a recording, unchanged. @throws NoAnswer, FileUnreadable */
  send(request: RecordingRequest): Promise<HttpAnswer>
  /** Where a finished recording can be played; `release` frees the address. */
  addressOf(recording: Recording): { address: string; release(): void }
  /** Opens the settings where the user allows the microphone again. Absent in browsers, which have their own settings. */
  openSettings?(): Promise<void>
}

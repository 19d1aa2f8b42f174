import type { Canceler, HttpAnswer } from './requests'

/** What a microphone took. */
export interface Recording {
  milliseconds: number
  /** What `send` takes. */
  source: unknown
}

/** A recording under way. */
export interface Taking {
  /** Ends it; also after the phone did. @throws RecordingFailed where nothing was taken */
  stop(): Promise<Recording>
  /** Ends it for nothing. */
  drop(): void
}

export interface RecordingRequest {
  /** A path of the server. */
  path: string
  headers: Record<string, string>
  recording: Recording
  canceler: Canceler
}

/** The phone's microphone. No part of Platform: a first page has no room for it. */
export interface Recorder {
  /**
   * Asks the user for the microphone, then records. Call it within their tap.
   * @param ended the phone ends it, for a call or because the app is hidden; `stop` gives what was taken until then
   * @param heard told some times a second how loud it is, from 0 to 1, where the phone can tell
   * @throws PrivacyRefused, PrivacyUndeclared, RecordingFailed
   */
  start(ended: () => void, heard?: (level: number) => void): Promise<Taking>
  /** POSTs the bytes as they are. @throws NoAnswer, FileUnreadable */
  send(request: RecordingRequest): Promise<HttpAnswer>
  /** Where the user lets the app have the microphone again. Absent in browsers, where they do that themselves. */
  openSettings?(): Promise<void>
}

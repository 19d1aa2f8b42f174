import type { Canceler } from './requests'

/** A file to fetch and store on the phone (AH-42). */
export interface KeepRequest {
  /** Signed; a path of the server or an absolute address. */
  address: string
  /** The name of the stored bytes: letters, digits, `_` and `.`. */
  key: string
  /** Bytes. Fewer or more bytes are not stored. */
  size: number
  /** The version, which the reply names as its ETag. */
  versionKey: string
  canceler: Canceler
}

/** `address`: for a picture or a player, until `release` is called. */
export interface OpenedBytes {
  address: string
  release(): void
}

/** Files on the phone that are readable without a network. They belong to the app, not to a user: the caller names and deletes them. */
export interface OfflineFiles {
  /** Bytes: the maximum of a file, and of all files of a folder. */
  largest: number
  /** Fetches a file. Its bytes are stored whole or not at all. @throws KeepFailed */
  fetch(request: KeepRequest): Promise<void>
  keys(): Promise<string[]>
  /** Ignores unknown keys. */
  remove(keys: readonly string[]): Promise<void>
  /** null if the bytes are gone. @param type the media type for a browser */
  open(key: string, type: string): Promise<OpenedBytes | null>
  /** The beginning of a text; null if the bytes are gone. @param most bytes */
  text(key: string, most: number): Promise<string | null>
  /** Opens a file in the phone's own viewer; a browser opens or saves it. Within the user's tap. @throws DocumentRefused */
  handOver(opened: OpenedBytes, file: { name: string; extension: string }): Promise<void>
  /** Bytes that the phone still grants; null if unknown. */
  free(): Promise<number | null>
}

/** The abilities for working without a network. Not part of Platform, to keep the first page small. */
export interface OfflinePhone {
  /** Absent where files would not outlive the page. */
  files?: OfflineFiles
  /** Runs a task while no other page of the app runs the same task. */
  alone(task: string, run: () => Promise<void>): Promise<void>
}

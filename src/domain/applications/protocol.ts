/** The messages between the page of an application and the frame in it (docs/embed.md). */

/** The senders: the frame, and the embedding page. */
export const FRAME = 'satchel'
export const PARENT = 'satchel-embed'

export interface PickedFile {
  id: number
  name: string
  /** bytes */
  size: number
  /** seconds since 1970 */
  modified_at: number
  /** For example `pdf`, `doc`, `image`. */
  type_icon: string
}

export interface PickedFolder {
  /** 0: the user's own root */
  id: number
  name: string
  /** Folder names from the root on, without the folder itself. */
  path: string[]
}

export interface UploadResult {
  /** null if no file was created */
  id: number | null
  name: string
  /** bytes */
  size: number
  /** seconds since 1970 */
  modified_at: number
  type_icon: string
  upload_status: 'success' | 'fail'
  /** Why it failed; `undone` without a message. */
  error_msg: string
}

export interface PreviewedFile {
  id: number
  name: string
}

/** The `data` of each `type`. */
export interface FrameData {
  /** The screen is ready; sent once. */
  ready: { module: 'select_files' | 'select_destination' | 'open_upload' | 'open_preview' }
  select_files: { files: PickedFile[] }
  select_destination: { folder: PickedFolder }
  upload: { files: UploadResult[] }
  preview: { file: PreviewedFile }
  /** The user left without a result. */
  close: Record<string, never>
  error: { code: string; message: string }
}

export type FrameType = keyof FrameData

/** A message of the frame. The frame repeats each message until it is acknowledged. */
export interface FrameMessage<T extends FrameType = FrameType> {
  from: typeof FRAME
  type: T
  /** Identifies the message in its acknowledgement. */
  id: number
  data: FrameData[T]
}

/** The page's reply: it received a message. */
export interface Acknowledgement {
  from: typeof PARENT
  type: 'ack'
  data: { id: number }
}

/** The id that a message acknowledges; null for other messages. */
export function acknowledged(message: unknown): number | null {
  const { from, type, data } = (message ?? {}) as Partial<Acknowledgement>
  return from === PARENT && type === 'ack' && typeof data?.id === 'number' ? data.id : null
}

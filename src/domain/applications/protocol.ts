/** What passes between the page of an application and the frame in it (docs/embed.md). */

/** Who writes: the frame, and the page around it. */
export const FRAME = 'satchel'
export const PARENT = 'satchel-embed'

export interface PickedFile {
  id: number
  name: string
  /** bytes */
  size: number
  /** seconds since 1970 */
  modified_at: number
  /** Such as `pdf`, `doc`, `image`. */
  type_icon: string
}

export interface PickedFolder {
  /** 0: the user's own root */
  id: number
  name: string
  /** Names from the root on, the folder itself left out. */
  path: string[]
}

export interface UploadResult {
  /** null where nothing came of it */
  id: number | null
  name: string
  /** bytes */
  size: number
  /** seconds since 1970 */
  modified_at: number
  type_icon: string
  upload_status: 'success' | 'fail'
  /** Why it failed; `undone` where nothing is to be said. */
  error_msg: string
}

export interface PreviewedFile {
  id: number
  name: string
}

/** By `type`, what `data` is. */
export interface FrameData {
  /** It stands; sent once. */
  ready: { module: 'select_files' | 'select_destination' | 'open_upload' | 'open_preview' }
  select_files: { files: PickedFile[] }
  select_destination: { folder: PickedFolder }
  upload: { files: UploadResult[] }
  preview: { file: PreviewedFile }
  /** The user leaves without a result. */
  close: Record<string, never>
  error: { code: string; message: string }
}

export type FrameType = keyof FrameData

/** What the frame says; each is said again until it is acknowledged. */
export interface FrameMessage<T extends FrameType = FrameType> {
  from: typeof FRAME
  type: T
  /** Names the message for its acknowledgement. */
  id: number
  data: FrameData[T]
}

/** What the page says: that it has heard a message. */
export interface Acknowledgement {
  from: typeof PARENT
  type: 'ack'
  data: { id: number }
}

/** The id that a message acknowledges; null for everything else. */
export function acknowledged(message: unknown): number | null {
  const { from, type, data } = (message ?? {}) as Partial<Acknowledgement>
  return from === PARENT && type === 'ack' && typeof data?.id === 'number' ? data.id : null
}

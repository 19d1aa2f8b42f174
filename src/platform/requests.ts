/** Stops a running request or transfer; a mini-program has no AbortController. */
export interface Canceler {
  readonly canceled: boolean
  /** Runs once, at once when it is already canceled. */
  onCancel(listener: () => void): void
  cancel(): void
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Begins with `/`; the platform puts the server's origin before it. */
  path: string
  headers: Record<string, string>
  /** Sent as JSON; absent for GET. */
  body?: unknown
  /** Milliseconds; 60,000 when absent. */
  timeout?: number
  canceler?: Canceler
}

export interface HttpAnswer {
  status: number
  /** Parsed JSON, or the text when it is none. */
  body: unknown
}

/** A file that the user picked; `source` is what the platform's `upload` and `canRead` take. */
export interface PickedFile {
  name: string
  /** Bytes. */
  size: number
  /** Seconds: when it was taken or last changed; absent where nobody tells (AH-12). */
  modifiedAt?: number
  /** An address that an `<Image>` can show at once, for pictures. */
  thumbnail?: string
  source: unknown
}

/** `camera`: a picture (in WeChat also a film) taken now; `media`: of the album. */
export type PickSource = 'camera' | 'media' | 'files' | 'chat'

export interface UploadRequest {
  /** As presign answered it: a path of the server or a whole address. */
  path: string
  headers: Record<string, string>
  file: PickedFile
  /** Bytes of the file; `total` is its size. */
  onProgress(loaded: number, total: number): void
  canceler: Canceler
}

/** One request of an upload that goes in parts (tus 1.0). */
export interface PartRequest {
  method: 'HEAD' | 'PATCH' | 'DELETE'
  /** As presign answered it: a path of the server or a whole address. */
  path: string
  headers: Record<string, string>
  /** What PATCH sends. */
  part?: FilePart
  canceler?: Canceler
}

export interface FilePart {
  file: PickedFile
  /** Bytes; `to` is the first that is not sent. */
  from: number
  to: number
  /** Bytes of the part, where the phone tells while it sends. */
  onProgress(sent: number): void
}

export interface PartAnswer extends HttpAnswer {
  /** The `upload-offset` header: bytes of the whole that the server holds. */
  offset?: number
}

export interface DocumentRequest {
  /** Signed; a path of the server or a whole address. */
  address: string
  /** Lower case, without the dot. */
  extension: string
  /** Shown by the viewer as its title, and the name under which it is forwarded. */
  name: string
  /** Bytes; tells a document that is too large before a byte is fetched. */
  size?: number
  /** 0 to 100. */
  onProgress(percent: number): void
  canceler: Canceler
}

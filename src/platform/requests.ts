/** Stops a running request or transfer; a mini-program has no AbortController. */
export interface Canceler {
  readonly canceled: boolean
  /** Calls the listener once; at once if already canceled. */
  onCancel(listener: () => void): void
  cancel(): void
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Begins with `/`; the platform prefixes the server's origin. */
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
  /** Parsed JSON, or the text if it is no JSON. */
  body: unknown
}

/** A file that the user picked. `source` is the platform's own handle for `upload` and `canRead`. */
export interface PickedFile {
  name: string
  /** Bytes. */
  size: number
  /** Seconds: when it was taken or last changed; absent if unknown (AH-12). */
  modifiedAt?: number
  /** For pictures: an address that an `<Image>` can show at once. */
  thumbnail?: string
  /** The app made the file, so the user cannot pick it again. */
  isMade?: true
  source: unknown
}

/** `camera`: a picture (in WeChat also a video) taken now; `media`: from the album. */
export type PickSource = 'camera' | 'media' | 'files' | 'chat'

export interface UploadRequest {
  /** From the presign reply: a path of the server or an absolute address. */
  path: string
  headers: Record<string, string>
  file: PickedFile
  /** Bytes of the file; `total` is its size. */
  onProgress(loaded: number, total: number): void
  canceler: Canceler
}

/** One request of an upload in parts (tus 1.0). */
export interface PartRequest {
  method: 'HEAD' | 'PATCH' | 'DELETE'
  /** From the presign reply: a path of the server or an absolute address. */
  path: string
  headers: Record<string, string>
  /** The body of PATCH. */
  part?: FilePart
  canceler?: Canceler
}

export interface FilePart {
  file: PickedFile
  /** Bytes, `to` not included. */
  from: number
  to: number
  /** Bytes of the part, if the phone reports progress. */
  onProgress(sent: number): void
}

export interface PartAnswer extends HttpAnswer {
  /** The `upload-offset` header: the number of bytes that the server holds. */
  offset?: number
}

export interface DocumentRequest {
  /** Signed; a path of the server or an absolute address. */
  address: string
  /** Lower case, without the dot. */
  extension: string
  /** The title in the viewer, and the name of a forwarded file. */
  name: string
  /** Bytes; refuses a document that is too large before fetching it. */
  size?: number
  /** 0 to 100. */
  onProgress(percent: number): void
  canceler: Canceler
}

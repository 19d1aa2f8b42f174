import {
  FRAME,
  PARENT,
  type FrameMessage,
  type PickedFile,
  type PickedFolder,
  type PreviewedFile,
  type UploadResult,
} from '@/domain/applications/protocol'

/** Options of every screen. */
export interface Options {
  /** Origin of the drive, such as `https://drive.example`. */
  server: string
  /** The id of the application. */
  clientId: string
  /** From `POST /oauth/token`, requested by your server with this page's origin. */
  accessToken: string
  /** The element that receives the frame; without it the frame covers the page. */
  container?: HTMLElement
  userName?: string
  productName?: string
  /** `light`, `dark`, a colour such as `1f6fff`, or one for lines and one for buttons such as `1f6fff-1557d6`. */
  theme?: string
  /** Label of the confirming button. */
  confirmBtnText?: string
  /** Closes the frame; the promise then resolves to null. */
  signal?: AbortSignal
}

export interface SelectFilesOptions extends Options {
  folderId?: number
  selectFileMax?: number
}

export interface SelectDestinationOptions extends Options {
  folderId?: number
}

export interface UploadOptions extends Options {
  /** 0: the user's own root; also the default. */
  folderId?: number
  /** A path below the own root, such as `lessons/one`; missing folders are created. Replaces folderId. */
  targetFolderPath?: string
  uploadFileMax?: number
}

export interface PreviewOptions extends Options {
  fileId: number
  fileVersionId?: number
  /** An access token of the viewer, where that is another user: the watermark shows their name. */
  previewUserToken?: string
  /** Called when the file is known. */
  onShown?(file: PreviewedFile): void
}

export type { PickedFile, PickedFolder, PreviewedFile, UploadResult }

/** Lets the user choose files. @returns null where the user chose none */
export function selectFiles(options: SelectFilesOptions): Promise<PickedFile[] | null> {
  return open<{ files: PickedFile[] }>('select_files', options).then((data) => data && data.files)
}

/** Lets the user choose a folder. @returns null where the user chose none */
export function selectDestination(options: SelectDestinationOptions): Promise<PickedFolder | null> {
  return open<{ folder: PickedFolder }>('select_destination', options).then((data) => data && data.folder)
}

/** Lets the user upload files from their device. @returns the result of each, failures included; null where none was chosen, or `signal` closed it */
export function upload(options: UploadOptions): Promise<UploadResult[] | null> {
  return open<{ files: UploadResult[] }>('open_upload', options).then((data) => data && data.files)
}

/** Shows a file. Resolves when the user closes it, or `signal` does. */
export function preview(options: PreviewOptions): Promise<void> {
  return open('open_preview', options).then(() => undefined)
}

/** The frame cannot be shown. `code` is the server's error code; `unreachable`: the drive sent no message. */
export class EmbedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message || code)
    this.name = 'EmbedError'
  }
}

type Module = 'select_files' | 'select_destination' | 'open_upload' | 'open_preview'

/** The message that ends a screen successfully. */
const results: Record<Module, string> = {
  select_files: 'select_files',
  select_destination: 'select_destination',
  open_upload: 'upload',
  open_preview: '',
}

/** ms within which a frame must send its first message; otherwise no drive is there, or it may not be framed here */
const MUTE = 30_000

const cover = 'position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;border:0;background:#fff'
const within = 'display:block;width:100%;height:100%;border:0'

function open<T>(
  module: Module,
  options: Options & Partial<SelectFilesOptions & UploadOptions & PreviewOptions>,
): Promise<T | null> {
  const { server, clientId, accessToken, previewUserToken, container, signal, onShown, ...rest } = options
  const { fileId, fileVersionId, ...texts } = rest
  const origin = new URL(server).origin
  const address = new URL(server.replace(/\/*$/, '/') + module)
  const told = {
    ...texts,
    file_id: fileId,
    file_version_id: fileVersionId,
    client_id: clientId,
    origin: location.origin,
  }
  for (const [name, value] of Object.entries(told))
    if (value !== undefined && value !== '') address.searchParams.set(name, String(value))
  const frame = document.createElement('iframe')
  // Unlike an address, the name is sent to no server, and is in no history and no Referer.
  frame.name = JSON.stringify({ accessToken, previewUserToken })
  frame.src = address.href
  frame.title = texts.productName || 'Satchel'
  frame.setAttribute('style', container ? within : cover)
  frame.setAttribute('allow', 'fullscreen; clipboard-write; screen-wake-lock')
  return new Promise((resolve, reject) => {
    const heard = new Set<number>()
    const mute = setTimeout(() => end(() => reject(new EmbedError('unreachable', ''))), MUTE)
    const end = (settle: () => void) => {
      clearTimeout(mute)
      removeEventListener('message', hear)
      signal?.removeEventListener('abort', abort)
      frame.remove()
      settle()
    }
    const abort = () => end(() => resolve(null))
    const hear = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin || !source) return
      const message = data as Partial<FrameMessage> | null
      if (message?.from !== FRAME || typeof message.id !== 'number') return
      clearTimeout(mute)
      ;(source as Window).postMessage({ from: PARENT, type: 'ack', data: { id: message.id } }, origin)
      // A reloaded frame counts its messages from the beginning.
      if (message.type === 'ready') heard.clear()
      if (heard.has(message.id)) return
      heard.add(message.id)
      if (message.type === results[module]) end(() => resolve(message.data as unknown as T))
      else if (message.type === 'close') end(() => resolve(null))
      else if (message.type === 'preview') onShown?.((message.data as { file: PreviewedFile }).file)
      else if (message.type === 'error') {
        const { code, message: words } = message.data as { code: string; message: string }
        end(() => reject(new EmbedError(code, words)))
      }
    }
    if (signal?.aborted) return abort()
    addEventListener('message', hear)
    signal?.addEventListener('abort', abort)
    ;(container ?? document.body).append(frame)
  })
}

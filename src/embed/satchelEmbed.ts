import {
  FRAME,
  PARENT,
  type FrameMessage,
  type PickedFile,
  type PickedFolder,
  type PreviewedFile,
  type UploadResult,
} from '@/domain/applications/protocol'

/** What every screen takes. */
export interface Options {
  /** Where the drive is, such as `https://drive.example`. */
  server: string
  /** The id of the application. */
  clientId: string
  /** From `POST /oauth/token`, asked for on your server with this page's origin. */
  accessToken: string
  /** Where the frame stands; without it the frame covers the page. */
  container?: HTMLElement
  userName?: string
  productName?: string
  /** `light`, `dark`, a colour as `1f6fff`, or one for lines and one for buttons as `1f6fff-1557d6`. */
  theme?: string
  /** In place of the words of the button that confirms. */
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
  /** 0: the user's own root, where nothing is named. */
  folderId?: number
  /** Names below the own root, `lessons/one`; what is missing is made. In place of folderId. */
  targetFolderPath?: string
  uploadFileMax?: number
}

export interface PreviewOptions extends Options {
  fileId: number
  fileVersionId?: number
  /** An access token for who looks, where that is somebody else: their name is in the watermark. */
  previewUserToken?: string
  /** Called when the file is known. */
  onShown?(file: PreviewedFile): void
}

export type { PickedFile, PickedFolder, PreviewedFile, UploadResult }

/** Lets the user choose files. @returns null where they choose none */
export function selectFiles(options: SelectFilesOptions): Promise<PickedFile[] | null> {
  return open<{ files: PickedFile[] }>('select_files', options).then((data) => data && data.files)
}

/** Lets the user choose a folder. @returns null where they choose none */
export function selectDestination(options: SelectDestinationOptions): Promise<PickedFolder | null> {
  return open<{ folder: PickedFolder }>('select_destination', options).then((data) => data && data.folder)
}

/** Lets the user upload files of their device. @returns what became of each, also where all failed; null where none was chosen, or `signal` closed it */
export function upload(options: UploadOptions): Promise<UploadResult[] | null> {
  return open<{ files: UploadResult[] }>('open_upload', options).then((data) => data && data.files)
}

/** Shows a file. Resolves when the user closes it, or `signal` does. */
export function preview(options: PreviewOptions): Promise<void> {
  return open('open_preview', options).then(() => undefined)
}

/** The frame cannot be shown: `code` says why, as the server names it; `unreachable`: no word came from the drive. */
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

/** What ends a screen well. */
const results: Record<Module, string> = {
  select_files: 'select_files',
  select_destination: 'select_destination',
  open_upload: 'upload',
  open_preview: '',
}

/** ms in which a frame says its first word; else there is no drive there, or it may not be shown here */
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
  // The name reaches no server, no history and no Referer, as an address would.
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
      // A frame that was loaded anew counts from the beginning.
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

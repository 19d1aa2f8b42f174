import { uploadMaximum } from '@/domain/uploads/uploads'
import { firstCodePoints } from '@/domain/text/codePoints'
import { withoutDirections } from '@/domain/items/naming'
import type { FrameType } from './protocol'

/** The screens that others show in a frame (RT-09). */
export type OpenModule = 'select_files' | 'select_destination' | 'open_upload' | 'open_preview'

/** What the page around it wants of a screen (2§3, OPEN-02). */
export interface OpenOptions {
  module: OpenModule
  /** '' where none was given. */
  accessToken: string
  previewUserToken: string
  /** The page around it, as it calls itself; '' = it does not say. */
  origin: string
  userName: string
  productName: string
  confirmBtnText: string
  theme: { dark?: boolean; pair?: { brand: string; button: string } }
  /** null: as many as one likes */
  selectFileMax: number | null
  uploadFileMax: number
  /** Where a picker begins or files go; 0: the own root. */
  folderId: number
  /** In place of the folder: names below the own root. */
  targetFolderPath: string
  /** What is previewed; null where none is named. */
  fileId: number | null
  fileVersionId: number | null
}

/** characters of a text that somebody else puts on the screen */
const TEXT_LENGTH = 40

/**
 * Reads the options of a screen. They are somebody else's texts: cut to length, and as colours nothing but colours.
 * @param path below the base, such as `/select_files/folder/12`
 * @param options of the query and of what stands behind `#`, which no server and no other page hears of
 */
export function readOpenOptions(path: string, options: Readonly<Record<string, string | undefined>>): OpenOptions {
  const [, module = '', space, id] = path.split('/')
  const { folderId, file_id: fileId, file_version_id: versionId } = options
  return {
    module: isModule(module) ? module : 'open_preview',
    accessToken: options.accessToken ?? '',
    previewUserToken: options.previewUserToken ?? '',
    origin: options.origin ?? '',
    userName: textOf(options.userName),
    productName: textOf(options.productName),
    confirmBtnText: textOf(options.confirmBtnText),
    theme: themeOf(options.theme),
    selectFileMax: options.selectFileMax === undefined ? null : uploadMaximum(options.selectFileMax),
    uploadFileMax: uploadMaximum(options.uploadFileMax),
    folderId: numberOf(folderId) ?? (space === 'folder' ? numberOf(id) : null) ?? 0,
    targetFolderPath: options.targetFolderPath ?? '',
    fileId: numberOf(fileId),
    fileVersionId: numberOf(versionId),
  }
}

/** What ends each screen well. */
export const resultOf: Record<OpenModule, FrameType> = {
  select_files: 'select_files',
  select_destination: 'select_destination',
  open_upload: 'upload',
  open_preview: 'preview',
}

function isModule(text: string): text is OpenModule {
  return Object.prototype.hasOwnProperty.call(resultOf, text)
}

function textOf(text = ''): string {
  return firstCodePoints(withoutDirections(text).replace(/\s+/g, ' ').trim(), TEXT_LENGTH)
}

/** `dark`, `light`, a colour as `1f6fff`, or a pair for lines and buttons as `1f6fff-1557d6` (CTX-07). */
function themeOf(text = ''): OpenOptions['theme'] {
  if (text === 'dark' || text === 'light') return { dark: text === 'dark' }
  const [, brand, button = brand] = /^([\da-f]{6})(?:-([\da-f]{6}))?$/i.exec(text) ?? []
  return brand ? { pair: { brand: `#${brand}`, button: `#${button}` } } : {}
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

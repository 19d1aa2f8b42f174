import { readOpenScreen, type OpenModule } from './openScreens'
import { uploadMaximum } from '@/domain/uploads/uploads'
import { firstCodePoints } from '@/domain/text/codePoints'
import { withoutDirections } from '@/domain/items/naming'

/** The options that the embedding page passes to a screen (2§3, OPEN-02). */
export interface OpenOptions {
  module: OpenModule
  /** '' if absent. */
  accessToken: string
  previewUserToken: string
  /** The origin that the embedding page claims; '' if it claims none. */
  origin: string
  userName: string
  productName: string
  confirmBtnText: string
  theme: { dark?: boolean; pair?: { brand: string; button: string } }
  /** null: no maximum */
  selectFileMax: number | null
  uploadFileMax: number
  /** The folder where a picker starts or files are uploaded; 0: the own root. */
  folderId: number
  /** Instead of the folder: a path of names below the own root. */
  targetFolderPath: string
  /** The file to preview; null if none is named. */
  fileId: number | null
  fileVersionId: number | null
}

/** characters; texts of other parties are cut to this length */
const TEXT_LENGTH = 40

/**
 * Reads the options of a screen. They are untrusted texts: they are cut to length, and colours must match the colour syntax.
 * @param path such as `/select_files/folder/12`
 * @param options from the query and from the fragment, which is sent to no server and no other page
 */
export function readOpenOptions(path: string, options: Readonly<Record<string, string | undefined>>): OpenOptions {
  const { module, space, id } = readOpenScreen(path) ?? { module: 'open_preview' }
  const { folderId, file_id: fileId, file_version_id: versionId } = options
  return {
    module,
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

function textOf(text = ''): string {
  return firstCodePoints(withoutDirections(text).replace(/\s+/g, ' ').trim(), TEXT_LENGTH)
}

/** `dark`, `light`, a colour such as `1f6fff`, or a pair for lines and buttons such as `1f6fff-1557d6` (CTX-07). */
function themeOf(text = ''): OpenOptions['theme'] {
  if (text === 'dark' || text === 'light') return { dark: text === 'dark' }
  const [, brand, button = brand] = /^([\da-f]{6})(?:-([\da-f]{6}))?$/i.exec(text) ?? []
  return brand ? { pair: { brand: `#${brand}`, button: `#${button}` } } : {}
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

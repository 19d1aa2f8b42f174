import type { ExtensionCategory } from '@/contract/entities'
import type { TextEncoding } from '@/contract/previews/previews'
import { categoryOf } from '@/domain/items/kinds'
import { ARCHIVE_PREVIEW_SIZE_LIMIT } from '@/domain/previews/limits'
import { isBlockFormat } from './converters/task'
import type { PreviewTarget } from './target'

/** How renditions of a file are made. */
export type Plan =
  'pictures' | 'scan' | 'pdf' | 'text' | 'markdown' | 'office' | 'blocks' | 'video' | 'audio' | 'archive'

const plans: Partial<Record<ExtensionCategory, Plan>> = {
  image: 'pictures',
  pdf: 'pdf',
  text: 'text',
  markdown: 'markdown',
  document: 'office',
  video: 'video',
  audio: 'audio',
  zip: 'archive',
}

const MiB = 1024 * 1024

/** bytes of the original; phones should not wait for larger ones */
const limits: Record<Plan, number> = {
  pictures: 512 * MiB,
  scan: 512 * MiB,
  pdf: 1024 * MiB,
  // The beginning is shown.
  text: 1024 * MiB,
  markdown: 1024 * MiB,
  office: 200 * MiB,
  // A mail is read whole, with its attachments.
  blocks: 128 * MiB,
  // Playable media are served unchanged, whatever their size.
  video: 50 * 1024 * MiB,
  audio: 50 * 1024 * MiB,
  archive: ARCHIVE_PREVIEW_SIZE_LIMIT,
}

/** Pictures that may have several pages. */
const scans = new Set(['tif', 'tiff'])

/** How a file with this extension is shown; null if it is not shown. */
export function planOf(extension: string): Plan | null {
  if (scans.has(extension)) return 'scan'
  if (isBlockFormat(extension)) return 'blocks'
  return plans[categoryOf(extension)] ?? null
}

const prose = new Set(['txt', 'text', 'srt', 'vtt'])

/** Whether a text is set monospaced: code, data and logs, everything except prose. */
export function isCode(extension: string): boolean {
  return !prose.has(extension)
}

/** A target in the encoding that its reader chose, if it is a text. Other files have no encoding, and so no renditions of their own for each. */
export function inEncoding<T extends PreviewTarget>(target: T, encoding: TextEncoding | undefined): T {
  const plan = planOf(target.extension)
  return plan === 'text' || plan === 'markdown' ? { ...target, encoding } : target
}

/** Whether a file has pictures: of an image itself, or of the frame that represents a video. */
export function hasPictures(extension: string): boolean {
  const plan = planOf(extension)
  return plan === 'pictures' || plan === 'scan' || plan === 'video'
}

export function isTooLarge(plan: Plan, size: number): boolean {
  return size > limits[plan]
}

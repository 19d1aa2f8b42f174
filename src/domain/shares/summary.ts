import { formatExpiry, type Expiry } from '@/domain/format/expiry'
import type { ShareSettings } from './settings'

export type SummaryPart =
  | { key: 'until'; expiry: Expiry }
  | { key: 'previews' | 'downloads'; n: number }
  | { key: 'previewOnly' | 'downloadable' | 'watermark' | 'noForward' }

/** The parts of a link's one-line summary, in order (SHARE-01). Moments in seconds, `zone` in minutes to add to UTC. */
export function summaryOf(settings: ShareSettings, now: number, zone: number): SummaryPart[] {
  const parts: SummaryPart[] = [{ key: 'until', expiry: formatExpiry(settings.due_time, now, zone) }]
  if (settings.is_preview_limit && settings.preview_limit !== null)
    parts.push({ key: 'previews', n: settings.preview_limit })
  if (settings.disable_download) parts.push({ key: 'previewOnly' })
  else if (settings.is_download_limit_v2 && settings.download_limit_v2 !== null)
    parts.push({ key: 'downloads', n: settings.download_limit_v2 })
  else parts.push({ key: 'downloadable' })
  if (settings.is_watermark_customize_content || settings.is_watermark_visitor || isAlwaysNamed(settings))
    parts.push({ key: 'watermark' })
  if (settings.disable_forward) parts.push({ key: 'noForward' })
  return parts
}

/**
 * Whether previews name the visitor although the maker asked for no watermark: a preview without one may be the file itself, which visitors may
 * not download, or not without limit (decisions 108).
 */
export function isAlwaysNamed(settings: ShareSettings): boolean {
  return !settings.is_watermark_customize_content && (settings.disable_download || settings.is_download_limit_v2)
}

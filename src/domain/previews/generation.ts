import type { ErrorCode, PreviewReason } from '@/contract/errors'
import type { PreviewInfo, PreviewKind, PreviewStatus } from '@/contract/previews/previews'
import {
  PREVIEW_POLL_FIRST,
  PREVIEW_POLL_MAX,
  PREVIEW_POLL_MEDIA,
  PREVIEW_STORAGE_RETRIES,
} from '@/domain/previews/limits'

/** How a document is shown: its pages in our own viewer, or the office frame (decisions 4.27). */
export type PreviewMode = 'pages' | 'office'

/** The generation of one representation, for its waiting screen. */
export interface Generation {
  phase: 'generating' | 'generated' | 'failed'
  /** 0 to 100. */
  percent: number
  /** The phase of a video or sound; null for other files. */
  media: MediaPhase | null
  /** Set when failed. */
  reason: PreviewError | null
  /** ms until the next request; null if there is none. */
  wait: number | null
  /** How many requests used the short interval. Each of them doubles the next wait. */
  shortAsks: number
  /** The number of consecutive replies file_not_in_final_storage. */
  storageAnswers: number
  next: 'first' | 'forced' | 'again'
}

/** 1§4 */
export type MediaPhase = 'analysing' | 'waiting' | 'in_transformation'

/** Why a preview ended without being shown: the server's reason, or a viewer that did not load in time (1§9). */
export type PreviewError = PreviewReason | 'timeout'

export type PreviewOffer = 'regenerate' | 'switchMode' | 'reload'

/** Query fields of a request besides file and version (1§7). */
export interface PreviewAsk {
  kind?: PreviewKind
  is_first?: true
  wps_enable?: true
  'force-regenerate'?: true
}

type GenerationAnswer = Pick<PreviewInfo, 'status' | 'progress' | 'media_status' | 'reason'>

/** The percentage of each status (1§4); extract_processing adds the reported progress. */
const percents: Record<PreviewStatus, number> = {
  not_support: 0,
  generating_failed: 0,
  failed: 0,
  file_not_in_final_storage: 5,
  generating: 10,
  generating_started: 10,
  generating_downloading: 15,
  generating_downloaded: 50,
  generating_uploading: 60,
  generating_uploaded: 75,
  generated: 100,
  not_started: 0,
  download_started: 10,
  download_completed: 15,
  check_started: 20,
  check_completed: 30,
  extract_started: 40,
  extract_processing: 50,
  extract_completed: 100,
}

const failures: Partial<Record<PreviewStatus, PreviewReason>> = {
  not_support: 'not_support',
  generating_failed: 'failure',
  failed: 'failure',
}

/** Reasons after which the file itself is offered. A converter without time or memory reports some of them, so `offers` may name a retry, too. */
const final: readonly PreviewError[] = [
  'not_support',
  'extension_not_correct',
  'too_large',
  'zip_too_large',
  'zip_encrypted',
  'zip_volumes',
  'office_encrypted',
  'media_not_support',
  'failure',
  'generating_failed',
]

/** The offers of each error besides its message (1§4, decisions 107). */
const offers: Record<PreviewError, readonly PreviewOffer[]> = {
  unknown: ['regenerate', 'switchMode'],
  server_error: ['regenerate', 'switchMode'],
  network_error: ['reload'],
  timeout: ['reload', 'switchMode'],
  not_support: [],
  extension_not_correct: [],
  too_large: [],
  zip_too_large: [],
  zip_encrypted: [],
  zip_volumes: [],
  office_encrypted: [],
  file_deleted: [],
  item_is_deleted: [],
  empty: [],
  media_not_support: ['regenerate'],
  file_not_in_final_storage: ['reload'],
  failure: ['regenerate', 'switchMode'],
  generating_failed: ['regenerate', 'switchMode'],
  permission_denied: [],
  share_link_preview_download_limited: [],
  encrypt_yiqixie: [],
}

/** The percentage of a status. `progress` is a percentage and counts only in extract_processing: 50 + half of it (1§4, decisions 61). */
export function percentOf(status: PreviewStatus, progress: number): number {
  const extracted = status === 'extract_processing' ? Math.min(100, Math.max(0, progress)) / 2 : 0
  return Math.round(percents[status] + extracted)
}

/** The state before the first request, which is due at once; `forced` after the user chose to regenerate. */
export function beginGeneration(next: 'first' | 'forced' = 'first'): Generation {
  return { phase: 'generating', percent: 0, media: null, reason: null, wait: 0, shortAsks: 0, storageAnswers: 0, next }
}

/**
 * The query of the next request (1§4). The first request sends `is_first`. After the user chose to regenerate, it sends `force-regenerate`, without
 * `kind` for a PDF. Every request for the office frame sends `wps_enable`.
 */
export function askOf({ next }: Generation, kind: PreviewKind, mode: PreviewMode = 'pages'): PreviewAsk {
  const office: PreviewAsk = mode === 'office' ? { wps_enable: true } : {}
  if (next === 'first') return { kind, is_first: true, ...office }
  if (next === 'again') return { kind, ...office }
  return kind === 'pdf' ? { 'force-regenerate': true, ...office } : { kind, 'force-regenerate': true, ...office }
}

/**
 * The state after a reply. Ends at generated or extract_completed. Fails at generating_failed, failed, not_support, or when the file is not in
 * its final storage after 5 retries. Otherwise waits: 200 ms doubling to 2000 ms, or 30 s for media (1§4, 1§9).
 */
export function answered(generation: Generation, answer: GenerationAnswer): Generation {
  const { status } = answer
  const storageAnswers = status === 'file_not_in_final_storage' ? generation.storageAnswers + 1 : 0
  const media = answer.media_status === null ? null : mediaPhaseOf(answer)
  const updated: Generation = {
    ...generation,
    percent: percentOf(status, answer.progress),
    media,
    storageAnswers,
    next: 'again',
  }
  if (status === 'generated' || status === 'extract_completed') return { ...updated, phase: 'generated', wait: null }
  const failure = failures[status]
  if (failure !== undefined) return failedWith(updated, knownReason(answer.reason ?? failure))
  if (storageAnswers > PREVIEW_STORAGE_RETRIES) return failedWith(updated, 'file_not_in_final_storage')
  if (media !== null) return { ...updated, wait: PREVIEW_POLL_MEDIA }
  const wait = Math.min(PREVIEW_POLL_FIRST * 2 ** generation.shortAsks, PREVIEW_POLL_MAX)
  return { ...updated, wait, shortAsks: generation.shortAsks + 1 }
}

/** A server of another version may send a reason unknown here. */
function knownReason(reason: PreviewReason): PreviewReason {
  return reason in offers ? reason : 'unknown'
}

/** The preview reason of a refusal's code; null for other codes (1§8). */
export function reasonOf(code: ErrorCode | undefined): PreviewReason | null {
  return code !== undefined && code in offers ? (code as PreviewReason) : null
}

/** The state after a failed request, or after the viewer could not show the result. */
export function failedWith(generation: Generation, reason: PreviewError): Generation {
  return { ...generation, phase: 'failed', percent: 0, reason, wait: null }
}

/** The offers of the error screen besides its message (PREV-05). Switching needs another mode. */
export function offersOf(reason: PreviewError, canSwitchMode: boolean): PreviewOffer[] {
  return offers[reason].filter((offer) => offer !== 'switchMode' || canSwitchMode)
}

/** Whether the file itself is offered, because a retry probably fails again. */
export function isFinal(reason: PreviewError): boolean {
  return final.includes(reason)
}

/** The phase of a video or sound: analysing, waiting, else in transformation (1§4). */
export function mediaPhaseOf(answer: Pick<PreviewInfo, 'media_status'>): MediaPhase {
  return answer.media_status === 'analysing' || answer.media_status === 'waiting'
    ? answer.media_status
    : 'in_transformation'
}

/** Whether the chat page only says that there is no preview: for all reasons except unsupported files (decisions 3.19). */
export function isReportedBriefly(reason: PreviewError): boolean {
  return reason !== 'not_support' && reason !== 'media_not_support'
}

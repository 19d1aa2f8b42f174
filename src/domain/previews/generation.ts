import type { ErrorCode, PreviewReason } from '@/contract/errors'
import type { PreviewInfo, PreviewKind, PreviewStatus } from '@/contract/previews/previews'
import {
  PREVIEW_POLL_FIRST,
  PREVIEW_POLL_MAX,
  PREVIEW_POLL_MEDIA,
  PREVIEW_STORAGE_RETRIES,
} from '@/domain/previews/limits'

/** How a document is shown: its pages by our own viewer, or in the office frame (decisions 4.27). */
export type PreviewMode = 'pages' | 'office'

/** The making of one representation, as its waiting screen needs it. */
export interface Generation {
  phase: 'generating' | 'generated' | 'failed'
  /** 0 to 100. */
  percent: number
  /** How far a video or sound is; null for other files. */
  media: MediaPhase | null
  /** Set when failed. */
  reason: PreviewTrouble | null
  /** ms until the next ask; null when there is none. */
  wait: number | null
  /** Asks that were answered with the short rhythm, which lengthens with them. */
  shortAsks: number
  /** Answers in a row of file_not_in_final_storage. */
  storageAnswers: number
  next: 'first' | 'forced' | 'again'
}

/** 1§4 */
export type MediaPhase = 'analysing' | 'waiting' | 'in_transformation'

/** What ends a preview without a sight of it: what the server says, or a viewer that did not load in time (1§9). */
export type PreviewTrouble = PreviewReason | 'timeout'

export type PreviewOffer = 'regenerate' | 'switchMode' | 'reload'

/** Query fields of an ask beside file and version (1§7). */
export interface PreviewAsk {
  kind?: PreviewKind
  is_first?: true
  wps_enable?: true
  'force-regenerate'?: true
}

type GenerationAnswer = Pick<PreviewInfo, 'status' | 'progress' | 'media_status' | 'reason'>

/** Percent of each status (1§4); extract_processing adds what is reported. */
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

/** After these the file itself is all that is left. */
const final: readonly PreviewTrouble[] = [
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

/** What each error offers beside its message (1§4). */
const offers: Record<PreviewTrouble, readonly PreviewOffer[]> = {
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
  media_not_support: [],
  file_not_in_final_storage: [],
  failure: [],
  generating_failed: [],
  permission_denied: [],
  share_link_preview_download_limited: [],
  encrypt_yiqixie: [],
}

/** Percent of a status; `progress` is 0 to 1 and counts in extract_processing only: 50 + 50 × progress (1§4). */
export function percentOf(status: PreviewStatus, progress: number): number {
  const extracted = status === 'extract_processing' ? 50 * Math.min(1, Math.max(0, progress)) : 0
  return Math.round(percents[status] + extracted)
}

/** Before the first ask, which is due at once; `forced` after the user chose to regenerate. */
export function beginGeneration(next: 'first' | 'forced' = 'first'): Generation {
  return { phase: 'generating', percent: 0, media: null, reason: null, wait: 0, shortAsks: 0, storageAnswers: 0, next }
}

/**
 * What the next ask says: is_first on the first, force-regenerate on the one that regenerates, which names its kind unless PDF (1§4);
 * wps_enable on each that is for the office frame.
 */
export function askOf({ next }: Generation, kind: PreviewKind, mode: PreviewMode = 'pages'): PreviewAsk {
  const office: PreviewAsk = mode === 'office' ? { wps_enable: true } : {}
  if (next === 'first') return { kind, is_first: true, ...office }
  if (next === 'again') return { kind, ...office }
  return kind === 'pdf' ? { 'force-regenerate': true, ...office } : { kind, 'force-regenerate': true, ...office }
}

/**
 * The state after an answer. Ends at generated or extract_completed; fails at generating_failed, failed, not_support, or when 5 retries
 * still find the file not in its final storage; else waits 200 ms doubling to 2000 ms, for media 30 s (1§4, 1§9).
 */
export function answered(generation: Generation, answer: GenerationAnswer): Generation {
  const { status } = answer
  const storageAnswers = status === 'file_not_in_final_storage' ? generation.storageAnswers + 1 : 0
  const media = answer.media_status === null ? null : mediaPhaseOf(answer)
  const seen: Generation = {
    ...generation,
    percent: percentOf(status, answer.progress),
    media,
    storageAnswers,
    next: 'again',
  }
  if (status === 'generated' || status === 'extract_completed') return { ...seen, phase: 'generated', wait: null }
  const failure = failures[status]
  if (failure !== undefined) return failedWith(seen, knownReason(answer.reason ?? failure))
  if (storageAnswers > PREVIEW_STORAGE_RETRIES) return failedWith(seen, 'file_not_in_final_storage')
  if (media !== null) return { ...seen, wait: PREVIEW_POLL_MEDIA }
  const wait = Math.min(PREVIEW_POLL_FIRST * 2 ** generation.shortAsks, PREVIEW_POLL_MAX)
  return { ...seen, wait, shortAsks: generation.shortAsks + 1 }
}

/** A server of another version may name what nobody here has words for. */
function knownReason(reason: PreviewReason): PreviewReason {
  return reason in offers ? reason : 'unknown'
}

/** The reason that a refusal is, by its code; null for one that is none (1§8). */
export function reasonOf(code: ErrorCode | undefined): PreviewReason | null {
  return code !== undefined && code in offers ? (code as PreviewReason) : null
}

/** The state after an ask that failed, or a viewer that could not show what was made. */
export function failedWith(generation: Generation, reason: PreviewTrouble): Generation {
  return { ...generation, phase: 'failed', percent: 0, reason, wait: null }
}

/** What the error screen offers beside its message (PREV-05); switching the mode only where another one exists. */
export function offersOf(reason: PreviewTrouble, canSwitchMode: boolean): PreviewOffer[] {
  return offers[reason].filter((offer) => offer !== 'switchMode' || canSwitchMode)
}

/** Whether trying again is of no use, so that the file itself may be offered. */
export function isFinal(reason: PreviewTrouble): boolean {
  return final.includes(reason)
}

/** How far a video or sound is: analysing, waiting, otherwise in transformation (1§4). */
export function mediaPhaseOf(answer: Pick<PreviewInfo, 'media_status'>): MediaPhase {
  return answer.media_status === 'analysing' || answer.media_status === 'waiting'
    ? answer.media_status
    : 'in_transformation'
}

/** Whether a chat's page says no more than that there is no preview: of all but what cannot be shown at all (decisions 3.19). */
export function isToldBriefly(reason: PreviewTrouble): boolean {
  return reason !== 'not_support' && reason !== 'media_not_support'
}

import { formatSize } from '@/domain/format/size'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import type { UploadEntry, UploadStore } from '@/stores/UploadStore'
import { wordMessage } from '../wordMessage'

const MINUTE = 60
const HOUR = 3600

/** How the queue stands: `2 / 5`, or how it ended. */
export function trayTitle(uploads: UploadStore, t: Words): string {
  const { done, failed, total, isRunning } = uploads.summary
  if (uploads.isPaused) return t('upload.paused', { done, total })
  if (isRunning) return t('upload.running', { done, total })
  return failed > 0 ? t('upload.failed', { n: failed }) : t('upload.finished', { n: done })
}

/** Speed and time left. */
export function trayDetail({ speed, secondsLeft }: UploadStore, t: Words): string {
  const parts: string[] = []
  if (speed) parts.push(t('upload.speed', { size: wordSize(formatSize(speed)) }))
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft, t))
  return parts.join(' · ')
}

/** Below a file's name. */
export function entryLine({ upload, message }: UploadEntry, t: Words): string {
  if (upload.state === 'progress') {
    return t('upload.loadedOf', { loaded: wordSize(formatSize(upload.loaded)), total: wordSize(formatSize(upload.size)) })
  }
  if (upload.state === 'failed') return [message && wordMessage(message, t), t('upload.state.retry')].filter(Boolean).join(' · ')
  if (upload.state === 'uploaded') return t('upload.state.uploaded')
  return t(upload.state === 'paused' ? 'upload.state.paused' : 'upload.state.waiting')
}

function timeLeft(seconds: number, t: Words): string {
  if (seconds < MINUTE) return t('upload.secondsLeft', { n: seconds })
  if (seconds < HOUR) return t('upload.minutesLeft', { n: Math.ceil(seconds / MINUTE) })
  return t('upload.hoursLeft', { n: Math.ceil(seconds / HOUR) })
}

import { formatSize } from '@/domain/format/size'
import type { HoldReason } from '@/domain/uploads/uploads'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import type { UnfinishedUpload, UploadEntry, UploadStore } from '@/stores/uploads/UploadStore'
import { wordMessage } from '@/screens/app/wording'

const MINUTE = 60
const HOUR = 3600

/** Progress of the queue, such as `2 / 5`, or its outcome. */
export function trayTitle(uploads: UploadStore, t: Words): string {
  const { done, failed, total, isRunning } = uploads.summary
  if (total === 0) return t('upload.unfinished', { n: uploads.unfinished.length })
  if (uploads.isPaused) return t('upload.paused', { done, total })
  if (isRunning) return t('upload.running', { done, total })
  return failed > 0 ? t('upload.failed', { n: failed }) : t('upload.finished', { n: done })
}

/** Progress of the queue, 0 to 100; without a queue, of the unfinished uploads of an earlier visit. */
export function trayPercent({ summary: { total, loaded, size }, unfinished }: UploadStore): number {
  const sum = (of: 'received' | 'size') => unfinished.reduce((all, one) => all + one[of], 0)
  const [done, all] = total > 0 ? [loaded, size] : [sum('received'), sum('size')]
  return all === 0 ? 0 : (done / all) * 100
}

/** Speed and time left, or why the queue is paused. */
export function trayDetail({ isPaused, hold, pace: { speed, secondsLeft } }: UploadStore, t: Words): string {
  if (isPaused) return holdWords(hold, t)
  const parts: string[] = []
  if (speed) parts.push(t('upload.speed', { size: wordSize(formatSize(speed)) }))
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft, t))
  return parts.join(' · ')
}

/** The line below a file's name. */
export function entryLine({ upload, message }: UploadEntry, t: Words): string {
  const sent = t('upload.loadedOf', {
    loaded: wordSize(formatSize(upload.loaded)),
    total: wordSize(formatSize(upload.size)),
  })
  switch (upload.state) {
    case 'progress':
      return sent
    case 'failed':
      if (upload.fault === 'unreadable') return message ? wordMessage(message, t) : ''
      return [message && wordMessage(message, t), t('upload.state.retry')].filter(Boolean).join(' · ')
    case 'paused':
      return [upload.loaded > 0 && sent, holdWords(upload.hold, t) || t('upload.state.paused')]
        .filter(Boolean)
        .join(' · ')
    case 'uploaded':
      return t('upload.state.uploaded')
    default:
      return t('upload.state.waiting')
  }
}

/** The line below the name of an unfinished upload. */
export function unfinishedLine({ received, size }: UnfinishedUpload, t: Words): string {
  return t('upload.unfinishedLine', { loaded: wordSize(formatSize(received)), total: wordSize(formatSize(size)) })
}

function holdWords(hold: HoldReason | null, t: Words): string {
  if (hold === 'network') return t('upload.pausedNetwork')
  return hold === 'signIn' ? t('upload.pausedSignIn') : ''
}

function timeLeft(seconds: number, t: Words): string {
  if (seconds < MINUTE) return t('upload.secondsLeft', { n: seconds })
  if (seconds < HOUR) return t('upload.minutesLeft', { n: Math.ceil(seconds / MINUTE) })
  return t('upload.hoursLeft', { n: Math.ceil(seconds / HOUR) })
}

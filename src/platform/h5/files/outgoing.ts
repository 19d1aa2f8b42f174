import { DocumentRefused, type DocumentRequest, type Outgoing } from '../../Platform'
import { shareFile, acceptsFile, type Sharing } from './shareFile'
import { STALLED } from './transfer'

/** bytes; Chromium shares no larger file, and the browser holds the file in memory. */
const largest = 50 * 1024 * 1024
/** HTTP; the signed address has expired, or the file was deleted. */
const gone = [403, 404, 410]

/** The types that Chromium shares. Its canShare accepts any file, but share then refuses other types. */
const types: Record<string, string> = {
  'application/pdf': 'pdf',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'oga ogg opus',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jfif jpeg jpg pjp pjpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg svgz',
  'image/tiff': 'tif tiff',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  'image/x-xbitmap': 'xbm',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'ehtml htm html shtm shtml',
  'text/plain': 'text txt',
  'video/mp4': 'm4v mp4',
  'video/mpeg': 'mpeg mpg',
  'video/ogg': 'ogm ogv',
  'video/webm': 'webm',
}

/** The media type of an extension; '' for extensions that Chromium does not share. */
function typeOf(extension: string): string {
  return Object.keys(types).find((type) => types[type]!.split(' ').includes(extension)) ?? ''
}

const isChromium = ({ userAgent }: Sharing) => /Chrome\//.test(userAgent)

/** Hands a file to the system's share sheet, if the browser shares such files. */
export function createOutgoing(browser: Sharing): Outgoing {
  return {
    largest,
    targetsOf({ name, extension }) {
      const type = typeOf(extension)
      if (isChromium(browser) && !type) return []
      return acceptsFile(browser, new File([], name, { type })) ? ['app'] : []
    },
    async fetch(document) {
      const bytes = await fetchBytes(document)
      return new File([bytes], document.name, { type: typeOf(document.extension) })
    },
    handOver: (_way, { source }) => shareFile(browser, source as File),
  }
}

/** Uses XMLHttpRequest, because fetch reports no progress. @throws DocumentRefused */
function fetchBytes({ address, size, onProgress, canceler }: DocumentRequest): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout>
    const refuse = (reason: DocumentRefused['reason']) => {
      reject(new DocumentRefused(reason))
      transfer.abort()
    }
    const wait = () => {
      clearTimeout(watch)
      watch = setTimeout(() => refuse('network'), STALLED)
    }
    transfer.onprogress = ({ loaded, total }) => {
      wait()
      const whole = total || size || 0
      if (Math.max(loaded, whole) > largest) refuse('size')
      else if (whole > 0) onProgress(Math.min(100, (loaded / whole) * 100))
    }
    transfer.onload = () => {
      if (transfer.status === 200) resolve(transfer.response as Blob)
      else refuse(gone.includes(transfer.status) ? 'gone' : 'network')
    }
    transfer.onerror = () => refuse('network')
    transfer.onloadend = () => clearTimeout(watch)
    canceler.onCancel(() => refuse('canceled'))
    if (canceler.canceled) return
    transfer.open('GET', address)
    transfer.responseType = 'blob'
    wait()
    transfer.send()
  })
}

import type { Platform } from '@/platform/Platform'

/** The functions of the device that handing in files needs. */
export type HandInPhone = Pick<
  Platform,
  'upload' | 'sendPart' | 'firstPartSize' | 'partSize' | 'clock' | 'pickFiles' | 'releaseFile' | 'keepAwake' | 'storage'
>

import { categoryOf } from '../items/kinds'

/** `document`: the phone's own viewer, or the browser, opens it. */
export type KeptView = 'picture' | 'text' | 'media' | 'document'

/** bytes of a text that are shown */
export const TEXT_MOST = 1024 * 1024

/** Media types of formats that browsers show; no type that could run a script as a page. */
const pictures: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
}
const media: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  flac: 'audio/flac',
}

/** How a file on the phone is shown, and its media type for a browser. @param extension lower case, without the dot */
export function viewOf(extension: string): { view: KeptView; type: string } {
  if (extension in pictures) return { view: 'picture', type: pictures[extension]! }
  if (extension in media) return { view: 'media', type: media[extension]! }
  const category = categoryOf(extension)
  if (category === 'text' || category === 'markdown') return { view: 'text', type: 'text/plain' }
  return { view: 'document', type: extension === 'pdf' ? 'application/pdf' : 'application/octet-stream' }
}

import type { Transformation } from './ffmpeg'
import type { MediaInfo } from './mediaInfo'

/** Pixel formats that every phone decodes: eight bits, colour at half resolution. */
const PLAIN_PIXELS: readonly string[] = ['yuv420p', 'yuvj420p']
/** Audio that is served unchanged, by demuxer and codec. */
const plainAudio: Record<string, { codecs: string[]; contentType: string }> = {
  mp3: { codecs: ['mp3'], contentType: 'audio/mpeg' },
  aac: { codecs: ['aac'], contentType: 'audio/aac' },
  mp4: { codecs: ['aac', 'mp3'], contentType: 'audio/mp4' },
  wav: { codecs: ['pcm_s16le', 'pcm_u8'], contentType: 'audio/wav' },
}

/** The media type if a phone plays the file unchanged; otherwise null, and `transformationOf` decides. */
export function playableAs(kind: 'video' | 'audio', info: MediaInfo): string | null {
  if (kind === 'video' && info.video !== null)
    return info.formats.includes('mp4') && hasPlainVideo(info) && hasPlainAudio(info) ? 'video/mp4' : null
  const audio = info.audio && Object.entries(plainAudio).find(([format]) => info.formats.includes(format))?.[1]
  return audio && audio.codecs.includes(info.audio!.codec) ? audio.contentType : null
}

/** How to make a file playable on every phone; null when it contains nothing to play. */
export function transformationOf(kind: 'video' | 'audio', info: MediaInfo): Transformation | null {
  const audio = info.audio === null ? 'none' : hasPlainAudio(info) ? 'copy' : 'encode'
  // A film may have no picture.
  if (kind === 'audio' || info.video === null)
    return info.audio === null ? null : { video: 'none', audio: info.audio.codec === 'aac' ? 'copy' : 'encode' }
  return { video: hasPlainVideo(info) ? 'copy' : 'encode', audio }
}

function hasPlainVideo({ video }: MediaInfo): boolean {
  return video?.codec === 'h264' && PLAIN_PIXELS.includes(video.pixels)
}

function hasPlainAudio({ audio }: MediaInfo): boolean {
  return audio === null || audio.codec === 'aac' || audio.codec === 'mp3'
}

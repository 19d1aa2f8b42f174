import { NoPreview } from '../converters/task'

/** The streams of a video or audio. */
export interface MediaInfo {
  /** Names of the container's demuxers, as reported by ffprobe. */
  formats: string[]
  milliseconds: number
  video: { codec: string; pixels: string } | null
  audio: { codec: string } | null
}

/** The answer of ffprobe. */
export interface Probed {
  format?: { format_name?: string; duration?: string }
  streams?: {
    codec_type?: string
    codec_name?: string
    codec_tag_string?: string
    pix_fmt?: string
    duration?: string
    disposition?: { attached_pic?: number }
  }[]
  packets?: { side_data_list?: { side_data_type?: string }[] }[]
}

/** Tags of sounds and films of iTunes that play only with a key. */
const PROTECTED: readonly (string | undefined)[] = ['drms', 'drmi']

/** Throws NoPreview media_not_support for a film or sound that plays only with a key. */
export function readInfo({ format = {}, streams = [], packets = [] }: Probed): MediaInfo {
  // Common Encryption (ISO/IEC 23001-7).
  const isEncrypted = packets.some(({ side_data_list: more = [] }) =>
    more.some(({ side_data_type: type }) => type === 'Encryption info'),
  )
  if (isEncrypted || streams.some(({ codec_tag_string: tag }) => PROTECTED.includes(tag)))
    throw new NoPreview('media_not_support', 'it plays with a key only')
  // Cover art is no video.
  const video = streams.find(({ codec_type: type, disposition }) => type === 'video' && !disposition?.attached_pic)
  const audio = streams.find(({ codec_type: type }) => type === 'audio')
  const seconds = Number(format.duration ?? video?.duration ?? audio?.duration ?? 0)
  return {
    formats: format.format_name?.split(',') ?? [],
    milliseconds: Number.isFinite(seconds) ? Math.round(seconds * 1000) : 0,
    video: video ? { codec: video.codec_name ?? '', pixels: video.pix_fmt ?? '' } : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  }
}

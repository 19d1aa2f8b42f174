import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { NoPreview } from '../converters/task'
import type { RunOptions } from '../converters/Converters'
import { handOver } from '../sandbox/account'
import { runLimited, type Bounds } from '../sandbox/limited'
import { findCommand } from '../sandbox/findSandbox'
import type { Mount, Sandbox } from '../sandbox/sandbox'

/** Commands of ffmpeg. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/** What runs ffmpeg. */
export interface MediaTools {
  ffmpeg: Ffmpeg
  sandbox: Sandbox | null
}

/** What a video or audio consists of. */
export interface MediaInfo {
  /** Names of the container's readers, as ffprobe gives them. */
  formats: string[]
  milliseconds: number
  video: { codec: string; pixels: string } | null
  audio: { codec: string } | null
}

/** How a video or audio is made playable: parts that a phone plays already are taken as they are. */
export interface Transformation {
  video: 'none' | 'copy' | 'encode'
  audio: 'none' | 'copy' | 'encode'
  /** Path of a picture, no smaller than the frame, that is laid over it. */
  overlay?: string
}

const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
/** Pixels of the longer side of what is made. */
export const LONGEST = 1280
/** KiB of address space. */
const MEMORY = 4 * 1024 * 1024
/** Bytes of what is made. */
const OUTPUT = 16 * 1024 ** 3
/** ms */
const LIMITS = { probe: 30_000, poster: 60_000 }
/** Seconds, and frames of them, among which a poster is chosen. */
const POSTER_SECONDS = 10
const POSTER_FRAMES = 5
/** Readers of containers: none of them opens other files or addresses, as play lists do. */
const FORMATS =
  'mov,matroska,avi,asf,flv,live_flv,mpeg,mpegvideo,mpegts,rm,ogg,mp3,aac,wav,w64,flac,amr,amrnb,amrwb,ape,aiff'

/** Where ffmpeg's commands are; null when they are not installed. */
export async function findFfmpeg(path?: string): Promise<Ffmpeg | null> {
  const find = (name: string) =>
    findCommand(
      name,
      USUAL_FOLDERS.map((folder) => join(folder, name)),
      path,
    )
  const [ffmpeg, ffprobe] = await Promise.all([find('ffmpeg'), find('ffprobe')])
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null
}

/** Reads what a file consists of. Throws NoPreview media_not_support for one that no reader knows. */
export async function probe(
  { ffmpeg: { ffprobe }, sandbox }: MediaTools,
  source: Mount,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<MediaInfo> {
  await handOver([folder])
  let said = ''
  const args = ['-v', 'error', ...reading, '-print_format', 'json', '-show_format', '-show_streams', fileOf(source)]
  await runFfmpeg(ffprobe, args, folder, {
    ...options,
    sandbox,
    inputs: inputsOf(source),
    limit: LIMITS.probe,
    heard: (output) => {
      said += output
    },
  })
  return readInfo(JSON.parse(said) as Probed)
}

/**
 * Draws the frame that stands for a video, in one run: videos begin in the dark, so it is the most usual one of those that stand for
 * themselves in the first seconds. Gives the path of a PNG.
 */
export async function drawPoster(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  source: Mount,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<string> {
  const out = await handOut(folder)
  const poster = join(out, 'poster.png')
  const draw = (input: string[], filter: string) =>
    runFfmpeg(
      ffmpeg,
      [
        ...quiet,
        ...reading,
        ...input,
        '-i',
        fileOf(source),
        // Not the picture on a record's sleeve.
        '-map',
        '0:V:0',
        '-frames:v',
        '1',
        '-vf',
        `${filter}${scaled},format=rgb24`,
        poster,
      ],
      folder,
      { ...options, limit: LIMITS.poster, sandbox, inputs: inputsOf(source) },
    )
  await draw(['-skip_frame', 'nokey', '-t', String(POSTER_SECONDS)], `thumbnail=${POSTER_FRAMES},`)
  if (!existsSync(poster)) await draw([], '')
  return poster
}

/** Draws a JPEG XL, for which libvips has no reader here, no larger than a phone's. Gives the path of a PNG. Throws NoPreview failure. */
export async function drawJpegXl(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  picture: string,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<string> {
  const drawn = join(await handOut(folder), 'picture.png')
  await handOver([picture])
  const input = ['-protocol_whitelist', 'file', '-max_pixels', String(IMAGE_PREVIEW_PIXEL_LIMIT), '-f', 'jpegxl_pipe']
  const args = [...quiet, ...input, '-i', `file:${picture}`, '-frames:v', '1', '-vf', `${fitted},format=rgba`, drawn]
  await runFfmpeg(ffmpeg, args, folder, { ...options, limit: LIMITS.poster, sandbox }).catch((error: unknown) => {
    throw error instanceof NoPreview ? new NoPreview('failure', error.message) : error
  })
  if (!existsSync(drawn)) throw new NoPreview('failure', 'no picture in the file')
  return drawn
}

/**
 * Makes a video or an audio that every phone plays: H.264 and AAC in MP4, its table in front.
 * @param options its limit is of the whole work, and `progress` hears the share done
 */
export async function transform(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  source: Mount,
  how: Transformation,
  { milliseconds }: MediaInfo,
  folder: string,
  options: RunOptions,
): Promise<string> {
  const out = join(await handOut(folder), how.video === 'none' ? 'audio.m4a' : 'video.mp4')
  const args = [
    ...quiet,
    '-progress',
    'pipe:1',
    ...reading,
    '-i',
    fileOf(source),
    ...(how.overlay
      ? ['-protocol_whitelist', 'file', '-format_whitelist', 'png_pipe', '-i', `file:${how.overlay}`]
      : []),
    ...videoArgs(how),
    ...audioArgs(how),
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-sn',
    '-dn',
    '-movflags',
    '+faststart',
    out,
  ]
  const heard = (output: string) => {
    const done = /^out_time_us=(\d+)$/m.exec(output)?.[1]
    if (done && milliseconds > 0) options.progress?.(Math.min(1, Number(done) / 1000 / milliseconds))
  }
  await runFfmpeg(ffmpeg, args, folder, { ...options, heard, sandbox, inputs: inputsOf(source) })
  return out
}

/** What every run is told first. */
export const quiet = ['-nostdin', '-v', 'error', '-y', '-threads', '2']
/** What a file is read with: no list that leads elsewhere. */
export const reading = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS]
const fitted = `scale=w='min(${LONGEST},iw)':h='min(${LONGEST},ih)':force_original_aspect_ratio=decrease`
const scaled = `${fitted}:force_divisible_by=2`

function videoArgs({ video, overlay }: Transformation): string[] {
  if (video === 'none') return ['-vn']
  if (video === 'copy') return ['-map', '0:v:0', '-c:v', 'copy']
  const filter = overlay
    ? [
        '-filter_complex',
        `[0:v:0]${scaled}[video];[video][1:v]overlay=format=auto,format=yuv420p[out]`,
        '-map',
        '[out]',
      ]
    : ['-map', '0:v:0', '-vf', `${scaled},format=yuv420p`]
  return [
    ...filter,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '25',
    '-maxrate',
    '2500k',
    '-bufsize',
    '5000k',
    '-threads',
    '2',
  ]
}

function audioArgs({ audio }: Transformation): string[] {
  if (audio === 'none') return ['-an']
  return ['-map', '0:a:0', ...(audio === 'copy' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'])]
}

/** Named as a file, so that nothing in a path is read as an address. */
function fileOf({ to }: Mount): string {
  return `file:${to}`
}

/** What is mounted for it; a copy lies in its folder already. */
function inputsOf(source: Mount): Mount[] {
  return source.from === source.to ? [] : [source]
}

/** A folder that the program may write into, which need not run as the server. */
export async function handOut(folder: string): Promise<string> {
  const out = join(folder, 'out')
  await mkdir(out, { recursive: true })
  await handOver([folder, out])
  return out
}

/** Throws NoPreview media_not_support; that it was stopped says nothing of the file. */
export async function runFfmpeg(
  command: string,
  args: string[],
  folder: string,
  options: Omit<Bounds, 'memory' | 'processorTime' | 'output'>,
): Promise<void> {
  const bounds = { ...options, memory: MEMORY, output: OUTPUT, processorTime: Math.ceil(options.limit / 1000) * 2 }
  await runLimited(command, args, folder, bounds).catch((error: unknown) => {
    throw error instanceof NoPreview ? new NoPreview('media_not_support', error.message) : error
  })
}

interface Probed {
  format?: { format_name?: string; duration?: string }
  streams?: {
    codec_type?: string
    codec_name?: string
    pix_fmt?: string
    duration?: string
    disposition?: { attached_pic?: number }
  }[]
}

function readInfo({ format = {}, streams = [] }: Probed): MediaInfo {
  // The picture on a record's sleeve is no video.
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

import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { NoPreview, TookTooLong } from '../converters/task'
import type { RunOptions } from '../converters/Converters'
import { giveToConverters } from '../sandbox/account'
import { runLimited, type Bounds } from '../sandbox/limited'
import { readInfo, type MediaInfo, type Probed } from './mediaInfo'
import { findCommand } from '../sandbox/findSandbox'
import type { Mount, Sandbox } from '../sandbox/sandbox'

/** Paths of ffmpeg's commands. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/** ffmpeg's names of JPEG XL and JPEG 2000. */
export type ForeignFormat = 'jpegxl_pipe' | 'j2k_pipe'

/** The commands and their sandbox. */
export interface MediaTools {
  ffmpeg: Ffmpeg
  sandbox: Sandbox | null
}

/** How a video or audio is made playable. Streams that phones can play are copied. */
export interface Transformation {
  video: 'none' | 'copy' | 'encode'
  audio: 'none' | 'copy' | 'encode'
  /** Path of a picture, at least as large as the frame, that is drawn over the video. */
  overlay?: string
}

const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
/** pixels of the output's longer side */
export const LONGEST = 1280
/** KiB of address space */
const MEMORY = 4 * 1024 * 1024
/** bytes of the output */
const OUTPUT = 16 * 1024 ** 3
/** ms */
const LIMITS = { probe: 30_000, poster: 60_000 }
/** Seconds and frames to choose a poster from. */
const POSTER_SECONDS = 10
const POSTER_FRAMES = 5
/** Demuxers of media containers. Unlike the demuxers of playlists, they open no other files or addresses. */
const FORMATS =
  'mov,matroska,avi,asf,flv,live_flv,mpeg,mpegvideo,mpegts,rm,ogg,mp3,aac,wav,w64,flac,amr,amrnb,amrwb,ape,aiff'

/** The paths of ffmpeg's commands; null when they are not installed. */
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

/** The streams, and the first packets, which say whether a key is needed. */
const questions = ['-show_format', '-show_streams', '-show_packets', '-read_intervals', '%+#8']

/** Reads the streams of a file. Throws NoPreview media_not_support for an unknown container. */
export async function probe(
  { ffmpeg: { ffprobe }, sandbox }: MediaTools,
  source: Mount,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<MediaInfo> {
  await giveToConverters([folder])
  let output = ''
  const args = ['-v', 'error', ...reading, '-print_format', 'json', ...questions, fileOf(source)]
  await runFfmpeg(ffprobe, args, folder, {
    ...options,
    sandbox,
    inputs: inputsOf(source),
    limit: LIMITS.probe,
    onOutput: (text) => {
      output += text
    },
  })
  return readInfo(JSON.parse(output) as Probed)
}

/**
 * Draws the frame that represents a video, in one run. Videos often begin in the dark, so ffmpeg picks the most typical key frame of the first
 * seconds. Returns the path of a PNG.
 */
export async function drawPoster(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  source: Mount,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<string> {
  const out = await makeOutputFolder(folder)
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
        // Excludes cover art.
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
  if (!existsSync(poster)) throw new NoPreview('media_not_support', 'no frame in the file')
  return poster
}

/** Decodes a picture that libvips cannot read here, scaled down for a phone. Returns the path of a PNG. Throws NoPreview failure. */
export async function decodePicture(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  picture: string,
  format: ForeignFormat,
  folder: string,
  options: Pick<RunOptions, 'signal'>,
): Promise<string> {
  const drawn = join(await makeOutputFolder(folder), 'picture.png')
  await giveToConverters([picture])
  const input = ['-protocol_whitelist', 'file', '-max_pixels', String(IMAGE_PREVIEW_PIXEL_LIMIT), '-f', format]
  const args = [...quiet, ...input, '-i', `file:${picture}`, '-frames:v', '1', '-vf', `${fitted},format=rgba`, drawn]
  await runFfmpeg(ffmpeg, args, folder, { ...options, limit: LIMITS.poster, sandbox }).catch((error: unknown) => {
    throw isRefusal(error) ? new NoPreview('failure', error.message) : error
  })
  if (!existsSync(drawn)) throw new NoPreview('failure', 'no picture in the file')
  return drawn
}

/**
 * Transcodes a video or audio for every phone: H.264 and AAC in MP4, with the index in front.
 * @param options the limit covers the whole work; `progress` receives the finished share
 * @returns the path of the output
 */
export async function transform(
  { ffmpeg: { ffmpeg }, sandbox }: MediaTools,
  source: Mount,
  how: Transformation,
  { milliseconds }: MediaInfo,
  folder: string,
  options: RunOptions,
): Promise<string> {
  const out = join(await makeOutputFolder(folder), how.video === 'none' ? 'audio.m4a' : 'video.mp4')
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
  const onOutput = (output: string) => {
    const done = /^out_time_us=(\d+)$/m.exec(output)?.[1]
    if (done && milliseconds > 0) options.progress?.(Math.min(1, Number(done) / 1000 / milliseconds))
  }
  await runFfmpeg(ffmpeg, args, folder, { ...options, onOutput, sandbox, inputs: inputsOf(source) })
  return out
}

/** Options of every run. */
export const quiet = ['-nostdin', '-v', 'error', '-y', '-threads', '2']
/** Options for reading a file; they exclude playlists, which lead to other files. */
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

/** Marks a path as a file, so that ffmpeg never takes a part of the path for an address. */
function fileOf({ to }: Mount): string {
  return `file:${to}`
}

/** The mounts for a source. None for a copy, which is in the working folder already. */
function inputsOf(source: Mount): Mount[] {
  return source.from === source.to ? [] : [source]
}

/** Creates a folder that the program may write into, even if it runs under the converters' account. @returns the folder's path */
export async function makeOutputFolder(folder: string): Promise<string> {
  const out = join(folder, 'out')
  await mkdir(out, { recursive: true })
  await giveToConverters([folder, out])
  return out
}

/**
 * Runs a command of ffmpeg within limits. Throws NoPreview media_not_support, TookTooLong. After an abort, which says nothing about the file, throws the reason of
 * the abort.
 */
export async function runFfmpeg(
  command: string,
  args: string[],
  folder: string,
  options: Omit<Bounds, 'memory' | 'processorTime' | 'output'>,
): Promise<void> {
  const bounds = { ...options, memory: MEMORY, output: OUTPUT, processorTime: Math.ceil(options.limit / 1000) * 2 }
  await runLimited(command, args, folder, bounds).catch((error: unknown) => {
    throw isRefusal(error) ? new NoPreview('media_not_support', error.message) : error
  })
}

/** Whether the file caused an error. A time limit says nothing about the file. */
function isRefusal(error: unknown): error is NoPreview {
  return error instanceof NoPreview && !(error instanceof TookTooLong)
}

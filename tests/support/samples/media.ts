import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Options for ffmpeg: streams by their encoders, `none` for no such stream. */
export interface Recording {
  extension: string
  video?: string
  audio?: string
  seconds?: number
  /** `1280x720` */
  size?: string
  more?: string[]
}

/** A short video or sound, red on the left and blue on the right, with a tone. */
export function recording({
  extension,
  video = 'none',
  audio = 'none',
  seconds = 2,
  size = '160x120',
  more = [],
}: Recording): Promise<Buffer> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const frames = `color=red:s=${size}:r=10,drawbox=x=${width / 2}:y=0:w=${width / 2}:h=${height}:color=blue:t=fill`
  return inFolder(async (folder) => {
    const out = join(folder, `out.${extension}`)
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...(video === 'none' ? [] : ['-f', 'lavfi', '-i', frames]),
      ...(audio === 'none' ? [] : ['-f', 'lavfi', '-i', 'sine=440:r=44100']),
      '-t',
      String(seconds),
      ...(video === 'none' ? [] : ['-c:v', video, '-pix_fmt', 'yuv420p']),
      ...(audio === 'none' ? [] : ['-c:a', audio]),
      '-strict',
      '-2',
      ...more,
      out,
    ])
    return readFile(out)
  })
}

/** A video of about this size that phones play unchanged, at 5 Mbit/s; its sample table is in front or, as phones write it, at the end. */
export function longVideo(bytes: number, table: 'in front' | 'at the end'): Promise<Buffer> {
  return inFolder(async (folder) => {
    const [clip, out] = [join(folder, 'clip.mp4'), join(folder, 'out.mp4')]
    const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x360:r=25',
      '-f',
      'lavfi',
      '-i',
      'sine=440:r=44100',
      '-t',
      '2',
      '-vf',
      'noise=alls=60:allf=t',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-bf',
      '0',
      '-g',
      '50',
      '-b:v',
      '5M',
      '-minrate',
      '5M',
      '-maxrate',
      '5M',
      '-bufsize',
      '5M',
      '-x264-params',
      'nal-hrd=cbr',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      clip,
    )
    const again = Math.ceil(bytes / (await stat(clip)).size) - 1
    await ffmpeg(
      '-stream_loop',
      String(again),
      '-i',
      clip,
      '-c',
      'copy',
      ...(table === 'in front' ? ['-movflags', '+faststart'] : []),
      out,
    )
    return readFile(out)
  })
}

/** The streams of a video or sound, by ffprobe. */
export interface Told {
  formats: string
  streams: Record<string, string>
  size: [width: number | undefined, height: number | undefined]
  seconds: number
}

export function probed(bytes: Buffer): Promise<Told> {
  return inFolder(async (folder) => {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-print_format',
      'json',
      '-show_format',
      '-show_streams',
      path,
    ])
    const { format, streams } = JSON.parse(stdout) as {
      format: { format_name: string; duration: string }
      streams: { codec_type: string; codec_name: string; width?: number; height?: number }[]
    }
    const stream = streams.find(({ codec_type: type }) => type === 'video')
    return {
      formats: format.format_name,
      streams: Object.fromEntries(streams.map(({ codec_type: type, codec_name: name }) => [type, name])),
      size: [stream?.width, stream?.height],
      seconds: Number(format.duration),
    }
  })
}

/** The first frame of a video, as a PNG. */
export function stillOf(bytes: Buffer): Promise<Buffer> {
  return inFolder(async (folder) => {
    const [video, still] = [join(folder, 'video'), join(folder, 'still.png')]
    await writeFile(video, bytes)
    await run('ffmpeg', ['-v', 'error', '-i', video, '-frames:v', '1', still])
    return readFile(still)
  })
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-media-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What ffmpeg is told to make: streams by their encoders, `none` for no such stream. */
export interface Recording {
  extension: string
  video?: string
  audio?: string
  seconds?: number
  /** `1280x720` */
  size?: string
  more?: string[]
}

/** A short film or sound, red on the left and blue on the right, with a tone. */
export async function recording({ extension, video = 'none', audio = 'none', seconds = 2, size = '160x120', more = [] }: Recording): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-recording-'))
  const out = join(folder, `out.${extension}`)
  const [width = 0, height = 0] = size.split('x').map(Number)
  const film = `color=red:s=${size}:r=10,drawbox=x=${width / 2}:y=0:w=${width / 2}:h=${height}:color=blue:t=fill`
  try {
    await run('ffmpeg', [
      '-v', 'error', '-y', ...(video === 'none' ? [] : ['-f', 'lavfi', '-i', film]), ...(audio === 'none' ? [] : ['-f', 'lavfi', '-i', 'sine=440:r=44100']),
      '-t', String(seconds), ...(video === 'none' ? [] : ['-c:v', video, '-pix_fmt', 'yuv420p']), ...(audio === 'none' ? [] : ['-c:a', audio]),
      '-strict', '-2', ...more, out,
    ])
    return await readFile(out)
  } finally {
    await rm(folder, { recursive: true })
  }
}

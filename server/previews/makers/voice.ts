import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NoPreview } from '../converters/task'
import { readOutput } from '../sandbox/output'
import { giveToConverters } from '../sandbox/account'
import { makeOutputFolder, probe, quiet, reading, runFfmpeg, type MediaTools } from './ffmpeg'
import type { TempWorkspace } from '../sandbox/TempWorkspace'

/** A recording in its stored form. */
export interface Voice {
  mp3: Buffer
  milliseconds: number
}

/** bytes of a minute at the output's bit rate, with a margin */
const MOST = 1024 * 1024

/** Converts a recording to MP3, in a folder of its own; null when it has no sound. */
export function makeVoice(
  media: MediaTools,
  workspace: TempWorkspace,
  enterpriseId: number,
  recording: Buffer,
): Promise<Voice | null> {
  const making = workspace.useRoom(enterpriseId, async (folder) => {
    const input = join(folder, 'recording')
    await writeFile(input, recording, { mode: 0o600 })
    const made = await makeMp3(media, input, folder)
    const info = await probe(media, { from: made, to: made }, join(folder, 'out'), {})
    if (info.audio === null || info.milliseconds === 0) return null
    return { mp3: await readOutput(made, MOST), milliseconds: info.milliseconds }
  })
  return making.catch((error: unknown) => {
    if (error instanceof NoPreview) return null
    throw error
  })
}

/** Seconds that are read: one more than allowed, which shows that a recording is too long. */
const READ_SECONDS = 62
/** ms, generous for a busy machine */
const LIMIT = 120_000

/** Converts the first audio stream of a file to one channel. @returns the path. Throws NoPreview media_not_support */
async function makeMp3({ ffmpeg: { ffmpeg }, sandbox }: MediaTools, input: string, folder: string): Promise<string> {
  const out = join(await makeOutputFolder(folder), 'voice.mp3')
  await giveToConverters([input])
  const only = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']
  const made = ['-t', String(READ_SECONDS), '-ac', '1', '-ar', '44100', '-b:a', '64k', out]
  await runFfmpeg(ffmpeg, [...quiet, ...reading, '-i', `file:${input}`, ...only, ...made], folder, {
    limit: LIMIT,
    sandbox,
  })
  return out
}

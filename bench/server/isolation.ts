import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { giveToConverters } from '../../server/previews/sandbox/account'
import { Converters } from '../../server/previews/converters/Converters'
import { converterProgram } from '../../server/previews/converters/converterProgram'
import type { Frame } from '../../server/previews/converters/task'
import { drawPoster, findFfmpeg } from '../../server/previews/makers/ffmpeg'
import { findSandbox } from '../../server/previews/sandbox/findSandbox'
import { findOffice, officeToPdf } from '../../server/previews/makers/office'
import type { Sandbox } from '../../server/previews/sandbox/sandbox'
import { docx } from '../../tests/support/samples/samples'
import { recording } from '../../tests/support/samples/media'

/** share of a conversion's time that isolation may cost */
const ALLOWED = 0.15
const LIMIT = { limit: 120_000 }
const frames: Frame[] = [
  { width: 1024, height: 1024, fit: 'inside' },
  { width: 128, height: 128, fit: 'cover' },
  { width: 64, height: 64, fit: 'cover' },
]

type Measured = (sandbox: Sandbox | null, room: string, samples: string) => Promise<number>

/**
 * Prints the minimum and median time of each conversion, and what isolation adds to the minimum, because other work of the machine only adds time.
 * Sandboxes alternate.
 */
export async function measureIsolation(rounds: number): Promise<void> {
  const samples = await mkdtemp(path.join(tmpdir(), 'satchel-samples-'))
  const ways: [string, Sandbox | null][] = [['none', null]]
  for (const name of ['bubblewrap', 'unshare'] as const) {
    const sandbox = await findSandbox([], converterProgram().programs, name)
    if (sandbox) ways.push([name, sandbox])
  }
  await makeSamples(samples)
  for (const [title, measure] of Object.entries(conversions)) {
    const times = new Map(ways.map(([name]) => [name, [] as number[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, sandbox] of ways) {
        const room = await mkdtemp(path.join(tmpdir(), 'satchel-room-'))
        await chmod(room, 0o711)
        times.get(name)!.push(await measure(sandbox, room, samples))
        await rm(room, { recursive: true, force: true, maxRetries: 3 })
      }
    }
    const plain = Math.min(...times.get('none')!)
    for (const [name, all] of times) {
      const least = Math.min(...all)
      const share = least / plain - 1
      const verdict =
        name === 'none' ? '' : `, ${(share * 100).toFixed(1)} % (${share <= ALLOWED ? 'holds' : 'MISSED'})`
      console.log(`${title}, ${name}: ${least.toFixed(0)} ms (median ${median(all).toFixed(0)})${verdict}`)
    }
  }
  await rm(samples, { recursive: true, force: true })
}

async function makeSamples(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'letter.docx'), docx('A letter of one line.'))
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 85 })
    .toFile(path.join(folder, 'photo.jpg'))
  // As recorded by a phone.
  await writeFile(
    path.join(folder, 'film.mp4'),
    await recording({ extension: 'mp4', video: 'libx264', seconds: 5, size: '1920x1080' }),
  )
}

const conversions: Record<string, Measured> = {
  'LibreOffice, a letter': async (sandbox, room, samples) => {
    const soffice = await findOffice()
    if (soffice === null) return NaN
    const { folder, input } = await job(room, samples, 'letter.docx')
    return timeOf(() => officeToPdf({ soffice, sandbox, ...LIMIT }, input, folder, {}))
  },
  'a poster of a video': async (sandbox, room, samples) => {
    const ffmpeg = await findFfmpeg()
    if (ffmpeg === null) return NaN
    const { folder, input } = await job(room, samples, 'film.mp4')
    await giveToConverters([input])
    const [tools, source] = [
      { ffmpeg, sandbox },
      { from: input, to: input },
    ]
    return timeOf(async () => drawPoster(tools, source, folder, {}))
  },
  'pictures of a photograph, with a new worker': (sandbox, room, samples) => pictures(sandbox, room, samples, 0),
  'pictures of a photograph, with a worker that is there': (sandbox, room, samples) =>
    pictures(sandbox, room, samples, 1),
}

/** @param before pictures that are made first, without being measured */
async function pictures(sandbox: Sandbox | null, room: string, samples: string, before: number): Promise<number> {
  const converters = new Converters(1, sandbox)
  let time = 0
  for (let done = 0; done <= before; done += 1) {
    const { folder, input } = await job(room, samples, 'photo.jpg')
    const outputs = frames.map((frame, at) => ({ path: path.join(folder, `out-${at}`), frame }))
    time = await timeOf(() => converters.run({ kind: 'pictures', input, extension: 'jpg', outputs }, LIMIT))
  }
  converters.close()
  return time
}

async function job(room: string, samples: string, name: string): Promise<{ folder: string; input: string }> {
  const folder = await mkdtemp(path.join(room, 'job-'))
  const input = path.join(folder, name)
  await copyFile(path.join(samples, name), input)
  return { folder, input }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!
}

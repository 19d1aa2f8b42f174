import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import sharp from 'sharp'
import { converterProgram } from '../../../server/previews/converters/converterProgram'
import { findOffice } from '../../../server/previews/makers/office'
import { findSandbox } from '../../../server/previews/sandbox/findSandbox'
import type { Client } from '../../support/client'
import { openCanary } from '../../support/hostile/endOf'
import type { Named } from '../../support/hostile/lookAround'
import { readPdf } from '../../support/previews/readPdf'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const SECRET = 'marker-of-a-secret-7f3a'
const COLOUR = { r: 0xf0, g: 0x12, b: 0x9b }
/** Tolerance per colour channel for a converter's output. */
const NEAR = 14
/** Time limit of a conversion on a busy machine, ms. */
const PATIENCE = 240_000

/* Test files share this module in one process. A top-level `await` here would register the tests of all files in the suite of one. */

export async function whyNoOffice(): Promise<string | false> {
  return (await findOffice()) === null && 'LibreOffice is not installed'
}

/** Both sandboxes; null where one does not work. */
export function findSandboxes() {
  const { programs } = converterProgram()
  const names = ['bubblewrap', 'unshare'] as const
  return Promise.all(names.map(async (name) => ({ name, sandbox: await findSandbox([], programs, name) })))
}

export let canary: Awaited<ReturnType<typeof openCanary>>
/** Readable by everybody, as files in a temporary folder often are. */
export let lying: string

/** Opens a canary and places secrets for the tests of a file. */
export function placeCanary(): void {
  before(async () => {
    canary = await openCanary()
    lying = await placeSecrets(await mkdtemp(join(tmpdir(), 'satchel-secret-')), 0o755)
  })
  after(async () => {
    canary.close()
    await rm(lying, { recursive: true, force: true })
  })
}

/** Puts a picture and a text into a folder that no converter may read. */
export async function placeSecrets(folder: string, mode: number): Promise<string> {
  await chmod(folder, mode)
  await writeFile(
    join(folder, 'marker.png'),
    await sharp({ create: { width: 64, height: 64, channels: 3, background: COLOUR } })
      .png()
      .toBuffer(),
  )
  await writeFile(join(folder, 'marker.txt'), SECRET)
  return folder
}

/** All paths to the secrets of some folders, and to those that a process has open. */
export function waysTo(folders: readonly string[], opened: readonly string[] = []): Named {
  const ways = (name: string) => [
    ...folders.flatMap((folder) => [
      `file://${folder}/${name}`,
      `${folder}/${name}`,
      ...['../..', '../../..', '../../../..'].map((up) => up + folder.replace(tmpdir(), '') + `/${name}`),
    ]),
  ]
  return {
    pictures: [...ways('marker.png'), ...opened.map((path) => `file://${path}`), `${canary.address}/picture.png`],
    texts: [...ways('marker.txt').slice(0, 2), `${canary.address}/text`],
  }
}

/** A user's view of a file: its PDF or picture; null without a preview. */
export async function shown(me: Client, name: string, bytes: Buffer): Promise<Buffer | null> {
  const item = await upload(me, name, bytes)
  const info = await until(
    `the preview of ${name}`,
    async () => {
      const answer = await me.call('GET /apps/representations/info', { file_id: item.id })
      return answer.status === 'generated' || answer.reason !== null ? answer : null
    },
    PATIENCE,
  )
  if (info.status !== 'generated') return null
  const rendition = await fetch(new URL(info.preview_url ?? '', me.url))
  assert.equal(rendition.status, 200)
  return Buffer.from(await rendition.arrayBuffer())
}

export async function assertNoSecret(rendition: Buffer): Promise<void> {
  const isPdf = rendition.subarray(0, 5).toString() === '%PDF-'
  const { pages, pictures } = isPdf ? await readPdf(rendition) : { pages: [], pictures: [rendition] }
  assert.ok(!pages.join().includes(SECRET), 'its text shows the secret')
  for (const picture of pictures) assert.equal(await pixelsOfSecret(picture), 0, 'its pixels show the secret')
}

async function pixelsOfSecret(picture: Buffer): Promise<number> {
  const data = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer()
  let pixels = 0
  for (let at = 0; at + 2 < data.length; at += 3)
    if ([COLOUR.r, COLOUR.g, COLOUR.b].every((value, channel) => Math.abs(data[at + channel]! - value) < NEAR))
      pixels += 1
  return pixels
}

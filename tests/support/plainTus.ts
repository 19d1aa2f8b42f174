import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '@/contract/entities'
import type { Client } from './client'
import { patch, tus, type TusAnswer } from './tus'

interface Sent {
  item: Item
  /** Bytes that were sent more than once. */
  again: number
}

interface Manner {
  /** bytes of a part */
  part: number
  /** ms without an answer after which a request is given up */
  giveUp: number
  folderId: number
}

/** ms that a server may be away */
const DEADLINE = 180_000

/** Uploads as a client does it that knows the protocol and nothing else: what fails is asked about and goes on from there. */
export async function sendByTus(client: Client, name: string, bytes: Uint8Array, { part, giveUp, folderId }: Manner): Promise<Sent> {
  const call = (path: string, input: object) => () =>
    tus(client, 'POST', `/api/apps/files/${path}`, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(input)), giveUp)
  const asked = { file_size: bytes.length, name, folder_id: folderId }
  const { tus_url: path, upload_id: id } = await insist(call('presign_upload', asked)) as { tus_url: string, upload_id: string }
  let at = 0
  let again = 0
  while (at < bytes.length) {
    const piece = bytes.subarray(at, at + part)
    const answer = await patch(client, path, at, piece, {}, giveUp).catch(() => null)
    if (answer?.status === 204) {
      assert.equal(answer.offset, at + piece.length)
      at += piece.length
      continue
    }
    const { offset = -1 } = await answered(() => tus(client, 'HEAD', path, {}, undefined, giveUp), ({ status }) => status === 200)
    assert.ok(offset >= at, `${name}: ${at} bytes were acknowledged, ${offset} are there`)
    assert.ok(offset <= at + piece.length, `${name}: ${at + piece.length} bytes were sent, ${offset} are there`)
    again += at + piece.length - offset
    at = offset
  }
  const { new_file: item } = await insist(call('upload_finish', { upload_id: id })) as { new_file: Item }
  return { item, again }
}

async function insist(ask: () => Promise<TusAnswer>): Promise<unknown> {
  return (await answered(ask, ({ status, body }) => status === 200 && (body as { success?: boolean } | null)?.success === true)).body
}

async function answered(ask: () => Promise<TusAnswer>, isGood: (answer: TusAnswer) => boolean): Promise<TusAnswer> {
  for (const end = Date.now() + DEADLINE; ;) {
    const answer = await ask().catch(() => null)
    if (answer && isGood(answer)) return answer
    if (Date.now() > end) assert.fail(`no answer, at last ${answer?.status} ${JSON.stringify(answer?.body)}`)
    await sleep(20)
  }
}

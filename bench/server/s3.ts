import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { swiftBucket, withoutSwift } from '../../tests/support/storage/Swift'
import type { S3Settings } from '../../server/storage/s3/S3Settings'
import { MB, median, type Measurement } from '../measurement'
import { prepareGround } from '../service'

const SIZE = 1024 * MB
const ROUNDS = 3
/** bytes of an upload at the first measurement of memory */
const EARLY = 200 * MB
const CHUNK = randomBytes(MB)

/** Uploads 1 GB through the server into Swift, alternating with one PUT to Swift itself. */
export async function measureS3(): Promise<Measurement[]> {
  if (withoutSwift) {
    console.error(withoutSwift)
    return []
  }
  const settings = await swiftBucket('bench')
  const ground = await prepareGround()
  try {
    const { url, pid } = await ground.serve(undefined, {
      S3_URL: settings.url,
      S3_BUCKET: settings.bucket,
      S3_KEY: settings.key,
      S3_SECRET: settings.secret,
    })
    const owner = await factories({ ...ground, clock: () => new Date() }).user()
    const me = await client({ url }).as(owner.login)
    const shares: number[] = []
    const grown: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain = await putDirectly(settings, `plain-${round}`)
      const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: SIZE })
      let early = 0
      let most = 0
      const ours = await send(
        'POST',
        new URL(upload_url, url),
        { ...me.headers, 'x-file-name': 'bench.bin' },
        async (sent) => {
          if (sent < EARLY) return
          const now = await residentMemory(pid)
          early ||= now
          most = Math.max(most, now)
        },
      )
      shares.push(plain / ours)
      grown.push((most - early) / MB)
      console.error(`own PUT ${Math.round(SIZE / MB / plain)} MB/s, server ${Math.round(SIZE / MB / ours)} MB/s`)
    }
    return [
      { id: 'server.s3.share', value: median(shares) },
      { id: 'server.s3.grown', value: Math.max(...grown) },
    ]
  } finally {
    await ground.close()
  }
}

async function putDirectly({ url, bucket, region, key, secret }: S3Settings, name: string): Promise<number> {
  const signed = await new AwsV4Signer({
    method: 'PUT',
    url: `${url}/${bucket}/${name}`,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
  }).sign()
  return send('PUT', signed.url, Object.fromEntries(signed.headers))
}

/** @param watch called every 64 MB @returns seconds from the first byte to the answer */
function send(
  method: string,
  address: URL,
  headers: http.OutgoingHttpHeaders,
  watch?: (sent: number) => Promise<void>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const request = http.request(address, { method, headers: { ...headers, 'content-length': SIZE } }, (answer) => {
      let words = ''
      answer.on('data', (chunk: Buffer) => (words += chunk.toString()))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve((performance.now() - began) / 1000)
        else reject(new Error(`${method} ${address.pathname}: ${answer.statusCode} ${words}`))
      })
    })
    request.on('error', reject)
    const go = async () => {
      for (let sent = CHUNK.length; sent <= SIZE; sent += CHUNK.length) {
        // Awaited below: the event may come before `watch` has ended.
        const drained = request.write(CHUNK) ? undefined : once(request, 'drain')
        if (sent % (64 * MB) === 0) await watch?.(sent)
        await drained
      }
      request.end()
    }
    void go().catch(reject)
  })
}

/** bytes; available only on Linux */
async function residentMemory(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

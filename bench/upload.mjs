/**
 * Uploads 2 GB to a running server, alternating with node:http piped to a file with the same fsync and rename.
 *
 *   node bench/upload.mjs http://127.0.0.1:3000 login password [--pid 1234] [--rounds 3] [--size 2147483648] [--folder .] [--part 8388608]
 *
 * --pid     the server's process: reports its memory after the first 200 MB and after the whole upload (Linux)
 * --folder  where the baseline writes: choose the disk of the server's data folder
 * --part    bytes: uploads in parts by tus instead of one POST
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import http from 'node:http'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const MB = 1e6
const EARLY = 200 * MB
const CHUNK = randomBytes(1024 * 1024)

if (process.argv[2] === 'baseline') await serveBaseline(process.argv[3])
else await main()

async function main() {
  const {
    positionals: [base, login, password],
    values,
  } = parseArgs({
    allowPositionals: true,
    options: {
      pid: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      size: { type: 'string', default: String(2 * 1024 ** 3) },
      folder: { type: 'string', default: '.' },
      part: { type: 'string' },
    },
  })
  if (!password)
    throw new Error(
      'usage: node bench/upload.mjs BASE LOGIN PASSWORD [--pid N] [--rounds N] [--size BYTES] [--folder PATH] [--part BYTES]',
    )
  const size = Number(values.size)
  const part = values.part && Number(values.part)
  const token = await signIn(base, login, password)
  const folder = await mkdtemp(join(resolve(values.folder), 'baseline-'))
  const baseline = await startBaseline(folder)
  const rounds = []
  try {
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const isPlainFirst = round % 2 === 1
      const before = isPlainFirst ? await post(baseline.address, size, {}) : 0
      const memory = values.pid ? watchMemory(values.pid) : null
      const ours = await (part
        ? uploadInParts(base, token, size, part, memory?.early)
        : uploadOnce(base, token, size, memory?.early))
      const grown = memory ? await memory.grown() : null
      const plain = isPlainFirst ? before : await post(baseline.address, size, {})
      rounds.push({ plain, ours, share: plain / ours, grown })
      console.log(line(`round ${round}`, rounds.at(-1), size))
    }
    const middle = (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)]
    console.log(
      line(
        'median ',
        { plain: middle('plain'), ours: middle('ours'), share: middle('share'), grown: middle('grown') },
        size,
      ),
    )
    console.log(`share ≥ 0.8: ${verdict(middle('share') >= 0.8)}`)
    if (values.pid) console.log(`grown ≤ 64 MB: ${verdict(middle('grown') <= 64)}`)
  } finally {
    baseline.child.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function line(title, { plain, ours, share, grown }, size) {
  const speed = (seconds) => `${Math.round(size / MB / seconds)} MB/s`
  const memory = grown === null ? '' : `  grown ${grown.toFixed(1)} MB`
  return `${title}  server ${speed(ours)}  baseline ${speed(plain)}  share ${share.toFixed(2)}${memory}`
}

function verdict(holds) {
  return holds ? 'holds' : 'MISSED'
}

async function signIn(base, login, password) {
  const { csrf_token } = await json(`${base}/api/apps/users/get_base_info`)
  const answer = await json(
    `${base}/api/apps/users/login`,
    { login, password, scenario: 'applet' },
    { requesttoken: csrf_token },
  )
  return answer.auth_token
}

/** Seconds from the first byte to the answer. Deletes the file afterwards. */
async function uploadOnce(base, token, size, early) {
  const headers = { 'auth-token': token }
  const { upload_url } = await json(`${base}/api/apps/files/presign_upload`, { file_size: size, folder_id: 0 }, headers)
  const seconds = await post(
    new URL(upload_url, base),
    size,
    { ...headers, 'x-file-name': 'bench.bin' },
    early,
    async (answer) => {
      await json(`${base}/api/apps/files/delete`, { item_typed_ids: [answer.new_file.typed_id] }, headers)
    },
  )
  return seconds
}

/** Seconds from the first byte to the answer of finish. Deletes the file afterwards. */
async function uploadInParts(base, token, size, part, early = () => {}) {
  const headers = { 'auth-token': token }
  const upload = { file_size: size, folder_id: 0, name: 'bench.bin' }
  const { tus_url, upload_id } = await json(`${base}/api/apps/files/presign_upload`, upload, headers)
  const agent = new http.Agent({ keepAlive: true })
  const began = performance.now()
  for (let at = 0; at < size; at += part) {
    if (at >= EARLY && at - part < EARLY) early()
    await patch(new URL(tus_url, base), { ...headers, 'upload-offset': at }, Math.min(part, size - at), agent)
  }
  const answer = await json(`${base}/api/apps/files/upload_finish`, { upload_id }, headers)
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  await json(`${base}/api/apps/files/delete`, { item_typed_ids: [answer.new_file.typed_id] }, headers)
  return seconds
}

function patch(address, headers, length, agent) {
  return new Promise((resolvePatch, reject) => {
    const tus = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    }
    const request = http.request(address, { method: 'PATCH', agent, headers: { ...headers, ...tus } }, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode === 204 ? resolvePatch() : reject(new Error(`${response.statusCode}`))))
    })
    request.on('error', reject)
    sendBytes(request, length)
  })
}

function post(address, size, headers, early = () => {}, done = async () => {}) {
  return new Promise((resolvePost, reject) => {
    const began = performance.now()
    const request = http.request(
      address,
      { method: 'POST', headers: { ...headers, 'content-length': size } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          const seconds = (performance.now() - began) / 1000
          const answer = text ? JSON.parse(text) : {}
          if (response.statusCode !== 200 || answer.success === false)
            reject(new Error(`${response.statusCode} ${text}`))
          else done(answer).then(() => resolvePost(seconds), reject)
        })
      },
    )
    request.on('error', reject)
    sendBytes(request, size, early)
  })
}

function sendBytes(request, size, early = () => {}) {
  let sent = 0
  const send = () => {
    while (sent < size) {
      const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, size - sent))
      sent += chunk.length
      const goOn = request.write(chunk)
      if (sent >= EARLY && sent - chunk.length < EARLY) early()
      if (!goOn) return
    }
    request.end()
  }
  request.on('drain', send)
  send()
}

async function json(address, body, headers = {}) {
  const response = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.success === false || !response.ok)
    throw new Error(`${address}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

function watchMemory(pid) {
  let early
  return {
    early: () => {
      early = residentMemory(pid)
    },
    async grown() {
      return (await residentMemory(pid)) - (await early)
    },
  }
}

/** MB */
async function residentMemory(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024) / MB
}

function startBaseline(folder) {
  const child = fork(fileURLToPath(import.meta.url), ['baseline', folder], { execArgv: [] })
  return new Promise((ready) => child.once('message', (port) => ready({ child, address: `http://127.0.0.1:${port}/` })))
}

/** The minimum that stores a blob safely: a temporary file, fsync, rename, fsync of the folder. Blobs stay, as on the server. */
async function serveBaseline(folder) {
  let served = 0
  const server = http.createServer(async (request, response) => {
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-methods', 'PUT')
      .setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return response.end()
    const path = join(folder, `body-${(served += 1)}`)
    const temporary = `${path}.part`
    await pipeline(request, createWriteStream(temporary, { flush: false }))
    await syncAll(temporary)
    await rename(temporary, path)
    await syncAll(folder)
    response.end()
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.once('disconnect', () => process.exit())
}

async function syncAll(path) {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

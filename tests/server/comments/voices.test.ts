import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { VoiceReply } from '@/contract/comments'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { deepTest } from '../../support/deep'
import { checked, client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const CREATE = '/api/apps/comments/create_voice'

let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.now()
let owner: UserRow
let viewer: UserRow
let file: ItemRow
let own: Client
let views: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), soffice: null })
  make = factories(server.deps)
  owner = await make.user()
  viewer = await make.user({ enterprise: { id: owner.enterprise_id } })
  const folder = await make.folder({ owner })
  file = await make.file({ parent: folder })
  await make.collab(folder, { user: viewer }, 'viewer')
  ;[own, views] = [await client(server).as(owner.login), await client(server).as(viewer.login)]
})
after(() => server.close())

/** Encodes a tone as a phone or a browser would record it. */
async function recording(name: string, seconds: number, ...codec: string[]): Promise<Buffer> {
  const path = join(server.folder, name)
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...tone, ...codec, path])
  return readFile(path)
}

async function send(who: Client, body: Buffer | string, typedId = `file_${file.id}`) {
  now += 61_000
  const response = await fetch(`${server.url}${CREATE}?item_typed_id=${typedId}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', 'content-type': 'audio/webm', ...who.headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return (await response.json()) as { success: boolean; errors?: object }
}

const voiceSentBy = async (who: Client, body: Buffer) => checked(VoiceReply, await send(who, body), CREATE).comment
const fetched = (address: string, method = 'GET') => fetch(`${server.url}${address}`, { method })
const keys = async () =>
  (await server.deps.db.selectFrom('comments').select('voice_key').execute()).map((row) => row.voice_key!)

const formats: [string, string, number, string[]][] = [
  ['the mini-program’s MP3', 'one.mp3', 1, []],
  ['WebM of Chromium, which has no duration', 'live.webm', 3, ['-c:a', 'libopus', '-live', '1']],
  ['Ogg of Firefox', 'two.ogg', 2, ['-c:a', 'libopus']],
  ['MP4 of Safari', 'two.mp4', 2, ['-c:a', 'aac']],
  ['a whole minute', 'sixty.mp3', 60, ['-b:a', '32k']],
]
for (const [what, name, seconds, codec] of formats)
  deepTest(`[COMM-06] ${what} becomes an MP3 of ${seconds} s that every reader of the comment can play`, async () => {
    const comment = await voiceSentBy(views, await recording(name, seconds, ...codec))
    assert.deepEqual([comment.is_voice, comment.content, comment.voice_length], [true, '', seconds])
    const { comments } = await own.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
    const received = comments.at(-1)!
    assert.equal(received.unread, true)
    assert.match(received.voice_url!, /^\/api\/apps\/comments\/voice_download\?comment_id=\d+&voice_format=mp3&/)
    const played = await fetched(received.voice_url!)
    assert.deepEqual([played.status, played.headers.get('content-type')], [200, 'audio/mpeg'])
    const bytes = Buffer.from(await played.arrayBuffer())
    assert.match(bytes.subarray(0, 3).toString('latin1'), /^(ID3|\xff[\xe0-\xff].)$/)
    const [message] = (await own.call('GET /apps/messages/get_list', { types: 'comment' })).messages
    assert.equal(message?.most_recent_message.is_voice, true)
  })

const wrong: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['half a second', () => recording('half.mp3', 0.5), 'comment_voice_length'],
  ['more than a minute', () => recording('long.mp3', 63, '-b:a', '32k'), 'comment_voice_length'],
  ['a file without sound', () => Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), 'comment_voice_unreadable'],
  ['nothing', () => Buffer.alloc(0), 'invalid_request'],
  ['more bytes than a minute has', () => Buffer.alloc(5 * 1024 * 1024), 'invalid_request'],
]
for (const [what, bytes, code] of wrong)
  deepTest(`[COMM-06] ${what}: the server answers ${code} and stores nothing`, async () => {
    const before = await keys()
    assert.match(JSON.stringify(await send(views, await bytes())), new RegExp(code))
    assert.deepEqual(await keys(), before)
  })

test('commenters upload recordings and readers of the item play them, until the comment is deleted', async () => {
  const outside = await client(server).as((await make.user()).login)
  const tone = await recording('again.mp3', 1)
  assert.match(JSON.stringify(await send(outside, tone)), /item_not_found/)
  assert.match(JSON.stringify(await send(views, tone, 'department_1')), /item_not_found/)
  assert.match(JSON.stringify(await send(client(server).visitor, tone)), /security_check_failed|login_expired/)
  const { id, voice_url: address } = await voiceSentBy(own, tone)
  const theirs = (await views.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })).comments.at(
    -1,
  )!.voice_url!
  assert.equal((await fetched(theirs)).status, 200)
  assert.equal((await fetched(theirs, 'HEAD')).status, 200)
  assert.equal((await fetched(theirs.replace(/comment_id=\d+/, `comment_id=${id - 1}`))).status, 403)
  const { id: grant } = await make.collab(file, { user: viewer }, 'reset')
  assert.equal((await fetched(theirs)).status, 403)
  await server.deps.db.deleteFrom('collabs').where('id', '=', grant).execute()
  await own.call('POST /apps/comments/delete', { comment_id: id })
  assert.equal((await fetched(address!)).status, 403)
})

deepTest(
  '[AH-53] a recording answers a comment on the same item, and is quoted as a recording; a bad id is refused',
  async () => {
    const tone = await recording('answer.mp3', 1)
    const { id } = await voiceSentBy(own, tone)
    const to = (answered: number | string) => `file_${file.id}&answer_to_id=${answered}`
    for (const bad of ['0', '-1', '1e3', 'x', `${id}&answer_to_id=${id}`])
      assert.match(JSON.stringify(await send(views, tone, to(bad))), /invalid_request/)
    assert.match(JSON.stringify(await send(views, tone, to(999_999_999))), /comment_not_found/)
    const { comment } = checked(VoiceReply, await send(views, tone, to(id)), CREATE)
    assert.deepEqual(comment.answer_to, { id, user: { id: owner.id, name: owner.name }, content: '', is_voice: true })
  },
)

/** Starts an upload that never sends its body; resolves to the error code if the server refuses it anyway. */
function startUpload(who: Client, typedId = `file_${file.id}`) {
  const request = http.request(`${server.url}${CREATE}?item_typed_id=${typedId}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', ...who.headers, 'content-length': 4_000_000 },
  })
  request.on('error', () => {})
  request.flushHeaders()
  const refusal = once(request, 'response').then(async (answer) => {
    const response = answer[0] as http.IncomingMessage
    let body = ''
    for await (const chunk of response) body += String(chunk)
    return body
  })
  refusal.catch(() => {})
  return { refusal, end: () => request.destroy() }
}

deepTest('an upload without the right is refused before its first byte', async () => {
  const outside = await client(server).as((await make.user()).login)
  assert.match(await startUpload(outside).refusal, /item_not_found/)
})

deepTest('two recordings per user are held in memory at once; an aborted one frees its place', async () => {
  now += 61_000
  const begun = [startUpload(views), startUpload(views), startUpload(views)]
  assert.match(await Promise.race(begun.map(({ refusal }) => refusal)), /asked_too_often/)
  for (const each of begun) each.end()
  const tone = await recording('room.mp3', 1)
  let answer = await send(views, tone)
  // The server notices the closed connections a moment later.
  while (JSON.stringify(answer).includes('asked_too_often')) answer = await send(views, tone)
  assert.equal(answer.success, true)
})

deepTest('a user may create 30 comments a minute; one recording more is refused before its first byte', async () => {
  now += 61_000
  for (let n = 0; n < 30; n += 1)
    await views.call('POST /apps/comments/create', { content: String(n), item_typed_id: `file_${file.id}` })
  assert.match(await startUpload(views).refusal, /asked_too_often/)
})

deepTest('the sweep keeps recordings and removes those of purged items', async () => {
  const doomed = await make.file({ owner })
  const { voice_url } = checked(
    VoiceReply,
    await send(own, await recording('swept.mp3', 1), `file_${doomed.id}`),
    CREATE,
  ).comment
  assert.equal((await fetched(voice_url!)).status, 200)
  const remainingKey = (await keys())[0]!
  const gone = (await keys()).at(-1)!
  await server.deps.db.deleteFrom('items').where('id', '=', doomed.id).execute()
  await sweepBlobs({ ...server.deps, clock: () => new Date(Date.now() + 2 * 86_400_000) })
  assert.notEqual(await server.deps.storage.stat(remainingKey), null)
  assert.equal(await server.deps.storage.stat(gone), null)
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PreviewInfo, PreviewStatus } from '@/contract/previews/previews'
import { percentOf } from '@/domain/previews/generation'
import type { AskedKind } from '../../../server/previews/target'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client, type Client } from '../../support/client'
import { deepTest, isDeep, sampleOfEach } from '../../support/deep'
import { factories } from '../../support/factories'
import {
  families,
  heldNames,
  isEnded,
  mediaOrder,
  previewTable,
  putAll,
  type PreviewFile,
} from '../../support/previews/previewTable'
import { startTestServer, type TestServer } from '../../support/testServer'

/** First bytes of files per media type. */
const signs: Record<string, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'application/pdf': /^%PDF-/,
  'video/mp4': /^.{4}ftyp/s,
  'audio/mp4': /^.{4}ftyp/s,
  'audio/mpeg': /^(ID3|\xff[\xe2-\xff])/,
  'audio/wav': /^RIFF.{4}WAVE/s,
}

type Told = Pick<PreviewInfo, 'status' | 'progress' | 'media_status'>

let server: TestServer
let me: Client
let files: PreviewFile[]
const rows = sampleOfEach(previewTable, ({ kind, end, gives, h5, weapp }) => [kind, end, gives, h5, weapp].join())
/** All statuses that any file reported in progress. */
const reportedReasons = new Set<string | null>()

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const owner = await make.user()
  files = await putAll(make, { owner }, rows)
  me = await client(server).as(owner.login)
})
after(() => server.close())

/** Polls as the client does until the preview ends: with kind and is_first first, again after 200 ms, then less often. */
async function pollPreview({ id: file_id, kind }: PreviewFile): Promise<PreviewInfo[]> {
  const named = kind === 'unsupported' ? { file_id } : { file_id, kind }
  const answers = [await me.call('GET /apps/representations/info', { ...named, is_first: true })]
  for (let wait = 200; !isEnded(answers.at(-1)!); wait = Math.min(2000, wait * 2)) {
    await sleep(wait)
    answers.push(await me.call('GET /apps/representations/info', named))
  }
  return answers
}

/** Records the status between polls, and for media while the first poll still waits for its answer. */
async function watched({ id, kind }: PreviewFile): Promise<Told[]> {
  const subject = (await findPreviewFile(server.deps.db, id))!
  const states: Told[] = []
  for (;;) {
    const { status, progress, reason, media } = await server.deps.previews.ask(subject, kind as AskedKind, null)
    states.push({ status, progress, media_status: media?.status ?? null })
    if (isEnded({ status, reason })) return states
    await sleep(10)
  }
}

const failures: readonly PreviewStatus[] = ['not_support', 'generating_failed', 'failed']

function assertOrder(all: readonly Told[], { family, isMedia }: PreviewFile): void {
  const way = all.filter(({ status }) => !failures.includes(status))
  const changes = <T>(values: readonly T[]) => values.filter((value, at) => value !== values[at - 1])
  const statuses = changes(way.map(({ status }) => status))
  assert.deepEqual(
    statuses,
    families[family].filter((status) => statuses.includes(status)),
  )
  const percents = way.map(({ status, progress }) => percentOf(status, progress * 100))
  assert.deepEqual(
    percents,
    [...percents].sort((one, other) => one - other),
  )
  const media = changes(way.map(({ media_status: status }) => status))
  assert.deepEqual(media, isMedia ? mediaOrder.filter((status) => media.includes(status)) : media.map(() => null))
  for (const { status, media_status: state } of way) reportedReasons.add(status).add(state)
}

async function assertGiven(address: string | null, mediaType: string): Promise<void> {
  const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, mediaType])
  assert.match(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 16), signs[mediaType]!)
}

describe(
  'each kind of file is previewed as the table says: its requested kind, its statuses and its result',
  { concurrency: 4 },
  () => {
    for (const { name, kind, end, skip } of rows) {
      deepTest(`[PREV-02] ${name}: ${kind}, ${end}`, { skip }, async () => {
        const file = files.find((one) => one.name === name)!
        const isMade = !['unsupported', 'yiqixie'].includes(kind)
        const [answers, seen] = await Promise.all([pollPreview(file), isMade ? watched(file) : []])
        assertOrder(answers, file)
        assertOrder(seen, file)
        const last = answers.at(-1)!
        assert.deepEqual(
          answers.map((answer) => answer.preview_type),
          answers.map(() => kind),
        )
        assert.equal((await me.call('GET /apps/representations/info', { file_id: file.id })).preview_type, kind)
        if (end === 'told') return assert.notEqual(last.reason, null)
        const isThere = end === 'generated' || end === 'extract_completed'
        assert.deepEqual(
          [isThere ? last.status : last.reason, last.media_status],
          [end, file.isMedia ? 'finished' : null],
        )
        if (file.gives) await assertGiven(last.preview_url, file.gives)
        else assert.equal(last.preview_url, null)
        const { entries, reason } = await me.call('GET /apps/representations/entries', { file_id: file.id })
        assert.deepEqual(
          [entries.map((entry) => entry.name), reason],
          kind === 'zip' ? [heldNames, null] : [[], 'not_support'],
        )
      })
    }
  },
)

// Only the whole table reaches every status.
if (isDeep) {
  test('[PREV-18] enough statuses were seen to prove their order', (t) => {
    if (files.length < rows.length) return t.skip('not every program is installed')
    for (const told of [
      'generating_downloaded',
      'generating_uploaded',
      'check_started',
      'extract_started',
      'analysing',
      'in_transformation',
    ]) {
      assert.ok(reportedReasons.has(told), `${told} was not among ${[...reportedReasons].join()}`)
    }
  })
}

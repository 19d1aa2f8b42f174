import assert from 'node:assert/strict'
import type { Client } from './client'
import { until } from './until'

export interface EventStream {
  status: number
  /** `changed folder_12`, `unread 3`, in the order of arrival since the last `forget`. */
  marks: string[]
  /** Number of heartbeats. */
  beats: number
  /** The web client's build, as last announced by the stream. */
  build: string
  /** The mark of the organisation's settings, as last announced by the stream. */
  settings: string
  isEnded: boolean
  forget(): void
  /** Waits for a mark. */
  hears(mark: string): Promise<unknown>
  close(): void
}

/** Opens a real event stream over HTTP; resolves once it is open or refused. */
export async function openEvents(who: Client, watch: string): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(`${who.url}/api/events?watch=${watch}`, {
    // As a browser sends it.
    headers: { ...who.headers, accept: 'text/event-stream' },
    signal: abort.signal,
  })
  const stream: EventStream = {
    status: response.status,
    marks: [],
    beats: 0,
    build: '',
    settings: '',
    isEnded: false,
    forget: () => void stream.marks.splice(0),
    hears: (mark) =>
      until(`${watch} hears ${mark}, heard ${JSON.stringify(stream.marks)}`, () => stream.marks.includes(mark)),
    close: () => abort.abort(),
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.text()
    stream.isEnded = true
    return stream
  }
  assert.ok(response.body, 'a stream has a body')
  void read(response.body, stream)
  await until('the first word', () => stream.marks.length > 0)
  if (stream.marks[0]!.startsWith('refused')) return stream
  await stream.hears('ready')
  await until('the count of the start', () => stream.marks.some((mark) => mark.startsWith('unread')))
  stream.forget()
  return stream
}

async function read(body: NonNullable<Response['body']>, stream: EventStream) {
  const reader = body.getReader()
  let text = ''
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += Buffer.from(piece.value).toString()
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) take(part, stream)
    }
  } catch {
    // Ended by the test or by the server.
  }
  stream.isEnded = true
}

function take(part: string, stream: EventStream) {
  const event = /^event: (.*)$/m.exec(part)?.[1]
  const data = /^data: (.*)$/m.exec(part)?.[1]
  if (event === 'beat' || event === 'ready') [stream.build = '', stream.settings = ''] = (data ?? '').split(' ')
  if (event === 'beat') stream.beats += 1
  else if (event === 'ready') stream.marks.push(event)
  else if (event) stream.marks.push([event, data].filter(Boolean).join(' '))
}

import { describe, expect, test } from '@jest/globals'
import type { LiveEvent } from '@/platform/Platform'
import { createEvents, type EventCalls } from '@/platform/weapp/network/events'

type Options = Parameters<EventCalls['request']>[0]

/** A `wx` whose requests the test answers. @param hasPieces a library that delivers answers in pieces */
function phone({ hasPieces = true } = {}) {
  const requests: { options: Options; isAborted: boolean; piece(text: string): void }[] = []
  const onEvents = createEvents(
    {
      request(options) {
        let take = (_: { data: ArrayBuffer }) => {}
        const bytes = (text: string) => new Uint8Array(Buffer.from(text)).buffer
        const request = { options, isAborted: false, piece: (text: string) => take({ data: bytes(text) }) }
        requests.push(request)
        return {
          abort() {
            request.isAborted = true
            setImmediate(options.fail)
          },
          ...(hasPieces && {
            onChunkReceived: (listener: (piece: { data: ArrayBuffer }) => void) => void (take = listener),
          }),
        }
      },
    },
    'https://drive.test',
  )
  const open = (path = '/api/events?watch=own') => {
    const heard: [LiveEvent, string][] = []
    const hangUp = onEvents(path, { 'Auth-Token': 't' }, (...event) => heard.push(event))
    return { heard, hangUp, request: requests.at(-1)! }
  }
  return { open, requests }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('[AH-20] an event stream in the mini-program', () => {
  test('the stream is a chunked request with the token, an event-stream header and a long timeout', () => {
    const { url, header, enableChunked, timeout } = phone().open().request.options
    expect([url, header, enableChunked]).toStrictEqual([
      'https://drive.test/api/events?watch=own',
      { 'Auth-Token': 't', accept: 'text/event-stream' },
      true,
    ])
    expect(timeout).toBeGreaterThan(60_000)
  })

  test('events arrive one by one, even when cut inside a word', () => {
    const { heard, request } = phone().open()
    request.piece('event: ready\ndata: b1\n\nevent: chan')
    expect(heard).toStrictEqual([['ready', 'b1']])
    request.piece('ged\ndata: own\n')
    request.piece('\n')
    expect(heard).toStrictEqual([
      ['ready', 'b1'],
      ['changed', 'own'],
    ])
  })

  for (const [status, event] of [
    [200, 'error'],
    [401, 'refused'],
    [403, 'refused'],
    [429, 'refused'],
    [404, 'error'],
    [502, 'error'],
  ] as const)
    test(`an answer of ${status} that ends is reported as ${event}`, () => {
      const { heard, request } = phone().open()
      request.options.success({ statusCode: status })
      expect(heard).toStrictEqual([[event, '']])
    })

  test('a failure is reported as an error, once', () => {
    const { heard, request } = phone().open()
    request.options.fail()
    request.options.fail()
    request.piece('event: ready\ndata: b1\n\n')
    expect(heard).toStrictEqual([['error', '']])
  })

  test('a library without pieces is refused, and the request ends', async () => {
    const { heard, request } = phone({ hasPieces: false }).open()
    await turn()
    expect([request.isAborted, heard]).toStrictEqual([true, [['refused', '']]])
  })

  test('disconnecting ends the request and its events', async () => {
    const { heard, hangUp, request } = phone().open()
    hangUp()
    request.piece('event: ready\ndata: b1\n\n')
    await turn()
    expect([request.isAborted, heard]).toStrictEqual([true, []])
  })

  test('only one stream runs: the next ends the one before, and reports that', async () => {
    const { open, requests } = phone()
    const first = open()
    const second = open('/api/events?watch=own,comments_12')
    expect([first.request.isAborted, first.heard]).toStrictEqual([true, [['error', '']]])
    second.request.piece('event: ready\ndata: b1\n\n')
    expect([requests.length, second.request.isAborted, second.heard]).toStrictEqual([2, false, [['ready', 'b1']]])
    second.hangUp()
    open()
    await turn()
    expect([second.heard.length, first.heard.length]).toStrictEqual([1, 1])
  })
})

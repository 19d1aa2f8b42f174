import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readEvents } from '@/platform/readEvents'

type Heard = [event: string, data: string]

/** The events in these pieces. */
function eventsOf(pieces: readonly string[]): Heard[] {
  const heard: Heard[] = []
  const read = readEvents((...event) => heard.push(event))
  for (const piece of pieces) read(piece)
  return heard
}

const written = (events: readonly Heard[], end = '\n') =>
  events.map(([event, data]) => `event: ${event}${end}data: ${data}${end}${end}`).join('')

describe('[AH-20] an event stream in pieces', () => {
  const events: Heard[] = [
    ['ready', 'b1'],
    ['unread', '3'],
    ['changed', 'folder_12'],
    ['beat', ''],
    ['refused', 'too_many_streams'],
  ]

  for (const [ends, end] of [
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ] as const)
    test(`the events are the same wherever the stream is cut, with ${ends}`, () => {
      const text = written(events, end)
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat({ max: text.length })), (cuts) => {
          const places = [0, ...cuts.sort((a, b) => a - b), text.length]
          const pieces = places.slice(1).map((to, index) => text.slice(places[index], to))
          expect(eventsOf(pieces)).toStrictEqual(events)
        }),
      )
      expect(eventsOf([...text])).toStrictEqual(events)
    })

  test('an incomplete event is dropped', () => {
    expect(eventsOf(['event: changed\ndata: own\n'])).toStrictEqual([])
    expect(eventsOf(['event: changed\ndata: own\n', '\nevent: unr'])).toStrictEqual([['changed', 'own']])
  })

  const texts: [what: string, text: string, heard: Heard[]][] = [
    ['comments and blank lines', ': hello\n\n\n\n: still\n\n', []],
    ['data without a name', 'data: own\n\n', []],
    ['fields of other kinds', 'id: 7\nretry: 10\nevent: beat\ndata: b1\n\n', [['beat', 'b1']]],
    ['no space after the colon', 'event:beat\ndata:b1\n\n', [['beat', 'b1']]],
    ['more than one space', 'event: beat\ndata:  b1\n\n', [['beat', ' b1']]],
    ['data of several lines', 'event: beat\ndata: a\ndata: b\n\n', [['beat', 'a\nb']]],
    ['an event without data', 'event: beat\n\n', [['beat', '']]],
    ['the name of the one before', 'event: beat\ndata: a\n\ndata: b\n\n', [['beat', 'a']]],
    ['a page of HTML', '<!doctype html>\n\n<p>event: ready</p>\n\n', []],
  ]
  for (const [what, text, heard] of texts) test(what, () => expect(eventsOf([text])).toStrictEqual(heard))
})

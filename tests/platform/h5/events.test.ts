import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { onEvents } from '@/platform/h5/events'
import type { LiveEvent } from '@/platform/Platform'

class FakeSource extends EventTarget {
  isClosed = false
  constructor(readonly path: string) {
    super()
    sources.push(this)
  }
  close() {
    this.isClosed = true
  }
  say(event: string, data?: string) {
    this.dispatchEvent(Object.assign(new Event(event), { data }))
  }
}

const sources: FakeSource[] = []
const opened = () => sources.at(-1)!
const before = Reflect.get(globalThis, 'EventSource') as unknown

beforeEach(() => void Reflect.set(globalThis, 'EventSource', FakeSource))
afterEach(() => void Reflect.set(globalThis, 'EventSource', before))

test('[AH-20] every event of the server arrives, including a refusal with its reason', () => {
  const heard: [LiveEvent, string][] = []
  const hangUp = onEvents('/api/events?watch=own', {}, (...event) => heard.push(event))
  const said = [
    ['ready', 'b1'],
    ['beat', 'b1'],
    ['changed', 'own'],
    ['unread', '4'],
    ['refused', 'too_many_streams'],
  ] as const
  for (const [event, data] of said) opened().say(event, data)
  expect(opened().path).toBe('/api/events?watch=own')
  expect(heard).toStrictEqual(said.map((event) => [...event]))
  expect(opened().isClosed).toBe(false)
  hangUp()
  expect(opened().isClosed).toBe(true)
})

test('[AH-20] after an error the browser does not retry by itself', () => {
  const heard: LiveEvent[] = []
  onEvents('/api/events', {}, (event) => heard.push(event))
  opened().say('error')
  expect([heard, opened().isClosed]).toStrictEqual([['error'], true])
})

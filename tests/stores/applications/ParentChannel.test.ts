import { describe, expect, test } from '@jest/globals'
import type { FrameMessage } from '@/domain/applications/protocol'
import { ParentChannel } from '@/stores/applications/ParentChannel'
import { ManualClock } from '../support/manualClock'

const ORIGIN = 'https://app.example'

function opened() {
  const clock = new ManualClock()
  const said: [message: FrameMessage, origin: string][] = []
  let hear: (message: unknown, origin: string) => void = () => {}
  const channel = new ParentChannel(
    {
      isThere: true,
      post: (message, origin) => void said.push([message, origin]),
      listen(listener) {
        hear = listener
        return () => (hear = () => {})
      },
    },
    clock,
    ORIGIN,
  )
  const ack = (id: number) => ({ from: 'satchel-embed', type: 'ack', data: { id } })
  return { clock, said, channel, ack, hear: (message: unknown, origin: string) => hear(message, origin) }
}

describe('[OPEN-01] messages to the page around a frame', () => {
  test('a message carries type, from and data, to one origin', () => {
    const { channel, said } = opened()
    void channel.send('select_files', { files: [] })
    expect(said).toEqual([[{ from: 'satchel', type: 'select_files', id: 1, data: { files: [] } }, ORIGIN]])
  })

  test('a message repeats until it is acknowledged, once', async () => {
    const { channel, said, clock, ack, hear } = opened()
    const heard = channel.send('close', {})
    clock.pass(1100)
    expect(said.map(([{ id }]) => id)).toEqual([1, 1, 1])
    hear(ack(1), ORIGIN)
    expect(await heard).toBe(true)
    clock.pass(5000)
    expect(said).toHaveLength(3)
  })

  test('a message ends unheard after ten times', async () => {
    const { channel, said, clock } = opened()
    const heard = channel.send('close', {})
    clock.pass(10_000)
    expect(await heard).toBe(false)
    expect(said).toHaveLength(10)
  })

  test.each([
    'null',
    'https://evil.example',
    'https://evil.app.example',
    'https://app.example.evil.example',
    'https://app.example:8443',
    'http://app.example',
    'https://APP.example',
    '',
  ])('an acknowledgement from %j changes nothing', async (origin) => {
    const { channel, clock, ack, hear } = opened()
    const heard = channel.send('close', {})
    for (let flood = 0; flood < 1000; flood += 1) hear(ack(1), origin)
    hear(ack(2), ORIGIN)
    hear({ from: 'satchel', type: 'ack', data: { id: 1 } }, ORIGIN)
    clock.pass(10_000)
    expect(await heard).toBe(false)
  })

  test('two messages have different ids', async () => {
    const { channel, ack, hear, clock } = opened()
    const first = channel.send('close', {})
    const second = channel.send('upload', { files: [] })
    hear(ack(2), ORIGIN)
    expect(await second).toBe(true)
    clock.pass(10_000)
    expect(await first).toBe(false)
  })
})

import type { LiveEvent, OnEvents } from '../../Platform'
import { readEvents } from '../../readEvents'

/** ms; many phones end a request after 60,000 whatever its timeout is */
const PATIENCE = 600_000
/** HTTP statuses after which no retry should follow soon */
const refusals = [401, 403, 429]

export interface EventCalls {
  request(options: {
    url: string
    header: Record<string, string>
    enableChunked: true
    timeout: number
    success(answer: { statusCode: number }): void
    fail(): void
  }): {
    abort(): void
    /** Since library 2.20.1; usable since 2.20.2. */
    onChunkReceived?(listener: (piece: { data: ArrayBuffer }) => void): void
  }
}

/**
 * An event stream from the pieces of a reply. A new stream ends the previous one with an error: WeChat runs ten requests at once, and on some
 * iPhones (8.0.54) delivers pieces only to the last request. The server sends only ASCII.
 * @param origin of the server
 */
export function createEvents(wx: EventCalls, origin: string): OnEvents {
  let endLast = () => {}
  return (path, headers, hear) => {
    endLast()
    let isOver = false
    const emit = (event: LiveEvent, data = '') => {
      if (!isOver) hear(event, data)
    }
    const end = (event: 'refused' | 'error') => {
      emit(event)
      isOver = true
    }
    const read = readEvents((event, data) => emit(event as LiveEvent, data))
    const task = wx.request({
      url: origin + path,
      header: { ...headers, accept: 'text/event-stream' },
      enableChunked: true,
      timeout: PATIENCE,
      success: ({ statusCode }) => end(refusals.includes(statusCode) ? 'refused' : 'error'),
      fail: () => end(task.onChunkReceived ? 'error' : 'refused'),
    })
    task.onChunkReceived?.(({ data }) => read(textOf(data)))
    if (!task.onChunkReceived) task.abort()
    const disconnect = () => {
      isOver = true
      task.abort()
    }
    endLast = () => {
      end('error')
      task.abort()
    }
    return disconnect
  }
}

/** DevTools pass a view of the bytes instead. Phones have no TextDecoder. */
function textOf(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('')
}

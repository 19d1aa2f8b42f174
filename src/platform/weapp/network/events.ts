import type { LiveEvent, OnEvents } from '../../Platform'
import { readEvents } from '../../readEvents'

/** ms; many phones end a request after 60,000 whatever it asks for */
const PATIENCE = 600_000
/** HTTP statuses that want no second try soon */
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
    /** Since library 2.20.1, and of use since 2.20.2. */
    onChunkReceived?(listener: (piece: { data: ArrayBuffer }) => void): void
  }
}

/**
 * An event stream as the pieces of an answer. The one before ends with an error: WeChat runs ten requests at once, and on some iPhones
 * (8.0.54) hands pieces over to the last request alone. All that the server tells is ASCII.
 * @param origin the server's
 */
export function createEvents(wx: EventCalls, origin: string): OnEvents {
  let endLast = () => {}
  return (path, headers, hear) => {
    endLast()
    let isOver = false
    const tell = (event: LiveEvent, data = '') => {
      if (!isOver) hear(event, data)
    }
    const ended = (event: 'refused' | 'error') => {
      tell(event)
      isOver = true
    }
    const read = readEvents((event, data) => tell(event as LiveEvent, data))
    const task = wx.request({
      url: origin + path,
      header: { ...headers, accept: 'text/event-stream' },
      enableChunked: true,
      timeout: PATIENCE,
      success: ({ statusCode }) => ended(refusals.includes(statusCode) ? 'refused' : 'error'),
      fail: () => ended(task.onChunkReceived ? 'error' : 'refused'),
    })
    task.onChunkReceived?.(({ data }) => read(textOf(data)))
    if (!task.onChunkReceived) task.abort()
    const hangUp = () => {
      isOver = true
      task.abort()
    }
    endLast = () => {
      ended('error')
      task.abort()
    }
    return hangUp
  }
}

/** DevTools hand over a view of the bytes instead. A phone has no TextDecoder. */
function textOf(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('')
}

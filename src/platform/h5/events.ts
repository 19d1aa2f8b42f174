import type { LiveEvent, OnEvents } from '../Platform'

const events: readonly LiveEvent[] = ['ready', 'beat', 'changed', 'unread', 'refused', 'error']

/** Sends only the cookie, no headers. Closes the stream after an error, because the browser would retry at once, forever; the caller retries. */
export const onEvents: OnEvents = (path, _, hear) => {
  const source = new EventSource(path)
  for (const event of events) {
    source.addEventListener(event, (message) => {
      if (event === 'error') source.close()
      hear(event, (message as MessageEvent<string>).data)
    })
  }
  return () => source.close()
}

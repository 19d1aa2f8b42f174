import type { LiveEvent, OnEvents } from '../Platform'

const events: readonly LiveEvent[] = ['ready', 'beat', 'changed', 'unread', 'refused', 'error']

/** Sends the cookie alone, no header. After an error the browser would try again at once and for ever: the caller does it better. */
export const onEvents: OnEvents = (path, _, hear) => {
  const source = new EventSource(path)
  for (const event of events) {
    source.addEventListener(event, (heard) => {
      if (event === 'error') source.close()
      hear(event, (heard as MessageEvent<string>).data)
    })
  }
  return () => source.close()
}

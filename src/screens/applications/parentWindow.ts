import type { ParentWindow } from '@/stores/applications/ParentChannel'

/** The window around a frame. */
export function parentOf(frame: Window): ParentWindow {
  const { parent } = frame
  return {
    isThere: parent !== frame,
    post: (message, origin) => parent.postMessage(message, origin),
    listen(hear) {
      // Whoever holds this window can send it something; only the one around it is heard.
      const heard = ({ source, origin, data }: MessageEvent) => {
        if (source === parent) hear(data, origin)
      }
      frame.addEventListener('message', heard)
      return () => frame.removeEventListener('message', heard)
    },
  }
}

import type { ParentWindow } from '@/stores/applications/ParentChannel'

/** The window around a frame. */
export function parentOf(frame: Window): ParentWindow {
  const { parent } = frame
  return {
    isThere: parent !== frame,
    post: (message, origin) => parent.postMessage(message, origin),
    listen(hear) {
      // Any window that has a reference can post messages; only those of the parent count.
      const heard = ({ source, origin, data }: MessageEvent) => {
        if (source === parent) hear(data, origin)
      }
      frame.addEventListener('message', heard)
      return () => frame.removeEventListener('message', heard)
    },
  }
}
